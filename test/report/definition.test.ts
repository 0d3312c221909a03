import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { english } from '../../src/messages/words.ts';
import { packageRoot } from '../../src/package-root.ts';
import { writeIndexPage } from '../../src/report/index-page.ts';
import { loadDefinition, reportNames, shippedReports } from '../../src/report/load-definition.ts';
import { writeReports } from '../../src/report/write-reports.ts';
import { csvTables } from '../given/csv-tables.ts';
import { givenHostileDay, reportOptions as options, scope } from '../given/hostile-report.ts';
import { figuresOf, readWorkbook, rowsOf } from '../given/read-workbook.ts';

const own = join(packageRoot, 'test', 'report', 'definitions');
const folders = [shippedReports, own];
const ageing = readFileSync(join(own, 'ageing.yaml'), 'utf8');

type Change = readonly [from: string | RegExp, to: string];

/** A folder with the second definition, changed. */
function changed(changes: readonly Change[], name = 'ageing'): string {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-definition-'));
  const text = changes.reduce((before, [from, to]) => before.replace(from, to), ageing);
  writeFileSync(join(folder, `${name}.yaml`), text);
  return folder;
}

const section = 'sections[0]';
/** The line below which the columns of the section are listed. */
const head = '\n    columns:';

describe('A definition', () => {
  test('is found by its name in any of the folders', async () => {
    expect(await reportNames(folders)).toEqual(['ageing', 'daily']);
    expect((await loadDefinition('ageing', folders)).title).toBe('Ageing');
    expect((await loadDefinition()).name).toBe('daily');
  });

  test.each<[fault: string, from: string, to: string, line: number, key: string | undefined, message: string]>([
    ['an unknown key', 'charts:', 'colour: red\ncharts:', 3, 'colour', '"colour" is wrong'],
    ['an unknown format', ': count', ': number', 15, `${section}.columns[4].format`, '"format" is wrong'],
    ['a missing key', '    view: mart.break\n', '', 5, `${section}.view`, '"view" is wrong'],
    ['another name than its file', ': ageing', ': aging', 1, 'name', 'name is "aging" and the file is ageing.yaml.'],
    [
      'a title twice',
      'Days open',
      'difference',
      15,
      `${section}.columns[4].title`,
      'title "difference" is used twice.',
    ],
    ['a sheet of every workbook', 'Open items', 'Control totals', 6, `${section}.title`, '"title" is wrong'],
    [
      'no such column',
      head,
      `\n    print_through: status${head}`,
      10,
      `${section}.print_through`,
      'no column "status".',
    ],
    [
      'unread decisions',
      head,
      `\n    decide_after: outcome${head}`,
      10,
      `${section}.decide_after`,
      'no column "left_amount".',
    ],
    ['text that is not YAML', '[ages]', '[ages', 4, undefined, 'The report definition is not YAML'],
  ])('with %s is refused with file, line and key', async (_fault, from, to, line, key, message) => {
    const folder = changed([[from, to]]);
    await expect(loadDefinition('ageing', [folder])).rejects.toMatchObject({
      code: 'REPORT_DEFINITION_WRONG',
      exitStatus: 2,
      message: expect.stringContaining(message),
      place: { file: join(folder, 'ageing.yaml'), line, ...(key === undefined ? {} : { key }) },
    });
  });
});

const ofTrend = 'view: mart.trend\n    day: period';

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
    const index = readFileSync(await writeIndexPage(join(folder, 'out'), english()), 'utf8');
    expect(index).toContain('href="2026-11-02/acme/acme.html"');
    expect(index).toContain('href="2026-11-02/acme.ageing/acme.ageing.html"');
    expect(index).toContain('<td>acme, Ageing</td>');
  });

  test.each<[what: string, from: string, to: string, line: number, key: string, message: string]>([
    ['column', 'age_days', 'age', 15, 'columns[4].field', 'The view mart.break has no column "age".'],
    ['renamed column', 'right_minus_left', 'amount', 14, 'columns[3].field', '"amount"; it is now "right_minus_left".'],
    ['column of the order', ', business_date', ', day', 9, 'order[1]', 'The view mart.break has no column "day".'],
    ['macro', 'view:', 'day: period\n    view:', 9, 'view', 'There is no view mart.break.'],
    ['column of a macro', 'view: mart.break', ofTrend, 14, 'columns[2].field', 'mart.trend has no column "outcome".'],
  ])('with a %s that does not exist is an error at its key', async (_what, from, to, line, key, message) => {
    const wrong = changed([[from, to]]);
    const choice = { name: 'ageing', folders: [wrong] };
    await expect(writeReports(snapshot, scope, join(folder, 'wrong', 'acme'), options, choice)).rejects.toMatchObject({
      code: 'REPORT_DEFINITION_WRONG',
      place: { file: join(wrong, 'ageing.yaml'), line, key: `${section}.${key}` },
      message: expect.stringContaining(message),
    });
  });

  test('can have a section of a period, with the materiality, and leaves out sections for longer periods', async () => {
    const trend: Change[] = [
      ['view: mart.break', ofTrend],
      ['business_date, break_id]', 'list_order, method]'],
      [/ {6}- \{ field: outcome.*/s, '      - { field: amount, title: Amount, format: money, width: 14 }\n'],
    ];
    const of = async (changes: Change[], place: string) => {
      const choice = { name: 'ageing', folders: [changed(changes)] };
      const materiality = { percent: '20', minimum: { MYR: '10.00' } };
      await writeReports(snapshot, scope, join(folder, place, 'acme'), { ...options, materiality }, choice);
      return readdirSync(join(folder, place, 'acme.ageing')).filter((name) => name.endsWith('.csv'));
    };
    expect(await of(trend, 'of-period')).toEqual(['ageing.open-items.csv']);
    const [, ...rows] = csvTables(join(folder, 'of-period', 'acme.ageing')).get('ageing.open-items') ?? [];
    expect(rows.map((row) => row.slice(1).join(' '))).toEqual(['MYR 51.90', 'MYR 51.90']);
    expect(await of([...trend, ['day: period', 'day: period\n    least_days: 7']], 'of-week')).toEqual([]);
  });
});
