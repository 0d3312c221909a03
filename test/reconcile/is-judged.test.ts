import { afterAll, beforeAll, expect, test } from 'vitest';
import { isJudged } from '../../src/reconcile/is-judged.ts';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { execute } from '../../src/warehouse/duckdb-values.ts';
import { fillMart } from '../../src/warehouse/fill-mart.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { givenCompany, landed, loadLanded } from '../given/landed.ts';
import { givenWarehouse } from '../given/warehouse.ts';

const run = {
  runId: 9001,
  company: 'acme',
  periodStart: '2026-11-02',
  periodEnd: '2026-11-03',
  knownThrough: 17,
  markedAt: '2026-11-03T01:00:00Z',
  configuration: 'a'.repeat(64),
};
let warehouse: Warehouse;
beforeAll(async () => {
  warehouse = await givenWarehouse();
  await givenCompany(warehouse.connection);
});
afterAll(() => warehouse.close());

test('A run is judged once its results are in mart', async () => {
  expect(await isJudged(warehouse.connection, run)).toBe(false);
  await reconcile(warehouse.connection, run);
  // a process that is killed here has published nothing of it
  expect(await isJudged(warehouse.connection, run)).toBe(false);
  await fillMart(warehouse.connection);
  expect(await isJudged(warehouse.connection, run)).toBe(true);
});

test.each<[string, object]>([
  ['more was received', { knownThrough: 18 }],
  ['the configuration is another', { configuration: 'b'.repeat(64) }],
  ['more days are asked for', { periodEnd: '2026-11-04' }],
  ['it has a new mark', { runId: 9002 }],
])('A run is not yet judged after a change: %s', async (_, change) => {
  expect(await isJudged(warehouse.connection, { ...run, ...change })).toBe(false);
});

test('A run is not yet judged after a refused file was loaded', async () => {
  const { connection } = warehouse;
  await loadLanded(connection, landed('no statement', { kind: 'statement', currency: 'MYR' }));
  await fillMart(connection);
  expect(await isJudged(connection, run)).toBe(true);
  await execute(connection, "update raw.receipt set load_status = 'loaded' where load_status = 'refused'");
  expect(await isJudged(connection, run)).toBe(false);
  await fillMart(connection);
});

test('A run is not yet judged if other rules judged it', async () => {
  await execute(warehouse.connection, "update recon.run set rules_sha256 = 'of another version'");
  expect(await isJudged(warehouse.connection, run)).toBe(false);
});
