import { createVerify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type MerchantScenarioOptions, merchantFiles, merchantScenario } from '../../src/scenario.ts';
import { startSandbox } from '../../src/start.ts';
import { clientsOf, SHORT_KEY } from '../harness.ts';

const OPTIONS: MerchantScenarioOptions = {
  seed: 6,
  days: 21,
  until: '2026-11-01',
  zone: 'Asia/Kuala_Lumpur',
  ordersPerDay: 30,
  breaks: 'none',
  currencies: ['MYR', 'SGD', 'JPY'],
};
type Row = Record<string, string>;
/** The rows below the period and the header. */
const rowsOf = (text: string): Row[] => parse(text, { columns: true, from_line: 2 });
/** Hundredths, for JPY too: sums only are compared. */
const cents = (text: string | undefined) => BigInt(Math.round(Number(text) * 100));

describe('the files of the shop and of the bank', () => {
  const scenario = merchantScenario(OPTIONS);
  const files = merchantFiles(scenario);
  const rows = rowsOf(files.orders);

  it('an order is placed before it is paid, has a status of every kind, and mostly the id of its purchase', () => {
    const purchases = scenario.book.payments.filter(({ kind }) => kind === 'purchase');
    const byReference = new Map(purchases.map((purchase) => [purchase.reference, purchase]));
    for (const row of rows) {
      const purchase = byReference.get(row.Reference ?? '');
      expect([purchase?.id, '']).toContain(row['Purchase ID']);
      expect(row['Placed On']).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/);
      expect(Date.parse(row['Placed On'] ?? '')).toBeLessThan(purchase?.createdAt ?? 0);
    }
    const kept = rows.filter((row) => row['Purchase ID'] !== '').length;
    expect(kept / rows.length).toBeGreaterThan(0.6);
    expect(kept).toBeLessThan(rows.length);
    const statuses = new Set(rows.map((row) => row.Status));
    expect(statuses).toEqual(new Set(['paid', 'open', 'cancelled', 'refunded', 'partly_refunded']));
  });

  it('the orders of the requested days are given, without the last', () => {
    const days = (from: string, to: string) =>
      rowsOf(merchantFiles(scenario, from, to).orders).map((row) => row['Placed On']?.slice(0, 10));
    expect(new Set(days('2026-10-20', '2026-10-22'))).toEqual(new Set(['2026-10-20', '2026-10-21']));
    const parts = [...days('2026-10-12', '2026-10-21'), ...days('2026-10-21', '2026-11-02')];
    expect(parts).toEqual(rows.map((row) => row['Placed On']?.slice(0, 10)));
  });

  it('the bank shows the running balance of each currency', () => {
    const balances = new Map<string, bigint>();
    const lines = rowsOf(files.bank);
    for (const row of lines) {
      const before = balances.get(row.Currency ?? '');
      if (before !== undefined) expect(cents(row.Balance)).toBe(before + cents(row.Amount));
      balances.set(row.Currency ?? '', cents(row.Balance));
    }
    expect([...balances.keys()].sort()).toEqual(['JPY', 'MYR', 'SGD']);
    expect(lines.some((row) => row.Description === 'SALARIES' && cents(row.Amount) < 0n)).toBe(true);
  });
});

it('the files are served to the admin and written to a folder: the same seed, the same bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'merchant-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const purchases = { signingKeyBits: SHORT_KEY };
  const sandbox = await startSandbox({ ...OPTIONS, breaks: 'services', purchases });
  onTestFinished(() => sandbox.close());
  const expected = merchantFiles(merchantScenario({ ...OPTIONS, breaks: 'services' }));
  expect(sandbox.files()).toEqual(expected);
  await sandbox.writeFiles(folder);
  const written = (name: string) => readFileSync(join(folder, name), 'utf8');
  expect({ orders: written('orders.csv'), bank: written('bank.csv') }).toEqual(expected);
  expect(JSON.parse(written('truth.json'))).toEqual({ company: 'acme', breaks: sandbox.truth });
  expect(statSync(join(folder, 'truth.json')).mode & 0o077).toBe(0);
  const { gateway, admin } = clientsOf(sandbox);
  const publicKey = (await gateway('GET', '/public_key/')).body;
  expect(expected.bank.split('\r\n')[0]).toBe('Period,2026-10-12 to 2026-11-01');
  const [period = '', ...callbacks] = written('callbacks.jsonl').trimEnd().split('\n');
  expect(JSON.parse(period)).toEqual({ covers: { from: '2026-10-12', through: '2026-11-01' } });
  expect(callbacks.length).toBeGreaterThan(500);
  for (const line of callbacks.slice(0, 20)) {
    const { body, signature } = JSON.parse(line);
    expect(createVerify('RSA-SHA256').update(body).verify(publicKey, signature, 'base64')).toBe(true);
  }
  const served = await admin('GET', '/merchant/bank.csv?from=2026-10-20&to=2026-10-24');
  expect(served.headers.get('content-type')).toContain('text/csv');
  expect(served.text).toBe(sandbox.files('2026-10-20', '2026-10-24').bank);
  expect((await admin('GET', '/merchant/orders.csv')).text).toBe(expected.orders);
  expect((await admin('GET', '/merchant/orders.csv?from=yesterday')).status).toBe(400);
  expect((await admin('GET', '/merchant/orders.csv', undefined, 'wrong')).status).toBe(401);
});
