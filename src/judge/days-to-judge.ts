import { isPair } from '../company/pair-files.ts';
import { isInput } from '../company/run-mark.ts';
import { askedFor, type JudgedDay, judgingReasons } from '../domain/judged-day.ts';
import type { Period } from '../domain/period.ts';
import type { Landing } from '../landing/landing.ts';
import { allReconciliations } from '../reconcile/reconciliations.ts';
import { type Bound, readRows, textOf } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import {
  changedDays,
  coveredDays,
  type Days,
  daysOfChangedBalances,
  daysOfEndedRecords,
  daysOfInvalidMatches,
  daysOfLostMatches,
  daysOfNewDecisions,
  daysOfNewRecords,
  daysOfRemoved,
  daysOfRestored,
  dueDays,
  mostDaysJudgedAgain,
  openDays,
} from './days-by-reason.ts';

/** The first day that lacks an input or has rejected rows; undefined where all are covered. */
async function firstLacking(warehouse: Warehouse, from: string): Promise<string | undefined> {
  const [row] = await readRows(
    warehouse.connection,
    `select min(business_date)::text as first_day from recon.input_state
     where (state <> 'covered' or rejected_count > 0) and business_date < $from::date
       and business_date >= $from::date - interval ${mostDaysJudgedAgain} days`,
    { from },
  );
  return typeof row?.first_day === 'string' ? row.first_day : undefined;
}

/**
 * The days of some queries and the given days, in order, each once with the first of its reasons. An item matched by hand is judged
 * together with the items that it is matched with, because a match is valid for all of them or for none.
 */
async function withPartners(
  warehouse: Warehouse,
  given: readonly JudgedDay[],
  queries: readonly Days[],
  bound: Bound,
): Promise<JudgedDay[]> {
  const found = [
    `select day::date as business_date, because
     from (select unnest(from_json($given, '[{"day":"text","because":"text"}]'), recursive := true))`,
    ...queries.map(({ because, sql }) => `select business_date, '${because}' as because from (${sql})`),
  ];
  const rows = await readRows(
    warehouse.connection,
    `with recursive
     found as materialized (${found.join(' union all ')}),
     linked as materialized (
       select item.business_date, other.business_date as other_date
       from recon.item as item
       inner join recon.decision_now as decision on decision.break_id = item.break_id and decision.decision = 'match'
       inner join recon.item as other on list_contains(decision.matched_with, other.break_id)
       where other.business_date <> item.business_date
     ),
     judged as (
       select distinct business_date from found
       union
       select linked.other_date
       from judged
       inner join linked on linked.business_date = judged.business_date
     ),
     reasoned as (
       select business_date, because from found
       union all
       select business_date, 'matched_by_hand' from judged where business_date not in (select business_date from found)
     )
     select
       business_date::text as day,
       arg_min(because, list_position(from_json($reasons, '["text"]'), because)) as because
     from reasoned
     group by business_date
     order by business_date`,
    { ...bound, given: JSON.stringify(given), reasons: JSON.stringify(judgingReasons) },
  );
  return rows.map((row) => {
    const because = judgingReasons.find((reason) => reason === row.because);
    if (because === undefined) throw new TypeError('a day is judged for a reason');
    return { day: textOf(row, 'day'), because };
  });
}

/** The last receipt that affects the figures of any day. Decisions are excluded: a decision changes only the items that it is about. */
const lastFact = (landing: Landing, company: string): number =>
  landing
    .receipts()
    .findLast((receipt) => receipt.company === company && isInput(receipt) && receipt.kind !== 'decision')
    ?.receipt_id ?? 0;

/**
 * The days that a run of a period judges, each with its reason: the days of the period; earlier days with open items, with input that
 * arrived, or with records that arrived or ended, if anything was received since they were judged; days of a reconciliation that was
 * removed while items were open, and again if it is restored; days whose input fell due; days of decisions that no run has included; and
 * days of matches by hand that are no longer valid. Other days are not examined.
 */
export async function daysToJudge(
  warehouse: Warehouse,
  landing: Landing,
  company: string,
  period: Period,
  earlier: readonly Period[] = [],
): Promise<JudgedDay[]> {
  const [from, last] = [period.from.toString(), lastFact(landing, company)];
  const defined = await allReconciliations(warehouse.connection);
  const required = defined.filter(({ needs, optional }) => needs.length > 0 && optional === undefined);
  // a killed run has not judged the requested days, because they are judged last
  const [known] = await readRows(
    warehouse.connection,
    `select count(*) > 0 as is_known
     from recon.run as run
     semi join recon.run_day as run_day on run_day.run_id = run.run_id and run_day.because = 'asked_for'
     where run.known_through >= $last`,
    { last },
  );
  const first = known?.is_known === true ? undefined : await firstLacking(warehouse, from);
  return withPartners(
    warehouse,
    [...earlier, period].flatMap(askedFor),
    [
      ...[openDays, daysOfRemoved, daysOfRestored, daysOfEndedRecords, daysOfNewRecords],
      ...(first === undefined ? [] : [coveredDays]),
      ...[dueDays, daysOfNewDecisions, daysOfInvalidMatches, daysOfChangedBalances],
    ],
    {
      from,
      last,
      now: landing.clock().toString(),
      defined: JSON.stringify(defined.flatMap(({ name, idName }) => [name, idName])),
      required: JSON.stringify(required.map(({ name }) => name)),
      ...(first === undefined ? {} : { first_lacking: first }),
    },
  );
}

/** The days of decided items, and the days of items that are, or no longer are, matched with them by hand. */
export async function daysOfDecisions(
  warehouse: Warehouse,
  { clock }: Landing,
  decided: readonly JudgedDay[],
): Promise<JudgedDay[]> {
  return withPartners(warehouse, decided, [daysOfInvalidMatches], { now: clock().toString() });
}

/**
 * The days whose results have changed with the runs before. A match by hand is no longer valid where not all of its days were judged
 * together. With a period, days on which the result of a control changed with its matches, or a match of a pair was lost, are included.
 */
export async function daysChangedByJudging(
  warehouse: Warehouse,
  { clock }: Landing,
  period?: Period,
): Promise<JudgedDay[]> {
  const bound = { now: clock().toString() };
  if (period === undefined) return withPartners(warehouse, [], [daysOfInvalidMatches], bound);
  const all = await allReconciliations(warehouse.connection);
  const provable = all.filter(({ hasUnproven }) => hasUnproven);
  const days = provable.length === 0 ? {} : { from: period.from.toString(), to: period.to.toString() };
  const lost = all.some(isPair) ? [daysOfLostMatches] : [];
  const queries = [daysOfInvalidMatches, ...lost, ...provable.map(({ name }) => changedDays(name))];
  return withPartners(warehouse, [], queries, { ...bound, ...days });
}
