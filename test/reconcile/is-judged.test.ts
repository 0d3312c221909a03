import { expect, test } from 'vitest';
import { periodOf } from '../../src/domain/period.ts';
import { isJudged } from '../../src/reconcile/is-judged.ts';
import { fillMart } from '../../src/warehouse/fill-mart.ts';
import { judgeAll } from '../given/judged.ts';
import { landed } from '../given/landed.ts';
import { givenRules } from '../given/rules.ts';

const run = {
  runId: 9001,
  company: 'acme',
  period: periodOf('2026-11-02', '2026-11-03'),
  knownThrough: 17,
  markedAt: '2026-11-03T01:00:00Z',
  configuration: 'a'.repeat(64),
};
const acme = givenRules();

test('A run is judged once its results are in mart', async () => {
  expect(await isJudged(acme.connection, run)).toBe(false);
  await judgeAll(acme.connection, run);
  // a process that is killed here has published nothing of it
  expect(await isJudged(acme.connection, run)).toBe(false);
  await fillMart(acme.connection);
  expect(await isJudged(acme.connection, run)).toBe(true);
});

test.each<[string, object]>([
  ['more was received', { knownThrough: 18 }],
  ['the configuration is another', { configuration: 'b'.repeat(64) }],
  ['more days are asked for', { period: periodOf('2026-11-02', '2026-11-04') }],
  ['it has a new mark', { runId: 9002 }],
])('A run is not yet judged after a change: %s', async (_, change) => {
  expect(await isJudged(acme.connection, { ...run, ...change })).toBe(false);
});

test('A run is not yet judged after a refused file was loaded', async () => {
  await acme.load(landed('no statement', { kind: 'statement', currency: 'MYR' }));
  await fillMart(acme.connection);
  expect(await isJudged(acme.connection, run)).toBe(true);
  await acme.execute("update raw.receipt set load_status = 'loaded' where load_status = 'refused'");
  expect(await isJudged(acme.connection, run)).toBe(false);
  await fillMart(acme.connection);
});

test('A run is not yet judged if other rules judged it', async () => {
  await acme.execute("update recon.run set rules_sha256 = 'of another version'");
  expect(await isJudged(acme.connection, run)).toBe(false);
});
