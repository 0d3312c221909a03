import type { DuckDBConnection } from '@duckdb/node-api';
import { sentence } from '../../domain/sentence.ts';
import type { TieoutError } from '../../domain/tieout-error.ts';
import { execute, rowsParameter } from '../duckdb-values.ts';
import type { LandedFile, LoadOutcome } from './landed-file.ts';

/** What the content of a receipt has: its rows, rejected ones among them; of a table, the line of its header and how it was read. */
export type ReceiptContent = {
  row_count: number;
  header_line?: number;
  format?: string;
  encoding?: string | null;
  sheets?: readonly string[];
  notes?: readonly string[];
  decimal_mark?: string | null;
};

/** What is written of a receipt: the file, the hash of the terms by which it is read, what became of it, and why it was refused. */
export type WrittenReceipt = {
  file: LandedFile;
  readWith: string;
  status: LoadOutcome['status'];
  refusal?: TieoutError | undefined;
  content?: ReceiptContent | undefined;
};

function rowOf({ file, readWith, status, refusal, content }: WrittenReceipt) {
  return {
    ...{ file_id: file.receipt_id, source: file.source, kind: file.kind, company: file.company },
    ...{ batch_id: file.batch_id, page: file.page, is_last_page: file.is_last_page, currency: file.currency },
    ...{ request_path: file.request_path, request_query: file.request_query, zone: file.zone },
    ...{ window_from: file.window_from, window_to: file.window_to, received_at: file.received_at },
    ...{ bytes: file.bytes, sha256: file.sha256, ext: file.ext, file_name: file.file_name },
    ...{ load_status: status, load_code: refusal?.code ?? null, load_remedy: refusal?.remedy ?? null },
    load_message: refusal === undefined ? null : `${sentence(refusal.message)} ${refusal.remedy}`,
    ...{ load_line: refusal?.place.line ?? null, read_with: readWith },
    ...{ is_failed: file.failure !== undefined, is_removed: file.removed !== undefined },
    ...{ row_count: content?.row_count ?? 0, header_line: content?.header_line ?? null },
    ...{ format: content?.format ?? null, encoding: content?.encoding ?? null, sheets: content?.sheets ?? null },
    ...{ notes: content?.notes ?? null, decimal_mark: content?.decimal_mark ?? null },
  };
}

const columnTypes: Readonly<Record<keyof ReturnType<typeof rowOf>, string | readonly string[]>> = {
  ...{ file_id: 'integer', source: 'text', kind: 'text', company: 'text', batch_id: 'text', page: 'integer' },
  ...{ is_last_page: 'boolean', currency: 'text', request_path: 'text', request_query: 'text', zone: 'text' },
  ...{ window_from: 'timestamptz', window_to: 'timestamptz', received_at: 'timestamptz', bytes: 'bigint' },
  ...{ sha256: 'text', ext: 'text', file_name: 'text', load_status: 'text', load_code: 'text', load_remedy: 'text' },
  ...{ load_message: 'text', load_line: 'bigint', read_with: 'text', is_failed: 'boolean', is_removed: 'boolean' },
  ...{ row_count: 'bigint', header_line: 'integer', format: 'text', encoding: 'text', sheets: ['text'] },
  ...{ notes: ['text'], decimal_mark: 'text' },
};

/** Writes receipts that the warehouse does not have, in one statement. */
export async function insertReceipts(connection: DuckDBConnection, receipts: readonly WrittenReceipt[]): Promise<void> {
  await execute(
    connection,
    `insert into raw.receipt by name
     select unnest(json_transform_strict($rows, '[${JSON.stringify(columnTypes)}]'), recursive := true)`,
    { rows: rowsParameter(receipts.map(rowOf)) },
  );
}
