import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Workbook } from 'exceljs';
import { beforeAll, expect, test } from 'vitest';
import { attacks, givenReportOfText } from '../given/changed-warehouse.ts';
import { savedByOffice } from '../given/office.ts';
import { readWorkbook } from '../given/read-workbook.ts';

let ours: Workbook;
let theirs: Workbook;
const out = mkdtempSync(join(tmpdir(), 'tieout-hostile-'));
let csvFolder: string;

beforeAll(async () => {
  const formula = '=HYPERLINK("http://evil.example";"x")';
  const written = await givenReportOfText(`${formula} ${attacks} ${'very long '.repeat(4000)}`);
  csvFolder = written.folder;
  ours = await readWorkbook(written.workbook);
  theirs = await readWorkbook(savedByOffice(written.workbook, out));
});

/** The formulas and texts of a workbook, by sheet and address. */
function cellsOf(workbook: Workbook): { formulas: Map<string, string>; texts: Map<string, string> } {
  const formulas = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const sheet of workbook.worksheets)
    sheet.eachRow((row) =>
      row.eachCell(({ value, address }) => {
        const place = `${sheet.name} ${address}`;
        if (typeof value === 'string') texts.set(place, value);
        else if (typeof value === 'object' && value !== null && 'formula' in value) formulas.set(place, value.formula);
      }),
    );
  return { formulas, texts };
}

test('LibreOffice opens a workbook with hostile text without evaluating any of it', () => {
  const [written, opened] = [cellsOf(ours), cellsOf(theirs)];
  expect(theirs.worksheets.map(({ name }) => name)).toEqual(ours.worksheets.map(({ name }) => name));
  // the counts of verdicts and changes; sums by a hostile subject are plain figures
  expect(written.formulas.size).toBeGreaterThan(2);
  expect([...opened.formulas.keys()].sort()).toEqual([...written.formulas.keys()].sort());
  const hostile = [...written.texts].filter(([, text]) => text.includes('<img src=x onerror=ran=1>'));
  expect(hostile.length).toBeGreaterThan(40);
  const changed = hostile.filter(([place, text]) => opened.texts.get(place) !== text);
  expect(changed.map(([place]) => place)).toEqual([]);
});

test('LibreOffice opens a CSV file with hostile text without evaluating any of it', async () => {
  for (const name of ['unmatched', 'rejected']) {
    const opened = cellsOf(await readWorkbook(savedByOffice(join(csvFolder, `${name}.csv`), out)));
    expect(opened.formulas.size, name).toBe(0);
    expect([...opened.texts.values()].some((text) => text.includes('<img src=x onerror=ran=1>'))).toBe(true);
  }
});
