import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { writeIndexPage } from '../../src/report/index-page.ts';
import { wordsOf } from '../../src/report/words/words.ts';
import { type WrittenReport, writeReports } from '../../src/report/write-reports.ts';
import { loadReceipt } from '../../src/warehouse/load/load-receipts.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { publishSnapshot } from '../../src/warehouse/publish.ts';
import { givenCompany, landed } from '../given/landed.ts';

const hostile = `=HYPERLINK("http://evil.example","x")<script>alert(1)</script>\u0001\u202Eabc😀`;
const header = 'ID,Type,Reference Nr.,Amount,Fee,Status,Paid On,Related To,Description';
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const statement = `${header}
p1,purchase,${quoted(hostile)},51.90,0.52,paid,2026-11-02 14:53:00,,
r1,refund,${quoted(hostile)},51.90,0.00,success,2026-11-02 15:00:00,p1,
r2,refund,@SUM(A1),7.00,0.00,success,2026-11-02 15:30:00,nowhere,
x1,purchase,INV-2,ten,0,paid,2026-11-02 16:00:00,,"mail aisyah@customer.example, account 1234567890"
${quoted('long'.repeat(9000))},purchase,INV-3,1.00,0,paid,not a time,,
`;
const turnover = {
  incoming: { turnover: 5190, fee_sell: 52, count: { all: 1 } },
  outgoing: { turnover: 5890, fee_sell: 0, count: { all: 2 } },
};
const folder = mkdtempSync(join(tmpdir(), 'tieout-report-'));
const snapshot = join(folder, 'published.duckdb');
const scope = { company: 'acme', zone: 'Asia/Kuala_Lumpur', from: '2026-11-02', to: '2026-11-03' };
const options = { csvDelimiter: ',', decimalMark: '.' as const, isPersonalShown: false, language: 'en' };
let written: WrittenReport;
const read = (name: string) => readFileSync(join(written.folder, name), 'utf8');

beforeAll(async () => {
  const warehouse = await openWarehouse(join(folder, 'tieout.duckdb'));
  await givenCompany(warehouse.connection, ['MYR'], false);
  const day = { window_from: '2026-11-01T16:00:00Z', window_to: '2026-11-02T16:00:00Z', currency: 'MYR' };
  const files = [
    landed(statement, { kind: 'statement', ...day }),
    landed(JSON.stringify(turnover), { kind: 'turnover', ...day }),
  ];
  for (const file of files) await loadReceipt(warehouse.connection, file, {});
  const knownThrough = files.at(-1)?.receipt_id ?? 0;
  await reconcile(warehouse.connection, {
    runId: knownThrough + 1,
    company: 'acme',
    periodStart: scope.from,
    periodEnd: scope.to,
    knownThrough,
  });
  await publishSnapshot(warehouse, snapshot);
  warehouse.close();
  written = await writeReports(snapshot, scope, join(folder, 'out', 'acme'), options);
});

describe('the reports of a day with hostile text in it', () => {
  test('are the same bytes when they are written again', async () => {
    const again = await writeReports(snapshot, scope, join(folder, 'again', 'acme'), options);
    expect(again.files.map(({ name, sha256 }) => ({ name, sha256 }))).toEqual(
      written.files.map(({ name, sha256 }) => ({ name, sha256 })),
    );
    expect(written.files.length).toBe(13);
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

  test('the page: no script from outside, nothing from a network, a policy that says so', () => {
    const page = read('acme.html');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toContain('<script>alert');
    // in a table as escaped text, in the story of a row as data that cannot end its element
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

  test('personal data in a row that was not understood is masked', () => {
    const rejected = read('rejected.csv');
    expect(rejected).toContain('The amount ""ten"" is not an amount in MYR.');
    expect(rejected).toContain('a•••@•••');
    expect(rejected).not.toMatch(/aisyah@|1234567890/);
  });

  test('the workbook is read back, with numbers as numbers, dates as dates, and formulas that give the totals', async () => {
    const { default: exceljs } = await import('exceljs');
    const workbook = new exceljs.Workbook();
    await workbook.xlsx.readFile(written.workbook);
    expect(workbook.worksheets.map(({ name }) => name)).toEqual([
      'Front',
      'Verdicts',
      'Bridges',
      'Unmatched',
      'Open from earlier days',
      'What changed',
      'Suggested',
      'Timing',
      'Matched',
      'Not understood',
      'Sources',
    ]);
    const matched = workbook.getWorksheet('Matched');
    const headings: unknown[] = [];
    matched?.getRow(4).eachCell((cell) => headings.push(cell.value));
    const at = (title: string) => headings.indexOf(title) + 1;
    const rows = [5, 6, 7, 8].flatMap((row) => matched?.getRow(row) ?? []);
    const refund = rows.find((row) => row.getCell(at('Left amount')).value === 51.9);
    expect(refund?.getCell(at('Business day')).value).toEqual(new Date('2026-11-02T00:00:00Z'));
    expect(refund?.getCell(at('Left reference')).value).toMatch(/^'=HYPERLINK/);
    const front = workbook.getWorksheet('Front');
    const figures: Record<string, unknown> = {};
    front?.eachRow((row) => {
      const value = row.getCell(3).value;
      if (typeof value === 'object' && value !== null && 'formula' in value)
        figures[String(row.getCell(1).value)] ??= value.result;
    });
    expect(figures).toMatchObject({
      incomplete: 1,
      'Statement lines on which money moved': 51.9,
      'Total per gateway turnover': 51.9,
    });
  });

  test('an index page leads to every report, and names the worst verdict of each', async () => {
    const all = mkdtempSync(join(tmpdir(), 'tieout-index-'));
    await writeReports(snapshot, scope, join(all, '2026-11-02', 'acme'), options);
    const index = readFileSync(await writeIndexPage(all, wordsOf('en')), 'utf8');
    expect(index).toContain('<a href="2026-11-02/acme/acme.html">Monday, 2 November 2026</a>');
    expect(index).toContain('<span class="chip incomplete">Incomplete</span>');
    expect(readFileSync(join(all, '2026-11-02', 'acme', 'acme.html'), 'utf8')).toBe(read('acme.html'));
  });

  test('the verdicts are there for machines', () => {
    expect(JSON.parse(read('verdicts.json')).verdicts).toMatchObject([
      { currency: 'MYR', verdict: 'incomplete', break_count: 1, rejected_count: 2 },
    ]);
  });
});
