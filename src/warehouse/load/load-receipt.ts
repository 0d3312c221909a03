import type { DuckDBConnection } from '@duckdb/node-api';
import { numberOfPlace, type OpenedFile } from 'tieout-files';
import { proveObject } from '../../disk/object.ts';
import type { ReadingTerms } from '../../domain/reading.ts';
import type { LoadPlan } from '../../domain/receipt-kind.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { execute, numberOf, readRows } from '../duckdb-values.ts';
import { noteDateTerms } from './date-order.ts';
import {
  countLacking,
  countRejected,
  insertReceipts,
  type ReceiptContent,
  undo,
  writeStatedSpan,
} from './insert-receipts.ts';
import type { LandedFile, LoadInstructions, LoadOutcome } from './landed-file.ts';
import { readWith } from './landed-file.ts';
import { loadJson } from './load-json.ts';
import { loadTable, type PreparedTable, prepareTable } from './load-table.ts';
import { appendRejected, dropFileLines } from './raw-rows.ts';
import { refusalOf, refuseAbsurdWindow } from './refusal.ts';
import { keepFigures, runSteps, withIncoming } from './run-steps.ts';

/**
 * Loads the records that a connector reads: their cells into raw.file_record, then their facts. `insert` writes the receipt. Returns the
 * number of records.
 */
async function loadRecords(
  connection: DuckDBConnection,
  file: LandedFile,
  plan: Extract<LoadPlan, { format: 'records' }>,
  { sqlFolder, reading, earlier, figures }: LoadInstructions,
  insert: (content: ReceiptContent) => Promise<void>,
): Promise<number> {
  const rows = await connection.createAppender('file_record', 'raw');
  const rejects = await connection.createAppender('rejected_row', 'staging');
  const above: { line: number; text: string }[] = [];
  let count = 0;
  try {
    for await (const record of plan.read(file, { reading, earlier })) {
      if ('above' in record) {
        above.push({ line: record.line, text: record.above });
        continue;
      }
      count += 1;
      const { line } = record;
      if ('problem' in record) {
        const { problem, text } = record;
        appendRejected(rejects, file.receipt_id, { line, code: 'cells_wrong', reason: problem, rawText: text });
        continue;
      }
      rows.appendInteger(file.receipt_id);
      rows.appendBigInt(BigInt(line));
      rows.appendVarchar(JSON.stringify(record.cells));
      rows.endRow();
    }
  } finally {
    // an appender that is left open would flush its rows when it is collected, after the rollback of the transaction
    rows.closeSync();
    rejects.closeSync();
  }
  await insert({ row_count: count });
  await noteDateTerms(connection, file, reading.dateOrder);
  await writeStatedSpan(connection, file, above);
  await withIncoming(connection, file, plan.staged, async () => {
    await runSteps(connection, file, sqlFolder, plan.steps);
    await keepFigures(connection, file, sqlFolder, figures);
  });
  return count;
}

/** The receipts that the warehouse has loaded, noted or refused. */
export async function loadedReceiptIds(connection: DuckDBConnection): Promise<Set<number>> {
  const rows = await readRows(connection, 'select receipt_id from raw.receipt');
  return new Set(rows.map((row) => numberOf(row, 'receipt_id')));
}

/**
 * Loads one receipt from landing into the warehouse, completely or not at all: a refused file leaves only its receipt and the reason. A
 * statement or file that is received twice is loaded once. A trial leaves nothing. A file whose bytes have changed since it was received
 * is refused like any other. With `isNew` the warehouse has nothing of the receipt; otherwise a receipt that was refused before is
 * loaded, repeated or refused again. With `keepsLines` the lines of a loaded table remain as text until
 * the next file. Throws only errors of the warehouse or the disk, which would also stop every other file.
 */
