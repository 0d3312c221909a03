import { join } from 'node:path';
import type { Workbook } from 'exceljs';
import { beforeAll, describe, expect, test } from 'vitest';
import { workbookLimits } from '../../src/report/workbook/cells.ts';
import { writeReports } from '../../src/report/write-reports.ts';
import { givenChangedDay } from '../given/changed-warehouse.ts';
import { givenHostileDay, reportOptions, scope } from '../given/hostile-report.ts';
import { givenMonthReport } from '../given/month-report.ts';
import { partsOf } from '../given/office.ts';
import { figuresOf, readWorkbook, rowsOf } from '../given/read-workbook.ts';
import { unpackedBytes } from '../given/unpacked.ts';

let folder: string;
let snapshot: string;
let report: string;
let workbook: Workbook;

beforeAll(async () => {
  ({ folder, snapshot } = await givenHostileDay());
  report = (await writeReports(snapshot, scope, join(folder, 'out', 'acme'), reportOptions)).workbook;
  workbook = await readWorkbook(report);
});

describe('the workbook', () => {
  test('has its sheets in reading order; sheets that are not for readers are hidden', () => {
    expect(workbook.worksheets.map(({ name }) => name)).toEqual([
      'Summary',
      'Verdicts',
      'Causes',
      'Controls',
      'Inputs',
      'Changes',
      'Composition',
      'Unmatched',
      'Brought forward',
      'Matched',
      'Outstanding',
      'Suggested',
      'Control totals',
      'Bridges',
      'Rejected rows',
      'Sources',
      'Lists',
    ]);
    // no rows; the rows of the control totals; the choices of the decision columns
    const hidden = ['Brought forward', 'Outstanding', 'Suggested', 'Bridges', 'Lists'];
    expect(workbook.worksheets.filter(({ state }) => state === 'hidden').map(({ name }) => name)).toEqual(hidden);
  });

  test('links its front sheet to the sheets with rows, and names those without', async () => {
    const linksOf = (xml: string) => [...xml.matchAll(/ location="'([^']+)'!A1"/g)].map(([, sheet]) => sheet ?? '');
    const [links = []] = [...(await partsOf(report)).values()].map(linksOf).filter((sheets) => sheets.length > 1);
    const shown = workbook.worksheets.filter(({ state, name }) => state === 'visible' && name !== 'Summary');
    expect(links).toEqual(shown.map(({ name }) => name));
    const empty: unknown[] = [];
    workbook.getWorksheet('Summary')?.eachRow((row) => {
      if (row.getCell(1).value === 'Without rows, and hidden') empty.push(row.getCell(5).value);
    });
    expect(empty).toEqual(['Brought forward, Outstanding, Suggested']);
  });

  test('has numbers as numbers, dates as dates, and external text as text', () => {
    const [refund] = rowsOf(workbook.getWorksheet('Matched')).filter((row) => row['Left amount'] === 51.9);
    expect(refund).toMatchObject({ 'Business day': new Date('2026-11-02T00:00:00Z'), Difference: 0 });
    expect(refund?.['Left reference']).toBe(
      `'=HYPERLINK("http://evil.example","x")<script>alert(1)</script>\uFFFDabc😀`,
    );
  });

  test('has one row for each cause, with the unexplained amounts of the verdict', () => {
    const causes = rowsOf(workbook.getWorksheet('Causes')).filter((row) => row.Outcome !== 'outstanding');
    const [verdict] = rowsOf(workbook.getWorksheet('Verdicts'));
    expect(causes.length).toBe(verdict?.Causes);
    expect(causes.length).toBeGreaterThan(0);
    for (const [side, unexplained] of [
      ['Debit', 'Unexplained debit'],
      ['Credit', 'Unexplained credit'],
    ] as const)
      expect(causes.reduce((sum, row) => sum + Math.round(Number(row[side]) * 100), 0)).toBe(
        Math.round(Number(verdict?.[unexplained]) * 100),
      );
    const ids = new Set(rowsOf(workbook.getWorksheet('Unmatched')).map((row) => row['Cause ID']));
    expect(
      causes.filter((row) => row.Outcome !== 'control out of balance').every((row) => ids.has(row['Cause ID'])),
    ).toBe(true);
  });

  test('begins with the actions that matter most, with amount, number and age', () => {
    const actions: string[] = [];
    workbook.getWorksheet('Summary')?.eachRow((row) => {
      const [title, , , , remark] = [1, 2, 3, 4, 5].map((column) => String(row.getCell(column).value ?? ''));
      if (/^\d\. /.test(title ?? '')) actions.push(`${title} | ${remark}`);
    });
    expect(actions.length).toBeGreaterThan(0);
    expect(actions.length).toBeLessThanOrEqual(5);
    for (const action of actions)
      expect(action).toMatch(/^\d\. .+ \| .+ \d+ causes?, \d+ days? open, from 2026-\d\d-\d\d\.$/);
  });

  test('has formulas in Summary and Control totals with the results of the database', () => {
    const front = figuresOf(workbook.getWorksheet('Summary'));
    expect(front.Verdict).toEqual({ 'MYR: Incomplete': 1 });
    // two refunds were paid, also according to the day's turnover
    expect(front['Unexplained differences by control']).toMatchObject({ 'Statement to turnover, incoming': 0 });
    const controls = figuresOf(workbook.getWorksheet('Control totals'));
    expect(controls['Statement to turnover, outgoing, amount (MYR)']).toMatchObject({
      'Total per statement': 58.9,
      'Total per gateway turnover': 58.9,
    });
  });

  test('has a table, range names, frozen and repeated headings, and locks on each detail sheet', () => {
    const sheet = workbook.getWorksheet('Unmatched');
    expect(Object.keys(sheet?.getTables() ?? {})).toBeTruthy();
    expect(workbook.definedNames.getRanges('unmatched_right_minus_left').ranges).toEqual(['Unmatched!$F$5']);
    expect(sheet?.views).toMatchObject([{ state: 'frozen', ySplit: 4 }]);
    expect(sheet?.pageSetup).toMatchObject({ orientation: 'landscape', printTitlesRow: '4:4', fitToWidth: 1 });
    expect(sheet?.headerFooter.oddFooter).toContain('&P of &N');
    const titles = (sheet?.getRow(4).values ?? []) as string[];
    const decision = sheet?.getCell(5, titles.indexOf('Decision'));
    expect(decision?.protection?.locked).toBe(false);
    expect(decision?.dataValidation).toMatchObject({ type: 'list', formulae: ['decision_list'] });
    expect(sheet?.getCell(5, titles.indexOf('Difference')).protection?.locked).not.toBe(false);
    expect(sheet?.getColumn(titles.indexOf('Seal')).hidden).toBe(true);
  });

  test('shows each currency with its own decimals, in the rows and under Control totals', async () => {
    const many = ['JPY', 'KWD'].flatMap((currency) => [
      `insert into recon.item by name (select * replace ('${currency}' as currency, item_key || '${currency}' as item_key, md5('${currency}' || item_key) as break_id,
         1234 as left_amount, null as right_amount, -1234 as right_minus_left) from recon.item where currency = 'MYR' and outcome = 'orphan_refund')`,
      `insert into recon.bridge_line by name (select * replace ('${currency}' as currency) from recon.bridge_line where currency = 'MYR')`,
    ]);
    const { folder: out, snapshot: changed } = await givenChangedDay(many);
    const { workbook: path } = await writeReports(changed, scope, join(out, 'many', 'acme'), reportOptions);
    const workbookOfMany = await readWorkbook(path);
    const formats = (name: string, currencyAt: number, figureAt: number) => {
      const found = new Map<string, Set<string>>();
      workbookOfMany.getWorksheet(name)?.eachRow((row) => {
        const [currency, figure] = [String(row.getCell(currencyAt).value), row.getCell(figureAt)];
        if (!/^[A-Z]{3}$/.test(currency) || figure.value === null) return;
        found.set(currency, (found.get(currency) ?? new Set()).add(figure.numFmt));
      });
      return Object.fromEntries([...found].map(([currency, all]) => [currency, [...all].sort()]));
    };
    const format = (places: string) => `#,##0${places};[Red]-#,##0${places};0${places}`;
    const [two, none, three] = [format('.00'), format(''), format('.000')];
    expect(formats('Unmatched', 3, 6)).toEqual({ MYR: [two], JPY: [none], KWD: [three] });
    const counted = { MYR: ['#,##0', two], JPY: ['#,##0', none], KWD: ['#,##0', three] };
    expect(formats('Control totals', 2, 3)).toEqual(counted);
    expect(formats('Summary', 2, 3)).toEqual(counted);
  });

  test('continues on further sheets, then in the CSV file only; Summary says so and shows plain figures', async () => {
    const limits = { ...workbookLimits, rowsPerSheet: 7, sheetsPerSection: 2 };
    const small = await writeReports(snapshot, scope, join(folder, 'small', 'acme'), { ...reportOptions, limits });
    const cut = await readWorkbook(small.workbook);
    const whole = rowsOf(workbook.getWorksheet('Bridges'));
    const parts = ['Bridges', 'Bridges 2'].map((name) => rowsOf(cut.getWorksheet(name)));
    expect(parts.map((part) => part.length)).toEqual([7, 7]);
    expect(parts.flat()).toEqual(whole.slice(0, 14));
    expect(cut.getWorksheet('Bridges 3')).toBeUndefined();
    const notes: string[] = [];
    cut.getWorksheet('Summary')?.eachRow((row) => notes.push(String(row.getCell(5).value ?? '')));
    expect(notes.join('\n')).toContain(
      `Continued on Bridges 2. ${whole.length - 14} further rows are in bridges.csv only`,
    );
    expect(figuresOf(cut.getWorksheet('Control totals'))).toEqual(figuresOf(workbook.getWorksheet('Control totals')));
    const formulas = { ...workbookLimits, rowsPerSheet: 7, sheetsPerSection: 9 };
    const further = await writeReports(snapshot, scope, join(folder, 'further', 'acme'), {
      ...reportOptions,
      limits: formulas,
    });
    const cell = (await readWorkbook(further.workbook)).getWorksheet('Control totals')?.getCell('C5');
    expect(cell?.formula).toContain('SUMIFS(bridges_amount,bridges_currency,"MYR"');
    expect(cell?.formula).toContain('+SUMIFS(bridges_2_amount,bridges_2_currency,"MYR"');
  });
});

