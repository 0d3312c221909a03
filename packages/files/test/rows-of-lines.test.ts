import exceljs from 'exceljs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openFile } from '../src/open-file.ts';
import type { TableFile } from '../src/table/table-spec.ts';
import { givenFiles } from './given/given-files.ts';

const given = givenFiles({ columns: { id: ['id'], amount: ['amount'] }, required: ['id', 'amount'] });

async function rowsOf(file: TableFile, lines?: ReadonlySet<number>) {
  const opened = await openFile(file, ['csv', 'xlsx']);
  const rows = [];
  for await (const row of opened.rows(lines)) rows.push(row);
  await opened.close();
  return rows;
}

/** The numbers of rows that were read, and whether those of the given lines are the same as among all rows. */
async function comparedRows(file: TableFile, lines: ReadonlySet<number>) {
  const read = await rowsOf(file, lines);
  const all = await rowsOf(file);
  const wanted = all.filter(({ line }) => lines.has(line));
  expect(read.filter(({ line }) => lines.has(line))).toEqual(wanted);
  return { read: read.length, wanted: wanted.length };
}

const someLines = fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { maxLength: 6 }).map((lines) => new Set(lines));

test('Rows of some lines of a CSV file are those that a reading of all has', async () => {
  const row = fc.constantFrom('A,1.00', 'B , 2.00', '"C",3.00', '', 'too,many,cells', 'few');
  const rows = fc.array(row, { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom('\n', '\r\n'), someLines, async (texts, end, lines) => {
      await comparedRows(given(`id,amount${end}${texts.map((each) => each + end).join('')}`), lines);
    }),
  );
});

test('Of a plain CSV file, no other row is read', async () => {
  const file = given('id,amount\nA,1.00\nB,2.00\nC,3.00\nD,4.00\n');
  expect(await comparedRows(file, new Set([2, 4, 9]))).toEqual({ read: 2, wanted: 2 });
});

test('A file whose records are not its lines is read as a whole', async () => {
  const file = given('id,amount\n"A\nA",1.00\nB,2.00\n');
  expect(await comparedRows(file, new Set([4]))).toEqual({ read: 2, wanted: 1 });
});

test('Rows of some lines of a workbook are those that a reading of all has, on each of its sheets', async () => {
  const workbook = new exceljs.Workbook();
  for (const name of ['One', 'Two']) {
    const sheet = workbook.addWorksheet(name);
    sheet.addRow(['ID', 'Amount']);
    for (let number = 0; number < 9; number += 1) sheet.addRow(number % 4 === 3 ? [] : [`${name} ${number}`, number]);
  }
  const file = given(Buffer.from(await workbook.xlsx.writeBuffer()));
  const lines = new Set([2, 5, 10, 10_000_003, 10_000_010]);
  // row 5 is blank
  expect(await comparedRows(file, lines)).toEqual({ read: 4, wanted: 4 });
});
