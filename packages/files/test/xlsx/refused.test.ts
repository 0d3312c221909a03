import { describe, expect, test } from 'vitest';
import { readTable } from '../given/opened-table.ts';
import {
  archiveOf,
  type GivenPart,
  rowsXml,
  sharedXml,
  sheetXml,
  workbookOf,
  workbookParts,
} from '../given/workbook-file.ts';

const rows = [
  ['Order', 'Date', 'Amount'],
  ['A-1', '2026-11-01', 5],
  ['A-2', '2026-11-02', 7],
];
const good = sheetXml(rowsXml(rows));
const parts = workbookParts({ sheets: [{ name: 'Orders', xml: good }] });
const withPart = (name: string, part: string | GivenPart) => archiveOf({ ...parts, [name]: part });
const withSheet = (xml: string) => workbookOf({ sheets: [{ name: 'Orders', xml }] });
const again = '<c r="A3"><v>9</v></c>';

// what else can be wrong with a workbook is in test/formats/corpus/xlsx
test.each([
  ['text after the end', 'FILE_DAMAGED', withSheet(`${good}<more/>`), 'ends'],
  ['a cell of another row', 'FILE_DAMAGED', withSheet(good.replace('"C3"', '"C2"')), '"C2"'],
  ['a cell twice', 'FILE_DAMAGED', withSheet(good.replace(/(?=<\/row><\/sheetData>)/, again)), 'the same cell twice'],
  [
    'a cell twice among others out of order',
    'FILE_DAMAGED',
    withSheet(good.replace('<c r="C3">', '<c r="C3"><v>1</v></c><c r="B3"/><c r="C3">')),
    'the same cell twice',
  ],
  ['an empty sheet', 'FILE_DAMAGED', withPart('xl/worksheets/sheet1.xml', ''), 'not the XML of a worksheet'],
  ['a list of sheets cut off', 'FILE_DAMAGED', withPart('xl/workbook.xml', '<workbook><sheets>'), 'xl/workbook.xml'],
  ['a password', 'FILE_ENCRYPTED', withPart('xl/workbook.xml', { content: 'x', isEncrypted: true }), 'password'],
])('A workbook with %s is refused', async (_title, code, content, says) => {
  await expect(readTable(content)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(says),
  });
});

describe('A cell whose index of a shared string is wrong', () => {
  // more strings than any number that could be read out of these indexes
  const shared = sharedXml(Array.from({ length: 200 }, (_, index) => `text ${index}`));
  test.each(['1.5', '-1', '1-5', '1e1', '0x1', '+1', '200', '99999999999999999999'])('%s', async (index) => {
    const xml = good.replace('<c r="C3"><v>7</v>', `<c r="C3" t="s"><v>${index}</v>`);
    expect(xml).not.toBe(good);
    await expect(readTable(workbookOf({ sheets: [{ name: 'Orders', xml }], shared }))).rejects.toMatchObject({
      code: 'FILE_DAMAGED',
      message: expect.stringContaining(
        `row 3 refers to the shared string "${index}", which the workbook does not have`,
      ),
      place: { file: expect.stringContaining('.xlsx'), line: 3 },
    });
  });
});
