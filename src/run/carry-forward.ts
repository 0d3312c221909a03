import type { Period } from '../domain/period.ts';
import type { Landing } from '../landing/landing.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { derive } from '../warehouse/derive.ts';
import { readRows } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { contiguousPeriods } from './contiguous-periods.ts';
import { lastInput, markRun } from './run-mark.ts';

/** Older open items are shown and counted like all others, and older days are judged again when they are run. */
export const lookbackLimitDays = 92;

/** The days to reconcile with a run, and the earlier periods that were reconciled by themselves before it. */
export type CarriedForward = { period: Period; reEvaluated: Period[] };

/** Days with open items: whatever arrived may close one. */
const openDays = `
  select business_date from recon.break_life
  where company = $company and closed_on is null and business_date < $from::date
    and business_date >= $from::date - interval ${lookbackLimitDays} days`;

/** Days that lacked an input which covers them by now, or of which fewer rows are rejected. */
const coveredDays = `
  select before.business_date
  from recon.input_state as before
  inner join recon.input_day($company, $first::date, $from::date) as now
    on now.company = before.company and now.currency = before.currency and now.business_date = before.business_date
    and now.input = before.input
  where before.company = $company
    and (before.state <> 'covered' and now.state = 'covered' or now.rejected_count < before.rejected_count)`;

/** Days for which an input was awaited that is not due any more. */
const dueDays = `
  select state.business_date
  from recon.input_state as state
  inner join core.company as company on company.company = state.company
  where state.company = $company and state.state = 'awaited' and state.business_date < $from::date
    and state.business_date >= $from::date - interval ${lookbackLimitDays} days
    and state.due_on < cast(timezone(company.zone, $now::timestamptz) as date)`;

/** The first of the days that lack an input, or have rejected rows; undefined where all are covered. */
async function firstLacking(warehouse: Warehouse, company: string, from: string): Promise<string | undefined> {
  const [row] = await readRows(
    warehouse.connection,
    `select min(business_date)::text as first_day from recon.input_state
     where company = $company and (state <> 'covered' or rejected_count > 0) and business_date < $from::date
       and business_date >= $from::date - interval ${lookbackLimitDays} days`,
    { company, from },
  );
  return typeof row?.first_day === 'string' ? row.first_day : undefined;
}

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

/** The days to judge again before a run of a period. */
async function earlierDays(
  warehouse: Warehouse,
  { clock }: Landing,
  company: string,
  period: Period,
  isNew: boolean,
): Promise<Period[]> {
  const [from, to] = [period.from.toString(), period.to.toString()];
  const first = isNew ? await firstLacking(warehouse, company, from) : undefined;
  const now = clock().toString();
  const days = [
    ...(isNew ? [openDays, daysOfEndedRecords] : []),
    ...(first === undefined ? [] : [coveredDays]),
    dueDays,
  ];
  const bound = { company, from, now, ...(isNew ? { to } : {}), ...(first === undefined ? {} : { first }) };
  return contiguousPeriods(warehouse, days.join(' union '), bound);
}

/**
 * Re-evaluates earlier days: when anything was received since they were reconciled, those with open items and those whose
 * input arrived, whichever days the run itself covers, and those of records that have ended; and those whose input fell due.
 * Other days cost nothing. Days directly before the run's own (those whose settlement is outstanding, for example) are reconciled
 * together with them.
 */
export async function carryForward(
  warehouse: Warehouse,
  landing: Landing,
  company: string,
  period: Period,
): Promise<CarriedForward> {
  await derive(warehouse.connection);
  const [known] = await readRows(
    warehouse.connection,
    'select coalesce(max(known_through), 0) >= $last as is_known from recon.run where company = $company',
    { company, last: lastInput(landing, company) },
  );
  const earlier = await earlierDays(warehouse, landing, company, period, known?.is_known !== true);
  const index = earlier.findIndex(({ to }) => to.equals(period.from));
  const [before] = index === -1 ? [] : earlier.splice(index, 1);
  for (const one of earlier) await reconcile(warehouse.connection, await markRun(landing, company, one));
  return { period: { from: before?.from ?? period.from, to: period.to }, reEvaluated: earlier };
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
