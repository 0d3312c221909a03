import type { Period } from '../domain/period.ts';
import { derive } from '../warehouse/derive.ts';
import { numberOf, readRows } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';

/** A settlement that is missing for longer is a break to ask about; statements no longer cover it. */
const lookbackLimitDays = 45;

/**
 * The number of days before a period that a statement has to cover: back to the first day with payments whose settlement
 * is open and undecided. Without them their settlement would never be seen.
 */
export async function openDaysBefore(warehouse: Warehouse, company: string, period: Period): Promise<number> {
  await derive(warehouse.connection);
  const [row] = await readRows(
    warehouse.connection,
    `select coalesce(max($from::date - break_life.business_date), 0)::integer as days
     from recon.break_life as break_life
     left join recon.decision_now as decision on decision.break_id = break_life.break_id
     where break_life.company = $company and break_life.reconciliation = 'payments_to_settlement'
       and break_life.closed_on is null and not coalesce(decision.is_settled, false)
       and break_life.business_date >= $from::date - ${lookbackLimitDays} and break_life.business_date < $from::date`,
    { company, from: period.from.toString() },
  );
  return row === undefined ? 0 : numberOf(row, 'days');
}
