import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { english } from '../../src/messages/words.ts';
import { writeIndexPage } from '../../src/report/index-page.ts';
import type { WrittenReport } from '../../src/report/write-reports.ts';
import { csvTables } from '../given/csv-tables.ts';
import { givenHostileDay, reportOf } from '../given/hostile-report.ts';

let day: Awaited<ReturnType<typeof givenHostileDay>>;
let written: WrittenReport;
const read = (name: string) => readFileSync(join(written.folder, name), 'utf8');

beforeAll(async () => {
  day = await givenHostileDay();
  written = await reportOf(day);
});

describe('the reports of a day with hostile text in it', () => {
  test('are byte-equal when written again', async () => {
    const again = await reportOf(day, 'again');
    expect(again.files.map(({ name, sha256 }) => ({ name, sha256 }))).toEqual(
      written.files.map(({ name, sha256 }) => ({ name, sha256 })),
    );
    expect(written.files.length).toBe(17);
  });

  test('are readable by their owner only', () => {
    for (const { path } of written.files) expect(statSync(path).mode & 0o077).toBe(0);
  });

  test('CSV: a byte order mark, a header, neutralised formulas, and money as exact text', () => {
    const matched = read('matched.csv');
    expect(matched.startsWith('\uFEFFCompany,Business day,')).toBe(true);
    expect(matched).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")<script>alert(1)</script>\uFFFDabc😀",51.90`);
    expect(read('unmatched.csv')).toContain(`,'@SUM(A1),7.00,`);
    expect(matched).not.toContain('\u202E');
  });

  test.each([
    { csvDelimiter: ';', decimalMark: ',', hasByteOrderMark: false, money: '51,90' },
    { csvDelimiter: '\t', decimalMark: '.', hasByteOrderMark: true, money: '51.90' },
  ] as const)('CSV with %o between and within cells', async ({ money, ...csv }) => {
    const { folder: out } = await reportOf(day, `csv-${csv.decimalMark}`, csv);
    const text = readFileSync(join(out, 'matched.csv'), 'utf8');
    expect(text.startsWith('\uFEFF')).toBe(csv.hasByteOrderMark);
    const [heads = [], ...rows] = csvTables(out, csv.csvDelimiter).get('matched') ?? [];
    const row = rows.find((cells) => cells[heads.indexOf('Left amount')] === money) ?? [];
    expect(row[heads.indexOf('Left reference')]).toBe(
      `'=HYPERLINK("http://evil.example","x")<script>alert(1)</script>\uFFFDabc😀`,
    );
  });

  test('page: no external script, no network access, and a policy against both', () => {
    const page = read('acme.html');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toContain('<script>alert');
    // escaped in tables, and in row details as data that cannot close its element
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).toContain('\\u003cscript>alert(1)\\u003c/script>');
    expect(page).not.toMatch(/ src=/);
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, link]) => link ?? '');
    expect(links.filter((link) => !link.startsWith('#')).sort()).toEqual([
      '../../index.html',
      'acme.xlsx',
      'verdicts.json',
    ]);
    expect(page.indexOf('Incomplete')).toBeLessThan(page.indexOf('<table'));
  });

  test('personal data in a rejected row is masked', () => {
    const rejected = read('rejected.csv');
    expect(rejected).toContain('The amount ""ten"" is not a valid amount in MYR.');
    expect(rejected).toContain('a•••@•••');
    expect(rejected).not.toMatch(/aisyah@|1234567890/);
  });

  test('an index page links to every report and shows its worst verdict', async () => {
    const { page } = await reportOf(day, 'all/2026-11-02');
    const index = readFileSync(await writeIndexPage(join(day.folder, 'all'), english()), 'utf8');
    expect(index).toContain('<a href="2026-11-02/acme/acme.html">Monday, 2 November 2026</a>');
    expect(index).toContain('<span class="chip incomplete">Incomplete</span>');
    expect(readFileSync(page, 'utf8')).toBe(read('acme.html'));
  });

  test('the verdicts are written as JSON', () => {
    expect(JSON.parse(read('verdicts.json')).verdicts).toMatchObject([
      { currency: 'MYR', verdict: 'incomplete', break_count: 1, rejected_count: 2 },
    ]);
  });
});
