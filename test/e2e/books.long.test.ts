import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { tieout } from '../given/command.ts';
import { givenConfig } from '../given/sandbox-config.ts';

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 }).toString();
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 6, days: 10, until, breaks: 'none', ordersPerDay: 15 });
});
afterAll(() => sandbox.close());

test('An imported order file is reconciled with the days already run, and a missing file is reported', async () => {
  const { path, folder, env } = givenConfig(sandbox, { books: { orders: {}, bank: { file: 'bank.csv' } } });
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env);
  const orders = join(folder, 'orders.csv');
  writeFileSync(orders, sandbox.files().orders);

  const early = await call('import', 'orders', orders);
  expect(early).toMatchObject({ status: 0, err: '' });
  expect(early.out).toContain('The next run reconciles its days.');

  const without = await call('run', '--date', until);
  expect(without.status).toBe(4);
  expect(without.err).toMatch(/^error BOOK_FILE_MISSING: The bank file of acme cannot be read\.\n/);
  expect(without.out).toContain('Bank statement: no file was received. Import a file: tieout import bank FILE.');

  writeFileSync(join(folder, 'bank.csv'), sandbox.files().bank);
  expect(await call('run', '--date', until)).toMatchObject({ status: 0, err: '' });

  // the shop changes one order's amount and sends its file again
  const [line = ''] = sandbox
    .files()
    .orders.split('\r\n')
    .filter((row) => row.includes(`,${until}T`) && /,paid,/.test(row));
  const [order = '', reference = '', placed = '', currency = ''] = line.split(',');
  const changed = `Order,Reference,Placed On,Currency,Amount,Status\n${[order, reference, placed, currency, '0.01', 'paid'].join(',')}\n`;
  writeFileSync(orders, changed);
  const again = await call('import', 'orders', orders);
  expect(again).toMatchObject({ status: 3, err: '' });
  const { out } = await call(
    '--json',
    'sql',
    "select outcome, left_key from mart.unmatched where reconciliation = 'orders_to_statement'",
  );
  expect(JSON.parse(out)).toEqual([{ outcome: 'amount_differs', left_key: order }]);
  expect(await call('import', 'bank', orders)).toMatchObject({ status: 4 });
});

test("A callback with an invalid signature is detected with the gateway's public key", async () => {
  const { path, folder, env } = givenConfig(sandbox, { books: { callbacks: {} } });
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env);
  const paidOn = Temporal.PlainDate.from(until).toZonedDateTime({ timeZone: 'Asia/Kuala_Lumpur', plainTime: '12:00' });
  const body = JSON.stringify({
    id: 'claimed',
    event_type: 'purchase.paid',
    payment: { amount: 123456, currency: 'MYR', paid_on: paidOn.epochMilliseconds / 1000 },
  });
  const file = join(folder, 'callbacks.jsonl');
  const covers = { from: until, through: until };
  writeFileSync(file, `${JSON.stringify({ covers })}\n${JSON.stringify({ signature: 'bm90IHNpZ25lZA==', body })}\n`);
  expect(await call('import', 'callbacks', file)).toMatchObject({ status: 0, err: '' });
  expect(await call('run', '--date', until)).toMatchObject({ status: 3, err: '' });
  const found = await call(
    '--json',
    'sql',
    'select outcome, reason_code, left_key, left_amount::text as amount from mart.unmatched',
  );
  expect(JSON.parse(found.out)).toEqual([
    { outcome: 'control_breach', reason_code: 'not_signed', left_key: 'payment:claimed', amount: '1234.5600' },
  ]);
});

test('A bank statement whose section is not in the configuration is compared with the disbursements', async () => {
  const { path, folder, env } = givenConfig(sandbox);
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env);
  const bank = join(folder, 'bank.csv');
  writeFileSync(bank, sandbox.files().bank);
  expect(await call('import', 'bank', bank)).toMatchObject({ status: 0, err: '' });
  const first = Temporal.PlainDate.from(until).subtract({ days: 6 }).toString();
  expect(await call('run', '--from', first, '--to', until)).toMatchObject({ status: 0, err: '' });
  const { out } = await call(
    '--json',
    'sql',
    "select count(*) > 3 as is_matched from mart.matched where reconciliation = 'bank_to_settlement'",
  );
  expect(JSON.parse(out)).toEqual([{ is_matched: true }]);
});
