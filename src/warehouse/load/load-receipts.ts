import type { DuckDBConnection } from '@duckdb/node-api';
import { proveObject } from '../../disk/object.ts';
import type { RemovedContent } from '../../domain/receipt.ts';
import { sentence } from '../../domain/sentence.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import type { OpenedFile } from '../../formats/opened-file.ts';
import { execute, numberOf, readRows } from '../duckdb-values.ts';
import type { LandedFile, LoadOutcome } from './landed-file.ts';
import type { LoadInstructions } from './load-instructions.ts';
import { loadJson } from './load-json.ts';
import { loadRecords } from './load-records.ts';
import { loadTable, type PreparedTable, prepareTable } from './load-table.ts';
import { readWith } from './read-with.ts';
import { refusalOf, refuseAbsurdWindow } from './refusal.ts';

/** The receipts that the warehouse has loaded, noted or refused. */
export async function loadedReceiptIds(connection: DuckDBConnection): Promise<Set<number>> {
  const rows = await readRows(connection, 'select file_id from raw.receipt');
  return new Set(rows.map((row) => numberOf(row, 'file_id')));
}

/**
 * Loads one receipt from landing into the warehouse, whole or not at all: a file that is refused leaves nothing behind
 * but its receipt and the reason. A statement or file that is received twice is loaded once. A trial leaves nothing behind
 * at all. A file whose bytes are not those that were received is refused like any other. Throws only what is wrong with the
 * warehouse or the disk, and so would stop every other file.
 */
export async function loadReceipt(
  connection: DuckDBConnection,
  file: LandedFile,
  instructions: LoadInstructions,
  { isTrial = false } = {},
): Promise<LoadOutcome> {
  const { plan, reading, dependsOn } = instructions;
  const insert = (status: LoadOutcome['status'], refusal?: TieoutError) =>
    insertReceipt(connection, file, readWith(reading), status, refusal);
  if (file.failure !== undefined) {
    const error = new TieoutError({ ...file.failure, exitStatus: 4 });
    if (!isTrial) await insert('refused', error);
    return { receipt_id: file.receipt_id, status: 'refused', rows: 0, rejected: 0, message: error.message, error };
  }
  if (file.removed !== undefined) return refusedAndRemoved(file, file.removed, isTrial ? undefined : insert);
  let isBegun = false;
  let opened: OpenedFile | undefined;
  try {
    refuseAbsurdWindow(file);
    // before the table is opened: nothing would read it to its end and close it
    if ((plan.format === 'table' || plan.format === 'records') && (await isRepeated(connection, file, dependsOn))) {
      if (!isTrial) await insert('repeated');
      return { receipt_id: file.receipt_id, status: 'repeated', rows: 0, rejected: 0 };
    }
    if (plan.format !== 'none') await proveObject(file);
    const table = plan.format === 'table' ? await prepareTable(connection, file, plan, reading) : undefined;
    opened = table?.opened;
    await execute(connection, 'begin');
    isBegun = true;
    await insert(plan.format === 'none' ? 'noted' : 'loaded');
    const outcome = await loadWithin(connection, file, instructions, table);
    if (isTrial) await undo(connection);
    else await execute(connection, 'commit');
    return { ...outcome, opened };
  } catch (cause) {
    if (isBegun) await undo(connection);
    const error = refusalOf(cause, file);
    if (!isTrial) await insert('refused', error);
    const { message, place } = error;
    const line = place.line === undefined ? {} : { line: place.line };
    return { receipt_id: file.receipt_id, status: 'refused', rows: 0, rejected: 0, message, ...line, opened, error };
  } finally {
    // the rows of a file that was refused, or that was read row by row after all
    await execute(connection, 'drop table if exists temp.bulk_row').catch(() => undefined);
    await opened?.close();
  }
}

/** A refused file whose content is no longer kept: it is refused for the reason that was recorded. */
async function refusedAndRemoved(
  { receipt_id, file_name }: LandedFile,
  { code, message, remedy, line }: RemovedContent,
  insert: ((status: 'refused', error: TieoutError) => Promise<void>) | undefined,
): Promise<LoadOutcome> {
  const place = { file: file_name, ...(line === null ? {} : { line }) };
  const error = new TieoutError({ code, message, remedy, place, exitStatus: 4 });
  await insert?.('refused', error);
  return { receipt_id, status: 'refused', rows: 0, rejected: 0, message, ...(line === null ? {} : { line }), error };
}

/**
 * Undoes what a file that is refused, or only tried, has written. A transaction that a failure has ended already is undone; what keeps
 * a database from undoing is reported by the failure itself.
 */
async function undo(connection: DuckDBConnection): Promise<void> {
  await execute(connection, 'rollback').catch(() => undefined);
  await execute(connection, 'reset disabled_optimizers').catch(() => undefined);
  for (const table of ['bulk_row', 'incoming'])
    await execute(connection, `drop table if exists temp.${table}`).catch(() => undefined);
}

