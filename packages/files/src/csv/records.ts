import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseWhole } from 'csv-parse/sync';
import type { TableFile } from '../table/table-spec.ts';
import { closedWithin, type OpenCell, unreadCell } from './stray-quote.ts';

/** A record of a CSV file; a blank line is one with a single empty cell. */
export type CsvRecord = {
  /** The 1-based lines on which it begins and ends. */
  line: number;
  lastLine: number;
  cells: string[];
  /** The position in the file at which the next record begins. */
  next: number;
};

/** A line ends with a line feed, a carriage return, or both. */
export const lineEnds = /\r\n|\n|\r/g;

export const lineBreaksIn = (text: string): number => text.match(lineEnds)?.length ?? 0;

/** A longer record is the rest of a file behind a stray quote, or the file is not a table. */
const longestRecord = 1 << 20;

const optionsFor = (delimiter: string, isRelaxed: boolean): Options => ({
  delimiter,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: isRelaxed,
  // a bank writes a tab behind each closing quote; the library cannot skip it where it relaxes quotes
  rtrim: !isRelaxed,
  max_record_size: longestRecord,
});

export const isBlankLine = ({ cells: [first, ...others] }: CsvRecord): boolean => first === '' && others.length === 0;

/** How a cell begins that protects its text from a spreadsheet program: ="00123". */
export const formulaStart = '="';

/** The text of a cell that is written as a formula of one text; any other cell unchanged. */
const formulaText = (cell: string) =>
  cell.startsWith(formulaStart) && /^="(?:[^"]|"")*"$/.test(cell) ? cell.slice(2, -1).replaceAll('""', '"') : cell;

/** Numbers the lines of records that follow each other, from the line on which the first of them begins. */
function lineCounter(from: number): (cells: readonly string[], next: number) => CsvRecord {
  let line = from;
  return (cells, next) => {
    const first = line;
    for (const cell of cells) line += lineBreaksIn(cell);
    line += 1;
    return { line: first, lastLine: line - 1, cells: cells.map(formulaText), next };
  };
}

/** More lines than are looked at to find a table. */
const headLines = 400;

/** The first records of a text up to an error, and the error. */
function recordsUntil(head: Buffer, options: Options): { records: CsvRecord[]; error: unknown } {
  const records: CsvRecord[] = [];
  const counted = lineCounter(1);
  try {
    parseWhole(head, {
      ...options,
      to: headLines,
      on_record: (cells: string[], { bytes }) => {
        records.push(counted(cells, bytes));
        return null;
      },
    });
  } catch (error) {
    return { records, error };
  }
  return { records, error: undefined };
}

const isNotClosed = (error: unknown) => error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED';

/**
 * The first records of a text that is split by a delimiter, with quotes read leniently where they are not correct: a wrong delimiter leaves
 * them anywhere. The last record of a text that is not whole is left out. unclosed: the line of a record with a quote that nothing closes.
 */
export function headRecords(head: Buffer, delimiter: string, isWhole: boolean) {
  const strict = recordsUntil(head, optionsFor(delimiter, false));
  const isStrict = strict.error === undefined || isNotClosed(strict.error);
  const { records, error } = isStrict ? strict : recordsUntil(head, optionsFor(delimiter, true));
  if (!isWhole && records.at(-1)?.next === head.length) records.pop();
  return { records, unclosed: isNotClosed(error) ? (records.at(-1)?.lastLine ?? 0) + 1 : undefined };
}

/** A CSV text in UTF-8: its path, and the position at which it ends. */
export type CsvText = { path: string; end: number };

/** The beginning of a record: its position and its line. */
export type CsvPlace = { at: number; line: number };

type Batch = { records: { cells: string[]; next: number }[]; error: CsvError | undefined };

/** The records of a text from a position on, chunk by chunk; an error ends it, with the records before it. */
async function* batches({ path, end }: CsvText, from: number, options: Options): AsyncGenerator<Batch> {
  if (from >= end) return;
  let records: Batch['records'] = [];
  const parser = parse({
    ...options,
    on_record: (cells: string[], { bytes }) => {
      records.push({ cells, next: from + bytes });
      return null;
    },
  });
  // an error reaches the callback of the call that met it
  parser.on('error', () => {});
  const outcomeOf = (call: (done: (cause?: Error | null) => void) => void) =>
    new Promise<CsvError | undefined>((resolve, reject) => {
      call((cause) => (cause instanceof CsvError || !cause ? resolve(cause ?? undefined) : reject(cause)));
    });
  for await (const chunk of createReadStream(path, { start: from, end: end - 1 })) {
    const error = await outcomeOf((done) => parser.write(chunk, done));
    yield { records, error };
    if (error !== undefined) return;
    records = [];
  }
  const error = await outcomeOf((done) => parser.end(done));
  yield { records, error };
}

async function textBetween(file: FileHandle, from: number, to: number): Promise<string> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
  return buffer.toString('utf8', 0, bytesRead);
}

/** Whether each cell of a record that begins with a quote is closed at its end. */
function isClosed(text: string, delimiter: string): boolean {
  const mark = `\\${delimiter}`;
  const cell = `(?:"(?:[^"]|"")*"|(?!")[^${mark}\\r\\n]*)`;
  return new RegExp(`^${cell}(?:${mark}${cell})*[\\r\\n]*$`).test(text);
}

/** The cell in which the reading of a record ended, by its place; at most 1 MiB behind it is read. */
async function openCell(file: FileHandle, end: number, from: CsvPlace, cellAt: number): Promise<OpenCell> {
  const line = from.line + lineBreaksIn(await textBetween(file, from.at, cellAt));
  const rest = await textBetween(file, cellAt, Math.min(end, cellAt + longestRecord));
  return { line, lastLine: line + lineBreaksIn(rest.trimEnd()), isQuoted: rest.startsWith('"') };
}

/**
 * The records of a CSV text from the beginning of a record, blank lines included. A quote in the middle of a cell is a letter; a cell
 * that begins with a quote has to be closed at its end. Throws FILE_QUOTE_STRAY, FILE_TRUNCATED and FILE_NOT_A_TABLE.
 */
export async function* csvRecords(
  text: CsvText,
  file: TableFile,
  delimiter: string,
  start: CsvPlace,
): AsyncGenerator<CsvRecord> {
  const bytes = await open(text.path, 'r');
  const counted = lineCounter(start.line);
  let { at, line } = start;
  /** Reads on after the last record. Returns whether a quote in the middle of a cell ended it, which only relaxed reading accepts. */
  async function* read(isRelaxed: boolean): AsyncGenerator<CsvRecord, boolean> {
    const from = at;
    for await (const { records, error } of batches(text, from, optionsFor(delimiter, isRelaxed))) {
      for (const { cells, next } of records) {
        const isOpened = isRelaxed && cells.some((cell) => cell.startsWith('"'));
        if (isOpened && !isClosed(await textBetween(bytes, at, next), delimiter)) throw closedWithin(file, line);
        const record = counted(cells, next);
        [at, line] = [next, record.lastLine + 1];
        yield record;
      }
      if (error?.code === 'INVALID_OPENING_QUOTE') return true;
      if (error === undefined) continue;
      const cellAt = from + Number(error.bytes) + (error.column === 0 ? 0 : Buffer.byteLength(delimiter));
      throw unreadCell(file, error.code, await openCell(bytes, text.end, { at, line }, cellAt));
    }
    return false;
  }
  try {
    if (yield* read(false)) yield* read(true);
  } finally {
    await bytes.close();
  }
}
