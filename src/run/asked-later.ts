import { Temporal } from 'temporal-polyfill';
import { derive } from '../warehouse/derive.ts';
import { numberOf, readRows } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';

/**
 * The unusable receipts of a company of which what they are for is not asked again at this time, nor within the run that received
 * them (those after `before`). The rules and times are in SQL (core.asked_again); the clock decides only whether to ask now.
 */
export async function askedLater(
  { connection }: Warehouse,
  company: string,
  { before, now }: { before: number; now: Temporal.Instant },
): Promise<ReadonlySet<number>> {
  await derive(connection);
  const rows = await readRows(connection, 'select file_id, asked_after from core.asked_later($company)', { company });
  const later = rows.filter(
    (row) =>
      typeof row.asked_after !== 'string' ||
      numberOf(row, 'file_id') > before ||
      Temporal.Instant.compare(now, Temporal.Instant.from(row.asked_after)) < 0,
  );
  return new Set(later.map((row) => numberOf(row, 'file_id')));
}
