import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fingerprints } from '../given/command.ts';
import { extendingConfiguration, extendingExamples } from '../given/extending-examples.ts';
import { daysAgo, givenShop } from '../given/shop.ts';

const until = daysAgo(1);
const own = 'reconciliations/large_payments.sql';

const { sandbox, folder, path, tieout, json, answer, rows, breaks, write } = await givenShop(
  { seed: 7, days: 3, breaks: 'none', ordersPerDay: 12 },
  { books: { orders: { file: 'orders.csv' } } },
);

// three whole runs and a rebuild: on a busy machine they take longer than a test usually may
test('The examples of docs/extending.md work in the folders next to the configuration and are dropped with their files', async () => {
  const run = (...options: string[]) => tieout('run', '--date', until, ...options);
  const report = (day = until) => tieout('report', 'methods', '--date', day);
  // the shop knows neither its customers nor the gateway's numbers, and of its references only the last six digits
  const [period = '', head = '', ...lines] = sandbox
    .files()
    .orders.replaceAll(/INV-(\d{6})/g, 'SHOP/2026/$1')
    .split('\r\n');
  const blind = lines.map((line) => line.replace(/(,[^,]*){3}$/, ',,,'));
  write('orders.csv', [period, head, ...blind].join('\r\n'));

  expect(await run()).toMatchObject({ status: 3, err: '' });
  const unmatched =
    "select distinct reason_code from mart.unmatched where reconciliation = 'orders_to_statement' order by all";
  expect(await rows(unmatched)).toEqual([
    { reason_code: 'order_without_payment' },
    { reason_code: 'payment_without_order' },
  ]);
  expect(await report()).toMatchObject({
    status: 2,
    err: expect.stringContaining('error REPORT_UNKNOWN: There is no report "methods".'),
  });

  for (const [file, text] of Object.entries(extendingExamples)) write(file, text);
  appendFileSync(path, extendingConfiguration);
  expect(await run('--report', 'methods')).toMatchObject({ status: 3, err: '' });

  // the match pass finds what no shipped pass can
  expect(await rows(unmatched)).toEqual([]);
  const [one] = await answer(
    z.array(z.object({ left_key: z.string(), match_pass: z.string() })),
    'sql',
    "select left_key, match_pass from mart.matched where reconciliation = 'orders_to_statement' order by left_key limit 1",
  );
  expect(one).toMatchObject({ match_pass: 'same_tail' });
  const { left_key: key = '' } = one ?? {};
  const explained = await answer(z.object({ passes: z.array(z.unknown()) }), 'explain', key);
  expect(explained.passes).toContainEqual(
    expect.objectContaining({ record_key: key, pass: 'same_tail', result: 'matched', origin: 'shipped' }),
  );

  // the reconciliation has breaks that can be decided, and is shown with its file
  const large = await breaks('--reconciliation', 'large_payments');
  expect(large.length).toBeGreaterThan(0);
  const words = ['--reason', 'other', '--note', 'reviewed', '--author', 'mei'];
  expect(await tieout('decide', 'accept', large[0]?.break_id ?? '', ...words)).toMatchObject({ status: 0, err: '' });
  expect(await breaks('--reconciliation', 'large_payments')).toHaveLength(large.length - 1);
  expect(await rows('select reconciliation, origin from mart.reconciliation where is_own')).toEqual([
    { reconciliation: 'large_payments', origin: own },
  ]);
  expect(await json('status')).toMatchObject({
    own_reconciliations: [{ reconciliation: 'large_payments', origin: own }],
  });
  const reports = join(folder, 'data', 'reports', until);
  expect(readFileSync(join(reports, 'acme', 'acme.html'), 'utf8')).toContain(own);

  // the view is a sheet of a further report, which needs no run
  const further = join(reports, 'acme.methods');
  expect(readFileSync(join(further, 'methods.methods.csv'), 'utf8')).toMatch(/^\uFEFF?Business day,Currency,Method/);
  expect(await json('report')).toEqual([
    { name: 'daily', title: 'Reconciliation', origin: 'shipped' },
    { name: 'methods', title: 'Payment methods', origin: 'reports/methods.yaml' },
    { name: 'months', title: 'Fees by month', origin: 'reports/months.yaml' },
  ]);
  expect(await report('2020-01-01')).toMatchObject({
    status: 2,
    err: expect.stringContaining('error PERIOD_NOT_RUN: No run has covered 2020-01-01 for acme.'),
  });

  // a rebuild gives the same
  expect(await report()).toMatchObject({ status: 0, err: '' });
  const items = "select * from mart.item where reconciliation = 'large_payments' order by item_key";
  const [before, written] = [await rows(items), fingerprints(further)];
  expect(await tieout('rebuild')).toMatchObject({ status: 0, err: '' });
  expect(await report()).toMatchObject({ status: 0, err: '' });
  expect(await rows(items)).toEqual(before);
  expect(fingerprints(further)).toEqual(written);

  // what is removed is gone with the next run
  for (const file of Object.keys(extendingExamples).filter((name) => !name.startsWith('passes/')))
    rmSync(join(folder, file));
  expect(existsSync(join(folder, own))).toBe(false);
  expect(await run()).toMatchObject({ status: 0, err: '' });
  expect(
    await rows(
      "select view_name as name from duckdb_views() where schema_name = 'own' union all select function_name from duckdb_functions() where function_name = 'large_payments'",
    ),
  ).toEqual([]);
  expect(await rows("select count(*) as items from mart.item where reconciliation = 'large_payments'")).toEqual([
    { items: 0 },
  ]);
}, 240_000);
