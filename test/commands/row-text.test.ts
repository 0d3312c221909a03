import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { factsTable, moneyText, type RowLayout, rowLayout, rowsTable } from '../../src/commands/row-text.ts';
import { loadConfig } from '../../src/config/load-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-rows-'));

/** A layout for companies in these zones. */
async function givenLayout(zones: Record<string, string>, columns = Number.POSITIVE_INFINITY): Promise<RowLayout> {
  const path = join(folder, 'tieout.yaml');
  const companies = Object.entries(zones).map(
    ([name, zone]) =>
      `  - { name: ${name}, zone: ${zone}, currencies: [MYR], payout: { base_url: "https://payout.example/api", api_key: { env: A }, api_secret: { env: B } } }\n`,
  );
  writeFileSync(path, `companies:\n${companies.join('')}`);
  return rowLayout(await loadConfig(path), { out: { columns } });
}

test.each([
  ['-1234.5000', 'MYR', '-1234.50'],
  ['1234.0000', 'JPY', '1234'],
  ['0.1250', 'KWD', '0.125'],
  ['12.5000', 'PLN', '12.50'],
  // a significant digit is shown, whatever the currency
  ['1.2345', 'MYR', '1.2345'],
  ['1.5000', 'JPY', '1.5000'],
  ['1.5000', 'XXX', '1.5000'],
  ['1.5000', null, '1.5000'],
  ['0.5', 'MYR', '0.5'],
])('%s %s is shown as %s', (amount, currency, expected) => {
  expect(moneyText(amount, currency)).toBe(expected);
});

test("Times are in the company's zone, named below the table", async () => {
  const layout = await givenLayout({ kedai: 'Asia/Kuala_Lumpur' });
  const rows = [{ company: 'kedai', known_at: '2026-11-20T16:30:05.123Z', count: 3n }];
  expect(rowsTable(rows, layout, { titles: { known_at: 'run at' } })).toBe(
    `company  run at               count
───────  ───────────────────  ─────
kedai    2026-11-21 00:30:05      3
Times are in Asia/Kuala_Lumpur.`,
  );
  expect(factsTable({ at: '2026-11-20T16:30:05.123Z', note: null }, layout)).toBe(
    '  at  2026-11-21 00:30:05 (Asia/Kuala_Lumpur)',
  );
});

test('With companies in several zones each time shows its offset; a time without a company is in UTC', async () => {
  const layout = await givenLayout({ kedai: 'Asia/Kuala_Lumpur', laden: 'Europe/Berlin' });
  const at = '2026-11-20T16:30:05.000Z';
  const text = rowsTable(
    [
      { company: 'kedai', at },
      { company: 'laden', at },
    ],
    layout,
  );
  expect(text.split('\n').slice(2)).toEqual([
    'kedai    2026-11-21 00:30:05+08:00',
    'laden    2026-11-20 17:30:05+01:00',
  ]);
  expect(rowsTable([{ at }], layout)).toContain(at);
  expect(rowsTable([{ at }], layout, { of: { company: 'laden' } })).toContain('2026-11-20 17:30:05\n');
});

test('Numbers are right-aligned, lists are joined, and an empty result says so', async () => {
  const layout = await givenLayout({ kedai: 'Asia/Kuala_Lumpur' });
  const rows = [
    { currency: 'MYR', amount: '5.0000', files: ['a', 'b'] },
    { currency: 'JPY', amount: '-1200.0000', files: [] },
  ];
  expect(rowsTable(rows, layout)).toBe(
    `currency  amount  files
────────  ──────  ─────
MYR         5.00  a, b
JPY        -1200`,
  );
  expect(rowsTable([], layout)).toBe('No rows.');
});
