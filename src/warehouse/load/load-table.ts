import type { DuckDBConnection } from '@duckdb/node-api';
import type { ReadingTerms } from '../../domain/reading.ts';
import type { LoadPlan } from '../../domain/receipt-kind.ts';
import { openFile } from '../../formats/open-file.ts';
import type { OpenedFile } from '../../formats/opened-file.ts';
import { readInBulk, writeBulk } from './bulk-rows.ts';
import { settleDateOrder } from './date-order.ts';
import { examine } from './examine.ts';
import type { ReceiptContent } from './insert-receipts.ts';
import type { LandedFile } from './landed-file.ts';
import type { LoadInstructions } from './load-instructions.ts';
import { contentOf, writeClaims } from './note-reading.ts';
import { proveSummaries } from './prove-summaries.ts';
import { openRawRows } from './raw-rows.ts';
import { settleRepeatedHeaders } from './repeated-header.ts';
import { keepFigures, runSteps, withIncoming } from './run-steps.ts';
import { writeStatedSpan } from './stated-span.ts';
import { settleTextRows } from './text-rows.ts';

type TablePlan = Extract<LoadPlan, { format: 'table' }>;

/** A table that was inspected and can be loaded: in bulk, or row by row where `bulkRows` is undefined. */
export type PreparedTable = { opened: OpenedFile; bulkRows: number | undefined };

/**
 * Looks at a table before anything is written. The database's own reader takes a plain CSV file in bulk. Every other file is
 * read row by row, so that each rejected row is named with its line. Throws the errors of openFile.
 */
export async function prepareTable(
  connection: DuckDBConnection,
  { path, file_name: fileName }: LandedFile,
  plan: TablePlan,
  reading: ReadingTerms,
): Promise<PreparedTable> {
  const file = { path, fileName, spec: plan, reading };
  const opened = await openFile(file, plan.formats);
  try {
    return { opened, bulkRows: await readInBulk(connection, opened, file) };
  } catch (error) {
    await opened.close();
    throw error;
  }
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
 * looked at before a row is kept: a contradiction in it refuses the file. `insert` writes the receipt. Returns the number of rows.
 * Throws the error of the contradiction.
 */
export async function loadTable(
  connection: DuckDBConnection,
  file: LandedFile,
  plan: TablePlan,
  { sqlFolder, reading, figures }: LoadInstructions,
  { opened, bulkRows }: PreparedTable,
  insert: (content: ReceiptContent) => Promise<void>,
): Promise<number> {
  const rows =
    bulkRows === undefined
      ? await writeRowByRow(connection, file, plan, opened)
      : await writeBulk(connection, plan.table, Object.keys(plan.columns), file.receipt_id, opened.header);
  await insert(contentOf(opened, reading, rows));
  await writeClaims(connection, file.receipt_id, opened.claims());
  await settleRepeatedHeaders(connection, file, plan, reading, opened.header);
  await settleTextRows(connection, file, plan, opened);
  await settleDateOrder(connection, file, plan, reading, opened.format);
  await writeStatedSpan(connection, file, opened.above);
  await runSteps(connection, file, sqlFolder, plan.noted ?? []);
  const steps = async () => {
    if (plan.summed !== undefined) await proveSummaries(connection, file, sqlFolder, plan.summed);
    await examine(connection, file, sqlFolder, plan.examine ?? [], opened.header.names);
    await runSteps(connection, file, sqlFolder, plan.steps);
    await keepFigures(connection, file, sqlFolder, figures);
  };
  if (plan.staged === undefined) await steps();
  else await withIncoming(connection, file, plan.staged, steps);
  return rows;
}
