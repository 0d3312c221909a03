import { type CsvDialect, findDialect, readHead, refuseForeignFile } from '../csv/dialect.ts';
import { csvRows, cutOff, headRows } from '../csv/records.ts';
import { type CsvScan, scanCsv } from '../csv/scan.ts';
import { refuseArchiveBomb } from '../xlsx/archive.ts';
import { sheetRows } from '../xlsx/rows.ts';
import { fitRow, fitWholeRow } from './fit-row.ts';
import { findHeader, headerOf, headerSearchRows } from './header.ts';
import type { RejectedTableRow, TableFile, TableHeader, TableRow } from './table-spec.ts';

/** A table whose header is known and whose rows can be read. */
export type OpenedTable = {
  header: TableHeader;
  /** Every row below the header that is not blank: fitted to the header, or rejected with the reason. Call it once. */
  rows(): AsyncGenerator<TableRow | RejectedTableRow>;
  /** For CSV, what a bulk reader needs to know. */
  csv: { dialect: CsvDialect; scan: CsvScan } | undefined;
};

async function openCsv(file: TableFile): Promise<OpenedTable> {
  const head = await readHead(file.path);
  refuseForeignFile(head, file, 'csv');
  const dialect = findDialect(head);
  const header = findHeader(headRows(head, dialect), file);
  const scan = await scanCsv(file.path);
  if (!scan.isWhole) throw cutOff(file);
  async function* rows() {
    for await (const row of csvRows(file, dialect, header.line)) {
      const fitted = fitWholeRow(row, header);
      if (fitted !== undefined) yield fitted;
    }
  }
  return { header, rows, csv: { dialect, scan } };
}

/** The header once a row matches it; the search ends with an error after the number of rows that may precede it. */
async function workbookHeader(rows: AsyncGenerator<TableRow>, file: TableFile): Promise<TableHeader> {
  const above: TableRow[] = [];
  while (above.length < headerSearchRows) {
    const { value: row, done } = await rows.next();
    if (done === true) break;
    const header = headerOf(row, file);
    if (header !== undefined) return header;
    above.push(row);
  }
  await rows.return(undefined);
  return findHeader(above, file);
}

async function openWorkbook(file: TableFile): Promise<OpenedTable> {
  refuseForeignFile(await readHead(file.path), file, 'xlsx');
  await refuseArchiveBomb(file.path, file.fileName);
  // one pass over the sheet: what is below the header is read on from there
  const sheet = sheetRows(file);
  const header = await workbookHeader(sheet, file);
  async function* rows() {
    for await (const row of sheet) {
      const fitted = fitRow(row, header);
      if (fitted !== undefined) yield fitted;
    }
  }
  return { header, rows, csv: undefined };
}

/**
 * Looks at a table before any row is used: its format, where its header is, whether it is whole. Throws
 * FILE_NOT_A_TABLE, FILE_HEADER_NOT_FOUND, FILE_COLUMN_MISSING, FILE_COLUMN_TWICE, FILE_TRUNCATED or FILE_TOO_LARGE.
 */
export function openTable(file: TableFile, format: 'csv' | 'xlsx'): Promise<OpenedTable> {
  return format === 'xlsx' ? openWorkbook(file) : openCsv(file);
}
