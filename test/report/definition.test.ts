import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { writeIndexPage } from '../../src/report/index-page.ts';
import { loadDefinition, reportNames, shippedReports } from '../../src/report/load-definition.ts';
import { wordsOf } from '../../src/report/words/words.ts';
import { writeReports } from '../../src/report/write-reports.ts';
import { csvTables } from '../given/csv-tables.ts';
import { givenHostileDay, reportOptions as options, scope } from '../given/hostile-report.ts';
import { figuresOf, readWorkbook, rowsOf } from '../given/read-workbook.ts';

const own = join(packageRoot, 'test', 'report', 'definitions');
const folders = [shippedReports, own];
const ageing = readFileSync(join(own, 'ageing.yaml'), 'utf8');

/** A folder with the second definition, changed. */
function changed(change: (text: string) => string, name = 'ageing'): string {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-definition-'));
  writeFileSync(join(folder, `${name}.yaml`), change(ageing));
  return folder;
}

describe('A definition', () => {
  test('is found by its name in any of the folders', async () => {
    expect(await reportNames(folders)).toEqual(['ageing', 'daily']);
    expect((await loadDefinition('ageing', folders)).title).toBe('Ageing');
    expect((await loadDefinition()).name).toBe('daily');
  });

  test('that does not exist is an error with the existing names', async () => {
    await expect(loadDefinition('weekly', folders)).rejects.toMatchObject({
      code: 'REPORT_UNKNOWN',
      exitStatus: 2,
      message: 'There is no report "weekly".',
      remedy: 'Choose one of: ageing, daily.',
    });
  });

  test('with the name of another one is rejected', async () => {
    const folder = changed((text) => text.replace('name: ageing', 'name: daily'), 'daily');
    await expect(loadDefinition('daily', [shippedReports, folder])).rejects.toMatchObject({
      code: 'REPORT_NAME_TAKEN',
      place: { file: join(folder, 'daily.yaml') },
    });
  });

  const faults: [string, (text: string) => string, { line: number; key?: string; message: string }][] = [
    [
      'an unknown key',
      (text) => text.replace('title: Ageing', 'title: Ageing\ncolour: red'),
      { line: 3, key: 'colour', message: '"colour" is wrong' },
    ],
    [
      'an unknown format',
      (text) => text.replace('format: count', 'format: number'),
      { line: 15, key: 'sections[0].columns[4].format', message: '"format" is wrong' },
    ],
    [
      'a missing key',
      (text) => text.replace('    view: mart.break\n', ''),
      { line: 5, key: 'sections[0].view', message: '"view" is wrong' },
    ],
    [
      'a name that is not the name of the file',
      (text) => text.replace('name: ageing', 'name: aging'),
      { line: 1, key: 'name', message: 'The name is "aging" and the file is ageing.yaml.' },
    ],
    [
      'two columns with one title',
      (text) => text.replace('title: Days open', 'title: difference'),
      { line: 15, key: 'sections[0].columns[4].title', message: 'The column title "difference" is used twice.' },
    ],
    [
      'a sheet name that every workbook has',
      (text) => text.replace('title: Open items', 'title: Control totals'),
      { line: 6, key: 'sections[0].title', message: '"title" is wrong' },
    ],
    [
      'a column that the section does not have',
      (text) => text.replace('    columns:', '    print_through: status\n    columns:'),
      { line: 10, key: 'sections[0].print_through', message: 'The section has no column "status".' },
    ],
    [
      'decisions without the columns that a decision is read back from',
      (text) => text.replace('    columns:', '    decide_after: outcome\n    columns:'),
      { line: 10, key: 'sections[0].decide_after', message: 'The section has no column "left_amount".' },
    ],
    [
      'text that is not YAML',
      (text) => text.replace('charts: [ages]', 'charts: [ages'),
      { line: 4, message: 'The report definition is not YAML' },
    ],
  ];
  test.each(faults)('with %s is refused with file, line and key', async (_name, change, { line, key, message }) => {
    const folder = changed(change);
    const error = await loadDefinition('ageing', [folder]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'REPORT_DEFINITION_WRONG',
      exitStatus: 2,
      message: expect.stringContaining(message),
      place: { file: join(folder, 'ageing.yaml'), line, ...(key === undefined ? {} : { key }) },
    });
  });
});

