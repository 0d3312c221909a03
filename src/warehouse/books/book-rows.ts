import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { z } from 'zod';
import { type BookAliases, type BookKind, bookColumns, requiredBookColumns } from '../../connectors/files/columns.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { findDialect, headerSearchRows, readHead, refuseForeignFile } from '../../formats/csv/dialect.ts';
import { normaliseHeader } from '../statement/columns.ts';

export type BookLine =
  | { line: number; cells: Record<string, string> }
  | { line: number; problem: string; text: string };

const parsedRecord = z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) });

function positionsOf(cells: readonly string[], kind: BookKind, aliases: BookAliases): Map<string, number> {
  const positions = new Map<string, number>();
  const known: Record<string, readonly string[]> = bookColumns[kind];
  cells.forEach((cell, position) => {
    const name = normaliseHeader(cell);
    const column = Object.keys(known).find((candidate) =>
      [...(aliases[candidate] ?? []).map(normaliseHeader), ...(known[candidate] ?? [])].includes(name),
    );
    if (column !== undefined && !positions.has(column)) positions.set(column, position);
  });
  return positions;
}

function columnsMissing(kind: BookKind, best: Map<string, number>, fileName: string): TieoutError {
  const missing = requiredBookColumns[kind].filter((column) => !best.has(column));
  return new TieoutError({
    code: 'BOOK_COLUMN_MISSING',
    message: `The ${kind === 'bank' ? 'bank statement' : 'order file'} has no column for ${missing.join(', ')}.`,
    remedy: `If the column has another name, add it under books.${kind}.aliases in the configuration (${missing
      .map((column) => `${column}: ["…"]`)
      .join(', ')}).`,
    place: { file: fileName },
    exitStatus: 4,
  });
}

/** The lines of one of the merchant's own CSV files below its header, each with its line number; cells by column name. */
export async function* bookLines(
  path: string,
  fileName: string,
  kind: BookKind,
  aliases: BookAliases,
): AsyncGenerator<BookLine> {
  const head = await readHead(path);
  refuseForeignFile(head, fileName, 'csv');
  const { delimiter, encoding } = await findDialect(head);
  const records = createReadStream(path).pipe(
    parse({
      delimiter,
      bom: true,
      encoding: encoding === 'utf-16' ? 'utf16le' : 'utf8',
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }),
  );
  let positions: Map<string, number> | undefined;
  let width = 0;
  let best = new Map<string, number>();
  let searched = 0;
  for await (const parsed of records) {
    const { record, info } = parsedRecord.parse(parsed);
    const line = info.lines - record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0);
    if (positions === undefined) {
      const found = positionsOf(record, kind, aliases);
      if (found.size > best.size) best = found;
      searched += 1;
      if (requiredBookColumns[kind].every((column) => found.has(column))) {
        positions = found;
        width = record.length;
      } else if (searched >= headerSearchRows) break;
      continue;
    }
    if (record.every((cell) => cell.trim() === '')) continue;
    if (record.length !== width)
      yield { line, problem: `The row has ${record.length} cells, the header has ${width}.`, text: record.join(' | ') };
    else
      yield {
        line,
        cells: Object.fromEntries([...positions].map(([column, position]) => [column, record[position] ?? ''])),
      };
  }
  if (positions === undefined) throw columnsMissing(kind, best, fileName);
}