export async function loadReceipt(
  connection: DuckDBConnection,
  file: LandedFile,
  instructions: LoadInstructions,
  { isTrial = false, isNew = false, keepsLines = false } = {},
): Promise<LoadOutcome> {
  const { plan, reading, dependsOn } = instructions;
  const insert = async (status: LoadOutcome['status'], refusal?: TieoutError, content?: ReceiptContent) => {
    if (!isNew) await forgetRefusal(connection, file);
    await insertReceipts(connection, [{ file, readWith: readWith(reading), status, refusal, content }]);
  };
  const unread = unreadError(file);
  if (unread !== undefined) {
    const status = file.withdrawn === undefined ? 'refused' : 'withdrawn';
    if (!isTrial) await insert(status, unread);
    const { message, place } = unread;
    const line = numberOfPlace(place);
    const known = { receipt_id: file.receipt_id, status, rows: 0, rejected: 0, message, error: unread } as const;
    return { ...known, ...(line === undefined ? {} : { line }) };
  }
  let isBegun = false;
  let isLoaded = false;
  let opened: OpenedFile | undefined;
  let terms: ReadingTerms | undefined;
  try {
    refuseAbsurdWindow(file);
    // checked before the table is opened, because a repeated table would not be read and closed
    if ((plan.format === 'table' || plan.format === 'records') && (await isRepeated(connection, file, dependsOn))) {
      if (!isTrial) await insert('repeated');
      return { receipt_id: file.receipt_id, status: 'repeated', rows: 0, rejected: 0 };
    }
    if (plan.format !== 'none') await proveObject(file);
    const table = plan.format === 'table' ? await prepareTable(connection, file, plan, instructions) : undefined;
    opened = table?.opened;
    terms = table?.reading;
    await execute(connection, 'begin');
    isBegun = true;
    const outcome = await loadWithin(connection, file, instructions, table, insert);
    if (isTrial) {
      const lacking = await countLacking(connection, file.receipt_id);
      await undo(connection);
      return { ...outcome, lacking, opened, reading: terms };
    }
    await execute(connection, 'commit');
    isLoaded = true;
    return { ...outcome, opened, reading: terms };
  } catch (cause) {
    if (isBegun) await undo(connection);
    const error = refusalOf(cause, file);
    if (!isTrial) await insert('refused', error);
    const { message, place } = error;
    const number = numberOfPlace(place);
    const line = number === undefined ? {} : { line: number };
    return {
      receipt_id: file.receipt_id,
      status: 'refused',
      rows: 0,
      rejected: 0,
      message,
      ...line,
      opened,
      reading: terms,
      error,
    };
  } finally {
    await opened?.close();
    if (plan.format === 'table' && !(keepsLines && isLoaded)) await dropFileLines(connection).catch(() => undefined);
  }
}

/** Why a file is not read: its answer failed, a person withdrew it, or its content is no longer kept. */
export function unreadError({ file_name, failure, withdrawn, removed }: LandedFile): TieoutError | undefined {
  if (failure !== undefined) return new TieoutError({ ...failure, exitStatus: 4 });
  const reason = withdrawn ?? removed;
  if (reason === undefined) return undefined;
  const { line, ...words } = reason;
  return new TieoutError({ ...words, place: { file: file_name, ...(line === null ? {} : { line }) }, exitStatus: 4 });
}

type Insert = (status: 'loaded' | 'noted', refusal?: undefined, content?: ReceiptContent) => Promise<void>;

async function loadContent(
  connection: DuckDBConnection,
  file: LandedFile,
  instructions: LoadInstructions,
  table: PreparedTable | undefined,
  insert: (content: ReceiptContent) => Promise<void>,
): Promise<number> {
  const { plan, sqlFolder } = instructions;
  const id = file.receipt_id;
  if (plan.format === 'table' && table !== undefined)
    return loadTable(connection, file, plan, instructions, table, insert);
  if (plan.format === 'records') return loadRecords(connection, file, plan, instructions, insert);
  if (plan.format !== 'json') return 0;
  const counts = await loadJson(connection, [{ file, plan, sqlFolder }], (found) =>
    insert({ row_count: found.get(id) ?? 0 }),
  );
  return counts.get(id) ?? 0;
}

async function loadWithin(
  connection: DuckDBConnection,
  file: LandedFile,
  instructions: LoadInstructions,
  table: PreparedTable | undefined,
  insert: Insert,
): Promise<LoadOutcome> {
  const id = file.receipt_id;
  if (instructions.plan.format === 'none') {
    await insert('noted');
    return { receipt_id: id, status: 'noted', rows: 0, rejected: 0 };
  }
  const rows = await loadContent(connection, file, instructions, table, (content) =>
    insert('loaded', undefined, content),
  );
  const counts = await countRejected(connection, [id]);
  return { receipt_id: id, status: 'loaded', rows, rejected: counts.get(id) ?? 0 };
}

async function forgetRefusal(connection: DuckDBConnection, { receipt_id }: LandedFile): Promise<void> {
  await execute(connection, `delete from raw.receipt where receipt_id = $receipt_id and load_status = 'refused'`, {
    receipt_id,
  });
}

/**
 * Whether the last receipt that this one could replace has the same content: the last receipt of the same window or, for a file without
 * a window, of the same name, or of the kind when no file of that name was loaded. A correction that is reversed is not a repetition.
 */
async function isRepeated(
  connection: DuckDBConnection,
  file: LandedFile,
  dependsOn: string | undefined,
): Promise<boolean> {
  const rows = await readRows(
    connection,
    `select sha256 from raw.receipt
     where kind = $kind and load_status = 'loaded' and receipt_id < $receipt_id
       and received_currency is not distinct from $currency and window_from is not distinct from $window_from::timestamptz
       and window_to is not distinct from $window_to::timestamptz
       and not exists (
         select 1 from raw.receipt as later
         where later.kind = $depends_on and later.receipt_id > receipt.receipt_id
           and later.receipt_id < $receipt_id)
     order by ($window_from is null and file_name = $file_name) desc, receipt_id desc limit 1`,
    {
      kind: file.kind,
      receipt_id: file.receipt_id,
      currency: file.currency,
      file_name: file.file_name,
      window_from: file.window_from,
      window_to: file.window_to,
      depends_on: dependsOn ?? null,
    },
  );
  return rows[0]?.sha256 === file.sha256;
}
