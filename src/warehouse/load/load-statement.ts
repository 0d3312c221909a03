import type { DuckDBConnection } from '@duckdb/node-api';
import { execute, sqlText } from '../duckdb-values.ts';
import { sqlFile } from '../sql-files.ts';
import type { ColumnAliases } from '../statement/columns.ts';
import { loadCsvStatement, type PreparedCsv, prepareCsvStatement, type StatementFile } from '../statement/csv.ts';
import { loadWorkbookStatement } from '../statement/workbook.ts';
import type { LandedFile } from './landed-file.ts';

export type PreparedStatement = { source: StatementFile; zone: string; csv: PreparedCsv | undefined };

/** Looks at a statement before anything is written; what is no statement is refused here. */
export async function prepareStatement(
  connection: DuckDBConnection,
  file: LandedFile,
  aliases: ColumnAliases,
): Promise<PreparedStatement> {
  const source = { fileId: file.receipt_id, path: file.path, fileName: file.file_name, aliases };
  return {
    source,
    zone: file.zone,
    csv: file.ext === 'xlsx' ? undefined : await prepareCsvStatement(connection, source),
  };
}

/** Loads one statement: its lines as text into raw.statement_line, then its payments and what was not understood. */
export async function loadStatement(
  connection: DuckDBConnection,
  { source, zone, csv }: PreparedStatement,
): Promise<{ rows: number; headerLine: number }> {
  const loaded =
    csv === undefined
      ? await loadWorkbookStatement(connection, source)
      : await loadCsvStatement(connection, source, csv);
  await execute(
    connection,
    `create or replace temp table incoming_payment as from staging.statement_payment(${source.fileId}, ${sqlText(zone)})`,
  );
  for (const step of ['payment_reject', 'payment_close', 'payment_insert']) {
    const sql = await sqlFile('connectors/gateway', step);
    await execute(connection, sql, sql.includes('$file_id') ? { file_id: source.fileId } : undefined);
  }
  await execute(connection, 'drop table incoming_payment');
  return { rows: loaded.rows + loaded.rejects, headerLine: loaded.header.line };
}
