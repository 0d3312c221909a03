import type { DuckDBConnection } from '@duckdb/node-api';
import type { BookAliases, BookKind } from '../../book-columns.ts';
import { execute } from '../border.ts';
import type { LandedFile } from '../load/landed-file.ts';
import { sqlFile } from '../sql-files.ts';
import { bookLines } from './book-rows.ts';

/** The kinds of landed files that are the merchant's own, and which statements of sql/load bring them to their facts. */
const kinds: Record<string, { book: BookKind; steps: readonly string[] }> = {
  orders: { book: 'orders', steps: ['book_order_reject', 'book_order_close', 'book_order_insert'] },
  bank_statement: { book: 'bank', steps: ['bank_line_reject', 'bank_line_insert'] },
};

export function isBook(kind: string): boolean {
  return Object.hasOwn(kinds, kind);
}

/** Loads one of the merchant's own files: its cells as text into raw.book_line, then its facts. Gives the number of lines. */
export async function loadBook(
  connection: DuckDBConnection,
  file: LandedFile,
  aliases: Partial<Record<BookKind, BookAliases>>,
): Promise<number> {
  const kind = kinds[file.kind];
  if (kind === undefined) return 0;
  let lines = 0;
  const rows = await connection.createAppender('book_line', 'raw');
  const rejects = await connection.createAppender('rejected_row', 'staging');
  for await (const line of bookLines(file.path, file.file_name, kind.book, aliases[kind.book] ?? {})) {
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
    const sql = await sqlFile('load', step);
    await execute(connection, sql, {
      file_id: file.receipt_id,
      ...(sql.includes('$zone') ? { zone: file.zone } : {}),
    });
  }
  return lines;
}
