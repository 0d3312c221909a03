import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { companyPaths } from '../../src/config/data-paths.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { newReceiptFacts } from '../../src/domain/receipt.ts';
import { type Landing, openLanding } from '../../src/landing/landing.ts';
import { verifyLanding } from '../../src/landing/verify-landing.ts';
import { rebuildCompany } from '../../src/run/rebuild.ts';
import { periodOfDays, runCompany } from '../../src/run/run.ts';
import { verifyCompany } from '../../src/run/verify-company.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { openSnapshot } from '../../src/warehouse/open.ts';
import { onlyCompany } from '../given/sandbox-config.ts';

async function companyWithLimit(quarantine_mib: number) {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-quarantine-'));
  const path = join(folder, 'tieout.yaml');
  const gateway = { base_url: 'https://gateway.example/api/v1', secret_key: { env: 'NO_KEY' } };
  const company = { name: 'acme', zone: 'Asia/Kuala_Lumpur', currencies: ['MYR'], gateway };
  const limits = { warehouse: { threads: 1 }, retention: { quarantine_mib } };
  writeFileSync(path, stringify({ data_dir: 'data', ...limits, companies: [company] }));
  const config = await loadConfig(path);
  const paths = companyPaths(config.data_dir, 'acme');
  return { config, paths, landing: await openLanding(paths.landing) };
}

const runOf = (config: LoadedConfig) =>
  runCompany({
    ...{ config, company: onlyCompany(config), period: periodOfDays('2026-11-02', '2026-11-02') },
    ...{ isFetching: false, refresh: false, progress: silentProgress },
  });

async function quarantineOf(published: string) {
  const { connection, close } = await openSnapshot(published);
  try {
    return await readRows(
      connection,
      'select file_id::integer as id, reason_code, reason, is_replaced, is_removed from mart.quarantine order by file_id',
    );
  } finally {
    close();
  }
}

/** An answer of 600 KiB that is no turnover, of its own content. */
const broken = (mark: string) => `{"${mark}":"${'x'.repeat(600 * 1024)}`;

async function landTurnover(landing: Landing, day: number, bytes: string) {
  return landing.put(
    newReceiptFacts({
      ...{ company: 'acme', source: 'gateway', kind: 'turnover', ext: 'json', currency: 'MYR' },
      ...{ window_from: `2026-10-0${day}T16:00:00Z`, window_to: `2026-10-0${day + 1}T16:00:00Z` },
      ...{ received_at: '2026-11-03T00:00:00.000Z', request: { method: 'GET', path: '/turnover', query: '' } },
    }),
    { bytes },
  );
}

test('Above the limit, the content of the oldest refused answers is removed, and the reasons stay', async () => {
  const { config, paths, landing } = await companyWithLimit(1);
  const receipts = [
    await landTurnover(landing, 1, broken('a')),
    await landTurnover(landing, 2, broken('b')),
    await landTurnover(landing, 3, broken('c')),
  ];
  await runOf(config);
  const before = await quarantineOf(paths.published);
  expect(before.map(({ id, is_removed }) => [id, is_removed])).toEqual([
    [1, true],
    [2, true],
    [3, false],
  ]);
  expect(new Set(before.map(({ reason_code }) => reason_code)).size).toBe(1);
  expect(receipts.map((receipt) => existsSync(landing.objectPath(receipt)))).toEqual([false, false, true]);

  const { doubts, notProven } = await verifyCompany(config, onlyCompany(config), { isQuick: false });
  expect(doubts).toEqual([]);
  expect(notProven).toContain(
    'the content of 2 refused files: retention.quarantine_mib no longer keeps them. The reasons are kept',
  );
  const rebuilt = await rebuildCompany(config, onlyCompany(config), silentProgress);
  expect(rebuilt.comparison).toMatchObject({ state: 'equal', different: [] });
  await rebuildCompany(config, onlyCompany(config), silentProgress);
  expect(await quarantineOf(paths.published)).toEqual(before);

  const { length } = (await openLanding(paths.landing)).receipts();
  await runOf(config);
  const again = (await openLanding(paths.landing)).receipts().slice(length);
  expect(again.map(({ kind }) => kind)).not.toContain('removal');
});

test('What a later answer replaced is removed first, and below the limit nothing is', async () => {
  const { config, paths, landing } = await companyWithLimit(2);
  await landTurnover(landing, 1, broken('a'));
  await landTurnover(landing, 2, broken('b'));
  await landTurnover(landing, 3, broken('c'));
  await runOf(config);
  expect((await quarantineOf(paths.published)).map(({ is_removed }) => is_removed)).toEqual([false, false, false]);
  const later = await openLanding(paths.landing);
  await landTurnover(later, 3, JSON.stringify({ data: [] }));
  await landTurnover(later, 4, broken('d'));
  await runOf(config);
  const left = (await quarantineOf(paths.published)).map(({ id, is_replaced, is_removed }) => [
    id,
    is_replaced,
    is_removed,
  ]);
  expect(left.filter(([, isReplaced]) => isReplaced === true).map(([, , isRemoved]) => isRemoved)).toEqual([true]);
  expect(left.filter(([, isReplaced]) => isReplaced === false).map(([, , isRemoved]) => isRemoved)).toEqual([
    false,
    false,
    false,
  ]);
});

test('Content that is received again is kept for its new receipt', async () => {
  const { config, paths, landing } = await companyWithLimit(1);
  const first = await landTurnover(landing, 1, broken('a'));
  await landTurnover(landing, 2, broken('b'));
  await runOf(config);
  expect(existsSync(landing.objectPath(first))).toBe(false);
  const later = await openLanding(paths.landing);
  const second = await landTurnover(later, 1, broken('a'));
  expect(second.sha256).toBe(first.sha256);
  await runOf(config);
  const kept = await quarantineOf(paths.published);
  expect(kept.map(({ is_removed }) => is_removed)).toEqual([true, true, false]);
  expect(readFileSync(landing.objectPath(second), 'utf8')).toBe(broken('a'));
  expect((await verifyLanding(paths.landing, { isQuick: false })).doubts).toEqual([]);
});

test('A run that was killed before it removed what it recorded is finished by the next one', async () => {
  const { config, paths, landing } = await companyWithLimit(1);
  const receipt = await landTurnover(landing, 1, broken('a'));
  await landTurnover(landing, 2, broken('b'));
  await runOf(config);
  writeFileSync(landing.objectPath(receipt), broken('a'));
  await runOf(config);
  expect(existsSync(landing.objectPath(receipt))).toBe(false);
  expect((await verifyLanding(paths.landing, { isQuick: false })).doubts).toEqual([]);
});

test('A loaded file that is recorded as removed is in doubt', async () => {
  const { config, paths, landing } = await companyWithLimit(1);
  const receipt = await landTurnover(landing, 1, JSON.stringify({ data: [] }));
  await runOf(config);
  const reason = { code: 'FILE_FORMAT', message: 'It was refused.', remedy: '', line: null };
  const later = await openLanding(paths.landing);
  await later.remove('acme', { limit_bytes: 1, removed: [{ receipt_id: receipt.receipt_id, ...reason }] });
  const { doubts } = await verifyCompany(config, onlyCompany(config), { isQuick: false });
  expect(doubts.map(({ code }) => code)).toEqual(['SNAPSHOT_NOT_OF_LANDING']);
});
