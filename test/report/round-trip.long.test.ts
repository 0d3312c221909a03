import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CellValue, Row, Worksheet } from 'exceljs';
import { beforeAll, expect, test } from 'vitest';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { decideWorkbook } from '../../src/decisions/workbook-decisions.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { readWorkbookDecisions } from '../../src/report/round-trip/read-decisions.ts';
import { decisionTitles, seal, sealedText, sealTitles } from '../../src/report/workbook/decision-columns.ts';
import { tieout } from '../given/command.ts';
import { cell, columnOf, firstRow, unmatched, unmatchedOf } from '../given/decision-sheet.ts';
import { givenMonthReport } from '../given/month-report.ts';
import { readWorkbook } from '../given/read-workbook.ts';
import { daysAgo } from '../given/shop.ts';

let given: Awaited<ReturnType<typeof givenMonthReport>>;
let report: string;
let config: LoadedConfig;

beforeAll(async () => {
  given = await givenMonthReport(2, 40);
  appendFileSync(given.path, 'decision: { second_approval_for: [write_off] }\n');
  report = given.report.workbook;
  config = await loadConfig(given.path);
});

/** The outcome of each decided row of a workbook: its place, and `accepted` or the error code. */
async function take(path: string): Promise<[string, string][]> {
  const { outcomes } = await decideWorkbook(config, path, { author: '', isDryRun: false, progress: silentProgress });
  return outcomes.map((outcome) => [
    `${outcome.place.sheet}, row ${outcome.place.row}`,
    'refusal' in outcome ? outcome.refusal.code : 'accepted',
  ]);
}

const call = (...args: string[]) => tieout(['-q', '-c', given.path, 'decide', ...args], given.env);
function decide(row: Row, decision: CellValue, reason = 'other', note = 'Talked to them', author = 'aida'): void {
  const entries = { Decision: decision, 'Decision reason': reason, Note: note, 'Decided by': author };
  for (const [title, value] of Object.entries(entries)) if (value !== '') cell(row, title).value = value;
}

/** Edits the workbook as a person would and saves it under another name. */
async function edited(name: string, edit: (row: (index: number) => Row, sheet: Worksheet) => void, from = report) {
  const workbook = await readWorkbook(from);
  const sheet = unmatched(workbook);
  edit((index) => sheet.getRow(firstRow + index), sheet);
  const path = join(given.folder, name);
  await workbook.xlsx.writeFile(path);
  return path;
}

/** Seals a row with other figures, as in a workbook of an earlier run. */
function changeSeenFigure(row: Row, index: number, value: string | null): void {
  const seen = JSON.parse(String(cell(row, 'As seen').value));
  seen[index] = value;
  const text = JSON.stringify(seen);
  const titles = (row.worksheet.getRow(4).values as string[]).slice(1);
  const own: readonly string[] = [...decisionTitles, ...sealTitles];
  const cells = titles
    .filter((title) => !own.includes(title))
    .map((title) => {
      const content = cell(row, title).value;
      const days = content instanceof Date ? content.getTime() / 86_400_000 + 25_569 : content;
      return sealedText(typeof days === 'string' || typeof days === 'number' ? days : undefined);
    });
  cell(row, 'As seen').value = text;
  cell(row, 'Seal').value = seal(String(cell(row, 'Item').value), text, cells);
}

const effectiveDay = daysAgo(1);

