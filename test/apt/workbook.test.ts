import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, expect, test } from 'vitest';
import { priceList } from '../../packages/sandbox/src/gateway/fees.ts';
import { inSnapshot } from '../given/in-snapshot.ts';
import { givenMonthReport } from '../given/month-report.ts';
import { savedByOffice, withParts } from '../given/office.ts';
import { figuresOf, readWorkbook } from '../given/read-workbook.ts';

let given: Awaited<ReturnType<typeof givenMonthReport>>;
const folder = mkdtempSync(join(tmpdir(), 'tieout-office-'));

beforeAll(async () => {
  given = await givenMonthReport(6, 60, 0, { fees: priceList() });
});

test('LibreOffice prints no sheet without rows, and the control totals once', async () => {
  const pdf = savedByOffice(given.day.workbook, join(folder, 'printed'), 'pdf');
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(readFileSync(pdf))), { mergePages: true });
  expect(text).toContain('Control totals: acme');
  expect(text).toContain('Without rows, and hidden');
  expect(text).not.toContain('No rows.');
  expect(text).not.toContain('Bridges: acme');
});

test('LibreOffice calculates the same totals as the database for Summary and Control totals', async () => {
  // without stored results, LibreOffice calculates the figures
  const bare = join(folder, 'bare.xlsx');
  await withParts(given.report.workbook, bare, (_name, xml) => xml.replaceAll(/<\/f><v>[^<]*<\/v>/g, '</f>'));
  expect(figuresOf((await readWorkbook(bare)).getWorksheet('Control totals'))).not.toEqual(
    figuresOf((await readWorkbook(given.report.workbook)).getWorksheet('Control totals')),
  );
  const calculated = await readWorkbook(savedByOffice(bare, join(folder, 'calculated')));
  const written = await readWorkbook(given.report.workbook);
  expect(calculated.worksheets.map(({ name }) => name)).toEqual(written.worksheets.map(({ name }) => name));
  expect(written.worksheets.map(({ name }) => name)).toEqual([
    ...['Summary', 'Verdicts', 'Causes', 'Controls', 'Inputs', 'Changes', 'Composition', 'Disputes', 'Unmatched'],
    ...[
      'Brought forward',
      'Matched',
      'Outstanding',
      'Suggested',
      'Control totals',
      'Bridges',
      'Fees',
      'Orders to bank',
    ],
    ...['Settlements', 'Payouts', 'Rejected rows', 'Unexpected content', 'Sources', 'Lists'],
  ]);
  for (const name of ['Summary', 'Control totals']) {
    const ours = figuresOf(written.getWorksheet(name));
    const theirs = figuresOf(calculated.getWorksheet(name));
    expect(Object.keys(theirs)).toEqual(Object.keys(ours));
    for (const [heading, figures] of Object.entries(ours))
      for (const [title, figure] of Object.entries(figures))
        expect(theirs[heading]?.[title], `${name}, ${heading}: ${title}`).toBeCloseTo(Number(figure), 4);
  }
  const controls = figuresOf(calculated.getWorksheet('Control totals'));
  const front = figuresOf(calculated.getWorksheet('Summary'));
  const read = (sql: string) => inSnapshot(given.snapshot, (rows) => rows(sql));
  const flows = await read(
    `select reconciliation_title || ', ' || subject || ', ' || measure || ' (' || currency || ')' as name, title, sum(amount) as amount
     from mart.bridge_line where reconciliation not in ('gateway_balance', 'payout_roll_forward') group by all order by all`,
  );
  const closings = await read(
    `select currency, max_by(amount, business_date) as amount
     from mart.bridge_line where reconciliation = 'gateway_balance' and line_code = 'closing' group by all order by all`,
  );
  expect(flows.length).toBeGreaterThan(50);
  for (const { name, title, amount } of flows)
    expect(controls[String(name)]?.[String(title)], `${name}: ${title}`).toBeCloseTo(Number(amount), 4);
  expect(closings.length).toBe(2);
  for (const { currency, amount } of closings) {
    const statement = front[`Gateway clearing account, ${currency} (roll-forward, not reconciled to the ledger)`];
    expect(statement?.['Balance per gateway']).toBeCloseTo(Number(amount), 4);
  }
});
