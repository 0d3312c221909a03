import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { tieout } from '../given/command.ts';
import { givenConfig } from '../given/sandbox-config.ts';

/* What ordinary merchants see on an ordinary morning: a useful green, and in words what it does not rest on. */

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 }).toString();
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 6, days: 10, until, breaks: 'none', ordersPerDay: 15 });
});
afterAll(() => sandbox.close());

/** A file of the sandbox as an export that states no period. */
const withoutPeriod = (text: string) => text.slice(text.indexOf('\n') + 1);

async function morning(books: object | undefined, files: Readonly<Record<string, string>>, day = until) {
  const { path, folder, env } = givenConfig(sandbox, books === undefined ? {} : { books });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const call = (...args: string[]) => tieout(['--json', '-q', '-c', path, ...args], env);
  const ran = await call('run', '--date', day);
  const { verdicts }: { verdicts: { currency: string; verdict: string; reason: string }[] } = JSON.parse(ran.out);
  return { status: ran.status, reasons: verdicts.map(({ reason }) => reason), call };
}

const green = /^(\d+) of \1 controls made\./;

test('No files of their own: green, with what is not set up', async () => {
  const { status, reasons } = await morning(undefined, {});
  expect(status).toBe(0);
  for (const reason of reasons) expect(reason).toMatch(green);
  expect(reasons[0]).toContain('Not set up: bank, callbacks, fee schedule, orders.');
});

test('Orders exported nightly and a monthly bank statement without balances: green, with the bank awaited', async () => {
  const orders = withoutPeriod(sandbox.files().orders);
  const bank = 'Date,Amount,Description,Reference\n2026-01-05,1.00,LAST MONTH,\n';
  const books = {
    orders: { file: 'orders.csv', covers: 'through_previous_day' },
    bank: { file: 'bank', cadence: 'monthly' },
  };
  const { status, reasons, call } = await morning(books, { 'orders.csv': orders, 'bank/old.csv': bank });
  expect(status).toBe(0);
  for (const reason of reasons) {
    expect(reason).toMatch(green);
    expect(reason).toMatch(/Bank awaited until 5 [A-Z][a-z]{2} \d{4}\./);
  }
  const { out } = await call('sql', "select distinct basis, is_declared from mart.input_day where input = 'orders'");
  expect(JSON.parse(out)).toEqual([{ basis: 'rule', is_declared: true }]);
  // without the rule nothing proves that the export is whole
  const undeclared = await morning({ orders: { file: 'orders.csv' } }, { 'orders.csv': orders });
  expect(undeclared.status).toBe(4);
  expect(undeclared.reasons[0]).toContain('orders.csv has lines from');
});

test('Everything daily, the bank with a running balance: green through its last line', async () => {
  const bank = withoutPeriod(sandbox.files().bank);
  const days = bank.split('\r\n').flatMap((line) => (line.includes(',MYR,') ? [line.slice(0, 10)] : []));
  const files = {
    'orders.csv': sandbox.files().orders,
    'bank.csv': bank,
    'callbacks.jsonl': [...sandbox.callbacks().lines].join(''),
  };
  const books = {
    orders: { file: 'orders.csv' },
    bank: { file: 'bank.csv' },
    callbacks: { file: 'callbacks.jsonl' },
  };
  const last = days.at(-1) ?? '';
  const { reasons, call } = await morning(books, files, last);
  expect(reasons[0]).toMatch(green);
  const { out } = await call(
    'sql',
    "select input, basis from mart.input_day where currency = 'MYR' and input in ('bank', 'orders') order by input",
  );
  expect(JSON.parse(out)).toEqual([
    { input: 'bank', basis: 'balance' },
    { input: 'orders', basis: 'stated_span' },
  ]);
});
