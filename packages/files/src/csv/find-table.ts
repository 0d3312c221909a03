import { FileRefusal, refused } from '../file-refusal.ts';
import { figuresOf, trimmedToWidth } from '../table/figure-columns.ts';
import { findHeader, headerOf, headerSearchRows, headerTwice, isSameHeader } from '../table/header.ts';
import { numberedHeader } from '../table/numbered-columns.ts';
import type { TableFile, TableHeader, TableRow } from '../table/table-spec.ts';
import { delimiterNames, usualDelimiters } from './delimiters.ts';
import { linesOf } from './lines-inside.ts';
import { type CsvRecord, headRecords, isBlankLine } from './records.ts';
import { stray } from './stray-quote.ts';
import { withUnnamed } from './unnamed-columns.ts';

/** The position of the table in a CSV file: its delimiter and header, and the beginning of its first record. */
export type CsvTable = {
  delimiter: string;
  header: TableHeader;
  /** The number of bytes and of lines above the first record. */
  dataAt: number;
  linesAbove: number;
  /** The rows above the header. */
  above: readonly TableRow[];
  /** The records below the header in the first bytes. */
  sample: readonly CsvRecord[];
};

/** unclosed: the line of a record with a quote that nothing closes. */
type Split = { delimiter: string; records: CsvRecord[]; unclosed: number | undefined };
type Candidate = { delimiter: string; records: CsvRecord[]; index: number; header: TableHeader; fitting: number };

const sampleRows = 200;

/** The first records of a file that are not blank, split by one delimiter. */
function splitBy(head: Buffer, delimiter: string, isWhole: boolean): Split {
  const { records, unclosed } = headRecords(head, delimiter, isWhole);
  const filled = records.filter((record) => !isBlankLine(record));
  return { delimiter, records: filled.slice(0, headerSearchRows + sampleRows), unclosed };
}

const lineOf = ({ lastLine, cells }: CsvRecord) => ({ line: lastLine, cells });

const fits = ({ cells }: CsvRecord, { width }: TableHeader, written: number) =>
  trimmedToWidth(cells, width).length === width || (cells.length > width && cells.length <= written);

/** The rows that name every required column, with the rows of their width that follow. Throws FILE_COLUMN_TWICE. */
function headersAmong(records: CsvRecord[], delimiter: string, file: TableFile): Candidate[] {
  const headers = records.slice(0, headerSearchRows).flatMap((record, index) => {
    const header = headerOf(lineOf(record), file);
    return header === undefined ? [] : [{ index, header }];
  });
  const distinct = headers.filter(({ header }, at) => at === 0 || !isSameHeader(header, headers[at - 1]?.header));
  return distinct.map(({ index, header }, at) => {
    const below = records.slice(index + 1, distinct[at + 1]?.index);
    const written = records[index]?.cells.length ?? 0;
    return {
      delimiter,
      records,
      index,
      header,
      fitting: below.filter((record) => fits(record, header, written)).length,
    };
  });
}

/**
 * The header under a delimiter. Throws FILE_HEADER_TWICE when there are two with rows below each, because the columns of one would be
 * read as those of the other.
 */
function headerBy(records: CsvRecord[], delimiter: string, file: TableFile): Candidate | undefined {
  const found = headersAmong(records, delimiter, file);
  const [first, second] = found.filter(({ fitting }) => fitting > 0);
  if (first !== undefined && second !== undefined) throw headerTwice(file, first.header.line, second.header.line);
  return first ?? found[0];
}

/** Whether most of the rows below the header have its width. */
const isProven = ({ records, index, fitting }: Candidate) => fitting * 2 >= records.length - index - 1;

function delimiterUnclear(file: TableFile, found: Candidate[]): FileRefusal {
  const names = found.map(
    ({ delimiter, header }) => `the ${delimiterNames[delimiter]} (header on line ${header.line})`,
  );
  return refused(
    file.fileName,
    'FILE_DELIMITER_UNCLEAR',
    `The ${file.spec.title} can be split by ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}.`,
    {
      remedy: `Write the delimiter into a first line of its own, such as "sep=${found[0]?.delimiter ?? ';'}", or export the file again.`,
      line: found[0]?.header.line,
    },
  );
}

/** A first line `sep=;` declares the delimiter. */
function declaredDelimiter(head: string): string | undefined {
  return /^"?sep=([^\r\n"A-Za-z0-9])"?[ \t,;|]*(?:\r\n?|\n)/i.exec(head)?.[1];
}

