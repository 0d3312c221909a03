import type { DuckDBConnection } from '@duckdb/node-api';
import {
  type FileClaim,
  FileRefusal,
  formatOfFile,
  type OpenedFile,
  openFile,
  recognisePreset,
  type TableFile,
  type TableHeader,
} from 'tieout-files';
import { proveObject } from '../../disk/object.ts';
import { temporaryPath } from '../../disk/temporary.ts';
import { type ReadingPreset, type ReadingTerms, withPreset } from '../../domain/reading.ts';
import type { LoadPlan } from '../../domain/receipt-kind.ts';
import { execute, numberOf, readRows } from '../duckdb-values.ts';
import { completeYears, completeZones, settleDateOrder, zonedColumns } from './date-order.ts';
import { examine } from './examine.ts';
import type { ReceiptContent } from './insert-receipts.ts';
import { writeStatedSpan } from './insert-receipts.ts';
import type { LandedFile, LoadInstructions } from './landed-file.ts';
import { missingColumns } from './missing-columns.ts';
import { fileLines, readInBulk, readRowByRow, settleTextRows } from './raw-rows.ts';
import { settleRepeatedHeaders } from './repeated-header.ts';
import { boundStep, dropMade, keepFigures, runSteps, withIncoming } from './run-steps.ts';
import { currencyRules, settleCurrency, unreadValues } from './unread-column.ts';

/** Keeps the totals and balances that a file states. */
async function writeClaims(
  connection: DuckDBConnection,
  receiptId: number,
  claims: readonly FileClaim[],
): Promise<void> {
  for (const claim of claims) {
    await execute(
      connection,
      `insert into raw.file_claim values ($receipt_id, $statement_no, $line_no, $account, $currency, $identifier, $first_day,
         $last_day, $opening, $opening_on, $opening_line, $closing, $closing_on, $closing_line, $entry_count, $credit_sum,
         $debit_sum)`,
      {
        receipt_id: receiptId,
        statement_no: claim.statementNo,
        line_no: claim.line,
        account: claim.account,
        currency: claim.currency,
        identifier: claim.identifier,
        first_day: claim.from,
        last_day: claim.to,
        opening: claim.opening?.amount ?? null,
        opening_on: claim.opening?.on ?? null,
        opening_line: claim.opening?.line ?? null,
        closing: claim.closing?.amount ?? null,
        closing_on: claim.closing?.on ?? null,
        closing_line: claim.closing?.line ?? null,
        entry_count: claim.entryCount,
        credit_sum: claim.creditSum,
        debit_sum: claim.debitSum,
      },
    );
  }
}

const namedColumns = 12;

/** The columns with unknown headers that nothing reads, in one sentence. */
function unknownColumns({ others }: TableHeader, { further }: ReadingTerms): string[] {
  const read = new Set(Object.values(further).flat());
  const unread = others.filter(({ name }) => !read.has(name));
  if (unread.length === 0) return [];
  const names = unread.slice(0, namedColumns).map(({ name }) => name);
  const more = unread.length > namedColumns ? ` and ${unread.length - namedColumns} more` : '';
  return [`Unknown columns are kept and not used: ${names.join(', ')}${more}.`];
}

/** The content of a table's receipt, after its rows were read. */
function contentOf(
  opened: OpenedFile,
  reading: ReadingTerms,
  rows: number,
  { preset, plan }: { preset: string | undefined; plan: TablePlan },
): ReceiptContent {
  const { decimalMark, account, currency, further } = reading;
  const zones = zonedColumns(plan, opened.header.names);
  const read = preset === undefined ? [] : [`The file was read by the preset "${preset}".`];
  return {
    row_count: rows,
    header_line: opened.header.line,
    format: opened.format,
    encoding: opened.encoding,
    sheets: opened.sheets,
    notes: [
      ...read,
      ...opened.notes(),
      ...unknownColumns(opened.header, reading),
      ...missingColumns([opened.header], further, plan.section),
      ...zones.map(
        ({ header, zone }) => `The times of the column "${header}" are read in the zone of its header (${zone}).`,
      ),
    ],
    decimal_mark: decimalMark ?? null,
    account: account ?? null,
    currency,
  };
}

/**
 * Compares the rows of a staged file that state totals with its lines. A total that agrees is kept as a summary row and is not a
 * rejected row. Throws FILE_TOTALS_CONTRADICT for a total that does not agree. `summed` is the SQL that computes the figures.
 */
