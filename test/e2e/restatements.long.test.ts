import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { priceList } from '../../sandbox/src/gateway/fees.ts';
import { startSandbox } from '../../sandbox/src/start.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { periodOfDays, runCompany } from '../../src/pipeline/run-company.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { openSnapshot } from '../../src/warehouse/open.ts';
import { compare, itemsQuery } from '../accuracy/truth/compare.mjs';
import { givenConfig, givenData, onlyCompany } from '../given/sandbox-config.ts';

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
const days = 9;

test('restatements are found line by line, and nothing else', async () => {
  const sandbox = await startSandbox({ seed: 9, days, until: until.toString(), breaks: 'none', ordersPerDay: 25 });
  onTestFinished(() => sandbox.close());
  const books = mkdtempSync(join(tmpdir(), 'tieout-books-'));
  const own = {
    books: { orders: { file: join(books, 'orders.csv') }, bank: { file: join(books, 'bank.csv') } },
    fees: priceList(),
  };
  const { path, folder, env } = givenConfig(sandbox, own);
  Object.assign(process.env, env);
  const config = await loadConfig(path);
  const period = periodOfDays(until.subtract({ days: days - 1 }).toString(), until.toString());
  const runOnce = async (refresh: boolean) => {
    writeFileSync(join(books, 'orders.csv'), sandbox.files().orders);
    writeFileSync(join(books, 'bank.csv'), sandbox.files().bank);
    const request = { config, company: onlyCompany(config), period, progress: silentProgress };
    const { errors } = await runCompany({ ...request, isFetching: true, refresh });
    expect(errors).toEqual([]);
    const snapshot = await openSnapshot(givenData(folder).published);
    const items = await readRows(snapshot.connection, itemsQuery);
    snapshot.close();
    return items.filter(({ outcome }) => outcome !== 'timing');
  };
  expect(await runOnce(false)).toEqual([]);

  const happen = async (what: string): Promise<unknown[]> => {
    const headers = { authorization: `Bearer ${sandbox.adminToken}` };
    const answer = await fetch(`${sandbox.adminUrl}/merchant/${what}`, { method: 'POST', headers });
    return z.array(z.unknown()).parse(await answer.json());
  };
  const added = [...(await happen('restate')), ...(await happen('change_recipient'))];
  expect(sandbox.truth).toEqual(added);
  expect([...new Set(sandbox.truth.map(({ reason_code }) => reason_code))].sort()).toEqual([
    'account_changed',
    'fee_too_high',
    'line_appeared',
    'line_changed',
    'line_vanished',
    'order_without_payment',
  ]);
  const items = await runOnce(true);
  expect(compare(sandbox.truth, items)).toEqual({ missed: [], invented: [] });
});
