import type { Landing } from '../landing/landing.ts';
import { derive } from '../warehouse/derive.ts';
import { execute, numberOf, readRows, textOf } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';

/**
 * Marks in the warehouse the receipts whose files landing no longer has, including those of a run that was killed before it marked them.
 */
async function noteRemoved({ connection }: Warehouse, landing: Landing): Promise<void> {
  const removed = landing.receipts().flatMap((receipt) => (receipt.removed === undefined ? [] : [receipt.receipt_id]));
  if (removed.length === 0) return;
  await execute(
    connection,
    `update raw.receipt set is_removed = true
     where list_contains(string_split($removed, ','), receipt_id::text) and not coalesce(is_removed, false)`,
    { removed: removed.join(',') },
  );
  await derive(connection);
}

/**
 * Keeps the size of refused files below a limit in bytes: records in landing which refused files are no longer kept, with their reasons,
 * and removes their content. The selection is in SQL (core.quarantine_excess). A redacted copy is kept, because the same file may arrive
 * again and is then read from it. After a kill at any point, the next run completes the work. The caller is the only writer.
 */
export async function boundQuarantine(
  warehouse: Warehouse,
  landing: Landing,
  company: string,
  limit: number,
): Promise<void> {
  await noteRemoved(warehouse, landing);
  const rows = await readRows(
    warehouse.connection,
    `select receipt_id, sha256, load_line, load_code, coalesce(load_remedy, '') as load_remedy,
       rtrim(left(load_message, len(load_message) - coalesce(len(load_remedy), 0))) as message
     from core.quarantine_excess($limit)`,
    { limit },
  );
  const removed = rows
    .filter((row) => !landing.isCopy(textOf(row, 'sha256')))
    .map((row) => ({
      receipt_id: numberOf(row, 'receipt_id'),
      code: textOf(row, 'load_code'),
      message: textOf(row, 'message'),
      remedy: textOf(row, 'load_remedy'),
      line: row.load_line === null ? null : numberOf(row, 'load_line'),
    }));
  if (removed.length === 0) return;
  await landing.remove(company, { limit_bytes: limit, removed });
  await noteRemoved(warehouse, landing);
}
