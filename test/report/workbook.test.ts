import type { Workbook, Worksheet } from 'exceljs';
import { beforeAll, describe, expect, test } from 'vitest';
import { workbookLimits } from '../../src/report/workbook/cells.ts';
import { givenHostileDay, reportOf } from '../given/hostile-report.ts';
import { partsOf } from '../given/office.ts';
import { figuresOf, readWorkbook, rowsOf } from '../given/read-workbook.ts';

/** The number of printed columns of a sheet. */
const lastPrinted = (sheet: Worksheet) =>
  sheet.getColumn(/:\$?([A-Z]+)/.exec(sheet.pageSetup.printArea ?? '')?.[1] ?? 'A').number;

let day: Awaited<ReturnType<typeof givenHostileDay>>;
let report: string;
let workbook: Workbook;

beforeAll(async () => {
  day = await givenHostileDay();
  report = (await reportOf(day)).workbook;
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

  test('prints no sheet in letters below 5.5 points, and wide sheets on several pages with their first columns', () => {
    const shown = workbook.worksheets.filter(({ state }) => state === 'visible');
    for (const sheet of shown.filter(({ pageSetup }) => pageSetup.orientation === 'landscape')) {
      const printed = sheet.columns.slice(0, sheet.pageSetup.printArea === undefined ? undefined : lastPrinted(sheet));
      const width = printed.reduce((sum, { width: one = 0, hidden }) => sum + (hidden ? 0 : (one * 7 + 5) * 0.75), 0);
      const paper = 784 * (sheet.pageSetup.fitToWidth ?? 1);
      // letters have 10 points before they are made smaller
      expect([sheet.name, Math.min(1, paper / width) >= 0.55]).toEqual([sheet.name, true]);
    }
    const setup = (name: string) => workbook.getWorksheet(name)?.pageSetup;
    expect(setup('Causes')).toMatchObject({ fitToWidth: 2, printTitlesColumn: 'A:D', printTitlesRow: '4:4' });
    expect(setup('Unmatched')).toMatchObject({ fitToWidth: 1, printTitlesRow: '4:4' });
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

  test('has the first rows of a section of many; its lines say where all are, and figures have no formula', async () => {
    const limits = { ...workbookLimits, rowsPerSheet: 7 };
    const cut = await readWorkbook((await reportOf(day, 'small', { limits })).workbook);
    const whole = rowsOf(workbook.getWorksheet('Bridges'));
    expect(rowsOf(cut.getWorksheet('Bridges'))).toEqual(whole.slice(0, 7));
    expect(String(cut.getWorksheet('Bridges')?.getCell('A2').value)).toContain(
      `The first 7 of ${whole.length} rows; all are in bridges.parquet.`,
    );
    const notes: string[] = [];
    cut.getWorksheet('Summary')?.eachRow((row) => notes.push(String(row.getCell(5).value ?? '')));
    expect(notes.join('\n')).toContain(`${whole.length - 7} further rows are in bridges.parquet only`);
    const [controls, before] = [cut, workbook].map((each) => each.getWorksheet('Control totals'));
    expect(figuresOf(controls)).toEqual(figuresOf(before));
    expect(before?.getCell('C5').formula).toContain('SUMIFS(bridges_amount,bridges_currency,"MYR"');
    expect(controls?.getCell('C5').formula).toBeUndefined();
  });
});
