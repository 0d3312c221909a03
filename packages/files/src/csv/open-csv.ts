import { createReadStream } from 'node:fs';
import { FileRefusal, refused } from '../file-refusal.ts';
import { refuseForeignFile } from '../foreign-file.ts';
import type { OpenedFile } from '../opened-file.ts';
import { carelessRow } from '../table/careless-row.ts';
import { fitWholeRow, rejected } from '../table/fit-row.ts';
import { headerTwice, otherHeader } from '../table/header.ts';
import { noteOnAbove } from '../table/numbered-columns.ts';
import { requireEqual } from '../table/repeated-columns.ts';
import {
  isBlank,
  type RejectedTableRow,
  rowText,
  type TableFile,
  type TableHeader,
  type TableRow,
} from '../table/table-spec.ts';
import { findText, proveText, type TextSource } from '../text/open-text.ts';
import { headBytes, readHead } from '../text/read-head.ts';
import { type CsvTable, findTable } from './find-table.ts';
import { refuseLinesInside } from './lines-inside.ts';
import {
  type CsvPlace,
  type CsvRecord,
  csvRecords,
  formulaStart,
  headRecords,
  isBlankLine,
  lineBreaksIn,
} from './records.ts';
import { completedRow, endingWith, hasPaddedRows, leastWidth, surplusTest } from './unnamed-columns.ts';

function truncated({ fileName, spec }: TableFile, line: number, what: string): FileRefusal {
  return new FileRefusal({
    code: 'FILE_TRUNCATED',
    message: `The ${spec.title} was cut off: its last line, line ${line}, has no line end and ${what}.`,
    remedy: 'Export or download the file again; nothing of it was loaded.',
    place: { file: fileName, line },
  });
}

const isFooter = ({ cells }: CsvRecord) =>
  /^\s*((grand|sub)[ -]?)?(totals?|sum|jumlah|count|end|eof)\b/i.test(cells[0] ?? '');

/** A text with each digit replaced by 9, so that texts of the same form have the same mask. */
const maskOf = (text: string) => text.trim().replaceAll(/\d/g, '9');

/** Whether a value is the truncated form of the others: `12.5` among `10.00`, a day among times. */
function isBeginning(value: string, others: readonly string[], isTime: boolean): boolean {
  const forms = new Set(others.map((other) => (isTime ? maskOf(other) : (/[.,]\d+$/.exec(maskOf(other))?.[0] ?? ''))));
  const [form = '', another] = forms;
  if (form === '' || another !== undefined) return false;
  if (isTime) return form.length > value.trim().length && form.startsWith(maskOf(value));
  return !maskOf(value).endsWith(form);
}

/**
 * Refuses a file that ends in the middle of a row, or of a value in its last column. unended: the text behind the last line end of the
 * file, whose last record this is. Throws FILE_TRUNCATED.
 */
function refuseCutRow(
  record: CsvRecord,
  unended: string,
  header: TableHeader,
  file: TableFile,
  sample: readonly CsvRecord[],
): void {
  if (unended === '' || isFooter(record)) return;
  const { cells, line } = record;
  const { width, positions } = header;
  if (cells.length < width) throw truncated(file, line, `${cells.length} of ${width} cells`);
  const column = [...positions].find(([, position]) => position === width - 1)?.[0];
  const isTime = column !== undefined && file.spec.dates?.includes(column) === true;
  if (column === undefined || !(isTime || file.spec.amounts?.includes(column)) || unended.endsWith('"')) return;
  const value = cells[width - 1] ?? '';
  const others = sample.filter((other) => other.line !== line && other.cells.length === width);
  const filled = others.map((other) => other.cells[width - 1] ?? '').filter((text) => text.trim() !== '');
  if (value.trim() !== '' && isBeginning(value, filled, isTime))
    throw truncated(file, line, `"${value}" as its last value, which is shorter than all others of the column`);
}

const lineFeed = 10;
const carriageReturn = 13;
const quote = 34;

/** A longer line is read row by row, where its cells are examined. */
const longestLine = 1 << 20;

