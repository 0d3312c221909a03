import type { DuckDBConnection } from '@duckdb/node-api';
import { execute, numberOf, readRows, rowsParameter } from '../duckdb-values.ts';

/** Notes on receipts, which are loaded, how many of their rows were rejected. Returns the number of each that has one. */
export async function countRejected(
  connection: DuckDBConnection,
  fileIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (fileIds.length === 0) return new Map();
  const rows = await readRows(
    connection,
    `select file_id, count(*) as rejected_count from staging.rejected_row
     where file_id between $first_id and $last_id group by file_id`,
    { first_id: Math.min(...fileIds), last_id: Math.max(...fileIds) },
  );
  const counts = new Map(rows.map((row) => [numberOf(row, 'file_id'), numberOf(row, 'rejected_count')]));
  const given = fileIds.flatMap((file_id) => {
    const rejected_count = counts.get(file_id);
    return rejected_count === undefined ? [] : [{ file_id, rejected_count }];
  });
  if (given.length === 0) return counts;
  await execute(
    connection,
    `update raw.receipt set rejected_count = given.rejected_count
     from (select unnest(json_transform($rows,
       '[{"file_id": "integer", "rejected_count": "bigint"}]'), recursive := true)) as given
     where receipt.file_id = given.file_id`,
    { rows: rowsParameter(given) },
  );
  return counts;
}