test('A workbook is previewed; then valid decisions are recorded and all others rejected with a reason', async () => {
  const path = await edited('decided.xlsx', (row, sheet) => {
    decide(row(0), 'accept');
    decide(row(1), 'write-off', 'rounding');
    cell(row(1), 'Effective day').value = effectiveDay;
    decide(row(2), 'Match');
    decide(row(3), 'accept', '');
    decide(row(4), 'accept', 'no_such_reason');
    decide(row(5), '', '', 'only a note', '');
    decide(row(6), 'accept');
    cell(row(6), 'Difference').value = 0.01;
    decide(row(7), 'accept');
    sheet.addRow((row(7).values as CellValue[]).slice(1));
    decide(row(8), { formula: '"accept"', result: 'accept' });
    decide(row(9), 'accept', 'other', 'n', '');
    decide(row(10), 'accept', 'other', 'n'.repeat(1001));
    decide(row(11), 'explain', 'other', '');
    decide(row(12), 'approve', '');
    decide(row(13), 'accept');
    changeSeenFigure(row(13), 2, '0.0100');
    decide(row(14), 'accept');
    cell(row(14), 'Item').value = String(cell(row(15), 'Item').value);
  });
  const codes = [
    ['decision wrong', 7, 'DECISION_WRONG'],
    ['reason missing', 8, 'REASON_MISSING'],
    ['reason unknown', 9, 'REASON_UNKNOWN'],
    ['decision missing', 10, 'DECISION_MISSING'],
    ['altered', 11, 'ROW_ALTERED'],
    ['twice', 12, 'ROW_TWICE'],
    ['formula', 13, 'ROW_HAS_FORMULA'],
    ['no author', 14, 'AUTHOR_MISSING'],
    ['note too long', 15, 'NOTE_TOO_LONG'],
    ['no note', 16, 'NOTE_MISSING'],
    ['nothing to approve', 17, 'NOTHING_TO_ANSWER'],
    ['figures', 18, 'FIGURES_CHANGED'],
    ['another item', 19, 'ROW_ALTERED'],
  ] as const;
  const shown = await call('--from', path);
  expect(shown).toMatchObject({ status: 1, err: '' });
  expect(shown.out).toMatch(/^dry run {3}Unmatched, row 5: accept [0-9a-f]{12}, other, by aida\n/);
  expect(shown.out).toMatch(/dry run {3}Unmatched, row 6: write-off .*; needs a second approval\n/);
  for (const [name, row, code] of codes)
    expect(shown.out, name).toMatch(new RegExp(`^rejected {2}Unmatched, row ${row}: .*\\(${code}\\)$`, 'm'));
  expect(shown.out).toContain('Nothing is recorded yet');
  expect(shown.out.match(/^dry run/gm)?.length).toBe(2);
  expect(existsSync(join(given.folder, 'decided.decided.csv'))).toBe(false);

  const done = await call('--from', path, '--yes');
  expect(done).toMatchObject({ status: 1, err: '' });
  expect(done.out.match(/^recorded/gm)?.length).toBe(2);
  const effective = 'select decision, effective_on::text as effective_on from mart.decision order by 1';
  const [accepted, writtenOff] = JSON.parse(
    (await tieout(['-q', '--json', '-c', given.path, 'sql', effective], given.env)).out,
  );
  // the accepted item of that row is one of the first day
  expect([accepted.effective_on < effectiveDay, writtenOff.effective_on]).toEqual([true, effectiveDay]);
  const csv = readFileSync(join(given.folder, 'decided.decided.csv'), 'utf8');
  expect(csv.split('\r\n').length).toBe(2 + 2 + codes.length + 1);
  expect(csv).toMatch(/\r\nUnmatched,5,[0-9a-f]{12},accept,other,Talked to them,aida,recorded,,,[0-9a-f-]{36}\r\n/);
  expect(csv).toMatch(/\r\nUnmatched,11,,accept,other,Talked to them,aida,rejected,ROW_ALTERED,/);

  // the same workbook again: its decisions were already recorded
  const again = await take(path);
  expect(again[0]).toEqual(['Unmatched, row 5', 'BREAK_DECIDED']);
  expect(again.filter(([, code]) => code === 'accepted')).toEqual([]);
  const { outcomes: preview } = await decideWorkbook(config, path, {
    author: 'mei',
    isDryRun: true,
    progress: silentProgress,
  });
  expect(preview[9]).toMatchObject({ entered: { author: '' }, decisions: [{ author: 'mei' }] });
});

/** The daily report of a row, as rewritten after the decisions. */
async function daily(): Promise<string> {
  const seen = cell((await unmatchedOf(report)).getRow(firstRow), 'Business day').value;
  if (!(seen instanceof Date)) throw new Error('no day');
  return join(given.folder, 'data', 'reports', seen.toISOString().slice(0, 10), 'acme', 'acme.xlsx');
}

