import type { DuckDBConnection } from '@duckdb/node-api';
import { numberOf, readRows } from '../duckdb-values.ts';

/** What the content of a receipt has: its rows, rejected ones among them, and the line of its header. */
export type ReceiptCounts = { file_id: number; rows: number; header_line: number | null };

/** Notes on receipts what they have, in one statement. Returns the number of rejected rows of each. */
export async function noteCounts(
  connection: DuckDBConnection,
  receipts: readonly ReceiptCounts[],
): Promise<ReadonlyMap<number, number>> {
  if (receipts.length === 0) return new Map();
  const ids = receipts.map(({ file_id }) => file_id);
  const rows = await readRows(
    connection,
    `update raw.receipt
     set row_count = counted.row_count, rejected_count = counted.rejected_count, header_line = counted.header_line
     from (
       select given.file_id, given.rows as row_count, given.header_line, coalesce(rejected.row_count, 0) as rejected_count
       from (select unnest(json_transform($receipts,
         '[{"file_id": "integer", "rows": "bigint", "header_line": "integer"}]'), recursive := true)) as given
       left join (
         select file_id, count(*) as row_count
         from staging.rejected_row
         where file_id between $first_id and $last_id
         group by file_id
       ) as rejected on rejected.file_id = given.file_id
     ) as counted
     where receipt.file_id = counted.file_id and receipt.file_id between $first_id and $last_id
     returning receipt.file_id, receipt.rejected_count`,
    { receipts: JSON.stringify(receipts), first_id: Math.min(...ids), last_id: Math.max(...ids) },
  );
  return new Map(rows.map((row) => [numberOf(row, 'file_id'), numberOf(row, 'rejected_count')]));
}