async function proveSummaries(
  connection: DuckDBConnection,
  file: LandedFile,
  sqlFolder: string,
  summed: string,
): Promise<void> {
  const [found] = await readRows(connection, `select count(*) as n from incoming where reject_code = 'summary_row'`);
  if (found === undefined || numberOf(found, 'n') === 0) return;
  const { sql, values } = await boundStep(file, sqlFolder, summed);
  await execute(connection, `create or replace temp table summed_line as ${sql}`, values);
  await runSteps(connection, file, sqlFolder, ['load/summary_proof']);
  await examine(connection, file, sqlFolder, ['load/summary_contradiction']);
  await runSteps(connection, file, sqlFolder, ['load/summary_row_insert', 'load/summary_row_note']);
  await execute(connection, 'drop table summed_line');
  await execute(connection, 'drop table summary_proof');
}

type TablePlan = Extract<LoadPlan, { format: 'table' }>;

/**
 * A table that was inspected and can be loaded: in bulk, or row by row where `bulkRows` is undefined. `reading` has the terms of the
 * preset that recognised the file.
 */
export type PreparedTable = {
  opened: OpenedFile;
  bulkRows: number | undefined;
  reading: ReadingTerms;
  preset: string | undefined;
};

type FoundPreset = { preset: ReadingPreset | undefined; isShipped: boolean };

/** The preset for a file: one that is configured, otherwise one of those that tieout ships for text files. */
async function presetFor(
  { path, file_name: fileName }: LandedFile,
  plan: TablePlan,
  reading: ReadingTerms,
): Promise<FoundPreset> {
  const format = await formatOfFile(path);
  if (!['csv', 'xlsx', 'pdf'].includes(format)) return { preset: undefined, isShipped: false };
  const file = { path, fileName, spec: plan, reading, temporary: temporaryPath('text') };
  const configured = await recognisePreset(file, format, reading.presets);
  if (configured !== undefined || format !== 'csv') return { preset: configured, isShipped: false };
  return { preset: await recognisePreset(file, format, (await plan.presets?.()) ?? []), isShipped: true };
}

/**
 * Opens a file by the terms of its preset. The encoding of a shipped preset is that of exports which are not Unicode: a file that shows
 * another encoding is read in that, because nobody declared the preset's for this file.
 */
async function openByPreset(
  file: TableFile & { reading: ReadingTerms },
  { formats }: TablePlan,
  { preset, isShipped }: FoundPreset,
) {
  const reading = preset === undefined ? file.reading : withPreset(file.reading, preset);
  try {
    return { reading, opened: await openFile({ ...file, reading }, formats) };
  } catch (error) {
    const isOther = error instanceof FileRefusal && error.code === 'FILE_ENCODING_CONTRADICTS';
    if (!isOther || !isShipped || preset?.terms.encoding === undefined) throw error;
    const shown = { ...reading, encoding: undefined };
    return { reading: shown, opened: await openFile({ ...file, reading: shown }, formats) };
  }
}

/** Opens a received table by the terms of its kind, or of the preset that recognises it. Throws the errors of openFile. */
export async function openTable(
  landed: LandedFile,
  plan: TablePlan,
  { reading: terms, secretOf }: Pick<LoadInstructions, 'reading' | 'secretOf'>,
) {
  const { path, file_name: fileName } = landed;
  const found = await presetFor(landed, plan, terms);
  const { pdfPassword: place } = terms;
  const password =
    place === undefined || secretOf === undefined ? undefined : () => secretOf(place, `${plan.section}.pdf_password`);
  const given = { path, fileName, spec: plan, reading: terms, password, temporary: temporaryPath('text') };
  const { reading, opened } = await openByPreset(given, plan, found);
  return { opened, reading, preset: found.preset?.name, file: { ...given, reading } };
}

/**
 * Inspects a table before anything is written. The database's own reader takes a plain CSV file in bulk. Every other file is read row by
 * row, so that each rejected row is reported with its line. Throws the errors of openFile.
 */