test('A decision is approved in the workbook once, by another person, and only as that person saw it', async () => {
  const from = await daily();
  const waiting = (row: Row) => cell(row, 'Status').value === 'awaiting approval';
  const answered = (name: string, author: string, decision = 'approve', change: (row: Row) => void = () => {}) => {
    const answer = (_row: unknown, sheet: Worksheet) =>
      sheet.eachRow((row, at) => {
        if (at < firstRow || !waiting(row)) return;
        decide(row, decision, '', '', author);
        change(row);
      });
    return edited(name, answer, from);
  };
  const codes = async (path: string) => (await take(path)).map(([, code]) => code);
  expect(await codes(await answered('own.xlsx', ' AIDA '))).toEqual(['SAME_PERSON']);
  const seenByMei = await answered('other.xlsx', 'x', 'approve', (row) => changeSeenFigure(row, 7, 'mei'));
  expect(await codes(seenByMei)).toEqual(['DECISION_CHANGED']);
  const second = await answered('second.xlsx', 'badrul');
  expect(await codes(second)).toEqual(['accepted']);
  expect(await codes(second)).toEqual(['APPROVED_ALREADY']);
  expect(await codes(await answered('undo.xlsx', 'aida', 'undo'))).toEqual(['accepted']);
});

test('Decisions in the workbook of a period leave that workbook and the report of the latest day current', async () => {
  const supersededOf = (path: string): unknown =>
    JSON.parse(readFileSync(join(dirname(path), 'verdicts.json'), 'utf8')).superseded;
  const text = (path: string) => readFileSync(join(dirname(path), 'acme.html'), 'utf8');
  // the earlier tests made their decisions in other files
  expect(supersededOf(report)).toMatchObject({ current: '../../index.html' });
  expect(text(report)).toContain('<main>\n<p class="banner superseded"><span>Superseded on ');
  expect(supersededOf(given.day.workbook)).toBeUndefined();
  const workbook = await readWorkbook(report);
  const first = cell(unmatched(workbook).getRow(firstRow), 'Business day').value;
  const open: Row[] = [];
  unmatched(workbook).eachRow((row, at) => {
    const isFirstDay = String(cell(row, 'Business day').value) === String(first);
    if (at >= firstRow && isFirstDay && cell(row, 'Status').value === 'open') open.push(row);
  });
  const [row] = open.slice(-1);
  if (row === undefined) throw new Error('no open item');
  decide(row, 'accept');
  await workbook.xlsx.writeFile(report);
  const before = readFileSync(report);
  const done = await call('--from', report, '--yes');
  expect(done).toMatchObject({ status: 0, err: '' });
  for (const path of [report, given.day.workbook]) {
    expect(done.out).toContain(`reports   ${dirname(path)}\n`);
    expect(supersededOf(path)).toBeUndefined();
    expect(text(path)).not.toContain('Superseded');
  }
  expect(readFileSync(report).equals(before)).toBe(false);
  expect(readFileSync(join(dirname(report), 'acme.given.xlsx')).equals(before)).toBe(true);
});

test('A file that is not a workbook of a report is rejected', async () => {
  const foreign = join(given.folder, 'foreign.xlsx');
  const { default: exceljs } = await import('exceljs');
  const other = new exceljs.Workbook();
  other.addWorksheet('Unmatched').addRow(['Decision', 'Note']);
  await other.xlsx.writeFile(foreign);
  const narrowed = await edited('narrowed.xlsx', (_row, sheet) => {
    sheet.getCell(4, columnOf(sheet, 'Seal')).value = 'Mine';
  });
  for (const [path, code] of [
    [foreign, 'WORKBOOK_FOREIGN'],
    [narrowed, 'WORKBOOK_COLUMNS'],
  ] as const) {
    await expect(readWorkbookDecisions(path)).rejects.toMatchObject({ code, exitStatus: 2 });
  }
  const both = await call('accept', 'ffff', '--from', foreign);
  expect(both).toMatchObject({ status: 2 });
  expect(both.err).toContain('With --from the decisions come from the workbook');
});
