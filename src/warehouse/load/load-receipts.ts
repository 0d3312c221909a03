import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../../domain/tieout-error.ts';
import type { OpenedFile } from '../../formats/opened-file.ts';
import { execute, numberOf, readRows } from '../duckdb-values.ts';
import type { LandedFile, LoadOutcome } from './landed-file.ts';
import type { LoadInstructions } from './load-instructions.ts';
import { loadJson } from './load-json.ts';
import { loadRecords } from './load-records.ts';
import { loadTable, type PreparedTable, prepareTable } from './load-table.ts';

/** The receipts that the warehouse has loaded, noted or refused. */
export async function loadedReceiptIds(connection: DuckDBConnection): Promise<Set<number>> {
  const rows = await readRows(connection, 'select file_id from raw.receipt');
  return new Set(rows.map((row) => numberOf(row, 'file_id')));
}

/**
 * Loads one receipt from landing into the warehouse, whole or not at all: a file that is refused leaves nothing behind
 * but its receipt and the reason. A statement or file that is received twice is loaded once.
 */
export async function loadReceipt(
  connection: DuckDBConnection,
  file: LandedFile,
  instructions: LoadInstructions,
): Promise<LoadOutcome> {
  const { plan, reading, dependsOn } = instructions;
  let isBegun = false;
  let opened: OpenedFile | undefined;
  try {
    // before the table is opened: nothing would read it to its end and close it
    if ((plan.format === 'table' || plan.format === 'records') && (await isRepeated(connection, file, dependsOn))) {
      await insertReceipt(connection, file, 'repeated');
      return { receipt_id: file.receipt_id, status: 'repeated', rows: 0, rejected: 0 };
    }
    const table = plan.format === 'table' ? await prepareTable(connection, file, plan, reading) : undefined;
    opened = table?.opened;
    await execute(connection, 'begin');
    isBegun = true;
    const outcome = await loadWithin(connection, file, instructions, table);
    await execute(connection, 'commit');
    return { ...outcome, opened };
  } catch (error) {
    if (isBegun) await execute(connection, 'rollback');
    if (!(error instanceof TieoutError)) throw error;
    await insertReceipt(connection, file, 'refused', error.code, `${error.message} ${error.remedy}`);
    const { message, place } = error;
    const line = place.line === undefined ? {} : { line: place.line };
    return { receipt_id: file.receipt_id, status: 'refused', rows: 0, rejected: 0, message, ...line, opened, error };
  } finally {
    // the rows of a file that was refused, or that was read row by row after all
    await execute(connection, 'drop table if exists temp.bulk_row');
    await opened?.close();
  }
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
  if (instructions.plan.format === 'none') {
    await insertReceipt(connection, file, 'noted');
    return { receipt_id: file.receipt_id, status: 'noted', rows: 0, rejected: 0 };
  }
  await insertReceipt(connection, file, 'loaded');
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

/** Whether the last receipt for the same window has this very content. A correction that is taken back is not a repetition. */
async function isRepeated(
  connection: DuckDBConnection,
  file: LandedFile,
  dependsOn: string | undefined,
): Promise<boolean> {
  const rows = await readRows(
    connection,
    `select sha256 from raw.receipt
     where company = $company and kind = $kind and load_status = 'loaded'
       and currency is not distinct from $currency and window_from is not distinct from $window_from::timestamptz
       and window_to is not distinct from $window_to::timestamptz and ($window_from is not null or sha256 = $sha256)
       and not exists (
         select 1 from raw.receipt as later
         where later.company = receipt.company and later.kind = $depends_on and later.file_id > receipt.file_id)
     order by file_id desc limit 1`,
    {
      company: file.company,
      kind: file.kind,
      currency: file.currency,
      sha256: file.sha256,
      window_from: file.window_from,
      window_to: file.window_to,
      depends_on: dependsOn ?? null,
    },
  );
  return rows[0]?.sha256 === file.sha256;
}

async function insertReceipt(
  connection: DuckDBConnection,
  file: LandedFile,
  status: LoadOutcome['status'],
  code: string | null = null,
  message: string | null = null,
): Promise<void> {
  await execute(
    connection,
    `insert into raw.receipt (file_id, source, kind, company, batch_id, page, is_last_page, request_path, request_query,
       currency, zone, window_from, window_to, received_at, bytes, sha256, ext, file_name, load_status, load_code, load_message)
     values ($receipt_id, $source, $kind, $company, $batch_id, $page, $is_last_page, $request_path, $request_query,
       $currency, $zone, $window_from::timestamptz, $window_to::timestamptz, $received_at::timestamptz, $bytes, $sha256, $ext,
       $file_name, $status, $code, $message)`,
    {
      receipt_id: file.receipt_id,
      source: file.source,
      kind: file.kind,
      company: file.company,
      batch_id: file.batch_id,
      page: file.page,
      is_last_page: file.is_last_page,
      request_path: file.request_path,
      request_query: file.request_query,
      currency: file.currency,
      zone: file.zone,
      window_from: file.window_from,
      window_to: file.window_to,
      received_at: file.received_at,
      bytes: file.bytes,
      sha256: file.sha256,
      ext: file.ext,
      file_name: file.file_name,
      status,
      code,
      message,
    },
  );
}
