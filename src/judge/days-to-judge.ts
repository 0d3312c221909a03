import { loadNewReceipts } from '../company/load-landing.ts';
import { isPair } from '../company/pair-files.ts';
import { isInput, lastInput } from '../company/run-mark.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { askedFor, type JudgedDay, type JudgingReason, judgingReasons } from '../domain/judged-day.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import type { Landing } from '../landing/landing.ts';
import { allReconciliations } from '../reconcile/reconciliations.ts';
import { derive } from '../warehouse/derive.ts';
import { type Bound, readRows, textOf } from '../warehouse/duckdb-values.ts';
import { openWarehouse, type Warehouse } from '../warehouse/open.ts';

/**
 * The days of a period whose published results are not up to date: a run would judge them with what is in landing now. `copy` is a copy
 * of the published snapshot, into which receipts kept by a killed command are loaded. The writer's warehouse is not read, because it may
 * have results that were never published.
 */
export async function waitingDays(
  config: LoadedConfig,
  company: CompanyConfig,
  period: Period,
  { landing, copy, progress }: { landing: Landing; copy: string; progress: Progress },
): Promise<JudgedDay[]> {
  const { memory_limit: memoryLimit, threads } = config.warehouse;
  const warehouse = await openWarehouse(copy, { memoryLimit, threads });
  try {
    await loadNewReceipts(warehouse.connection, landing, company, lastInput(landing, company.name), progress);
    return await daysWaiting(warehouse, landing, company.name, period);
  } finally {
    warehouse.close();
  }
}

/**
 * The number of past days whose results are checked. Older open items are shown and counted like all others, and older days are judged
 * again when they are run.
 */
const mostDaysJudgedAgain = 92;

type Days = { because: JudgingReason; sql: string };

/** Days with open items that were last judged before the newest receipt, because any new receipt may close an item. */
const openDays: Days = {
  because: 'open_item',
  sql: `
    select business_date from recon.break_life
    where company = $company and closed_on is null and business_date < $from::date
      and business_date >= $from::date - interval ${mostDaysJudgedAgain} days
      and business_date not in (
        select run_day.business_date
        from recon.run_day as run_day
        inner join recon.run as run on run.run_id = run_day.run_id
        where run.company = $company and run.known_through >= $last
      )`,
};

/** Days with open items of a reconciliation that was removed. */
const daysOfRemoved: Days = {
  because: 'open_item',
  sql: `
    select business_date from recon.break_life
    where company = $company and closed_on is null and business_date < $from::date
      and not list_contains(from_json($defined, '["text"]'), reconciliation)`,
};

/** Days that lacked an input which now covers them, or that now have fewer rejected rows. */
const coveredDays: Days = {
  because: 'input_arrived',
  sql: `
    select before.business_date
    from recon.input_state as before
    inner join recon.input_day($company, $first_lacking::date, $from::date) as now
      on now.company = before.company and now.currency = before.currency and now.business_date = before.business_date
      and now.input = before.input
    where before.company = $company
      and (before.state <> 'covered' and now.state = 'covered' or now.rejected_count < before.rejected_count)`,
};

/**
 * Days of an order, bank line, line of a list or callback that arrived since the day was judged, by import or in a file that has grown. A record that a
 * service reports late is an item of the day on which it was found. A later version of a known record is in core.ended_record where it
 * matters.
 */
const daysOfNewRecords: Days = {
  because: 'record_arrived',
  sql: `
    select record.business_date
    from (
      select business_date, min(receipt_id) as receipt_id from core.merchant_order
      where company = $company and business_date < $from::date and business_date >= $from::date - interval ${mostDaysJudgedAgain} days
      group by order_id, business_date
      union all
      select booked_on, min(receipt_id) from core.bank_line
      where company = $company and booked_on < $from::date and booked_on >= $from::date - interval ${mostDaysJudgedAgain} days
      group by bank_line_key, booked_on
      union all
      select booked_on, min(receipt_id) from core.list_line
      where company = $company and booked_on < $from::date and booked_on >= $from::date - interval ${mostDaysJudgedAgain} days
      group by list_line_key, booked_on
      union all
      select business_date, receipt_id from core.callback
      where company = $company and business_date < $from::date and business_date >= $from::date - interval ${mostDaysJudgedAgain} days
    ) as record
    inner join (
      select run_day.business_date, max(run.known_through) as known_through
      from recon.run_day as run_day
      inner join recon.run as run on run.run_id = run_day.run_id
      where run.company = $company
      group by run_day.business_date
    ) as judged on judged.business_date = record.business_date
    where record.receipt_id > judged.known_through`,
};

