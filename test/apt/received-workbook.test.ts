import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import exceljs from 'exceljs';
import { afterAll, expect, test } from 'vitest';
import { readTable } from '../../packages/files/test/given/opened-table.ts';
import { savedByOffice } from '../given/office.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-received-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Orders with formulas that nobody has calculated, on two sheets, beside a hidden one. */
async function givenWorkbook(is1904: boolean): Promise<string> {
  const book = new exceljs.Workbook();
  book.properties.date1904 = is1904;
  const header = ['Order', 'Date', 'Amount', 'Note'];
  const first = book.addWorksheet('Shop');
  first.addRow(header);
  first.addRow(['SO-1', new Date('2026-11-02T09:00:00Z'), { formula: '51.9-0.52' }, 'é 付 <&>']);
  first.addRow(['SO-2', new Date('2026-11-03T00:00:00Z'), { formula: '0.1+0.2' }, { formula: '1/0' }]);
  first.addRow(['SO-3', new Date('2026-11-03T23:59:59Z'), 1e-3, null]);
  for (const row of [2, 3, 4]) first.getCell(row, 2).numFmt = 'dd/mm/yyyy hh:mm:ss';
  const hidden = book.addWorksheet('Old', { state: 'hidden' });
  hidden.addRow(header);
  hidden.addRow(['SO-0', null, 999, null]);
  const second = book.addWorksheet('Web');
  second.addRow([...header].reverse());
  second.addRow(['late', 12.5, new Date('2026-11-04T00:00:00Z'), 'SO-4']);
  const path = join(folder, `${is1904 ? 'from-1904' : 'from-1900'}.xlsx`);
  await book.xlsx.writeFile(path);
  return path;
}

test.each([false, true])(
  'A workbook that LibreOffice calculates and saves is read exactly (1904: %s)',
  async (is1904) => {
    const into = join(folder, String(is1904));
    mkdirSync(into);
    const saved = savedByOffice(await givenWorkbook(is1904), into);
    const { rows, rejected, sheets, notes } = await readTable(readFileSync(saved));
    expect(sheets).toEqual(['Shop', 'Web']);
    expect(rejected).toEqual([
      {
        line: 3,
        code: 'cell_error',
        rawText: 'SO-2 | 2026-11-03 | 0.3 | #DIV/0!',
        reason: 'The cell D3 holds the error #DIV/0!: correct it in the workbook.',
      },
    ]);
    expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
      [2, 'SO-1', '2026-11-02 09:00:00', '51.38', 'é 付 <&>'],
      [4, 'SO-3', '2026-11-03 23:59:59', '0.001'],
      [10_000_002, 'SO-4', '2026-11-04', '12.5', 'late'],
    ]);
    expect(notes.join()).toContain('The sheet "Old" has rows and was not read: it is hidden');
  },
);

test('A file that LibreOffice saves in another format is refused by its name', async () => {
  const path = await givenWorkbook(false);
  for (const [kind, name] of [
    ['xls:MS Excel 97', '.xls)'],
    ['ods:calc8', '.ods'],
  ] as const) {
    const saved = savedByOffice(path, join(folder, 'other'), kind);
    await expect(readTable(readFileSync(saved))).rejects.toMatchObject({
      code: 'FILE_FORMAT_NOT_ACCEPTED',
      message: expect.stringContaining(name),
    });
  }
});

test('A CSV file that LibreOffice turns into a workbook gives the same cells', async () => {
  const path = join(folder, 'orders.csv');
  writeFileSync(path, 'Order,Date,Amount,Note\nSO-1,2026-11-02,51.90,first\nSO-2,2026-11-03 09:30:15,1234.5,second\n');
  const { rows } = await readTable(readFileSync(savedByOffice(path, join(folder, 'from-csv'))));
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['SO-1', '2026-11-02', '51.9', 'first'],
    ['SO-2', '2026-11-03 09:30:15', '1234.5', 'second'],
  ]);
});
