import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { tieout } from './command.ts';
import { readWorkbook, rowsOf } from './read-workbook.ts';

/** A folder with these files, in which the command line is run. */
export function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-match-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Runs `tieout match` in a folder. */
export const matchIn = (folder: string, ...args: string[]) => tieout(['match', ...args], { COLUMNS: '200' }, folder);

type Answer = {
  outcome: string;
  totals: { currency: string; matched: number; differing: number; suggested: number }[];
  notes: string[];
};

/** The answer of `tieout match` as data, with its exit status. */
export async function matchAnswer(folder: string, ...args: string[]): Promise<Answer & { status: number | null }> {
  const { status, out, err } = await tieout(['--json', 'match', ...args], {}, folder);
  if (out === '') throw new Error(`No answer, status ${status}: ${err}`);
  const answer: Answer = JSON.parse(out);
  return { ...answer, status };
}

/** The records of a result, as records.jsonl has them. */
export const recordsIn = (folder: string): Record<string, string | null>[] =>
  readFileSync(join(folder, 'tieout-match', 'records.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Files in a folder, the sides that are matched, and the result of matching them. */
export function givenMatch(files: Record<string, string>, ...sides: readonly string[]) {
  const folder = folderWith(files);
  const workbook = join(folder, 'tieout-match', 'match.xlsx');
  return {
    ...{ folder, workbook },
    match: (...options: string[]) => matchIn(folder, ...sides, ...options),
    answer: (...options: string[]) => matchAnswer(folder, ...sides, ...options),
    records: () => recordsIn(folder),
    /** The records with only these columns, in their order. */
    columns: (...names: string[]) => recordsIn(folder).map((record) => names.map((name) => record[name])),
    write: (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text),
    text: (name: string) => readFileSync(join(folder, name), 'utf8'),
    /** Writes decisions into a sheet of the workbook of the result, or of a copy. */
    decide: (sheet: string, title: string, text: (row: Row) => string | undefined, to = workbook) =>
      decide(workbook, to, sheet, title, text),
  };
}

/** Four lines of books, and a statement of the bank: three belong together, and each file has a line of its own. */
export const books = `Date,Invoice No,Payee,Amount
2026-10-01,INV-1001,Lim Trading,1250.50
2026-10-02,INV-1002,Acme Supplies,300.00
2026-10-03,INV-1003,Tan Ah Kow,-45.10
2026-10-09,INV-1004,Unknown Vendor,999.99
`;
export const bank = `Date,Description,Reference,Debit,Credit
02/10/2026,LIM TRADING,INV-1001,,"1,250.50"
03/10/2026,ACME SUPPLIES,INV 1002,,300.00
13/10/2026,REFUND TAN AH KOW,INV-1003,45.10,
31/10/2026,SERVICE CHARGE,,10.00,
`;

type Row = ReturnType<typeof rowsOf>[number];

/**
 * Writes texts into cells of a workbook: by sheet, the text in the column `title` of each row for which `text` gives one. The sheets are
 * protected, so a person can write only where a cell is unlocked.
 */
export async function decide(
  path: string,
  to: string,
  sheet: string,
  title: string,
  text: (row: Row) => string | undefined,
) {
  const workbook = await readWorkbook(path);
  const found = workbook.getWorksheet(sheet);
  const rows = rowsOf(found);
  const titles = Object.keys(rows[0] ?? {});
  rows.forEach((row, index) => {
    const entry = text(row);
    const cell = found?.getRow(5 + index).getCell(titles.indexOf(title) + 1);
    if (entry === undefined || cell === undefined) return;
    expect([title, cell.protection.locked]).toEqual([title, false]);
    cell.value = entry;
  });
  await workbook.xlsx.writeFile(to);
}
