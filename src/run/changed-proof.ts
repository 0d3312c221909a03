import type { Period } from '../domain/period.ts';
import type { Landing } from '../landing/landing.ts';
import { allReconciliations } from '../reconcile/definitions.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { lookbackLimitDays } from './carry-forward.ts';
import { contiguousPeriods } from './contiguous-periods.ts';
import { markRun } from './run-mark.ts';

/** Reconciled days that a control did not prove then and would now, or the reverse. */
const changedDays = (name: string) => `
  select business_date
  from (
    select currency, business_date, true as is_now
    from recon.${name}_unproven($from::date - ${lookbackLimitDays}, $to::date)
    where company = $company
  )
  full outer join (
    select currency, business_date, true as is_before
    from recon.control_subject
    where company = $company and reconciliation = '${name}'
      and business_date >= $from::date - ${lookbackLimitDays} and business_date < $to::date
  ) using (currency, business_date)
  where (is_now is null or is_before is null)
    and business_date in (select business_date from recon.verdict where company = $company)`;

/**
 * Re-evaluates days on which later receipts changed what a control proves: after weeks without any settlement, for example, no
 * day since the first payment is proven, and the first settlement proves them again. Call it after the run's own days were
 * reconciled: what covers which day is computed by then.
 */
export async function reEvaluateChangedProof(
  warehouse: Warehouse,
  landing: Landing,
  company: string,
  { from, to }: Period,
): Promise<Period[]> {
  const names = (await allReconciliations(warehouse.connection)).flatMap(({ name, hasUnproven }) =>
    hasUnproven ? [name] : [],
  );
  const bound = { company, from: from.toString(), to: to.toString() };
  const changed = await contiguousPeriods(warehouse, names.map(changedDays).join(' union '), bound);
  for (const one of changed) await reconcile(warehouse.connection, await markRun(landing, company, one));
  return changed;
}
