import { readHead, refuseForeignFile } from '../csv/dialect.ts';
import type { OpenedFile } from '../opened-file.ts';
import { fitRow } from '../table/fit-row.ts';
import { findHeader, headerOf, headerSearchRows } from '../table/header.ts';
import type { TableFile, TableHeader, TableRow } from '../table/table-spec.ts';
import { refuseArchiveBomb } from './archive.ts';
import { sheetRows } from './rows.ts';

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

/** Looks at a workbook before any row is used. Throws FILE_NOT_A_TABLE, FILE_TRUNCATED, FILE_TOO_LARGE and the errors of the header. */
export async function openXlsx(file: TableFile): Promise<OpenedFile> {
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
  return {
    ...{ format: 'xlsx', encoding: null, sheets: [], header, rows },
    ...{ claims: () => [], notes: () => [], close: async () => {}, csv: undefined },
  };
}
