import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import exceljs from 'exceljs';
import { expect, test } from 'vitest';
import { type StoredRow, storedRows } from '../../src/xlsx/stored-cells.ts';

async function workbookWith(fill: (workbook: exceljs.Workbook) => void): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'tieout-stored-')), 'book.xlsx');
  const workbook = new exceljs.Workbook();
  fill(workbook);
  await workbook.xlsx.writeFile(path);
  return path;
}

async function rowsOf(path: string): Promise<StoredRow[]> {
  const rows: StoredRow[] = [];
  for await (const row of storedRows({ path, fileName: 'book.xlsx' })) rows.push(row);
  return rows;
}

test('cells are read as they are stored, of all sheets by tabs, with formulas and errors as no value', async () => {
  const path = await workbookWith((workbook) => {
    const first = workbook.addWorksheet('First');
    first.addRow(['Text', 12.5, new Date(Date.UTC(2026, 9, 5)), true]);
    first.getCell('C1').numFmt = 'dd mmm yyyy';
    first.getCell('B1').numFmt = '#,##0.00';
    first.addRow([]);
    first.addRow([{ formula: '1+1', result: 2 }, { formula: '1+1' }, { error: '#N/A' }, '0012', -0.1]);
    first.getCell('A4').value = { richText: [{ text: 'rich ' }, { font: { bold: true }, text: 'text' }] };
    workbook.addWorksheet('Hidden', { state: 'hidden' }).addRow(['Second']);
  });
  const plain = (value: string | number | undefined) => ({ value, isFormula: false });
  const formula = { value: undefined, isFormula: true };
  expect(await rowsOf(path)).toEqual([
    // 5 October 2026 is day 46300 of the spreadsheet
    { sheet: 'First', row: 1, cells: [plain('Text'), plain(12.5), plain(46_300), plain('TRUE')] },
    { sheet: 'First', row: 3, cells: [formula, formula, plain(undefined), plain('0012'), plain(-0.1)] },
    { sheet: 'First', row: 4, cells: [plain('rich text')] },
    { sheet: 'Hidden', row: 1, cells: [plain('Second')] },
  ]);
});

test('a workbook that is cut off is refused, and so is a damaged sheet', async () => {
  const path = await workbookWith((workbook) => {
    const sheet = workbook.addWorksheet('First');
    for (let row = 0; row < 500; row += 1) sheet.addRow([row, `line ${row}`]);
  });
  const bytes = readFileSync(path);
  writeFileSync(path, bytes.subarray(0, bytes.length - 100));
  await expect(rowsOf(path)).rejects.toMatchObject({ code: 'FILE_TRUNCATED' });
  const sheet = bytes.indexOf('xl/worksheets/sheet1.xml') + 60;
  writeFileSync(path, Buffer.concat([bytes.subarray(0, sheet), Buffer.from([1, 2, 3, 4]), bytes.subarray(sheet + 4)]));
  await expect(rowsOf(path)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
});