async function loadContent(
  connection: DuckDBConnection,
  file: LandedFile,
  instructions: LoadInstructions,
  table: PreparedTable | undefined,
): Promise<{ rows: number; headerLine: number | null }> {
  const { plan, sqlFolder } = instructions;
  if (plan.format === 'table' && table !== undefined) return loadTable(connection, file, plan, instructions, table);
  if (plan.format === 'json') return { rows: await loadJson(connection, file, plan, sqlFolder), headerLine: null };
  if (plan.format === 'records')
    return { rows: await loadRecords(connection, file, plan, instructions), headerLine: null };
  return { rows: 0, headerLine: null };
}

async function loadWithin(
  connection: DuckDBConnection,
  file: LandedFile,
  instructions: LoadInstructions,
  table: PreparedTable | undefined,
): Promise<LoadOutcome> {
  if (instructions.plan.format === 'none')
    return { receipt_id: file.receipt_id, status: 'noted', rows: 0, rejected: 0 };
  const { rows, headerLine } = await loadContent(connection, file, instructions, table);
  const [counted] = await readRows(
    connection,
    'select count(*) as n from staging.rejected_row where file_id = $file_id',
    { file_id: file.receipt_id },
  );
  const rejected = counted === undefined ? 0 : numberOf(counted, 'n');
  await execute(
    connection,
    `update raw.receipt set row_count = $rows, rejected_count = $rejected, header_line = $header_line where file_id = $file_id`,
    { file_id: file.receipt_id, rows, rejected, header_line: headerLine },
  );
  return { receipt_id: file.receipt_id, status: 'loaded', rows, rejected };
}

/**
 * Whether the last receipt that this one could replace has this very content: the last one for the same window, or, for a
 * file without one, of the same name, or of the kind when that name was never loaded. A correction that is taken back is
 * not a repetition.
 */
async function isRepeated(
  connection: DuckDBConnection,
  file: LandedFile,
  dependsOn: string | undefined,
): Promise<boolean> {
  const rows = await readRows(
    connection,
    `select sha256 from raw.receipt
     where company = $company and kind = $kind and load_status = 'loaded' and file_id < $receipt_id
       and currency is not distinct from $currency and window_from is not distinct from $window_from::timestamptz
       and window_to is not distinct from $window_to::timestamptz
       and not exists (
         select 1 from raw.receipt as later
         where later.company = receipt.company and later.kind = $depends_on and later.file_id > receipt.file_id
           and later.file_id < $receipt_id)
     order by ($window_from is null and file_name = $file_name) desc, file_id desc limit 1`,
    {
      ...{ company: file.company, kind: file.kind, receipt_id: file.receipt_id, currency: file.currency },
      ...{ file_name: file.file_name, window_from: file.window_from, window_to: file.window_to },
      depends_on: dependsOn ?? null,
    },
  );
  return rows[0]?.sha256 === file.sha256;
}

/** Writes a receipt; one that was refused before is loaded, repeated or refused again. */
async function insertReceipt(
  connection: DuckDBConnection,
  file: LandedFile,
  readingHash: string,
  status: LoadOutcome['status'],
  refusal: TieoutError | undefined,
): Promise<void> {
  const { zone, receipt_id, ...facts } = file;
  await execute(connection, `delete from raw.receipt where file_id = $receipt_id and load_status = 'refused'`, {
    receipt_id,
  });
  await execute(
    connection,
    `insert into raw.receipt (file_id, source, kind, company, batch_id, page, is_last_page, request_path, request_query,
       currency, zone, window_from, window_to, received_at, bytes, sha256, ext, file_name, load_status, load_code, load_message,
       load_remedy, load_line, read_with, is_failed, is_removed)
     values ($receipt_id, $source, $kind, $company, $batch_id, $page, $is_last_page, $request_path, $request_query,
       $currency, $zone, $window_from::timestamptz, $window_to::timestamptz, $received_at::timestamptz, $bytes, $sha256, $ext,
       $file_name, $status, $code, $message, $remedy, $line, $read_with, $is_failed, $is_removed)`,
    {
      receipt_id,
      zone,
      source: facts.source,
      kind: facts.kind,
      company: facts.company,
      batch_id: facts.batch_id,
      page: facts.page,
      is_last_page: facts.is_last_page,
      request_path: facts.request_path,
      request_query: facts.request_query,
      currency: facts.currency,
      window_from: facts.window_from,
      window_to: facts.window_to,
      received_at: facts.received_at,
      bytes: facts.bytes,
      sha256: facts.sha256,
      ext: facts.ext,
      file_name: facts.file_name,
      status,
      code: refusal?.code ?? null,
      message: refusal === undefined ? null : `${sentence(refusal.message)} ${refusal.remedy}`,
      remedy: refusal?.remedy ?? null,
      line: refusal?.place.line ?? null,
      read_with: readingHash,
      is_failed: facts.failure !== undefined,
      is_removed: facts.removed !== undefined,
    },
  );
}