type PlainCount = {
  /** Takes the next block of whole lines. */
  watch(block: Buffer): void;
  /** The number of records when the whole table is plain, otherwise undefined. */
  records(): number | undefined;
  /** The number of records that end with a delimiter, or with a quoted blank cell. */
  openEnds(): number;
};

/** Whether the quotes of a line open cells at their start and close them at their end; `at` is the first of them. */
function areQuotesPlain(bytes: Buffer, from: number, end: number, first: number, delimiter: number): boolean {
  let at = first;
  while (at < end) {
    if (at !== from && bytes[at - 1] !== delimiter) return false;
    let close = at + 1;
    for (; ; close += 1) {
      while (close < end && bytes[close] !== quote) close += 1;
      if (close >= end) return false;
      if (close + 1 === end || bytes[close + 1] !== quote) break;
      close += 1;
    }
    if (close + 1 < end && bytes[close + 1] !== delimiter) return false;
    at = close + 2;
    while (at < end && bytes[at] !== quote) at += 1;
  }
  return true;
}

/**
 * Counts the records of a table from their beginning, as long as each is one line that every CSV reader reads in the same way, so that
 * the result of the database's bulk reader can be compared. The search for the next line end or quote uses the buffer's own function;
 * bytes are examined one by one only in lines with quotes.
 */
function plainCount(delimiterLetter: string, from: number): PlainCount {
  const delimiter = delimiterLetter.charCodeAt(0);
  let toSkip = from;
  let count = 0;
  let openEnds = 0;
  let isPlain = true;
  let isBlankBefore = false;
  let hasReturns: boolean | undefined;

  function isLinePlain(bytes: Buffer, at: number, end: number, quoteAt: number): boolean {
    if (end === at) {
      // a blank line at the end changes no line number
      isBlankBefore = true;
      return true;
    }
    count += 1;
    const isQuotedBlank = bytes[end - 1] === quote && bytes[end - 2] === quote;
    if (bytes[isQuotedBlank ? end - 3 : end - 1] === delimiter) openEnds += 1;
    if (isBlankBefore || end - at > longestLine) return false;
    return quoteAt === -1 || quoteAt >= end || areQuotesPlain(bytes, at, end, quoteAt, delimiter);
  }

  function areLinesPlain(bytes: Buffer): boolean {
    // the bulk reader would keep the formula of ="00123"
    if (bytes.includes(0) || bytes.includes(formulaStart)) return false;
    let at = 0;
    let quoteAt = bytes.indexOf(quote);
    let returnAt = bytes.indexOf(carriageReturn);
    while (at < bytes.length) {
      const feedAt = bytes.indexOf(lineFeed, at);
      const stop = feedAt === -1 ? bytes.length : feedAt;
      const hasReturn = returnAt !== -1 && returnAt < stop;
      if (hasReturn && (feedAt === -1 || returnAt !== stop - 1)) return false;
      hasReturns ??= hasReturn;
      if (feedAt !== -1 && hasReturn !== hasReturns) return false;
      const end = hasReturn ? stop - 1 : stop;
      if (!isLinePlain(bytes, at, end, quoteAt)) return false;
      if (hasReturn) returnAt = bytes.indexOf(carriageReturn, stop);
      if (quoteAt !== -1 && quoteAt < stop) quoteAt = bytes.indexOf(quote, stop);
      at = stop + 1;
    }
    return true;
  }

  return {
    watch(block) {
      const skipped = Math.min(toSkip, block.length);
      toSkip -= skipped;
      if (isPlain && skipped < block.length) isPlain = areLinesPlain(block.subarray(skipped));
    },
    records: () => (isPlain ? count : undefined),
    openEnds: () => openEnds,
  };
}

/**
 * The rejection of a row that fits only without the blank cell at its end, in a table whose other rows have no such cell: a delimiter in
 * an unquoted cell, such as in 1,234.50, moved the cells after it.
 */
