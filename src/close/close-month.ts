import type { Period } from '../domain/period.ts';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import { readRows } from '../warehouse/duckdb-values.ts';
import { openSnapshot } from '../warehouse/open.ts';

const ofPeriod = 'company = $company and business_date >= $from::date and business_date < $to::date';

/** The reasons why a company's month cannot be closed: its days, and their controls that are not made, awaited or out of balance. */
type Blockers = { days: WarehouseRow[]; controls: WarehouseRow[] };

/** The blockers of a month; both lists are empty when it can be closed. */
export async function closeBlockers(publishedPath: string, company: string, period: Period): Promise<Blockers> {
  const snapshot = await openSnapshot(publishedPath);
  try {
    const bound = { company, from: period.from.toString(), to: period.to.toString() };
    const days = await readRows(
      snapshot.connection,
      'select business_date, currency, verdict, reason from recon.close_blocker($company, $from::date, $to::date)',
      bound,
    );
    if (days.length === 0) return { days, controls: [] };
    const controls = await readRows(
      snapshot.connection,
      `select business_date, currency, control, subject, title, state, reason, what_to_do, input, due_on
       from mart.control
       where ${ofPeriod} and (state in ('not_made', 'awaited') or state = 'out_of_balance' and not is_decided)
       order by list_order, control, subject, currency, business_date`,
      bound,
    );
    return { days, controls };
  } finally {
    snapshot.close();
  }
}
