import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterAll, expect } from 'vitest';
import { priceList } from '../../packages/sandbox/src/gateway/fees.ts';
import {
  type RunningSandbox,
  SANDBOX_ZONE,
  type SandboxOptions,
  startSandbox,
} from '../../packages/sandbox/src/start.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { withReader } from '../../src/warehouse/open.ts';
import { itemsQuery } from './planted-breaks.ts';
import { unexplainedReasons } from './reasons.ts';
import { givenConfig, givenData, runDays } from './sandbox-config.ts';

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
const sandboxes: RunningSandbox[] = [];
afterAll(() => Promise.all(sandboxes.map((sandbox) => sandbox.close())));

type Terms = Partial<
  Pick<SandboxOptions, 'reserve' | 'settlement' | 'currencies' | 'conversion' | 'ordersPerDay' | 'days'>
>;

/** Generates a merchant, runs everything, and gives the planted breaks with the reported items and verdicts, the published snapshot, and the options of the merchant. */
export async function reportedAgainst(
  seed: number,
  breaks: 'services' | 'standard' | 'none',
  formats: readonly ('csv' | 'xlsx')[],
  { currencies = ['MYR', 'SGD'], ordersPerDay = 40, days = 30, ...terms }: Terms = {},
) {
  const options = { seed, days, until: until.toString(), breaks, ordersPerDay, currencies, ...terms };
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
  // by the end of the day after the last, every refund is older than the day in which a shop may not know of it yet
  const asOf = until.add({ days: 2 }).toZonedDateTime(SANDBOX_ZONE).toInstant().subtract({ seconds: 1 });
  const config = { ...(await loadConfig(path)), clock: () => asOf };
  const result = await runDays(config, [until.subtract({ days: days - 1 }).toString(), until.toString()]);
  expect(result.errors).toEqual([]);
  const { published } = givenData(folder);
  const { items, rejected, agreed, unexplained } = await withReader(published, async ({ connection }) => ({
    items: await readRows(connection, itemsQuery),
    rejected: await readRows(connection, 'select * from mart.rejected_row'),
    agreed: await readRows(connection, 'select distinct reconciliation from mart.matched'),
    unexplained: await unexplainedReasons(connection),
  }));
  expect({ rejected, unexplained }).toEqual({ rejected: [], unexplained: [] });
  const truth = breaks === 'services' ? sandbox.truth : [...sandbox.truth, ...callbacks.truth];
  const scenario = { ...options, zone: SANDBOX_ZONE };
  return {
    ...{ truth, items, verdicts: result.verdicts, agreed: agreed.map(({ reconciliation }) => reconciliation) },
    ...{ published, scenario },
  };
}