function rejectedSurplus(record: CsvRecord, header: TableHeader): RejectedTableRow | undefined {
  const { cells } = record;
  const width = leastWidth(header);
  if (cells.length <= width || cells.every(isBlank)) return undefined;
  return rejected(
    record,
    'too_many_cells',
    `The row has ${cells.length} cells, the header and most rows have ${width}: a delimiter in a cell may not be quoted.`,
  );
}

/** The rejection of a row with bytes that are not text. */
function rejectedBytes(record: CsvRecord, encoding: string): RejectedTableRow {
  const code = encoding === 'utf-8' ? 'not_utf8' : 'not_in_encoding';
  return rejected(record, code, `The row holds bytes that are not ${encoding.toUpperCase()} text.`);
}

/** The places at which lines of a plain table begin, in their order. */
async function placesOf(path: string, start: CsvPlace, lines: ReadonlySet<number>): Promise<CsvPlace[]> {
  let { at, line } = start;
  const places = lines.has(line) ? [start] : [];
  for await (const chunk of createReadStream(path, { start: at })) {
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, end + 1)) {
      line += 1;
      if (lines.has(line)) places.push({ at: at + end + 1, line });
    }
    at += chunk.length;
  }
  return places;
}

/** The records of a table; of a plain one, in which every record is a line, only those of the given lines. */
async function* recordsOf(
  file: TableFile,
  { path, contentAt }: TextSource,
  { table: { delimiter, dataAt, linesAbove }, plainRecords, end }: SeenFile,
  lines: ReadonlySet<number> | undefined,
): AsyncGenerator<CsvRecord> {
  const start = { at: contentAt + dataAt, line: linesAbove + 1 };
  const read = (from: CsvPlace) => csvRecords({ path, end }, file, delimiter, from);
  if (lines === undefined || plainRecords === undefined) return yield* read(start);
  for (const place of await placesOf(path, start, lines))
    for await (const record of read(place)) {
      yield record;
      break;
    }
}

/** Every row below the header, or those of the given lines. */
async function* rowsOf(
  file: TableFile,
  source: TextSource,
  seen: SeenFile,
  lines: ReadonlySet<number> | undefined,
): AsyncGenerator<TableRow | RejectedTableRow> {
  const { table, end, unended, isDamaged } = seen;
  const { delimiter, header, sample } = table;
  const belongs = surplusTest(sample, header, file);
  for await (const record of recordsOf(file, source, seen, lines)) {
    if (isBlankLine(record)) continue;
    refuseLinesInside(record, header, file, delimiter);
    if (isDamaged && record.cells.some((cell) => cell.includes('\uFFFD'))) {
      yield rejectedBytes(record, source.encoding);
      continue;
    }
    if (record.next === end) refuseCutRow(record, unended, endingWith(record.cells, header), file, sample);
    const other = otherHeader(record, header, file);
    if (other !== undefined) throw headerTwice(file, header.line, other.line);
    const row = completedRow(record, header);
    const fitted =
      carelessRow(row, header, file, delimiter) ??
      (belongs(record.cells) ? undefined : rejectedSurplus(record, header)) ??
      fitWholeRow(row, header);
    if (fitted !== undefined && 'cells' in fitted) requireEqual(fitted, header, file);
    if (fitted !== undefined) yield fitted;
  }
}

/** The letter (control-Z) with which old systems end a text file. */
const endOfFile = '\u001a';

/** What the pass over the whole file shows that precedes the reading of rows. */
type SeenFile = {
  table: CsvTable;
  /** The number of records when the whole table is plain, otherwise undefined. */
  plainRecords: number | undefined;
  openEnds: number;
  /** The position at which the text ends, the text behind its last line end, and whether the end is marked (endOfFile). */
  end: number;
  unended: string;
  isMarkedEnd: boolean;
  /** Whether the file has bytes that are not text in its encoding. */
  isDamaged: boolean;
};

