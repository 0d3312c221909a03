import type { DuckDBConnection } from '@duckdb/node-api';
import type { ReadingTerms } from '../../domain/reading.ts';
import type { LoadPlan } from '../../domain/receipt-kind.ts';
import { openFile } from '../../formats/open-file.ts';
import type { OpenedFile } from '../../formats/opened-file.ts';
import type { TableHeader } from '../../formats/table/table-spec.ts';
import { execute, numberOf, readRows, sqlText } from '../duckdb-values.ts';
import { settleDateOrder } from './date-order.ts';
import { examine } from './examine.ts';
import type { LandedFile } from './landed-file.ts';
import type { LoadInstructions } from './load-instructions.ts';
import { noteReading, writeClaims } from './note-reading.ts';
import { openRawRows } from './raw-rows.ts';
import { settleRepeatedHeaders } from './repeated-header.ts';
import { runSteps, withIncoming } from './run-steps.ts';

type TablePlan = Extract<LoadPlan, { format: 'table' }>;

/** A table that was inspected and can be loaded: in bulk, or row by row where `bulkRows` is undefined. */
export type PreparedTable = { opened: OpenedFile; bulkRows: number | undefined };

/**
 * Looks at a table before anything is written. The database's own reader takes a plain CSV file in bulk, with the dialect
 * given, never detected. A file whose row count it does not confirm, or on which it fails, is read row by row, so that
 * each rejected row is named with its line. Throws the errors of openFile.
 */
export async function prepareTable(
  connection: DuckDBConnection,
  file: LandedFile,
  plan: TablePlan,
  reading: ReadingTerms,
): Promise<PreparedTable> {
  const opened = await openFile({ path: file.path, fileName: file.file_name, spec: plan, reading }, plan.formats);
  return { opened, bulkRows: await readInBulk(connection, opened) };
}

/** Reads a plain CSV file into a temporary table; undefined when the file is not as plain as the reader needs it. */
async function readInBulk(connection: DuckDBConnection, { header, csv }: OpenedFile): Promise<number | undefined> {
  if (csv === undefined) return undefined;
  const { dialect, scan, path } = csv;
  if (dialect.encoding !== 'utf-8' || scan.hasLineBreakInCell || scan.hasBlankLine || scan.hasNulByte) return undefined;
  const names = Array.from({ length: header.width }, (_, position) => `c${position}`);
  const columns = names.map((name) => `${name}: 'text'`).join(', ');
  try {
    await execute(
      connection,
      `create or replace temp table bulk_row as
       select ${names.join(', ')} from read_csv(${sqlText(path)}, auto_detect = false, delim = ${sqlText(dialect.delimiter)},
         quote = '"', escape = '"', header = false, skip = ${header.line}, columns = {${columns}}, nullstr = '',
         strict_mode = true, null_padding = false, max_line_size = 4194304)`,
    );
  } catch {
    // not an error yet: reading row by row names the line on which the bulk reader failed
    return undefined;
  }
  const expected = scan.records - header.line;
  const [counted] = await readRows(connection, 'select count(*) as n from bulk_row');
  return counted !== undefined && numberOf(counted, 'n') === expected ? expected : undefined;
}

async function writeBulk(
  connection: DuckDBConnection,
  file: LandedFile,
  plan: TablePlan,
  header: TableHeader,
): Promise<number> {
  const text = (position: number) => `nullif(trim(c${position}), '')`;
  const cell = (position: number | undefined) => (position === undefined ? 'null' : text(position));
  const others = header.others.map(({ name, position }) => `${sqlText(name)}: c${position}`).join(', ');
  const cells = Array.from({ length: header.width }, (_, position) => text(position));
  const rows = await execute(
    connection,
    `insert into ${plan.table}
     select $file_id, rowid + ${header.line + 1},
       ${Object.keys(plan.columns)
         .map((column) => cell(header.positions.get(column)))
         .join(', ')},
       ${others === '' ? 'null' : `to_json({${others}})::text`}
     from bulk_row
     where coalesce(${cells.join(', ')}) is not null
     order by rowid`,
    { file_id: file.receipt_id },
  );
  await execute(connection, 'drop table bulk_row');
  return rows;
}

async function writeRowByRow(
  connection: DuckDBConnection,
  file: LandedFile,
  plan: TablePlan,
  { header, rows }: OpenedFile,
): Promise<number> {
  const writer = await openRawRows(connection, plan.table, Object.keys(plan.columns), file.receipt_id, header);
  let written = { rows: 0, rejects: 0 };
  try {
    for await (const row of rows()) {
      if ('code' in row) writer.reject(row);
      else writer.row(row);
    }
  } finally {
    // an appender that is left open flushes its rows when it is collected, after the transaction was rolled back
    written = writer.end();
  }
  return written.rows + written.rejects;
}

/**
 * Loads a prepared table: its cells as text into the plan's raw table, then its facts and rejected rows. The whole file is
 * looked at before a row is kept: a contradiction in it refuses the file. Throws the error of the contradiction.
 */
export async function loadTable(
  connection: DuckDBConnection,
  file: LandedFile,
  plan: TablePlan,
  { sqlFolder, reading }: LoadInstructions,
  { opened, bulkRows }: PreparedTable,
): Promise<{ rows: number; headerLine: number }> {
  const rows =
    bulkRows === undefined
      ? await writeRowByRow(connection, file, plan, opened)
      : await writeBulk(connection, file, plan, opened.header);
  await writeClaims(connection, file.receipt_id, opened.claims());
  await noteReading(connection, file.receipt_id, opened, reading);
  await settleRepeatedHeaders(connection, file, plan, reading, opened.header);
  await settleDateOrder(connection, file, plan, reading);
  await runSteps(connection, file, sqlFolder, plan.noted ?? []);
  const steps = async () => {
    await examine(connection, file, sqlFolder, plan.examine ?? [], opened.header.names);
    await runSteps(connection, file, sqlFolder, plan.steps);
  };
  if (plan.staged === undefined) await steps();
  else await withIncoming(connection, file, plan.staged, steps);
  return { rows, headerLine: opened.header.line };
}
