import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { rebuildCompany } from '../../src/evidence/rebuild-company.ts';
import { periodOfDays, runCompany } from '../../src/pipeline/run-company.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { openUnpublished } from '../../src/warehouse/open.ts';
import { givenConfig, givenData, onlyCompany } from '../given/sandbox-config.ts';

const last = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
const [first, before] = [last.subtract({ days: 7 }), last.subtract({ days: 1 })].map(String);
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 8, days: 8, until: last.toString(), breaks: 'none', ordersPerDay: 6 });
});
afterAll(() => sandbox.close());

test('Days are judged again when a later file no longer has a deposit or an order of theirs', async () => {
  const { path, folder, env } = givenConfig(sandbox, {
    books: { orders: { file: 'orders.csv' }, bank: { file: 'bank.csv' } },
  });
  Object.assign(process.env, env);
  const config = await loadConfig(path);
  const company = onlyCompany(config);
  // the file states its period; without the column of balances a dropped line leaves no other trace
  const bank = sandbox
    .files()
    .bank.trim()
    .split('\r\n')
    .map((row, at) => (at === 0 ? row : row.replace(/,[^,]*$/, '')));
  const orders = sandbox.files().orders.trim().split('\r\n');
  const write = (name: string, rows: readonly string[]) =>
    writeFileSync(join(folder, name), `${rows.join('\r\n')}\r\n`);
  const run = (from: string, to: string) =>
    runCompany({
      config,
      company,
      period: periodOfDays(from, to),
      isFetching: true,
      refresh: false,
      progress: silentProgress,
    });
  const query = async (sql: string) => {
    const warehouse = await openUnpublished(givenData(folder).warehouse);
    try {
      return await readRows(warehouse.connection, sql);
    } finally {
      warehouse.close();
    }
  };
  const open = () =>
    query(
      `select business_date, reason_code from mart.item
       where outcome not in ('matched', 'timing') and reason_code in ('deposit_gone', 'payment_without_order') order by all`,
    );
  const results = () =>
    query(`select business_date, currency, verdict, reason from mart.verdict order by all`).then(async (verdicts) => [
      ...verdicts,
      ...(await query('select break_id, outcome, reason from mart.item order by all')),
    ]);

  write('bank.csv', bank);
  // an order that the shop takes back with its next file
  write('orders.csv', [...orders, `X-1,X-1,${first}T12:00:00+08:00,MYR,5.00,paid,0.00,Mei,mei@customer.example,`]);
  await run(first ?? '', before ?? '');
  expect(await open()).toEqual([]);
  const [deposit] = await query(
    `select item.business_date, item.left_reference from recon.item as item
     where reconciliation = 'bank_to_settlement' and outcome = 'matched' order by item.business_date limit 1`,
  );
  const [paid] = await query(
    `select item.business_date, item.left_key from recon.item as item
     where reconciliation = 'orders_to_statement' and outcome = 'matched' order by item.business_date, left_key limit 1`,
  );

  write(
    'bank.csv',
    bank.filter((row) => !row.includes(`,${deposit?.left_reference}`)),
  );
  write(
    'orders.csv',
    orders.filter((row) => !row.startsWith(`${paid?.left_key},`)),
  );
  await run(last.toString(), last.toString());
  expect(await open()).toEqual(
    [
      { business_date: deposit?.business_date, reason_code: 'deposit_gone' },
      { business_date: paid?.business_date, reason_code: 'payment_without_order' },
    ].toSorted((a, b) => `${a.business_date}${a.reason_code}`.localeCompare(`${b.business_date}${b.reason_code}`)),
  );
  expect(
    await query(
      `select distinct verdict from mart.verdict
       where (business_date, currency) in (select (business_date, currency) from mart.item where reason_code in ('deposit_gone', 'payment_without_order'))`,
    ),
  ).toEqual([{ verdict: 'breaks' }]);

  expect(await query("select closed_because from recon.break_life where item_key = 'order:X-1'")).toMatchObject([
    {
      closed_because: expect.stringMatching(/^No longer in orders\.csv, which covers the day\. Closed by the run of /),
    },
  ]);

  // the file as it was, without that order
  write('bank.csv', bank);
  write('orders.csv', orders);
  await run(last.toString(), last.toString());
  expect(await open()).toEqual([]);

  const known = await results();
  await rebuildCompany(config, company, silentProgress);
  expect(await results()).toEqual(known);
});