/** The refusal of a file with a zero byte at a position. Such bytes at its end are the remains of a torn write. */
async function zeroByte({ fileName, spec }: TableFile, path: string, position: number, unended: string) {
  let line = 1;
  for await (const chunk of createReadStream(path, { end: position })) line += lineBreaksIn(chunk.toString('latin1'));
  return unended.endsWith('\0')
    ? refused(fileName, 'FILE_TRUNCATED', `The ${spec.title} ends in zero bytes: it was not written to its end.`, {
        line,
      })
    : refused(fileName, 'FILE_NOT_A_TABLE', `The ${spec.title} has a zero byte on line ${line}.`, { line });
}

async function lookThrough(file: TableFile, source: TextSource, head: Buffer): Promise<SeenFile> {
  const text = head.subarray(source.contentAt);
  // no header can be found in a file with an unknown encoding, but the encoding is the error to report
  let table: CsvTable | undefined;
  let problem: unknown;
  try {
    table = findTable(text, head.length < headBytes, file);
  } catch (error) {
    problem = error;
  }
  const counter = table === undefined ? undefined : plainCount(table.delimiter, table.dataAt);
  let end = source.contentAt;
  let zeroAt: number | undefined;
  let lastText = '';
  const { isDamaged } = await proveText(file, source, (block) => {
    counter?.watch(block);
    const zero = block.indexOf(0);
    if (zero !== -1) zeroAt ??= end + zero;
    end += block.length;
    const lineEnd = Math.max(block.lastIndexOf(10), block.lastIndexOf(13)) + 1;
    lastText = block.toString('utf8', lineEnd);
  });
  if (table === undefined) throw problem;
  let unended = lastText;
  while (unended.endsWith(endOfFile)) unended = unended.slice(0, -1);
  if (zeroAt !== undefined) throw await zeroByte(file, source.path, zeroAt, unended);
  return {
    table,
    plainRecords: isDamaged || unended !== lastText ? undefined : counter?.records(),
    openEnds: counter?.openEnds() ?? 0,
    end: end - (lastText.length - unended.length),
    unended,
    isMarkedEnd: unended !== lastText,
    isDamaged,
  };
}

/** Refuses a truncated end, as the reader row by row does. For a table that the database reads, only the last line is examined. */
function refuseCutEnd(text: string, records: number, table: CsvTable, file: TableFile): void {
  const [record] = headRecords(Buffer.from(text), table.delimiter, true).records;
  if (record === undefined || records === 0) return;
  const line = table.linesAbove + records;
  refuseCutRow({ ...record, line }, text, table.header, file, table.sample);
}

const unendedNote = 'The last line of the file has no line end: a value that was cut off at its end would not show.';

/**
 * Inspects a CSV file before any row is used. Throws FILE_NOT_A_TABLE, the errors of openText and of findTable, and in `rows`
 * FILE_QUOTE_STRAY, FILE_TRUNCATED and FILE_HEADER_TWICE.
 */
export async function openCsv(file: TableFile): Promise<OpenedFile> {
  refuseForeignFile(await readHead(file.path), file, 'csv');
  const source = await findText(file);
  try {
    const { path, encoding, close } = source;
    const seen = await lookThrough(file, source, await readHead(path));
    const { table, plainRecords, openEnds, unended } = seen;
    const { delimiter, header, linesAbove } = table;
    if (plainRecords !== undefined) refuseCutEnd(unended, plainRecords, table, file);
    const above = table.above.map(rowText);
    const isEnded = unended === '' || unended.endsWith('"') || seen.isMarkedEnd;
    const notes = [...noteOnAbove(header, above), ...(isEnded ? [] : [unendedNote])];
    return {
      format: 'csv',
      encoding,
      sheets: [],
      header,
      rows: (lines) => rowsOf(file, source, seen, lines),
      above,
      claims: () => [],
      notes: () => notes,
      close,
      csv: {
        path,
        delimiter,
        linesAbove,
        // rows may end before columns without a name, and cells below equal headers are compared
        records: header.least === undefined && header.repeated === undefined ? plainRecords : undefined,
        openEnds: hasPaddedRows(table.sample, header) ? 0 : openEnds,
      },
    };
  } catch (error) {
    await source.close();
    throw error;
  }
}
