import { readFile } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { BookAliases, BookKind } from '../../connectors/files/columns.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { execute, readRows, textOf } from '../duckdb-values.ts';
import type { LandedFile } from '../load/landed-file.ts';
import { sqlFile } from '../sql-files.ts';
import { type BookLine, bookLines } from './book-rows.ts';
import { callbackLines } from './callback-rows.ts';

/** The kinds of landed files that are the merchant's own, and which statements of sql/connectors/files bring them to their facts. */
const kinds: Record<string, { book: BookKind; steps: readonly string[] }> = {
  orders: { book: 'orders', steps: ['merchant_order_reject', 'merchant_order_close', 'merchant_order_insert'] },
  bank_statement: { book: 'bank', steps: ['bank_line_reject', 'bank_line_insert'] },
  callbacks: { book: 'callbacks', steps: ['callback_reject', 'callback_reject_once', 'callback_insert'] },
};

export function isBook(kind: string): boolean {
  return Object.hasOwn(kinds, kind) || kind === 'public_key';
}

/** Keeps a public key in the warehouse: what it says of a signature is then the same whenever the warehouse is built anew. */
async function loadCallbackKey(connection: DuckDBConnection, file: LandedFile): Promise<number> {
  await execute(connection, 'insert into core.callback_key values ($company, $key_id, $pem, $file_id)', {
    company: file.company,
    key_id: file.sha256.slice(0, 12),
    pem: await readFile(file.path, 'utf8'),
    file_id: file.receipt_id,
  });
  return 1;
}

async function* signedLines(
  connection: DuckDBConnection,
  file: LandedFile,
  aliases: BookAliases,
): AsyncGenerator<BookLine> {
  const rows = await readRows(
    connection,
    'select key_id, min(pem) as pem from core.callback_key where company = $company group by key_id order by key_id',
    { company: file.company },
  );
  if (rows.length === 0) {
    throw new TieoutError({
      code: 'CALLBACK_KEY_MISSING',
      message: 'No public key is known by which the callbacks could be checked.',
      remedy:
        "Name the files with your webhooks' public keys under books.callbacks.public_keys, or give the company a gateway.",
      place: { file: file.file_name },
      exitStatus: 4,
    });
  }
  const keys = rows.map((row) => ({ id: textOf(row, 'key_id'), pem: textOf(row, 'pem') }));
  yield* callbackLines(file.path, aliases, keys);
}

/** Loads one of the merchant's own files: its cells as text into raw.book_line, then its facts. Gives the number of lines. */
export async function loadBook(
  connection: DuckDBConnection,
  file: LandedFile,
  aliases: Partial<Record<BookKind, BookAliases>>,
): Promise<number> {
  if (file.kind === 'public_key') return loadCallbackKey(connection, file);
  const kind = kinds[file.kind];
  if (kind === undefined) return 0;
  let lines = 0;
  const rows = await connection.createAppender('book_line', 'raw');
  const rejects = await connection.createAppender('rejected_row', 'staging');
  const own = aliases[kind.book] ?? {};
  const found =
    kind.book === 'callbacks'
      ? signedLines(connection, file, own)
      : bookLines(file.path, file.file_name, kind.book, own);
  for await (const line of found) {
    lines += 1;
    const writer = 'cells' in line ? rows : rejects;
    writer.appendInteger(file.receipt_id);
    writer.appendBigInt(BigInt(line.line));
    if ('cells' in line) writer.appendVarchar(JSON.stringify(line.cells));
    else {
      writer.appendVarchar('cells_wrong');
      writer.appendVarchar(line.problem);
      writer.appendVarchar(line.text.slice(0, 2000));
      writer.appendNull();
    }
    writer.endRow();
  }
  rows.closeSync();
  rejects.closeSync();
  for (const step of kind.steps) {
    const sql = await sqlFile('connectors/files', step);
    await execute(connection, sql, {
      file_id: file.receipt_id,
      ...(sql.includes('$zone') ? { zone: file.zone } : {}),
    });
  }
  return lines;
}