/** Days of items with a decision that was recorded after the last run of these days: the command that recorded it was killed. */
export const daysOfNewDecisions: Days = {
  because: 'decided',
  sql: `
    select item.business_date
    from recon.decision as decision
    inner join recon.item as item on item.company = decision.company and item.break_id = decision.break_id
    where decision.company = $company
      and not exists (
        select 1 from recon.run as run
        inner join recon.run_day as run_day on run_day.run_id = run.run_id
        where run.company = decision.company and run.known_through >= decision.receipt_id
          and run_day.business_date = item.business_date
      )`,
};

/** Days that were judged while an input was awaited that has fallen due since. */
const dueDays: Days = {
  because: 'input_due',
  sql: `
    select state.business_date
    from recon.input_state as state
    inner join core.company as company on company.company = state.company
    where state.company = $company and state.state = 'awaited' and state.business_date < $from::date
      and state.business_date >= $from::date - interval ${mostDaysJudgedAgain} days
      and state.due_on < cast(timezone(company.zone, $now::timestamptz) as date)`,
};

/**
 * Days with an item whose record was ended or changed by a later file of the merchant, or reversed by the bank, since the day was
 * reconciled. They are judged again regardless of their age, because what was proven with the record no longer is.
 */
const daysOfEndedRecords: Days = {
  because: 'record_ended',
  sql: `
    select item.business_date
    from recon.item as item
    inner join recon.run as run on run.run_id = item.run_id
    inner join core.ended_record as ended
      on ended.company = item.company and ended.record_key in (item.left_key, item.right_key)
      and ended.receipt_id > run.known_through
    where item.company = $company`,
};

/**
 * Judged days on which the result of a control has changed. For example, no day since the first payment is proven during weeks without
 * any settlement, and the first settlement proves them all. The result depends on matches, so it is known only after the other days are
 * judged.
 */
const changedDays = (name: string): Days => ({
  because: 'proof_changed',
  sql: `
    select business_date
    from (
      select currency, business_date, true as is_now
      from recon.${name}_unproven($from::date - ${mostDaysJudgedAgain}, $to::date)
      where company = $company
    )
    full outer join (
      select currency, business_date, true as is_before
      from recon.control_subject
      where company = $company and reconciliation = '${name}'
        and business_date >= $from::date - ${mostDaysJudgedAgain} and business_date < $to::date
    ) using (currency, business_date)
    where (is_now is null or is_before is null)
      and business_date in (select business_date from recon.verdict where company = $company)`,
});

/** Days of an item matched by hand whose decision no longer counts: it was undone or has expired. */
const daysOfInvalidMatches: Days = {
  because: 'matched_by_hand',
  sql: `
    select item.business_date
    from recon.item as item
    inner join core.company as company on company.company = item.company
    left join recon.decision_now as decision on decision.break_id = item.break_id
    where item.company = $company and item.match_pass = 'by_hand'
      and (
        not coalesce(decision.is_settled, false)
        or decision.expires_on < cast(timezone(company.zone, $now::timestamptz) as date)
      )`,
};

/** Judged days with a record of a pair that is in no item, because its match was judged again without the day and is no longer made. */
const daysOfLostMatches: Days = {
  because: 'proof_changed',
  sql: 'select business_date from recon.pair_left_over($company)',
};

