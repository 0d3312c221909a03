import type { Period } from '../domain/period.ts';
import type { Landing } from '../landing/landing.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { readRows } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { contiguousPeriods } from './contiguous-periods.ts';
import { lastInput, markRun } from './run-mark.ts';

/** Older open items are shown and counted like all others, and re-evaluated when their own day is run. */
const lookbackLimitDays = 92;

/** The days to reconcile with a run, and the earlier periods that were reconciled by themselves before it. */
export type CarriedForward = { period: Period; reEvaluated: Period[] };

/**
 * Days outside the run's own with an item of a record that a later file of the merchant ended or changed, or that the bank
 * reversed, since the day was reconciled. They are re-evaluated however old they are: what was proven with the record is not.
 */
const daysOfEndedRecords = `
  select item.business_date
  from recon.item as item
  inner join recon.run as run on run.run_id = item.run_id
  inner join core.ended_record as ended
    on ended.company = item.company and ended.record_key in (item.left_key, item.right_key)
    and ended.file_id > run.known_through
  where item.company = $company and (item.business_date < $from::date or item.business_date >= $to::date)`;

/**
 * Re-evaluates the earlier days with open items when anything was received since they were reconciled: what arrived late
 * closes its item, whichever days the run itself covers. So are the days of records that have ended since. A day without
 * either costs nothing. Days directly before the run's own (those whose settlement is outstanding, for example) are
 * reconciled together with them.
 */
export async function carryForward(
  warehouse: Warehouse,
  landing: Landing,
  company: string,
  period: Period,
): Promise<CarriedForward> {
  const [known] = await readRows(
    warehouse.connection,
    'select coalesce(max(known_through), 0) >= $last as is_known from recon.run where company = $company',
    { company, last: lastInput(landing) },
  );
  if (known?.is_known === true) return { period, reEvaluated: [] };
  const open = await contiguousPeriods(
    warehouse,
    `select business_date from recon.break_life
     where company = $company and closed_on is null and business_date < $from::date
       and business_date >= $from::date - interval ${lookbackLimitDays} days
     union ${daysOfEndedRecords}`,
    { company, from: period.from.toString(), to: period.to.toString() },
  );
  const index = open.findIndex(({ to }) => to.equals(period.from));
  const [before] = index === -1 ? [] : open.splice(index, 1);
  for (const one of open) await reconcile(warehouse.connection, await markRun(landing, company, one));
  return { period: { from: before?.from ?? period.from, to: period.to }, reEvaluated: open };
}

/**
 * Re-evaluates the days with a match made by hand that is no longer valid, because the figures of its other side have
 * changed or because the decision on that side was undone.
 */
export async function reEvaluateInvalidMatches(
  warehouse: Warehouse,
  landing: Landing,
  company: string,
): Promise<Period[]> {
  const invalid = await contiguousPeriods(
    warehouse,
    `select item.business_date
     from recon.item as item
     left join recon.decision_now as decision on decision.break_id = item.break_id
     where item.company = $company and item.match_pass = 'by_hand' and not coalesce(decision.is_settled, false)`,
    { company },
  );
  for (const one of invalid) await reconcile(warehouse.connection, await markRun(landing, company, one));
  return invalid;
}
