import type { Period } from '../domain/period.ts';
import { numberOf, readRows } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';

/** A settlement that has not come in so many days is asked about, not waited for. */
const mostDaysBack = 45;

/**
 * How many days before its period a statement has to cover: as many as the configuration says, and back to the first day
 * of which payments are still to be settled, unless people decided it; else their settlement could never be seen.
 */
export async function lookbackOf(
  warehouse: Warehouse,
  company: string,
  period: Period,
  configured: number,
): Promise<number> {
  const [row] = await readRows(
    warehouse.connection,
    `select coalesce(max($from::date - break_life.business_date), 0)::integer as days
     from recon.break_life as break_life
     left join recon.decision_now as decision on decision.break_id = break_life.break_id
     where break_life.company = $company and break_life.reconciliation = 'payments_to_settlement'
       and break_life.closed_on is null and not coalesce(decision.is_settled, false)
       and break_life.business_date >= $from::date - ${mostDaysBack} and break_life.business_date < $from::date`,
    { company, from: period.from.toString() },
  );
  return Math.max(configured, row === undefined ? 0 : numberOf(row, 'days'));
}
