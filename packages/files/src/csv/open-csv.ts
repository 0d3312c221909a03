import { FileRefusal } from '../file-refusal.ts';
import { refuseForeignFile } from '../foreign-file.ts';
import type { OpenedFile } from '../opened-file.ts';
import { carelessRow } from '../table/careless-row.ts';
import { fitWholeRow, rejected } from '../table/fit-row.ts';
import { headerTwice, otherHeader } from '../table/header.ts';
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
import { csvRecords, endOfFile } from './csv-records.ts';
import { type CsvTable, findTable } from './find-table.ts';
import { type CsvRecord, decoded, formulaStart, recordsOf } from './record-reader.ts';
import { refuseStrayQuote } from './stray-quote.ts';
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

/** Refuses a file that ends in the middle of a row, or of a value in its last column. Throws FILE_TRUNCATED. */
function refuseCutRow(record: CsvRecord, header: TableHeader, file: TableFile, sample: readonly CsvRecord[]): void {
  if (record.isEnded || isFooter(record)) return;
  const { cells, line } = record;
  const { width, positions } = header;
  if (cells.length < width) throw truncated(file, line, `${cells.length} of ${width} cells`);
  const column = [...positions].find(([, position]) => position === width - 1)?.[0];
  const isTime = column !== undefined && file.spec.dates?.includes(column) === true;
  if (column === undefined || !(isTime || file.spec.amounts?.includes(column)) || record.text.endsWith('"')) return;
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
  /** The number of records that end with a delimiter. */
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
    if (bytes[end - 1] === delimiter) openEnds += 1;
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

/** Why a record is rejected regardless of its cells. */
function problemOf(record: CsvRecord, encoding: string): { code: string; reason: string } | undefined {
  const { fault, isDamaged, text } = record;
  if (fault !== undefined)
    return { code: 'text_after_quote', reason: `Text follows the closing quote of cell ${fault.cell + 1}.` };
  if (text.includes('\0')) return { code: 'zero_byte', reason: 'The row holds zero bytes.' };
  if (!isDamaged) return undefined;
  const code = encoding === 'utf-8' ? 'not_utf8' : 'not_in_encoding';
  return { code, reason: `The row holds bytes that are not ${encoding.toUpperCase()} text.` };
}

/** Every row below the header, by the common definition of a CSV record. */
async function* rowsOf(
  file: TableFile,
  { path, contentAt, encoding }: TextSource,
  { delimiter, header, dataAt, linesAbove, sample }: CsvTable,
): AsyncGenerator<TableRow | RejectedTableRow> {
  const start = { offset: contentAt + dataAt, line: linesAbove + 1 };
  const belongs = surplusTest(sample, header, file);
  for await (const record of csvRecords(path, file, delimiter, start)) {
    refuseStrayQuote(record, header, file, delimiter);
    const problem = problemOf(record, encoding);
    if (problem !== undefined) {
      yield rejected(record, problem.code, problem.reason);
      continue;
    }
    refuseCutRow(record, endingWith(record.cells, header), file, sample);
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

/** The results of the pass over the whole file that precedes the reading of rows. */
async function lookThrough(file: TableFile, source: TextSource, head: Buffer) {
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
  let unended = '';
  const { isDamaged } = await proveText(file, source, (block) => {
    counter?.watch(block);
    const end = Math.max(block.lastIndexOf(10), block.lastIndexOf(13)) + 1;
    unended = end === block.length ? '' : block.toString('latin1', end);
  });
  if (table === undefined) throw problem;
  const isPlain = !isDamaged && !unended.endsWith(endOfFile);
  return {
    table,
    plainRecords: isPlain ? counter?.records() : undefined,
    openEnds: counter?.openEnds() ?? 0,
    unended,
  };
}

/** Refuses a truncated end, as the reader row by row does. For a table that the database reads, only the last line is examined. */
function refuseCutEnd(text: string, records: number, table: CsvTable, file: TableFile): void {
  const [record] = recordsOf(text, table.delimiter, true, table.linesAbove + records);
  if (record === undefined || records === 0) return;
  refuseCutRow(decoded(record), table.header, file, table.sample);
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
    const { table, plainRecords, openEnds, unended } = await lookThrough(file, source, await readHead(path));
    const { delimiter, header, linesAbove } = table;
    if (plainRecords !== undefined) refuseCutEnd(unended, plainRecords, table, file);
    const notes = unended === '' || unended.endsWith('"') || unended.endsWith(endOfFile) ? [] : [unendedNote];
    return {
      format: 'csv',
      encoding,
      sheets: [],
      header,
      rows: () => rowsOf(file, source, table),
      above: table.above.map(rowText),
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
