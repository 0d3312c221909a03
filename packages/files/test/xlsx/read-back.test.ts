import exceljs from 'exceljs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTable } from '../given/opened-table.ts';
import { archiveOf, rowsXml, rowXml, sharedXml, sheetXml, workbookOf, workbookParts } from '../given/workbook-file.ts';
import { sheetOf, sheetsOf } from '../given/xlsx-corpus/statement-rows.ts';

/** Any text that a cell can hold: not only blanks, and without what XML cannot write. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((one) => one.replaceAll(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' '))
  .filter((one) => one.trim() !== '' && !/_x[0-9a-fA-F]{4}_/.test(one));
const cents = fc.integer({ min: -99_999_999, max: 99_999_999 });
const second = fc.integer({ min: 1_600_000_000, max: 1_900_000_000 });

describe('A table that exceljs writes is read back exactly', () => {
  test('with texts, rich texts, numbers, dates and blanks', async () => {
    const row = fc.record({ order: text, note: fc.option(text), amount: cents, at: second, isRich: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
        const book = new exceljs.Workbook();
        const sheet = book.addWorksheet('Orders');
        sheet.addRow(['Order', 'Date', 'Amount', 'Note']);
        for (const { order, note, amount, at, isRich } of rows) {
          const [first = '', ...rest] = order;
          sheet.addRow([
            isRich ? { richText: [{ text: first }, { font: { bold: true }, text: rest.join('') }] } : order,
            new Date(at * 1000),
            amount / 100,
            note,
          ]);
        }
        const read = await readTable(Buffer.from(await book.xlsx.writeBuffer()));
        expect(read.rejected).toEqual([]);
        expect(read.rows.map(({ cells }) => [...cells, ''].slice(0, 4))).toEqual(
          rows.map(({ order, note, amount, at }) => [
            order,
            new Date(at * 1000).toISOString().replace('T', ' ').slice(0, 19).replace(' 00:00:00', ''),
            (amount / 100)
              .toFixed(2)
              .replace(/\.?0+$/, '')
              .replace(/^-0$/, '0'),
            note ?? '',
          ]),
        );
        expect(read.rows.map(({ line }) => line)).toEqual(rows.map((_, index) => index + 2));
      }),
      { numRuns: 15 },
    );
  });
});

/** Rows that are many times longer than a piece in which a part is read, so that pieces end everywhere. */
const many = Array.from({ length: 2_500 }, (_, index) => [
  `SO-${index} ${'é 付😀&<>"'.repeat(index % 5)}`,
  '2026-11-02',
  index / 100,
  `note ${index} ${'x'.repeat(index % 97)}?!`,
]);
const header = ['Order', 'Date', 'Amount', 'Note'];
const expected = many.map((cells) => cells.map(String));
const cellsOf = ({ rows }: Awaited<ReturnType<typeof readTable>>) => rows.map(({ cells }) => cells);
const workbookWith = (xml: string | Buffer) =>
  archiveOf({
    ...workbookParts({ sheets: [{ name: 'Orders', xml: '' }] }),
    'xl/worksheets/sheet1.xml': { content: xml, isPacked: true },
  });

describe('A sheet of many pieces is read whole, wherever they end', () => {
  const rows = rowXml(header, 1) + rowsXml(many, 2);
  const whole = sheetXml(rows);

  const little = Buffer.from(`\uFEFF${whole.replace('"UTF-8"', '"UTF-16"')}`, 'utf16le');
  const odd = whole
    .replaceAll('</row>', '</row>\r\n<!-- a row: <row r="1"> -->\r\n')
    .replaceAll(/>(note \d+ x*\?!)</g, '><![CDATA[$1]]><');
  const prefixed = whole
    .replaceAll(/<(\/?)(?=[a-z])/g, '<$1x:')
    .replace('xmlns=', 'xmlns:x=')
    .replaceAll('<x:?', '<?');

  test.each([
    ['as UTF-8', whole],
    ['as UTF-16', little],
    ['as UTF-16 of the other byte order', Buffer.from(little).swap16()],
    ['with line breaks, comments and CDATA sections between and in its cells', odd],
    ['with a prefix', prefixed],
  ])('%s', async (_, xml) => {
    expect(cellsOf(await readTable(workbookWith(xml)))).toEqual(expected);
  });

  test.each([
    ['!', '<!-- a row: <row r="3"> -->'],
    ['?', '<?a row: <row r="3">?>'],
  ])('with a piece that begins with %s and contains %s', async (letter, section) => {
    const rowsWith = (note: string) => [header, ['SO-1', '2026-11-02', '1', note], ['SO-2', '2026-11-02', '2', 'x']];
    const [, first = [], second = []] = rowsWith('');
    const start = sheetXml(rowXml(header, 1) + rowXml([...first.slice(0, 3), 'note'], 2)).indexOf('note');
    const note = `${'x'.repeat(64 * 1024 - start)}${letter}`;
    const rows = rowXml(header, 1) + rowXml([...first.slice(0, 3), note], 2) + section + rowXml(second, 3);
    expect(cellsOf(await readTable(workbookWith(sheetXml(rows))))).toEqual(rowsWith(note).slice(1));
  });

  test('with shared strings', async () => {
    const strings = [...header, ...many.flatMap(([order, , , note]) => [String(order), String(note)])];
    const shared = (index: number) => ({ xml: `<c r="{r}" t="s"><v>${index}</v></c>` });
    const body = rowsXml([
      header.map((_, index) => shared(index)),
      ...many.map((cells, index) => [shared(4 + index * 2), '2026-11-02', Number(cells[2]), shared(5 + index * 2)]),
    ]);
    const read = await readTable(
      workbookOf({ sheets: [{ name: 'Orders', xml: sheetXml(body) }], shared: sharedXml(strings) }),
    );
    expect(cellsOf(read)).toEqual(expected);
  });

  test('and refused wherever it is cut off', async () => {
    for (let cut = whole.length - 3; cut > 0; cut -= 61_007) {
      await expect(readTable(workbookWith(whole.slice(0, cut))), `cut at ${cut}`).rejects.toMatchObject({
        code: 'FILE_DAMAGED',
      });
    }
  });
});

test('The common header has the columns of every sheet, and each row its cells below them', async () => {
  const shop = [
    ['Order', 'Amount', 'Till'],
    ['A', 1, 'left'],
  ];
  const web = [
    ['Campaign', 'Amount', 'Note', 'TILL', 'Order'],
    ['autumn', 2, 'n', 'right', 'B'],
  ];
  const read = await readTable(sheetsOf({ Shop: sheetOf(...shop), Web: sheetOf(...web) }));
  expect(read.sheets).toEqual(['Shop', 'Web']);
  expect(read.header).toEqual({
    line: 1,
    width: 5,
    others: ['Till', 'Campaign'],
    positions: { order: 0, amount: 1, note: 3 },
  });
  expect(read.rows).toEqual([
    { line: 2, cells: ['A', '1', 'left'] },
    { line: 10_000_002, cells: ['B', '2', 'right', 'n', 'autumn'] },
  ]);
});
