import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { periodOfDays, run } from '../../src/pipeline/run.ts';
import { readCorruptions, type SelftestScope, selftest } from '../../src/reconcile/selftest.ts';
import { priceList } from '../../src/sandbox/gateway/fees.ts';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts';
import { silentProgress } from '../../src/sources/extract/progress.ts';
import { openWarehouse, type Warehouse } from '../../src/warehouse/open.ts';
import { givenConfig } from '../given/sandbox-config.ts';

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
const first = until.subtract({ days: 27 });
const scope: SelftestScope = {
  company: 'acme',
  periodStart: first.toString(),
  periodEnd: until.add({ days: 1 }).toString(),
};
let sandbox: RunningSandbox;
let warehouse: Warehouse;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 9, days: 28, until: until.toString(), breaks: 'standard', ordersPerDay: 25 });
  const { path, folder, env } = givenConfig(sandbox, {
    books: { orders: { file: 'orders.csv' }, bank: { file: 'bank.csv' }, callbacks: { file: 'callbacks.jsonl' } },
    fees: priceList(),
  });
  Object.assign(process.env, env);
  await sandbox.writeFiles(folder);
  writeFileSync(join(folder, 'callbacks.jsonl'), [...sandbox.callbacks()].join(''));
  const config = await loadConfig(path);
  const period = periodOfDays(scope.periodStart, until.toString());
  const wish = { config, companies: config.companies, isFetching: true, refresh: false, progress: silentProgress };
  await run({ ...wish, periodOf: () => period });
  copyFileSync(join(folder, 'data', 'warehouse', 'published.duckdb'), join(folder, 'copy.duckdb'));
  warehouse = await openWarehouse(join(folder, 'copy.duckdb'));
});
afterAll(async () => {
  warehouse.close();
  await sandbox.close();
});

test('Every control and check fires when its data is corrupted, and the corruption is taken back', async () => {
  const results = await selftest(warehouse.connection, scope);
  expect(results.filter(({ outcome }) => outcome !== 'fired')).toEqual([]);
  expect(results.length).toBeGreaterThanOrEqual(35);
  expect(await selftest(warehouse.connection, scope)).toEqual(results);
});

test('A control that does not look is found out', async () => {
  await warehouse.connection.run(
    `create or replace temp table seen as from recon.payout_roll_forward(date '2000-01-01', date '2000-01-02')`,
  );
  await warehouse.connection.run(
    'create or replace macro recon.payout_roll_forward(period_start, period_end) as table (from temp.seen where period_start > period_end)',
  );
  const results = await selftest(warehouse.connection, scope);
  expect(results.filter(({ outcome }) => outcome !== 'fired')).toMatchObject([
    { control: 'payout_roll_forward', outcome: 'silent' },
  ]);
});

test('A control without a corruption, and a corruption without a control, are errors', () => {
  const file = (text: string) => ({ name: 'x', path: 'sql/selftest/x.sql', text });
  const good = file('-- fires: one\n-- corrupts: something\nselect 1');
  expect(readCorruptions([good], ['one'])).toHaveLength(1);
  expect(() => readCorruptions([good], ['one', 'two'])).toThrow(
    expect.objectContaining({ code: 'SELFTEST_INCOMPLETE', message: expect.stringContaining('two') }),
  );
  expect(() => readCorruptions([good], [])).toThrow(expect.objectContaining({ code: 'SELFTEST_INCOMPLETE' }));
  expect(() => readCorruptions([file('select 1')], ['one'])).toThrow(
    expect.objectContaining({ code: 'SELFTEST_HEAD_WRONG' }),
  );
});
