import type { DuckDBConnection } from '@duckdb/node-api';
import { execute } from '../border.ts';
import { sqlFile } from '../sql-files.ts';
import type { ColumnAliases } from '../statement/columns.ts';
import { loadCsvStatement } from '../statement/csv.ts';
import { loadWorkbookStatement } from '../statement/workbook.ts';
import type { LandedFile } from './landed-file.ts';

/** Loads one statement: its lines as text into raw.statement_line, then its payments and what was not understood. */
export async function loadStatement(
  connection: DuckDBConnection,
  file: LandedFile,
  aliases: ColumnAliases,
): Promise<{ rows: number; headerLine: number }> {
  const source = { fileId: file.receipt_id, path: file.path, fileName: file.file_name, aliases };
  const loaded =
    file.ext === 'xlsx' ? await loadWorkbookStatement(connection, source) : await loadCsvStatement(connection, source);
  await execute(
    connection,
    `create or replace temp table incoming_payment as from staging.statement_payment(${file.receipt_id})`,
  );
  for (const step of ['payment_reject', 'payment_close', 'payment_insert']) {
    const sql = await sqlFile('load', step);
    await execute(connection, sql, sql.includes('$file_id') ? { file_id: file.receipt_id } : undefined);
  }
  await execute(connection, 'drop table incoming_payment');
  return { rows: loaded.rows + loaded.rejects, headerLine: loaded.header.line };
}