test('Each currency of its statements begins a printed page', async () => {
  const { report } = await givenMonthReport(2, 12);
  const rows = await readWorkbook(report.workbook);
  const titles: number[] = [];
  rows.getWorksheet('Summary')?.eachRow((row, at) => {
    const title = String(row.getCell(1).value);
    if (title.startsWith('Gateway clearing account') || title === 'Unexplained differences by control') titles.push(at);
  });
  expect(titles.length).toBe(3);
  const sheet = unpackedBytes(report.workbook).toString('utf8');
  const breaks = [...sheet.matchAll(/<brk id="(\d+)"/g)].map(([, row]) => Number(row) + 1);
  expect(breaks).toEqual(titles);
});

test('Its formulas name only ranges that it defines, and sum what stands from its list alone', async () => {
  const { report } = await givenMonthReport(2, 12);
  const written = await readWorkbook(report.workbook);
  const used = new Set<string>();
  written.eachSheet((sheet) =>
    sheet.eachRow((row) =>
      row.eachCell(({ formula }) => {
        // without its texts and sheets, what is in lower case in a formula is the name of a range
        const names = formula?.replaceAll(/"[^"]*"|'[^']*'!/g, '').match(/\b[a-z]\w*_\w+/g) ?? [];
        for (const name of names) used.add(name);
      }),
    ),
  );
  expect([...used].filter((name) => written.definedNames.getRanges(name).ranges.length === 0)).toEqual([]);
  expect(used).toContain('composition_amount');
  expect([...used].filter((name) => name.endsWith('_right_amount') || name.endsWith('_right_minus_left'))).toEqual([]);
});
