import type { Workbook } from 'exceljs';
import { beforeAll, expect, test } from 'vitest';
import type { WrittenReport } from '../../src/report/write-reports.ts';
import { attacks, givenReportOfText } from '../given/changed-warehouse.ts';
import { csvTables } from '../given/csv-tables.ts';
import { readWorkbook } from '../given/read-workbook.ts';

/** Forbidden in cells: the beginning of a formula, direction marks, control characters. */
const begins = /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const isNumber = /^-?\d+(\.\d+)?$/;
const unwanted = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|(?![\n\r\t])\p{Cc}|\p{Cs}/u;

let written: WrittenReport;
let workbook: Workbook;

beforeAll(async () => {
  written = await givenReportOfText(`=1+1 ${attacks} ${'very long '.repeat(4000)}`);
  workbook = await readWorkbook(written.workbook);
});

/** Whether a text has none of them and fits into a cell. */
const isHarmless = (text: string) => !begins.test(text) && !unwanted.test(text) && text.length < 32_767;
const short = (text: string) => text.slice(0, 80);

const titles = {
  changes: 'Changes',
  unmatched: 'Unmatched',
  matched: 'Matched',
  timing: 'Outstanding',
  suggested: 'Suggested',
  bridges: 'Bridges',
  rejected: 'Rejected rows',
  sources: 'Sources',
};

test('CSV: no formulas, direction marks or control characters in cells, and no lost rows', () => {
  const tables = csvTables(written.folder);
  for (const [name, title] of Object.entries(titles)) {
    const [heads = [], ...rows] = tables.get(name) ?? [];
    expect(rows.length, name).toBeGreaterThan(0);
    expect(rows.length, name).toBe((workbook.getWorksheet(title)?.rowCount ?? 0) - 4);
    expect(rows.flat().some((cell) => cell.includes('<img src=x onerror=ran=1>'))).toBe(true);
    expect(rows.every((row) => row.length === heads.length)).toBe(true);
    const harmful = rows.flat().filter((cell) => !isNumber.test(cell) && !isHarmless(cell));
    expect(harmful.map(short), name).toEqual([]);
  }
});

test('Workbook: external text is never a formula or a link', () => {
  const findings: string[] = [];
  let seen = 0;
  for (const sheet of workbook.worksheets) {
    sheet.eachRow((row) =>
      row.eachCell(({ value, address }) => {
        const place = `${sheet.name} ${address}: `;
        if (typeof value === 'string') {
          if (!isHarmless(value)) findings.push(place + short(value));
          if (value.includes('<img src=x onerror=ran=1>')) seen += 1;
        } else if (typeof value === 'object' && value !== null && 'formula' in value) {
          // a formula holds text only as a quoted literal
          const bare = String(value.formula).replaceAll(/"(?:[^"]|"")*"/g, '');
          if (!/^[\w:!$,()+\-' ]+$/.test(bare)) findings.push(place + short(bare));
        } else if (typeof value === 'object' && value !== null && 'hyperlink' in value) {
          if (!/^#?'[\w ]+'!A1$/.test(String(value.hyperlink))) findings.push(place + short(String(value.hyperlink)));
        }
      }),
    );
  }
  expect(findings).toEqual([]);
  expect(seen).toBeGreaterThan(40);
});

test('A text longer than a cell is cut and marked as cut', () => {
  const cells = csvTables(written.folder).get('unmatched')?.flat() ?? [];
  expect(cells.some((cell) => cell.length > 31_990 && cell.endsWith(' …'))).toBe(true);
});
