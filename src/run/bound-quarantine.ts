import type { Landing } from '../landing/landing.ts';
import { execute, numberOf, readRows, textOf } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';

/**
 * Keeps what is refused below a size in bytes: records in landing which refused files are no longer kept, with their reasons, and
 * removes their content. Which ones is in SQL (core.quarantine_excess). A run that is killed meanwhile has recorded it or not; the
 * next one removes what is recorded. The caller is the one writer.
 */
export async function boundQuarantine(
  { connection }: Warehouse,
  landing: Landing,
  company: string,
  limit: number,
): Promise<void> {
  const rows = await readRows(
    connection,
    `select file_id, load_line, coalesce(load_code, 'UNKNOWN') as load_code, coalesce(load_remedy, '') as load_remedy,
       rtrim(left(load_message, len(load_message) - coalesce(len(load_remedy), 0))) as message
     from core.quarantine_excess($company, $limit)`,
    { company, limit },
  );
  if (rows.length === 0) return;
  const removed = rows.map((row) => ({
    receipt_id: numberOf(row, 'file_id'),
    code: textOf(row, 'load_code'),
    message: textOf(row, 'message'),
    remedy: textOf(row, 'load_remedy'),
    line: row.load_line === null ? null : numberOf(row, 'load_line'),
  }));
  await landing.remove(company, { limit_bytes: limit, removed });
  await execute(
    connection,
    `update raw.receipt set is_removed = true where list_contains(string_split($removed, ','), file_id::text)`,
    { removed: removed.map(({ receipt_id }) => receipt_id).join(',') },
  );
}
