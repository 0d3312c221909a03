import type { DuckDBConnection } from '@duckdb/node-api';
import type { BookAliases, BookKind } from '../../connectors/files/columns.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { isBook, loadBook } from '../books/load-book.ts';
import { execute, numberOf, readRows } from '../duckdb-values.ts';
import type { ColumnAliases } from '../statement/columns.ts';
import type { LandedFile, LoadOutcome } from './landed-file.ts';
import { isJsonKind, loadJson } from './load-json.ts';
import { loadStatement, type PreparedStatement, prepareStatement } from './load-statement.ts';

/** Other names of columns, by the kind of file. */
export type Aliases = { statement?: ColumnAliases } & Partial<Record<BookKind, BookAliases>>;

/** The receipts that the warehouse has already taken, whatever came of it. */
export async function loadedReceiptIds(connection: DuckDBConnection): Promise<Set<number>> {
  const rows = await readRows(connection, 'select file_id from raw.receipt');
  return new Set(rows.map((row) => numberOf(row, 'file_id')));
}

/**
 * Brings one receipt from landing into the warehouse, whole or not at all: a file that is refused leaves nothing
 * behind but its receipt and the reason. The same statement received twice is loaded once.
 */
export async function loadReceipt(
  connection: DuckDBConnection,
  file: LandedFile,
  aliases: Aliases,
): Promise<LoadOutcome> {
  let isBegun = false;
  try {
    const statement =
      file.kind === 'statement' ? await prepareStatement(connection, file, aliases.statement ?? {}) : undefined;
    await execute(connection, 'begin');
    isBegun = true;
    const outcome = await loadWithin(connection, file, statement, aliases);
    await execute(connection, 'commit');
    return outcome;
  } catch (error) {
    if (isBegun) await execute(connection, 'rollback');
    if (!(error instanceof TieoutError)) throw error;
    await insertReceipt(connection, file, 'refused', error.code, `${error.message} ${error.remedy}`);
    return { receipt_id: file.receipt_id, status: 'refused', rows: 0, rejected: 0, message: error.message };
  }
}

async function loadWithin(
  connection: DuckDBConnection,
  file: LandedFile,
  statement: PreparedStatement | undefined,
  aliases: Aliases,
): Promise<LoadOutcome> {
  const none = { receipt_id: file.receipt_id, rows: 0, rejected: 0 };
  if (statement === undefined && !isJsonKind(file.kind) && !isBook(file.kind)) {
    await insertReceipt(connection, file, 'noted');
    return { ...none, status: 'noted' };
  }
  if ((statement !== undefined || isBook(file.kind)) && (await isRepeated(connection, file))) {
    await insertReceipt(connection, file, 'repeated');
    return { ...none, status: 'repeated' };
  }
  await insertReceipt(connection, file, 'loaded');
  const { rows, headerLine } =
    statement !== undefined
      ? await loadStatement(connection, statement)
      : {
          rows: isBook(file.kind) ? await loadBook(connection, file, aliases) : await loadJson(connection, file),
          headerLine: null,
        };
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

/** What came last for the same window is this very file: a correction taken back again is not a repeat. */
async function isRepeated(connection: DuckDBConnection, file: LandedFile): Promise<boolean> {
  const rows = await readRows(
    connection,
    `select sha256 from raw.receipt
     where company = $company and kind = $kind and load_status = 'loaded'
       and currency is not distinct from $currency and window_from is not distinct from $window_from::timestamptz
       and window_to is not distinct from $window_to::timestamptz and ($window_from is not null or sha256 = $sha256)
       -- with a key that came since, what no key fitted may be signed after all
       and not ($kind = 'callbacks' and exists (
         select 1 from raw.receipt as key
         where key.company = receipt.company and key.kind = 'public_key' and key.file_id > receipt.file_id))
     order by file_id desc limit 1`,
    {
      company: file.company,
      kind: file.kind,
      currency: file.currency,
      sha256: file.sha256,
      window_from: file.window_from,
      window_to: file.window_to,
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