/** The first day that lacks an input or has rejected rows; undefined where all are covered. */
async function firstLacking(warehouse: Warehouse, company: string, from: string): Promise<string | undefined> {
  const [row] = await readRows(
    warehouse.connection,
    `select min(business_date)::text as first_day from recon.input_state
     where company = $company and (state <> 'covered' or rejected_count > 0) and business_date < $from::date
       and business_date >= $from::date - interval ${mostDaysJudgedAgain} days`,
    { company, from },
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
  bound: Bound & { company: string },
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
       where item.company = $company and other.business_date <> item.business_date
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
 * arrived, or with records that arrived or ended, if anything was received since they were judged; days with open items of a removed
 * reconciliation; days whose input fell due; days of
 * decisions that no run has included; and days of matches by hand that are no longer valid. Other days are not examined.
 */
export async function daysToJudge(
  warehouse: Warehouse,
  landing: Landing,
  company: string,
  period: Period,
  earlier: readonly Period[] = [],
): Promise<JudgedDay[]> {
  await derive(warehouse.connection);
  const [from, last] = [period.from.toString(), lastFact(landing, company)];
  const defined = await allReconciliations(warehouse.connection);
  // a killed run has not judged the requested days, because they are judged last
  const [known] = await readRows(
    warehouse.connection,
    `select count(*) > 0 as is_known
     from recon.run as run
     semi join recon.run_day as run_day on run_day.run_id = run.run_id and run_day.because = 'asked_for'
     where run.company = $company and run.known_through >= $last`,
    { company, last },
  );
  const first = known?.is_known === true ? undefined : await firstLacking(warehouse, company, from);
  return withPartners(
    warehouse,
    [...earlier, period].flatMap(askedFor),
    [
      ...[openDays, daysOfRemoved, daysOfEndedRecords, daysOfNewRecords, ...(first === undefined ? [] : [coveredDays])],
      ...[dueDays, daysOfNewDecisions, daysOfInvalidMatches],
    ],
    {
      company,
      from,
      last,
      now: landing.clock().toString(),
      defined: JSON.stringify(defined.flatMap(({ name, idName }) => [name, idName])),
      ...(first === undefined ? {} : { first_lacking: first }),
    },
  );
}

/** The days of a period whose results are not up to date: a run of the day after the period would also judge them. */
export async function daysWaiting(
  warehouse: Warehouse,
  landing: Landing,
  company: string,
  { from, to }: Period,
): Promise<JudgedDay[]> {
  const days = await daysToJudge(warehouse, landing, company, { from: to, to });
  return days.filter(({ day }) => day >= from.toString() && day < to.toString());
}

/** The days of decided items, and the days of items that are, or no longer are, matched with them by hand. */
export async function daysOfDecisions(
  warehouse: Warehouse,
  { clock }: Landing,
  company: string,
  decided: readonly JudgedDay[],
): Promise<JudgedDay[]> {
  await derive(warehouse.connection);
  return withPartners(warehouse, decided, [daysOfInvalidMatches], { company, now: clock().toString() });
}

/**
 * The days whose results have changed with the runs before. A match by hand is no longer valid where not all of its days were judged
 * together. With a period, days on which the result of a control changed with its matches, or a match of a pair was lost, are included.
 */
export async function daysChangedByJudging(
  warehouse: Warehouse,
  { clock }: Landing,
  company: string,
  period?: Period,
): Promise<JudgedDay[]> {
  const bound = { company, now: clock().toString() };
  if (period === undefined) return withPartners(warehouse, [], [daysOfInvalidMatches], bound);
  const all = await allReconciliations(warehouse.connection);
  const provable = all.filter(({ hasUnproven }) => hasUnproven);
  const days = provable.length === 0 ? {} : { from: period.from.toString(), to: period.to.toString() };
  const lost = all.some(isPair) ? [daysOfLostMatches] : [];
  const queries = [daysOfInvalidMatches, ...lost, ...provable.map(({ name }) => changedDays(name))];
  return withPartners(warehouse, [], queries, { ...bound, ...days });
}
