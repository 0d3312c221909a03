import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { periodOfDays, run } from '../../src/pipeline/run.ts';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/start.ts';
import { silentProgress } from '../../src/sources/extract/progress.ts';
import { readRows } from '../../src/warehouse/border.ts';
import { openSnapshot } from '../../src/warehouse/open.ts';
import { givenConfig } from '../given/sandbox-config.ts';

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
const days = 30;
const sandboxes: RunningSandbox[] = [];
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

async function reportedAgainst(seed: number, breaks: 'standard' | 'none', format: 'csv' | 'xlsx') {
  const sandbox = await startSandbox({ seed, days, until: until.toString(), breaks, ordersPerDay: 40 });
  sandboxes.push(sandbox);
  const { path, folder, env } = givenConfig(sandbox, { statement: { format } });
  Object.assign(process.env, env);
  const config = await loadConfig(path);
  const period = periodOfDays(until.subtract({ days: days - 1 }).toString(), until.toString());
  const result = await run({
    config,
    companies: config.companies,
    periodOf: () => period,
    isFetching: true,
    refresh: false,
    progress: silentProgress,
  });
  expect(result.errors).toEqual([]);
  const snapshot = await openSnapshot(join(folder, 'data', 'warehouse', 'published.duckdb'));
  const items = await readRows(
    snapshot.connection,
    `select reconciliation, outcome, reason_code, currency, item_key, left_key, right_key, right_minus_left
     from mart.item where outcome not in ('matched', 'matched_with_tolerance') order by all`,
  );
  const rejected = await readRows(snapshot.connection, 'select * from mart.rejected_row');
  snapshot.close();
  expect(rejected).toEqual([]);
  return { sandbox, items, verdicts: result.verdicts };
}

describe.each([
  { seed: 1, format: 'csv' as const },
  { seed: 2, format: 'xlsx' as const },
  { seed: 3, format: 'csv' as const },
])('seed $seed, statements as $format', ({ seed, format }) => {
  test('the planted breaks are exactly the reported ones: none missed, none invented', async () => {
    const { sandbox, items } = await reportedAgainst(seed, 'standard', format);
    const isFor = (truth: (typeof sandbox.truth)[number]) => (item: (typeof items)[number]) =>
      item.reconciliation === truth.reconciliation &&
      item.outcome === truth.outcome &&
      item.reason_code === truth.reason_code &&
      item.currency === truth.currency &&
      [item.item_key, item.left_key, item.right_key, String(item.left_key).replace('account ', '')].includes(
        truth.key,
      ) &&
      Math.abs(Number(item.right_minus_left)) === Math.abs(Number(truth.amount));
    expect(sandbox.truth.filter((truth) => !items.some(isFor(truth)))).toEqual([]);
    expect(items.filter((item) => !sandbox.truth.some((truth) => isFor(truth)(item)))).toEqual([]);
    expect(items.length).toBe(sandbox.truth.length);
    // every kind that the five can report: 4 + 4 + 6 + 1 + 1
    expect(new Set(sandbox.truth.map((truth) => truth.reconciliation + truth.reason_code)).size).toBe(16);
  });
});

test('where nothing is planted, every day is reconciled', async () => {
  const { items, verdicts } = await reportedAgainst(11, 'none', 'csv');
  expect(items).toEqual([]);
  expect(verdicts.length).toBe(days * 2);
  expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(new Set(['reconciled']));
});
