import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { packageRoot } from '../../src/package-root.ts';
import { tieout } from '../given/command.ts';
import { givenConfig } from '../given/sandbox-config.ts';

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 }).toString();
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ seed: 7, days: 3, until, breaks: 'none', ordersPerDay: 12 });
});
afterAll(() => sandbox.close());

// two whole runs: on a busy machine they take longer than a test usually may
test('A pass of the user’s own finds in a run what no shipped pass can, and explain tells of it', async () => {
  const { path, folder, env } = givenConfig(sandbox, { books: { orders: { file: 'orders.csv' } } });
  const call = (...args: string[]) => tieout(['-q', '-c', path, ...args], env);
  const rows = async (query: string) => JSON.parse((await call('--json', 'sql', query)).out);
  // the shop knows no number of the gateway's, and of its references only their last six digits
  const orders = sandbox.files().orders.replaceAll(/INV-(\d{6})/g, 'SHOP/2026/$1');
  const [head = '', ...lines] = orders.split('\r\n');
  const blind = lines.map((line) => line.replace(/,[^,]*$/, ','));
  writeFileSync(join(folder, 'orders.csv'), [head, ...blind].join('\r\n'));

  expect(await call('run', '--date', until)).toMatchObject({ status: 3, err: '' });
  const unmatched =
    "select distinct reason_code from mart.unmatched where reconciliation = 'orders_to_statement' order by all";
  expect(await rows(unmatched)).toEqual([
    { reason_code: 'order_without_payment' },
    { reason_code: 'payment_without_order' },
  ]);

  // the example of docs/matching.md, in a folder beside the configuration
  const page = readFileSync(join(packageRoot, 'docs', 'matching.md'), 'utf8');
  mkdirSync(join(folder, 'passes'));
  writeFileSync(join(folder, 'passes', 'match_same_tail.sql'), /```sql\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
  appendFileSync(
    path,
    'matching:\n  folder: passes\n  passes:\n    orders_to_statement: ["same_tail(digits := 6, days_after := 1)"]\n',
  );
  expect(await call('run', '--date', until)).toMatchObject({ status: 0, err: '' });
  expect(await rows(unmatched)).toEqual([]);
  const matched = await rows(
    "select distinct match_pass from mart.matched where reconciliation = 'orders_to_statement' order by all",
  );
  expect(matched).toEqual([{ match_pass: 'same_tail' }]);

  const [one] = await rows(
    "select left_key, right_key from mart.matched where reconciliation = 'orders_to_statement' order by left_key limit 1",
  );
  const { passes, considered } = JSON.parse((await call('--json', 'explain', one.left_key)).out);
  const own = { reconciliation: 'orders_to_statement', record_key: one.left_key };
  expect(passes).toContainEqual(
    expect.objectContaining({ ...own, pass: 'same_identifier', result: 'not matched', side: 'left' }),
  );
  expect(passes).toContainEqual(
    expect.objectContaining({
      ...own,
      pass: 'same_tail',
      result: 'matched',
      why: expect.stringContaining(`left ${one.left_key} + right ${one.right_key}; equal: amount`),
    }),
  );
  expect(considered).toContainEqual(
    expect.objectContaining({ ...own, other_key: one.right_key, result: 'matched with it' }),
  );
}, 180_000);
