import type { Row, Workbook, Worksheet } from 'exceljs';
import { readWorkbook } from './read-workbook.ts';

/** The first row with an item, below the titles. */
export const firstRow = 5;

/** The sheet of a report's workbook on which most decisions are made. */
export function unmatched(workbook: Workbook): Worksheet {
  const sheet = workbook.getWorksheet('Unmatched');
  if (sheet === undefined) throw new Error('no sheet Unmatched');
  return sheet;
}
export const unmatchedOf = async (path: string) => unmatched(await readWorkbook(path));

export const columnOf = (sheet: Worksheet, title: string) => (sheet.getRow(4).values as string[]).indexOf(title);
export const cell = (row: Row, title: string) => row.getCell(columnOf(row.worksheet, title));
