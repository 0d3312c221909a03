import type { Period } from '../domain/period.ts';
import type { Landing } from '../landing/landing.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { readRows } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { stretchesOf } from './contiguous-periods.ts';
import { lastInput, markRun } from './run-mark.ts';

/** Older items are shown and counted like all others, and looked for again when their own day is run. */
const mostDaysBack = 92;

/** The days to judge with a run, and the earlier ones that were judged for themselves before it. */
export type Carried = { period: Period; judged: Period[] };

/**
 * Judges again the earlier days on which something is open, when anything has come since they were judged: what arrived
 * late closes by itself, whatever days the run itself is about. A day on which nothing is open costs nothing; days right
 * before the run's own, as those whose settlement has not come, are left to be judged with them.
 */
export async function carryForward(
  warehouse: Warehouse,
  landing: Landing,
  company: string,
  period: Period,
): Promise<Carried> {
  const [known] = await readRows(
    warehouse.connection,
    'select coalesce(max(known_through), 0) >= $last as is_known from recon.run where company = $company',
    { company, last: lastInput(landing, company) },
  );
  if (known?.is_known === true) return { period, judged: [] };
  const open = await stretchesOf(
    warehouse,
    `select business_date from recon.break_life
     where company = $company and closed_on is null and business_date < $from::date
       and business_date >= $from::date - interval ${mostDaysBack} days`,
    { company, from: period.from.toString() },
  );
  const before = open.at(-1)?.to.equals(period.from) ? open.pop() : undefined;
  for (const stretch of open) await reconcile(warehouse.connection, await markRun(landing, company, stretch));
  return { period: { from: before?.from ?? period.from, to: period.to }, judged: open };
}

/**
 * Judges the days again on which something is still matched by hand although that holds no more, because the figures of
 * its other side have changed, or because that side was taken back.
 */
export async function judgeBrokenMatches(warehouse: Warehouse, landing: Landing, company: string): Promise<Period[]> {
  const broken = await stretchesOf(
    warehouse,
    `select item.business_date
     from recon.item as item
     left join recon.decision_now as decision on decision.break_id = item.break_id
     where item.company = $company and item.match_pass = 'by_hand' and not coalesce(decision.is_settled, false)`,
    { company },
  );
  for (const stretch of broken) await reconcile(warehouse.connection, await markRun(landing, company, stretch));
  return broken;
}
