import { refuseForeignFile } from '../foreign-file.ts';
import type { OpenedFile } from '../opened-file.ts';
import { fitWholeRow, rejected } from '../table/fit-row.ts';
import { otherHeader } from '../table/header.ts';
import { type RejectedTableRow, rowText, type TableFile, type TableRow } from '../table/table-spec.ts';
import { findText, proveText, type TextSource } from '../text/open-text.ts';
import { headBytes, readHead } from '../text/read-head.ts';
import { type CsvRecord, csvRecord, csvRecords, endOfFile } from './csv-records.ts';
import { type CsvTable, findTable, headerTwice } from './find-table.ts';
import { refuseCutRow } from './last-line.ts';
import { plainCount } from './plain-count.ts';
import { recordReader } from './record-reader.ts';
import { refuseStrayQuote } from './stray-quote.ts';
import { hasPaddedRows, rejectedSurplus } from './surplus-cells.ts';

/** Why a record is rejected whatever its cells are. */
function problemOf(record: CsvRecord, encoding: string): { code: string; reason: string } | undefined {
  const { fault, isDamaged, text } = record;
  if (fault !== undefined)
    return { code: 'text_after_quote', reason: `Text follows the closing quote of cell ${fault.cell + 1}.` };
  if (text.includes('\0')) return { code: 'zero_byte', reason: 'The row holds zero bytes.' };
  if (!isDamaged) return undefined;
  const code = encoding === 'utf-8' ? 'not_utf8' : 'not_in_encoding';
  return { code, reason: `The row holds bytes that are not ${encoding.toUpperCase()} text.` };
}

/** Every row below the header, in the one definition of a CSV record. */
async function* rowsOf(
  file: TableFile,
  { path, contentAt, encoding }: TextSource,
  { delimiter, header, dataAt, linesAbove, sample }: CsvTable,
): AsyncGenerator<TableRow | RejectedTableRow> {
  const start = { offset: contentAt + dataAt, line: linesAbove + 1 };
  const isPadded = hasPaddedRows(sample, header);
  for await (const record of csvRecords(path, file, delimiter, start)) {
    refuseStrayQuote(record, header, file, delimiter);
    const problem = problemOf(record, encoding);
    if (problem !== undefined) {
      yield rejected(record, problem.code, problem.reason);
      continue;
    }
    refuseCutRow(record, header, file, sample);
    const other = otherHeader(record, header, file);
    if (other !== undefined) throw headerTwice(file, header.line, other.line);
    const fitted = (isPadded ? undefined : rejectedSurplus(record, header)) ?? fitWholeRow(record, header);
    if (fitted !== undefined) yield fitted;
  }
}

/** What is found out in the one pass over the whole file that precedes every row. */
async function lookThrough(file: TableFile, source: TextSource, head: Buffer) {
  const text = head.subarray(source.contentAt);
  // a file in an unknown encoding has no header that can be found, but that is not what is wrong with it
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
    ...{ table, plainRecords: isPlain ? counter?.records() : undefined },
    ...{ openEnds: counter?.openEnds() ?? 0, unended },
  };
}

/** As the reader row by row does: for a table that the database reads, the last line is the only one that is looked at. */
function refuseCutEnd(text: string, records: number, table: CsvTable, file: TableFile): void {
  const raw = recordReader(text, table.delimiter)(0, true);
  if (raw === undefined || text === '' || records === 0) return;
  refuseCutRow(csvRecord(raw, text, table.linesAbove + records, false), table.header, file, table.sample);
}

const unendedNote = 'The last line of the file has no line end: a value that was cut off at its end would not show.';

/**
 * Looks at a CSV file before any row is used. Throws FILE_NOT_A_TABLE, the errors of openText and of findTable, and in
 * `rows` FILE_QUOTE_STRAY, FILE_TRUNCATED and FILE_HEADER_TWICE.
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
      ...{ format: 'csv', encoding, sheets: [], header, rows: () => rowsOf(file, source, table) },
      ...{ above: table.above.map(rowText), claims: () => [], notes: () => notes, close },
      csv: {
        path,
        delimiter,
        linesAbove,
        records: plainRecords,
        openEnds: hasPaddedRows(table.sample, header) ? 0 : openEnds,
      },
    };
  } catch (error) {
    await source.close();
    throw error;
  }
}
