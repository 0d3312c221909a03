import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../given/opened-table.ts';
import { archiveOf, rowsXml, sharedXml, sheetXml, workbookOf, workbookParts } from '../../given/workbook-file.ts';

const rows = [
  ['Order', 'Date', 'Amount'],
  ['A-1', '2026-11-01', 5],
  ['A-2', '2026-11-02', 7],
];
const good = sheetXml(rowsXml(rows));
const parts = workbookParts({ sheets: [{ name: 'Orders', xml: good }] });
const sheetPart = 'xl/worksheets/sheet1.xml';
const withSheet = (xml: string) => workbookOf({ sheets: [{ name: 'Orders', xml }] });
/** The container of Office before 2007 with one directory sector that names these streams. */
function oldOffice(names: readonly string[]): Buffer {
  const file = Buffer.alloc(1536);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  for (const [index, name] of names.entries()) file.write(`${name}\0`, 1024 + index * 128, 'utf16le');
  return file;
}

describe('A workbook that is damaged or cut off is refused', () => {
  const packed = archiveOf({ ...parts, [sheetPart]: { content: good, isPacked: true } });
  const cases: [string, Buffer, string, string][] = [
    ['sheet data that do not end', withSheet(good.replace('</sheetData></worksheet>', '')), 'FILE_DAMAGED', 'ends'],
    ['a sheet that does not end', withSheet(good.replace('</worksheet>', '')), 'FILE_DAMAGED', 'ends'],
    ['a sheet cut within a row', withSheet(good.slice(0, good.indexOf('A-2'))), 'FILE_DAMAGED', 'ends'],
    ['text after the end', withSheet(`${good}<more/>`), 'FILE_DAMAGED', 'ends'],
    [
      'a wrong checksum',
      archiveOf({ ...parts, [sheetPart]: { content: good, states: { crc: 1 } } }),
      'FILE_DAMAGED',
      'checksum',
    ],
    [
      'more bytes than stated',
      archiveOf({ ...parts, [sheetPart]: { content: good, isPacked: true, states: { size: 100 } } }),
      'FILE_DAMAGED',
      'more bytes',
    ],
    [
      'fewer bytes than stated',
      archiveOf({ ...parts, [sheetPart]: { content: good, isPacked: true, states: { size: 100_000 } } }),
      'FILE_DAMAGED',
      'fewer bytes',
    ],
    ['a directory that is missing', packed.subarray(0, packed.length - 100), 'FILE_TRUNCATED', 'cut off'],
    [
      'a repeated row number',
      withSheet(good.replace('<row r="3">', '<row r="2">').replaceAll(/([AC])3/g, '$12')),
      'FILE_DAMAGED',
      'row 2 comes after row 2',
    ],
    ['a cell of another row', withSheet(good.replace('"C3"', '"C2"')), 'FILE_DAMAGED', '"C2"'],
    [
      'a cell that is there twice',
      withSheet(good.replace('</row></sheetData>', '<c r="A3"><v>9</v></c></row></sheetData>')),
      'FILE_DAMAGED',
      'the same cell twice',
    ],
    [
      'a cell that is there twice, among others out of order',
      withSheet(good.replace('<c r="C3">', '<c r="C3"><v>1</v></c><c r="B3"/><c r="C3">')),
      'FILE_DAMAGED',
      'the same cell twice',
    ],
    [
      'a shared string that is missing',
      withSheet(good.replace('<c r="C3">', '<c r="C3" t="s">')),
      'FILE_DAMAGED',
      'row 3 refers to the shared string "7", which the workbook does not have',
    ],
    [
      'a document type',
      withSheet(good.replace('<worksheet', '<!DOCTYPE worksheet [<!ENTITY a "b">]><worksheet')),
      'FILE_DAMAGED',
      'document type',
    ],
    ['an unknown entity', withSheet(good.replace('A-2', '&nbsp;')), 'FILE_DAMAGED', 'entity'],
    ['a sheet that is missing', archiveOf({ ...parts, [sheetPart]: '' }), 'FILE_DAMAGED', 'not the XML of a worksheet'],
    [
      'a list of sheets that is not well-formed',
      archiveOf({ ...parts, 'xl/workbook.xml': '<workbook><sheets>' }),
      'FILE_DAMAGED',
      'xl/workbook.xml',
    ],
  ];
  test.each(cases)('%s', async (_title, content, code, says) => {
    expect(await refusalOf(content)).toMatchObject({ code, exitStatus: 4, message: expect.stringContaining(says) });
  });
});

describe('A cell whose index of a shared string is wrong', () => {
  // more strings than any number that could be read out of these indexes
  const shared = sharedXml(Array.from({ length: 200 }, (_, index) => `text ${index}`));
  test.each(['1.5', '-1', '1-5', '1e1', '0x1', '+1', '200', '99999999999999999999'])('%s', async (index) => {
    const xml = good.replace('<c r="C3"><v>7</v>', `<c r="C3" t="s"><v>${index}</v>`);
    expect(xml).not.toBe(good);
    expect(await refusalOf(workbookOf({ sheets: [{ name: 'Orders', xml }], shared }))).toMatchObject({
      code: 'FILE_DAMAGED',
      exitStatus: 4,
      message: expect.stringContaining(
        `row 3 refers to the shared string "${index}", which the workbook does not have`,
      ),
      place: { file: expect.stringContaining('.xlsx'), line: 3 },
    });
  });
});

describe('A file that is no workbook of this kind is refused by its name', () => {
  const cases: [string, Buffer, string, string][] = [
    ['a workbook with a password', oldOffice(['Root Entry', 'EncryptedPackage']), 'FILE_ENCRYPTED', 'password'],
    [
      'an archive with a password',
      archiveOf({ ...parts, 'xl/workbook.xml': { content: 'x', isEncrypted: true } }),
      'FILE_ENCRYPTED',
      'password',
    ],
    ['an old workbook', oldOffice(['Root Entry', 'Workbook']), 'FILE_FORMAT_NOT_ACCEPTED', '.xls)'],
    [
      'a binary workbook',
      archiveOf({ '[Content_Types].xml': '', 'xl/workbook.bin': '' }),
      'FILE_FORMAT_NOT_ACCEPTED',
      '.xlsb',
    ],
    ['an OpenDocument file', archiveOf({ mimetype: '', 'content.xml': '' }), 'FILE_FORMAT_NOT_ACCEPTED', '.ods'],
    ['an archive of something else', archiveOf({ 'orders.csv': 'Order' }), 'FILE_NOT_A_TABLE', 'ZIP archive'],
  ];
  test.each(cases)('%s', async (_title, content, code, says) => {
    expect(await refusalOf(content)).toMatchObject({ code, exitStatus: 4, message: expect.stringContaining(says) });
  });
});

test('A sheet that the configuration names and the workbook does not have is refused', async () => {
  const error = await refusalOf(withSheet(good), { sheet: 'November' });
  expect(error).toMatchObject({ code: 'FILE_SHEET_NOT_FOUND' });
  expect(error.message).toBe('The workbook has no sheet "November"; it has "Orders".');
  expect(error.remedy).toBe('Correct books.orders.sheet in the configuration, or remove it.');
});

test('A cell of a known column that is merged over several lines is refused', async () => {
  const merged = sheetXml(rowsXml(rows), { after: '<mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>' });
  expect(await refusalOf(withSheet(merged))).toMatchObject({
    code: 'FILE_CELLS_MERGED',
    message: 'The cells B2:B3 of the sheet "Orders" are merged: rows 2 and 3 share one placed_on, that of B2.',
    place: { file: 'given.xlsx', line: 2 },
  });
});