describe('A second report', () => {
  let folder: string;
  let snapshot: string;
  const out = () => join(folder, 'out', '2026-11-02', 'acme');

  beforeAll(async () => {
    ({ folder, snapshot } = await givenHostileDay());
    await writeReports(snapshot, scope, out(), options);
    await writeReports(snapshot, scope, out(), options, { name: 'ageing', folders });
  });

  test('has a folder next to the default one, and its files have its name', () => {
    expect(readdirSync(`${out()}.ageing`).sort()).toEqual([
      'acme.ageing.html',
      'acme.ageing.xlsx',
      'ageing.open-items.csv',
      'verdicts.json',
    ]);
    expect(readdirSync(out())).toContain('unmatched.csv');
  });

  test('has its sections and the verdicts in workbook, CSV files and page', async () => {
    const workbook = await readWorkbook(join(`${out()}.ageing`, 'acme.ageing.xlsx'));
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(['Summary', 'Open items', 'Lists']);
    expect(figuresOf(workbook.getWorksheet('Summary')).Verdict).toEqual({ 'MYR: Incomplete': 1 });
    const [, ...rows] = csvTables(`${out()}.ageing`).get('ageing.open-items') ?? [];
    expect(rows).toHaveLength(1);
    expect(rowsOf(workbook.getWorksheet('Open items'))).toMatchObject([{ Outcome: 'refund without payment' }]);
    const page = readFileSync(join(`${out()}.ageing`, 'acme.ageing.html'), 'utf8');
    expect(page).toContain('href="acme.ageing.xlsx"');
    expect(page).toContain('id="open-items"');
    expect(page).toContain('<strong>Incomplete</strong>');
    expect(page).not.toContain('href="#unmatched"');
    const verdicts = JSON.parse(readFileSync(join(`${out()}.ageing`, 'verdicts.json'), 'utf8'));
    expect(verdicts).toMatchObject({ report: 'ageing', verdicts: [{ currency: 'MYR', verdict: 'incomplete' }] });
  });

  test('is on the index page next to the default one', async () => {
    const index = readFileSync(await writeIndexPage(join(folder, 'out'), wordsOf('en')), 'utf8');
    expect(index).toContain('href="2026-11-02/acme/acme.html"');
    expect(index).toContain('href="2026-11-02/acme.ageing/acme.ageing.html"');
    expect(index).toContain('<td>acme, Ageing</td>');
  });

  test.each([
    [
      'view',
      (text: string) => text.replace('mart.break', 'mart.breakage'),
      8,
      'sections[0].view',
      'There is no view mart.breakage.',
    ],
    [
      'column',
      (text: string) => text.replace('field: age_days', 'field: age'),
      15,
      'sections[0].columns[4].field',
      'The view mart.break has no column "age".',
    ],
    [
      'renamed column',
      (text: string) => text.replace('field: right_minus_left', 'field: amount'),
      14,
      'sections[0].columns[3].field',
      'The view mart.break has no column "amount"; it is now "right_minus_left".',
    ],
    [
      'column of the order',
      (text: string) => text.replace('business_date, break_id]', 'day, break_id]'),
      9,
      'sections[0].order[1]',
      'The view mart.break has no column "day".',
    ],
    [
      'macro',
      (text: string) => text.replace('view: mart.break', 'day: period\n    view: mart.break'),
      9,
      'sections[0].view',
      'There is no view mart.break.',
    ],
    [
      'column of a macro',
      (text: string) => text.replace('view: mart.break', 'day: period\n    view: mart.trend'),
      14,
      'sections[0].columns[2].field',
      'The view mart.trend has no column "outcome".',
    ],
  ] as const)('with a %s that does not exist is an error at its key', async (_name, change, line, key, message) => {
    const wrong = changed(change);
    const name = { name: 'ageing', folders: [wrong] };
    await expect(writeReports(snapshot, scope, join(folder, 'wrong', 'acme'), options, name)).rejects.toMatchObject({
      code: 'REPORT_DEFINITION_WRONG',
      place: { file: join(wrong, 'ageing.yaml'), line, key },
      message,
    });
  });

  test('can have a section of a period, with the materiality, and leaves out sections for longer periods', async () => {
    const trend = (text: string) =>
      text
        .replace('mart.break\n', 'mart.trend\n    day: period\n')
        .replace('business_date, break_id]', 'list_order, method]')
        .replace(/ {6}- \{ field: outcome.*/s, '      - { field: amount, title: Amount, format: money, width: 14 }\n');
    const of = async (change: (text: string) => string, place: string) => {
      const choice = { name: 'ageing', folders: [changed(change)] };
      const materiality = { percent: '20', minimum: { MYR: '10.00' } };
      await writeReports(snapshot, scope, join(folder, place, 'acme'), { ...options, materiality }, choice);
      return readdirSync(join(folder, place, 'acme.ageing')).filter((name) => name.endsWith('.csv'));
    };
    expect(await of(trend, 'of-period')).toEqual(['ageing.open-items.csv']);
    const [, ...rows] = readFileSync(join(folder, 'of-period', 'acme.ageing', 'ageing.open-items.csv'), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(rows.map((row) => row.split(',').slice(1).join(' '))).toEqual(['MYR 51.90', 'MYR 51.90']);
    const longer = (text: string) => trend(text).replace('    day: period', '    day: period\n    least_days: 7');
    expect(await of(longer, 'of-week')).toEqual([]);
  });
});
