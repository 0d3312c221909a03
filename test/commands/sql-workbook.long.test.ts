import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { type StoredCell, storedRows } from '../../packages/files/src/xlsx/stored-cells.ts';
import { tieout } from '../given/command.ts';
import { givenPublished, publishedEnv } from '../given/published.ts';
import { readWorkbook } from '../given/read-workbook.ts';

let folder: string;
beforeAll(async () => {
  folder = await givenPublished('kedai');
});
const ask = (...args: string[]) => tieout(['-q', 'sql', ...args], publishedEnv, folder);
const newFolder = () => mkdtempSync(join(folder, 'out-'));

/** Writes a workbook and returns its path and the rows of its sheets, as they are stored. */
async function written(sql: string) {
  const path = join(newFolder(), 'result.xlsx');
  const { out, err } = await ask('--out', path, sql);
  expect(err).toBe('');
  const sheets: Record<string, StoredCell['value'][][]> = {};
  for await (const { sheet, row, cells } of storedRows({ path, fileName: 'result.xlsx' })) {
    expect(cells.filter(({ isFormula }) => isFormula)).toEqual([]);
    sheets[sheet] ??= [];
    sheets[sheet][row - 1] = cells.map(({ value }) => value);
  }
  return { path, sheets, out };
}

async function csvOf(sql: string): Promise<string[][]> {
  const { out, err } = await ask('--format', 'csv', sql);
  expect(err).toBe('');
  return parse(out, { relax_column_count: true });
}

/** The number by which a worksheet stores a time: days since the end of 1899. */
const serial = (iso: string) => (Date.parse(`${iso}Z`) - Date.parse('1899-12-30T00:00:00Z')) / 86_400_000;

const everything = `select 'JPY' as currency, 1200::decimal(18, 4) as amount, 7 as n, 9007199254740993 as big,
    12345678901234567890123456789012345678::decimal(38, 0) as large, 0.1::double as share, date '2026-11-03' as day,
    timestamptz '2026-11-03 01:30:00+08' as at, true as is_so, ['a', null] as list, '=1+1' as formula, ' @x' as other, null as nothing
  union all
  select 'KWD', -5.125, -7, 1, -0, 'nan'::double, date '1999-12-31', null, false, [], '-1', '', null`;

test('A workbook has the values of the CSV file: exact figures, days, times in the zone of the company, and no formula', async () => {
  const { sheets, path, out } = await written(everything);
  expect(out).toBe(`${path}: 2 rows\n`);
  const [names, first, second] = sheets.Result ?? [];
  const [csvNames, csvFirst, csvSecond] = await csvOf(everything);
  expect(names).toEqual(csvNames);
  // beyond 15 digits a number is text, as it would not be exact
  expect(first).toEqual([
    ...['JPY', 1200, 7, '9007199254740993', '12345678901234567890123456789012345678', 0.1],
    ...[serial('2026-11-03T00:00:00'), serial('2026-11-03T01:30:00'), 'true', '["a",null]', "'=1+1", "' @x"],
  ]);
  expect(csvFirst).toEqual([
    ...['JPY', '1200.0000', '7', '9007199254740993', '12345678901234567890123456789012345678', '0.1'],
    ...['2026-11-03', '2026-11-02T17:30:00.000Z', 'true', '["a",null]', "'=1+1", "' @x", ''],
  ]);
  expect(second?.slice(0, 7)).toEqual(['KWD', -5.125, -7, 1, 0, undefined, serial('1999-12-31T00:00:00')]);
  expect(second?.slice(7)).toEqual([undefined, 'false', '[]', "'-1", undefined]);
  expect(csvSecond?.slice(8)).toEqual(['false', '[]', "'-1", '', '']);
});

test('Amounts are shown with the decimals of the currency of their row, counts without, and days and times as such', async () => {
  const { path } = await written(everything);
  const sheet = (await readWorkbook(path)).getWorksheet('Result');
  const formats = (row: number) => [2, 7, 8].map((column) => sheet?.getRow(row).getCell(column).numFmt);
  expect(formats(2)).toEqual(['#,##0;[Red]-#,##0;0', 'dd mmm yyyy', 'dd mmm yyyy hh:mm:ss']);
  expect(formats(3)[0]).toBe('#,##0.000;[Red]-#,##0.000;0.000');
  expect([3, 4].map((column) => sheet?.getRow(3).getCell(column).numFmt)).toEqual(['#,##0', '#,##0']);
});

test('Each result is a sheet, columns of one name are told apart, and a result without rows has its heading', async () => {
  const { sheets, out } = await written(
    "select 1 as a, 2 as a; create temp table t as select 3; select 'x' as b where false",
  );
  expect(sheets).toEqual({
    Result: [
      ['a', 'a:1'],
      [1, 2],
    ],
    'Result 2': [['b']],
  });
  expect(out).toMatch(/: 1 row\n$/);
});

test('Columns whose names differ by case only, or have two lines, are no reason for a repair', async () => {
  const { path, sheets } = await written('select 1 as a, 2 as "A"; select 3 as "two\nlines"');
  expect(sheets['Result 2']?.[0]).toEqual(['two lines']);
  const workbook = await readWorkbook(path);
  expect(workbook.worksheets.map((sheet) => sheet.getTables().length)).toEqual([0, 1]);
});

test('The file is private, and a failure leaves none', async () => {
  const { path } = await written('select 1 as a');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const at = newFolder();
  const refused = async (sql: string) => (await ask('--out', join(at, 'x.xlsx'), sql)).err;
  expect(await refused("select case when range = 5000 then error('no') else 1 end from range(9000)")).toContain(
    'SQL_WRONG',
  );
  expect(await refused('create temp table t as select 1')).toContain('OPTION_WRONG: The SQL gives no result.');
  writeFileSync(join(at, 'mine.xlsx'), 'mine');
  expect((await ask('--out', join(at, 'mine.xlsx'), 'select 1')).err).toContain('OUT_FILE_WRONG');
  expect(readdirSync(at)).toEqual(['mine.xlsx']);
});

test('A result that is longer than a worksheet is refused', async () => {
  const at = newFolder();
  const { status, err } = await ask('--out', join(at, 'x.xlsx'), 'select range as n from range(1000000)');
  expect(err).toContain('error OPTION_WRONG: The result has more rows than a worksheet.');
  expect([status, readdirSync(at)]).toEqual([2, []]);
});
