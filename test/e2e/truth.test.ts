import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, describe, expect, test } from 'vitest';
import { priceList } from '../../sandbox/src/gateway/fees.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from '../../sandbox/src/start.ts';
import { loadConfig } from '../../src/config/load.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { periodOfDays, runCompany } from '../../src/run/run.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { openSnapshot } from '../../src/warehouse/open.ts';
import { compare, itemsQuery } from '../accuracy/truth/compare.mjs';
import { unexplainedReasons } from '../given/reasons.ts';
import { givenConfig, givenData, onlyCompany } from '../given/sandbox-config.ts';

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
const days = 30;
const sandboxes: RunningSandbox[] = [];
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

type Terms = Pick<SandboxOptions, 'reserve' | 'settlement' | 'currencies' | 'conversion'>;

async function reportedAgainst(
  seed: number,
  breaks: 'services' | 'standard' | 'none',
  formats: readonly ('csv' | 'xlsx')[],
  { currencies = ['MYR', 'SGD'], ...terms }: Terms = {},
) {
  const options = { seed, days, until: until.toString(), breaks, ordersPerDay: 40, currencies, ...terms };
  const sandbox = await startSandbox(options);
  sandboxes.push(sandbox);
  const books = mkdtempSync(join(tmpdir(), 'tieout-books-'));
  writeFileSync(join(books, 'orders.csv'), sandbox.files().orders);
  writeFileSync(join(books, 'bank.csv'), sandbox.files().bank);
  const callbacks = sandbox.callbacks();
  if (breaks !== 'services') writeFileSync(join(books, 'callbacks.jsonl'), [...callbacks.lines].join(''));
  const own = {
    books: {
      orders: { file: join(books, 'orders.csv') },
      bank: { file: join(books, 'bank.csv') },
      callbacks: { file: join(books, 'callbacks.jsonl') },
    },
    fees: priceList(currencies),
  };
  const { path, folder, env } = givenConfig(sandbox, {
    currencies,
    statement: { formats },
    ...(breaks === 'services' ? {} : own),
  });
  Object.assign(process.env, env);
  const config = await loadConfig(path);
  const period = periodOfDays(until.subtract({ days: days - 1 }).toString(), until.toString());
  const result = await runCompany({
    config,
    company: onlyCompany(config),
    period,
    isFetching: true,
    refresh: false,
    progress: silentProgress,
  });
  expect(result.errors).toEqual([]);
  const snapshot = await openSnapshot(givenData(folder).published);
  const items = await readRows(snapshot.connection, itemsQuery);
  const rejected = await readRows(snapshot.connection, 'select * from mart.rejected_row');
  const agreed = await readRows(snapshot.connection, 'select distinct reconciliation from mart.matched');
  const unexplained = await unexplainedReasons(snapshot.connection);
  snapshot.close();
  expect({ rejected, unexplained }).toEqual({ rejected: [], unexplained: [] });
  const truth = breaks === 'services' ? sandbox.truth : [...sandbox.truth, ...callbacks.truth];
  return { truth, items, verdicts: result.verdicts, agreed: agreed.map(({ reconciliation }) => reconciliation) };
}

describe.each([
  { seed: 1, formats: ['csv'] as const, breaks: 'services' as const, kinds: 17 },
  { seed: 2, formats: ['xlsx', 'csv'] as const, breaks: 'standard' as const, kinds: 48 },
  { seed: 3, formats: ['csv'] as const, breaks: 'services' as const, kinds: 17 },
])('seed $seed, $breaks breaks, statements as $formats', ({ seed, formats, breaks, kinds }) => {
  test('the reported breaks are exactly the planted ones', async () => {
    const currencies = breaks === 'standard' ? ['MYR', 'SGD', 'JPY'] : ['MYR', 'SGD'];
    const { truth, items } = await reportedAgainst(seed, breaks, formats, { currencies });
    expect(compare(truth, items)).toEqual({ missed: [], invented: [] });
    expect(items.length).toBe(truth.length);
    const planted = new Set(truth.map(({ reconciliation, reason_code }) => `${reconciliation} ${reason_code}`));
    // 4 + 4 + 6 + 1 + 1 and the effect of the statement's errors on the settlements; 2 + 7 + 3 + 6 + 4 + 2 + 5 + 1 + 1;
    // if the last day is a weekday, also an overdue deposit and settlement on it
    expect(planted.size).toBeGreaterThanOrEqual(kinds);
  });
});

// reserve, weekends, conversion and a currency without decimals change time and form of settlement, not what is matched
test('without planted breaks every day is reconciled', async () => {
  const reserve = { basisPoints: 1_000, days: 5 };
  const settlement = { lagDays: 1, isSettledAtWeekends: true };
  const currencies = ['MYR', 'SGD', 'JPY'];
  const conversion = { to: 'MYR', rates: { USD: '4.21', EUR: '4.885' } };
  const { items, verdicts, agreed } = await reportedAgainst(11, 'none', ['csv'], {
    reserve,
    settlement,
    currencies,
    conversion,
  });
  expect(agreed).toEqual(
    expect.arrayContaining(['orders_to_statement', 'bank_to_settlement', 'callbacks_to_statement']),
  );
  // transfers of the last days are in transit
  expect(items.filter(({ outcome }) => outcome !== 'timing')).toEqual([]);
  expect(verdicts.length).toBe(days * 3);
  expect(verdicts.filter(({ verdict, timing_count }) => verdict !== 'reconciled' && timing_count === 0)).toEqual([]);
});
