import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worksheet } from 'exceljs';
import { beforeAll, expect, test } from 'vitest';
import { columnLetters } from '../../src/report/xlsx/xml-text.ts';
import { tieout } from '../given/command.ts';
import { cell, columnOf, firstRow, unmatchedOf } from '../given/decision-sheet.ts';
import { inSnapshot } from '../given/in-snapshot.ts';
import { givenMonthReport } from '../given/month-report.ts';
import { editedByOffice, type OfficeStep } from '../given/office-edit.ts';

const decided = 1000;
const kinds = [
  { word: 'accept', kept: 'accept', reason: 'other', note: () => '' },
  {
    word: 'explain',
    kept: 'explain',
    reason: 'arrives_later',
    note: (at: number) => `=1+1 is no formula, no. ${at} 😀 "é", <b>\nand a second line`,
  },
  { word: 'write off', kept: 'write_off', reason: 'rounding', note: (at: number) => `@SUM(A${at}); -5%` },
  { word: ' Accept ', kept: 'accept', reason: 'agreed_fee', note: (at: number) => `ليس خطأ ${at}` },
];
const authors = ['aida', 'Badrul bin Osman'];

let given: Awaited<ReturnType<typeof givenMonthReport>>;
let folder: string;

beforeAll(async () => {
  given = await givenMonthReport(2, 30, 1100);
  appendFileSync(given.path, 'decision: { second_approval_for: [write_off] }\n');
  folder = mkdtempSync(join(tmpdir(), 'tieout-office-'));
});

/** The steps that fill in the decision columns of a row. */
function entries(sheet: Worksheet, row: number, texts: Record<string, string>): OfficeStep[] {
  return Object.entries(texts).flatMap(([title, text]): OfficeStep[] =>
    text === ''
      ? []
      : [{ do: 'type', sheet: 'Unmatched', cell: `${columnLetters(columnOf(sheet, title))}${row}`, text }],
  );
}

const decisionAt = (at: number) => {
  const kind = kinds[at % kinds.length];
  if (kind === undefined) throw new Error('no kind');
  return { ...kind, note: kind.note(at), author: authors[at % authors.length] ?? '' };
};

test('A thousand decisions saved in LibreOffice are read back unchanged, and no other cell is read', async () => {
  const sheet = await unmatchedOf(given.report.workbook);
  expect(sheet.rowCount).toBeGreaterThan(firstRow + decided + 6);
  const steps: OfficeStep[] = [];
  for (let at = 0; at < decided; at += 1) {
    const { word, reason, note, author } = decisionAt(at);
    const texts = { Decision: word, 'Decision reason': reason, Note: note, 'Decided by': author };
    steps.push(...entries(sheet, firstRow + at, texts));
  }
  const accepted = { Decision: 'accept', 'Decision reason': 'other', 'Decided by': 'aida' };
  const [altered, formula] = [firstRow + decided, firstRow + decided + 1];
  const at = (title: string, row: number) => `${columnLetters(columnOf(sheet, title))}${row}`;
  steps.push(
    { do: 'look', sheet: 'Unmatched', cell: at('Difference', firstRow) },
    { do: 'look', sheet: 'Unmatched', cell: at('Decision', firstRow) },
    ...[altered, formula].flatMap((row) => entries(sheet, row, accepted)),
    { do: 'unprotect', sheet: 'Unmatched' },
    { do: 'number', sheet: 'Unmatched', cell: at('Difference', altered), value: 0.01 },
    { do: 'formula', sheet: 'Unmatched', cell: at('Decision', formula), text: '="accept"' },
  );
  const edited = join(folder, 'edited.xlsx');
  const output = editedByOffice(given.report.workbook, edited, steps, folder);
  expect(output.filter((line) => line !== 'done')).toEqual(['protected, locked', 'protected, unlocked']);

  const done = await tieout(['-q', '-c', given.path, 'decide', '--from', edited, '--yes'], given.env);
  expect(done).toMatchObject({ status: 1, err: '' });
  const rejected = done.out.split('\n').filter((line) => line.startsWith('rejected'));
  expect(rejected.map((line) => line.replace(/^rejected {2}Unmatched, row (\d+): .*\((\w+)\)$/, '$1 $2'))).toEqual([
    `${altered} ROW_ALTERED`,
    `${formula} ROW_HAS_FORMULA`,
  ]);
  expect(readFileSync(join(folder, 'edited.decided.csv'), 'utf8').match(/,recorded,/g)?.length).toBe(decided);

  const kept = await inSnapshot(given.snapshot, (rows) =>
    rows(
      'select break_id, decision, reason_code, decision_note as note, decided_by as author from mart.decision order by all',
    ),
  );
  const expectedRows = Array.from({ length: decided }, (_, index) => {
    const { kept: decision, reason, note, author } = decisionAt(index);
    const id = String(cell(sheet.getRow(firstRow + index), 'Item').value);
    return { break_id: id, decision, reason_code: reason, note: note === '' ? null : note, author };
  });
  const byId = (a: { break_id?: unknown }, b: { break_id?: unknown }) =>
    String(a.break_id) < String(b.break_id) ? -1 : 1;
  expect([...kept].sort(byId)).toEqual(expectedRows.sort(byId));
}, 600_000);
