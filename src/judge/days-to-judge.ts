import { isPair } from '../company/pair-files.ts';
import { isInput } from '../company/run-mark.ts';
import { askedFor, type JudgedDay, judgingReasons } from '../domain/judged-day.ts';
import type { Period } from '../domain/period.ts';
import type { Landing } from '../landing/landing.ts';
import { allReconciliations } from '../reconcile/reconciliations.ts';
import { type Bound, readRows, textOf } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { sqlStatement } from '../warehouse/sql-files.ts';

/** The number of days before a period whose results are checked. */
const mostDaysJudgedAgain = 92;

/** The days that a query returns (business_date), each with its reason. */
async function daysFrom({ connection }: Warehouse, sql: string, bound: Bound = {}): Promise<JudgedDay[]> {
  const rows = await readRows(connection, sql, bound);
  return rows.map((row) => {
    const because = judgingReasons.find((reason) => reason === row.because);
    if (because === undefined) throw new TypeError('a day is judged for a reason');
    return { day: textOf(row, 'business_date'), because };
  });
}

/**
 * Some days in their order, with those of matches by hand that no longer count, and those of items that are, or no longer are, matched by
 * hand with an item of these days.
 */
export async function daysTogether(
  warehouse: Warehouse,
  { clock }: Landing,
  days: readonly JudgedDay[],
): Promise<JudgedDay[]> {
  return daysFrom(warehouse, await sqlStatement('verdict', 'days_together'), {
    given: JSON.stringify(days),
    reasons: JSON.stringify(judgingReasons),
    now: clock().toString(),
  });
}

/** The last receipt that affects the figures of any day. Decisions are excluded: a decision changes only the items that it is about. */
const lastFact = (landing: Landing, company: string): number =>
  landing
    .receipts()
    .findLast((receipt) => receipt.company === company && isInput(receipt) && receipt.kind !== 'decision')
    ?.receipt_id ?? 0;

/** Earlier days that lacked an input which arrived. Nothing is looked up where no day lacks one. */
async function daysWithInput(warehouse: Warehouse, checked: { from: string; since: string }): Promise<JudgedDay[]> {
  const [row] = await readRows(warehouse.connection, await sqlStatement('verdict', 'first_day_lacking'), checked);
  const first_lacking = row?.first_day;
  if (typeof first_lacking !== 'string') return [];
  return daysFrom(warehouse, await sqlStatement('verdict', 'days_with_input'), { from: checked.from, first_lacking });
}

/** Whether the requested days of a run were judged with everything that affects figures. A killed run has not judged them. */
async function isKnown({ connection }: Warehouse, last: number): Promise<boolean> {
  const rows = await readRows(
    connection,
    `select 1 from recon.run semi join recon.run_day on run_day.run_id = run.run_id and because = 'asked_for'
     where known_through >= $last limit 1`,
    { last },
  );
  return rows.length > 0;
}

/**
 * The days that a run of a period judges, each with its reason: the days of the period and, by the rules of sql/verdict, earlier days whose
 * results may have changed. Other days are not examined.
 */
export async function daysToJudge(
  warehouse: Warehouse,
  landing: Landing,
  company: string,
  period: Period,
  earlier: readonly Period[] = [],
): Promise<JudgedDay[]> {
  const last = lastFact(landing, company);
  const from = period.from.toString();
  const since = period.from.subtract({ days: mostDaysJudgedAgain }).toString();
  const defined = await allReconciliations(warehouse.connection);
  const required = defined.filter(({ needs, optional }) => needs.length > 0 && optional === undefined);
  const again = await daysFrom(warehouse, await sqlStatement('verdict', 'days_to_judge'), {
    ...{ from, since, last, now: landing.clock().toString() },
    defined: JSON.stringify(defined.flatMap(({ name, idName }) => [name, idName])),
    required: JSON.stringify(required.map(({ name }) => name)),
  });
  const withInput = (await isKnown(warehouse, last)) ? [] : await daysWithInput(warehouse, { from, since });
  return daysTogether(warehouse, landing, [...[...earlier, period].flatMap(askedFor), ...again, ...withInput]);
}

/**
 * The days whose results have changed with the runs before. A match by hand is no longer valid where not all of its days were judged
 * together. With a period, days on which the result of a control changed with its matches, or a match of a pair was lost, are included.
 */
export async function daysChangedByJudging(
  warehouse: Warehouse,
  landing: Landing,
  period?: Period,
): Promise<JudgedDay[]> {
  if (period === undefined) return daysTogether(warehouse, landing, []);
  const all = await allReconciliations(warehouse.connection);
  const provable = all.filter(({ hasUnproven }) => hasUnproven);
  const changed = await sqlStatement('verdict', 'days_changed');
  const queries = provable.map(({ name }) => `from (${changed.replaceAll('NAME', name)})`);
  const bound = { since: period.from.subtract({ days: mostDaysJudgedAgain }).toString(), to: period.to.toString() };
  const days = queries.length === 0 ? [] : await daysFrom(warehouse, queries.join(' union all '), bound);
  // a match that was judged again without a day of its records is no longer made
  const lost = "select business_date, 'proof_changed' as because from recon.pair_left_over()";
  if (all.some(isPair)) days.push(...(await daysFrom(warehouse, lost)));
  return daysTogether(warehouse, landing, days);
}
