import type { DuckDBConnection } from '@duckdb/node-api';
import { numberOfPlace } from 'tieout-files';
import { sentence } from '../../domain/sentence.ts';
import type { TieoutError } from '../../domain/tieout-error.ts';
import { execute, numberOf, readRows, rowsParameter } from '../duckdb-values.ts';
import type { LandedFile, LoadOutcome } from './landed-file.ts';
import { runSteps } from './run-steps.ts';

/**
 * Rolls back everything that a refused or only tried file has written. A transaction that a failure has already ended needs no rollback;
 * where the database cannot roll back, the failure itself is reported.
 */
export async function undo(connection: DuckDBConnection): Promise<void> {
  await execute(connection, 'rollback').catch(() => undefined);
  await execute(connection, 'reset disabled_optimizers').catch(() => undefined);
  await execute(connection, 'drop table if exists temp.incoming').catch(() => undefined);
}

/** Records on loaded receipts the number of their rejected rows. Returns the number for each receipt that has any. */
export async function countRejected(
  connection: DuckDBConnection,
  receiptIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (receiptIds.length === 0) return new Map();
  const rows = await readRows(
    connection,
    `select receipt_id, count(*) as rejected_count from staging.rejected_row
     where receipt_id between $first_id and $last_id group by receipt_id`,
    { first_id: Math.min(...receiptIds), last_id: Math.max(...receiptIds) },
  );
  const counts = new Map(rows.map((row) => [numberOf(row, 'receipt_id'), numberOf(row, 'rejected_count')]));
  const given = receiptIds.flatMap((receipt_id) => {
    const rejected_count = counts.get(receipt_id);
    return rejected_count === undefined ? [] : [{ receipt_id, rejected_count }];
  });
  if (given.length === 0) return counts;
  await execute(
    connection,
    `update raw.receipt set rejected_count = given.rejected_count
     from (select unnest(json_transform($rows,
       '[{"receipt_id": "integer", "rejected_count": "bigint"}]'), recursive := true)) as given
     where receipt.receipt_id = given.receipt_id`,
    { rows: rowsParameter(given) },
  );
  return counts;
}

/** The number of rejected rows of a receipt that should have been records. */
export async function countLacking(connection: DuckDBConnection, receiptId: number): Promise<number> {
  const [row] = await readRows(
    connection,
    `select count(*) as n from staging.rejected_row where receipt_id = $receipt_id and staging.is_record(reason_code)`,
    { receipt_id: receiptId },
  );
  return row === undefined ? 0 : numberOf(row, 'n');
}

/**
 * Keeps the rows above the lines of a file, and records the period that they state. It must be called after the order of dates is known.
 */
export async function writeStatedSpan(
  connection: DuckDBConnection,
  file: LandedFile,
  above: readonly { line: number; text: string }[],
): Promise<void> {
  const rows = above.filter(({ text }) => text !== '');
  if (rows.length === 0) return;
  await execute(
    connection,
    `insert into raw.preamble select $receipt_id, line, text
     from (select unnest(json_transform($rows, '[{"line": "bigint", "text": "text"}]'), recursive := true))`,
    { receipt_id: file.receipt_id, rows: JSON.stringify(rows) },
  );
  await runSteps(connection, file, 'load', ['stated_span']);
}

/** The content of a receipt: its rows, including rejected ones; for a table also the line of its header and how it was read. */
export type ReceiptContent = {
  row_count: number;
  header_line?: number;
  format?: string;
  encoding?: string | null;
  sheets?: readonly string[];
  notes?: readonly string[];
  decimal_mark?: string | null;
  account?: string | null;
  /** The currency that is declared for the files of its kind; otherwise that with which it was received. */
  currency?: string | undefined;
};

/** The facts of a receipt that are written: the file, the hash of its terms of reading, its status, and the reason of a refusal. */
type WrittenReceipt = {
  file: LandedFile;
  readWith: string;
  status: LoadOutcome['status'];
  refusal?: TieoutError | undefined;
  content?: ReceiptContent | undefined;
};

function rowOf({ file, readWith, status, refusal, content }: WrittenReceipt) {
  return {
    receipt_id: file.receipt_id,
    source: file.source,
    kind: file.kind,
    batch_id: file.batch_id,
    page: file.page,
    is_last_page: file.is_last_page,
    currency: content?.currency ?? file.currency,
    received_currency: file.currency,
    request_path: file.request_path,
    request_query: file.request_query,
    zone: file.zone,
    window_from: file.window_from,
    window_to: file.window_to,
    received_at: file.received_at,
    bytes: file.bytes,
    sha256: file.sha256,
    ext: file.ext,
    file_name: file.file_name,
    load_status: status,
    load_code: refusal?.code ?? null,
    load_remedy: refusal?.remedy ?? null,
    load_message: refusal === undefined ? null : `${sentence(refusal.message)} ${refusal.remedy}`,
    load_line: refusal === undefined ? null : (numberOfPlace(refusal.place) ?? null),
    read_with: readWith,
    is_failed: file.failure !== undefined,
    is_removed: file.removed !== undefined,
    row_count: content?.row_count ?? 0,
    header_line: content?.header_line ?? null,
    format: content?.format ?? null,
    encoding: content?.encoding ?? null,
    sheets: content?.sheets ?? null,
    notes: content?.notes ?? null,
    decimal_mark: content?.decimal_mark ?? null,
    account: content?.account ?? null,
  };
}

const columnTypes: Readonly<Record<keyof ReturnType<typeof rowOf>, string | readonly string[]>> = {
  receipt_id: 'integer',
  source: 'text',
  kind: 'text',
  batch_id: 'text',
  page: 'integer',
  is_last_page: 'boolean',
  currency: 'text',
  received_currency: 'text',
  request_path: 'text',
  request_query: 'text',
  zone: 'text',
  window_from: 'timestamptz',
  window_to: 'timestamptz',
  received_at: 'timestamptz',
  bytes: 'bigint',
  sha256: 'text',
  ext: 'text',
  file_name: 'text',
  load_status: 'text',
  load_code: 'text',
  load_remedy: 'text',
  load_message: 'text',
  load_line: 'bigint',
  read_with: 'text',
  is_failed: 'boolean',
  is_removed: 'boolean',
  row_count: 'bigint',
  header_line: 'integer',
  format: 'text',
  encoding: 'text',
  sheets: ['text'],
  notes: ['text'],
  decimal_mark: 'text',
  account: 'text',
};

/** Writes receipts that are new to the warehouse, in one statement. */
export async function insertReceipts(connection: DuckDBConnection, receipts: readonly WrittenReceipt[]): Promise<void> {
  await execute(
    connection,
    `insert into raw.receipt by name
     select unnest(json_transform_strict($rows, '[${JSON.stringify(columnTypes)}]'), recursive := true)`,
    { rows: rowsParameter(receipts.map(rowOf)) },
  );
}
