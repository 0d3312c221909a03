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
  sandbox = await startSandbox({ seed: 6, days: 3, until, breaks: 'none', ordersPerDay: 3 });
});
afterAll(() => sandbox.close());

const trial = (balance: string) =>
  `Account,Currency,Date,Balance\n1150,MYR,${until},${balance}\n4000,MYR,${until},-1.00\n`;

test('A ledger is imported; a day is reconciled without it, and in spite of its rejected lines', async () => {
  const ledger = { file: 'books/*.csv', accounts: { gateway: '1150' } };
  const { path, folder, env } = givenConfig(sandbox, { books: { ledger } });
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env);
  const balances = async () => {
    const sql = 'select role, currency, balance_on::text as day, balance::text as balance from core.ledger_balance_now';
    return JSON.parse((await call('--json', 'sql', sql)).out);
  };
  expect(await call('run', '--date', until)).toMatchObject({ status: 0, err: '' });
  expect(await balances()).toEqual([]);

  const file = join(folder, 'ledger.csv');
  writeFileSync(file, trial('250.50'));
  const imported = await call('import', 'ledger', file);
  expect(imported).toMatchObject({ status: 0, err: '' });
  expect(imported.out).toContain(`ledger.csv (csv): 2 lines`);
  expect(imported.out).not.toContain('--covers');
  expect(await balances()).toEqual([{ role: 'gateway', currency: 'MYR', day: until, balance: '250.5000' }]);

  // a rejected line is reported, and makes nothing incomplete
  writeFileSync(file, `${trial('251.00')}1010,MYR,${until},much\n`);
  const rejected = await call('import', 'ledger', file);
  expect(rejected).toMatchObject({ status: 4, err: '' });
  expect(rejected.out).toContain(
    `1 row rejected (balance_unreadable): The balance "much" is not a valid amount in MYR.`,
  );
  const unproven =
    "select currency, verdict from mart.verdict where verdict not in ('reconciled', 'reconciled_with_timing')";
  expect(JSON.parse((await call('--json', 'sql', unproven)).out)).toEqual([]);

  expect(await call('import', 'ledger', join(folder, 'none.csv'))).toMatchObject({ status: 2 });
  expect(await balances()).toEqual([{ role: 'gateway', currency: 'MYR', day: until, balance: '251.0000' }]);
});

test('A wrong section is refused with its line', async () => {
  const { path, env } = givenConfig(sandbox, { books: { ledger: { accounts: { gateway: '1150', bank: '1150' } } } });
  const { status, err } = await tieout(['-q', '-c', path, 'doctor'], env);
  expect(status).toBe(2);
  expect(err).toContain('CONFIG_WRONG');
  expect(err).toContain('books.ledger.accounts.bank');
  expect(err).toContain('has the account "1150", which is also the account of gateway');
});
