import { createReadStream } from 'node:fs';
import { CsvError, type Options, parse as parseStream } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { TieoutError } from '../../domain/tieout-error.ts';
import { headerSearchRows } from '../table/header.ts';
import type { TableFile, TableRow } from '../table/table-spec.ts';
import { type CsvDialect, decodeHead } from './dialect.ts';

const recordWithLine = z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) });

function optionsOf({ delimiter }: CsvDialect): Options {
  return { delimiter, info: true, relax_column_count: true, relax_quotes: true };
}

/** csv-parse reports the line on which a record ends; a person looks for the one on which it begins. */
function rowOf(parsed: unknown): TableRow & { lastLine: number } {
  const { record, info } = recordWithLine.parse(parsed);
  const breaks = record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0);
  return { line: info.lines - breaks, lastLine: info.lines, cells: record };
}

/** The first rows of a CSV file, among which its header is. */
export function headRows(head: Buffer, dialect: CsvDialect): TableRow[] {
  const records: unknown = parse(decodeHead(head, dialect.encoding), {
    ...optionsOf(dialect),
    skip_records_with_error: true,
    to: headerSearchRows,
  });
  return z
    .array(z.unknown())
    .parse(records)
    .map((parsed) => {
      const { lastLine, cells } = rowOf(parsed);
      return { line: lastLine, cells };
    });
}

/** The refusal of a file that ends inside a quoted cell. */
export function cutOff({ fileName, spec }: TableFile, cause?: unknown): TieoutError {
  return new TieoutError({
    code: 'FILE_TRUNCATED',
    message: `The ${spec.title} ends inside a quoted cell: it was cut off, or a quote is not closed.`,
    remedy: 'Export or download the file again; nothing of it was loaded.',
    place: { file: fileName },
    exitStatus: 4,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Every row of a CSV file below its header, one after the other; blank lines are left out. Throws FILE_TRUNCATED. */
export async function* csvRows(file: TableFile, dialect: CsvDialect, headerLine: number): AsyncGenerator<TableRow> {
  const parser = createReadStream(file.path).pipe(
    parseStream({
      ...optionsOf(dialect),
      bom: true,
      encoding: dialect.encoding === 'utf-16' ? 'utf16le' : 'utf8',
      skip_empty_lines: true,
    }),
  );
  let isPastHeader = false;
  try {
    for await (const parsed of parser) {
      const { line, lastLine, cells } = rowOf(parsed);
      if (isPastHeader) yield { line, cells };
      else isPastHeader = lastLine >= headerLine;
    }
  } catch (cause) {
    if (cause instanceof CsvError) throw cutOff(file, cause);
    throw cause;
  }
}