/** Refuses a table whose header is further down and has lines of the table, or a header inside a quoted cell, above it. */
function refuseLostAbove({ records, index, header, delimiter }: Candidate, file: TableFile): void {
  for (const record of records.slice(0, index)) {
    const isSummary = record.cells.some((cell) => /total|balance|sum|period|jumlah|baki|opening|closing/i.test(cell));
    const figures = isSummary ? undefined : figuresOf(record.cells, header, file);
    if (figures !== undefined && figures.length > 1) {
      throw refused(
        file.fileName,
        'FILE_HEADER_BELOW_ROWS',
        `The ${file.spec.title} has a line of the table on line ${record.line}, above its header on line ${header.line}.`,
        {
          remedy: 'Move the header to the top, for example by sorting without it, or export the file again.',
          line: record.line,
        },
      );
    }
    const { line, lastLine } = record;
    const inside = line === lastLine ? [] : linesOf(record, delimiter);
    if (inside.some((cells) => headerOf({ line, cells }, file) !== undefined))
      throw stray(file, line, 'does not close it before the header');
  }
}

/**
 * Finds the table by proof: the delimiter under which there is a header with every required column and rows of its width. Throws
 * FILE_DELIMITER_UNCLEAR when there are two such delimiters, FILE_HEADER_TWICE, FILE_HEADER_BELOW_ROWS, FILE_QUOTE_STRAY and the errors
 * of findHeader.
 */
export function findTable(head: Buffer, isWhole: boolean, file: TableFile): CsvTable {
  const quiet = { ...file, examined: () => {} };
  const declared = declaredDelimiter(head.toString('utf8', 0, 100));
  const split = (declared === undefined ? usualDelimiters : [declared]).map((delimiter) =>
    splitBy(head, delimiter, isWhole),
  );
  const problems: unknown[] = [];
  const found = split.flatMap(({ delimiter, records }) => {
    try {
      return headerBy(records, delimiter, quiet) ?? [];
    } catch (error) {
      problems.push(error);
      return [];
    }
  });
  const proven = found.filter(isProven);
  // where no column of the table is known, only the rows determine the split
  const tabular = mostTabular(split).delimiter;
  const candidates = file.spec.required.length === 0 ? found.filter(({ delimiter }) => delimiter === tabular) : proven;
  const [chosen, other] = candidates.length > 0 ? candidates : found;
  if (chosen !== undefined && other !== undefined) throw delimiterUnclear(file, [chosen, other]);
  if (chosen === undefined) {
    const numbered = headerlessTable(mostTabular(split), file);
    if (numbered !== undefined) return numbered;
    if (problems.length > 0) throw problems[0];
    throw noHeader(isWhole, split, file);
  }
  refuseLostAbove(chosen, quiet);
  const { delimiter, records, index } = chosen;
  const above = records.slice(0, index + 1);
  const sample = records.slice(index + 1);
  const written = records[index]?.cells.length ?? 0;
  const header = withUnnamed(findHeader(above.slice(index).map(lineOf), file), written, sample, file);
  const linesAbove = header.line;
  const dataAt = above.at(-1)?.next ?? 0;
  return {
    delimiter,
    header,
    dataAt,
    linesAbove,
    above: above.slice(0, index).map(lineOf),
    sample,
  };
}

/** A table without a header, by the configured numbers of its columns. */
function headerlessTable({ delimiter, records }: Split, file: TableFile): CsvTable | undefined {
  const header = numberedHeader(
    records.map(({ line, cells }) => ({ line, cells })),
    file,
  );
  if (header === undefined) return undefined;
  const above = records.filter(({ lastLine }) => lastLine <= header.line);
  return {
    delimiter,
    header,
    dataAt: above.at(-1)?.next ?? 0,
    linesAbove: header.line,
    above: above.map(lineOf),
    sample: records.slice(above.length),
  };
}

/** The delimiter that splits most rows into the same number of cells. */
function mostTabular(splits: readonly Split[]): Split {
  const scored = splits.map((split) => {
    const counts = new Map<number, number>();
    for (const { cells } of split.records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
    counts.delete(1);
    return { split, rows: Math.max(0, ...counts.values()), width: Math.max(0, ...counts.keys()) };
  });
  const [best] = scored.sort((one, other) => other.rows - one.rows || other.width - one.width);
  return best?.split ?? { delimiter: ',', records: [], unclosed: undefined };
}

/** The reason why there is no header, under the delimiter that comes closest to one. */
function noHeader(isWhole: boolean, splits: Split[], file: TableFile): unknown {
  const errorOf = (records: CsvRecord[], seen: TableFile) => {
    try {
      return findHeader(records.map(lineOf), seen);
    } catch (error) {
      return error;
    }
  };
  const quiet = { ...file, examined: () => {} };
  const isMissing = (error: unknown) => error instanceof FileRefusal && error.code === 'FILE_COLUMN_MISSING';
  const closest = splits.find(({ records }) => isMissing(errorOf(records, quiet)));
  if (closest !== undefined) return errorOf(closest.records, file);
  const unclosed = splits.find((split) => split.unclosed !== undefined)?.unclosed;
  if (unclosed === undefined) return errorOf(mostTabular(splits).records, file);
  return stray(file, unclosed, `does not close it ${isWhole ? 'before the end of the file' : 'in the first 256 KiB'}`);
}