export async function prepareTable(
  connection: DuckDBConnection,
  landed: LandedFile,
  plan: TablePlan,
  instructions: Pick<LoadInstructions, 'reading' | 'secretOf'>,
): Promise<PreparedTable> {
  const { opened, file, ...found } = await openTable(landed, plan, instructions);
  try {
    return { ...found, opened, bulkRows: await readInBulk(connection, landed.receipt_id, opened, file) };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Decides which rows of a whole file are lines, and completes the years of their dates. */
async function settleLines(
  connection: DuckDBConnection,
  file: LandedFile,
  plan: TablePlan,
  { opened, reading }: Pick<PreparedTable, 'opened' | 'reading'>,
): Promise<void> {
  await settleRepeatedHeaders(connection, file, plan, reading, opened.header);
  await settleTextRows(connection, file, opened);
  if (reading.hasShortYears) await completeYears(connection, plan);
}

/** Sets the rejected rows of a receipt aside while its file is read again, which rejects them again. */
async function withoutRejected(connection: DuckDBConnection, receiptId: number, work: () => Promise<void>) {
  const own = `staging.rejected_row where receipt_id = ${receiptId}`;
  await execute(connection, `create or replace temp table rejected_before as from ${own}; delete from ${own}`);
  await work();
  await execute(
    connection,
    `delete from ${own}; insert into staging.rejected_row from rejected_before; drop table rejected_before`,
  );
}

/**
 * Reads the lines of an earlier file again, which are not kept as text, and runs the steps that need them. Its receipt and rejected rows
 * remain as they are. Throws LANDING_OBJECT_DAMAGED where its bytes have changed since, and the errors of openFile.
 */
async function readAgain(
  connection: DuckDBConnection,
  file: LandedFile,
  plan: TablePlan,
  instructions: LoadInstructions,
): Promise<void> {
  const { again, staged } = plan;
  if (again === undefined || staged === undefined) return;
  const { sqlFolder, earlier } = instructions;
  const { sql, values } = await boundStep(file, sqlFolder, again.file);
  const [found] = await readRows(connection, sql, values);
  const object = earlier(again.kind).find(({ sha256 }) => sha256 === found?.sha256);
  if (found === undefined || object === undefined) return;
  const before = { ...file, ...object, receipt_id: numberOf(found, 'receipt_id'), kind: again.kind };
  await proveObject(before);
  // not in bulk: where the bulk reader fails, it ends the transaction
  const table = await openTable(before, plan, instructions);
  const { opened } = table;
  await withoutRejected(connection, before.receipt_id, async () => {
    try {
      await readRowByRow(connection, Object.keys(plan.columns), before.receipt_id, opened);
      await settleLines(connection, before, plan, table);
    } finally {
      await opened.close();
    }
    await completeZones(connection, before, plan, opened.header.names);
    const steps = () => runSteps(connection, before, sqlFolder, again.steps);
    await withIncoming(connection, before, staged, steps, fileLines);
  });
}

/**
 * Loads a prepared table: from its lines as text its facts and rejected rows. The whole file is examined before a row is kept, and
 * refused where it contradicts itself. `insert` writes the receipt. Returns the number of rows. Throws the error of the contradiction.
 */
export async function loadTable(
  connection: DuckDBConnection,
  file: LandedFile,
  plan: TablePlan,
  instructions: LoadInstructions,
  { opened, bulkRows, reading, preset }: PreparedTable,
  insert: (content: ReceiptContent) => Promise<void>,
): Promise<number> {
  const { sqlFolder, figures, isOnlyRead = false, assumedCurrency } = instructions;
  const rows = bulkRows ?? (await readRowByRow(connection, Object.keys(plan.columns), file.receipt_id, opened));
  await insert(contentOf(opened, reading, rows, { preset, plan }));
  await writeClaims(connection, file.receipt_id, opened.claims());
  await settleLines(connection, file, plan, { opened, reading });
  await settleDateOrder(connection, file, plan, reading, opened.format);
  await completeZones(connection, file, plan, opened.header.names);
  await writeStatedSpan(connection, file, opened.above);
  const values = unreadValues(opened, plan, reading);
  const context = { headers: opened.header.names, format: opened.format, values, section: plan.section };
  await settleCurrency(connection, file, plan, opened, values, assumedCurrency);
  await examine(connection, file, sqlFolder, currencyRules(plan, opened), context);
  await runSteps(connection, file, sqlFolder, plan.noted ?? []);
  const steps = async () => {
    if (plan.summed !== undefined) await proveSummaries(connection, file, sqlFolder, plan.summed);
    await runSteps(connection, file, sqlFolder, plan.derived ?? []);
    await examine(connection, file, sqlFolder, plan.examine ?? [], context);
    await runSteps(connection, file, sqlFolder, plan.steps);
    if (!isOnlyRead) await runSteps(connection, file, sqlFolder, plan.facts ?? []);
    await keepFigures(connection, file, sqlFolder, figures);
    await dropMade(connection, sqlFolder, plan.derived ?? []);
  };
  if (plan.staged === undefined) await steps();
  else await withIncoming(connection, file, plan.staged, steps, fileLines);
  await readAgain(connection, file, plan, instructions);
  return rows;
}
