import type { Period } from '../domain/period.ts';
import { derive } from '../warehouse/derive.ts';
import { numberOf, readRows } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';

/** The receipts of a company that do not count as received for a period, so that what they are for is asked again. */
export async function unusableReceipts(
  { connection }: Warehouse,
  company: string,
  { from, to }: Period,
): Promise<ReadonlySet<number>> {
  await derive(connection);
  const rows = await readRows(
    connection,
    'select file_id from core.unusable_receipt($company, $from::date, $to::date)',
    { company, from: from.toString(), to: to.toString() },
  );
  return new Set(rows.map((row) => numberOf(row, 'file_id')));
}
