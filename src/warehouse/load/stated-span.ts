import type { DuckDBConnection } from '@duckdb/node-api';
import { execute } from '../duckdb-values.ts';
import type { LandedFile } from './landed-file.ts';
import { runSteps } from './run-steps.ts';

/** Keeps the rows above the lines of a file, and notes the period that they state. Call it once the order of dates is known. */
export async function writeStatedSpan(
  connection: DuckDBConnection,
  file: LandedFile,
  above: readonly { line: number; text: string }[],
): Promise<void> {
  const rows = above.filter(({ text }) => text !== '');
  if (rows.length === 0) return;
  await execute(
    connection,
    `insert into raw.preamble select $file_id, line, text
     from (select unnest(json_transform($rows, '[{"line": "bigint", "text": "text"}]'), recursive := true))`,
    { file_id: file.receipt_id, rows: JSON.stringify(rows) },
  );
  await runSteps(connection, file, 'load', ['stated_span']);
}
