import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { newReceiptFacts } from '../../src/domain/receipt.ts';
import { rebuildCompany } from '../../src/evidence/rebuild-company.ts';
import { verifyCompany } from '../../src/evidence/verify-company.ts';
import { type Landing, openLanding } from '../../src/landing/landing.ts';
import { verifyLanding } from '../../src/landing/verify-landing.ts';
import { onlyCompany, runDays } from '../given/sandbox-config.ts';
import { givenImporter, type Shop } from '../given/shop.ts';

async function companyWithLimit(quarantine_mib: number) {
  const shop = givenImporter({ books: { orders: { file: 'orders/*.csv' } } }, { retention: { quarantine_mib } });
  const config = await loadConfig(shop.path);
  return { shop, config, paths: shop.data, landing: await openLanding(shop.data.landing) };
}

/** A run bounds what the runs before it have refused. */
const runOf = (config: LoadedConfig) => runDays(config, ['2026-11-02', '2026-11-02'], { isFetching: false });

const quarantineOf = ({ read }: Shop) =>
  read(
    'select receipt_id as id, reason_code, reason, is_replaced, is_removed from mart.quarantine order by receipt_id',
  );

/** An answer of 600 KiB that is no turnover, of its own content. */
const broken = (mark: string) => `{"${mark}":"${'x'.repeat(600 * 1024)}`;

const requested = {
  received_at: '2026-11-03T00:00:00.000Z',
  request: { method: 'GET', path: '/turnover', query: '' },
};

async function landTurnover(landing: Landing, day: number, bytes: string) {
  return landing.put(
    newReceiptFacts({
      company: 'acme',
      source: 'gateway',
      kind: 'turnover',
      ext: 'json',
      currency: 'MYR',
      window_from: `2026-10-0${day}T16:00:00Z`,
      window_to: `2026-10-0${day + 1}T16:00:00Z`,
      ...requested,
    }),
    { bytes },
  );
}

const removedOf = async (shop: Shop) => (await quarantineOf(shop)).map(({ is_removed }) => is_removed);

test('Above the limit, the next run removes the content of the oldest refused answers, and the reasons stay', async () => {
  const { shop, config, paths } = await companyWithLimit(1);
  await runOf(config);
  const landing = await openLanding(paths.landing);
  const receipts = [
    await landTurnover(landing, 1, broken('a')),
    await landTurnover(landing, 2, broken('b')),
    await landTurnover(landing, 3, broken('c')),
  ];
  await runOf(config);
  const refused = await quarantineOf(shop);
  expect(refused.map(({ is_removed }) => is_removed)).toEqual([false, false, false]);
  await runOf(config);
  const before = await quarantineOf(shop);
  expect(before).toEqual(refused.map((row, at) => ({ ...row, is_removed: at < 2 })));
  expect(receipts.map((receipt) => existsSync(landing.objectPath(receipt)))).toEqual([false, false, true]);

  const { doubts, notProven } = await verifyCompany(config, onlyCompany(config), { isQuick: false });
  expect(doubts).toEqual([]);
  expect(notProven).toContainEqual(expect.stringContaining('the content of 2 refused files'));
  const rebuilt = await rebuildCompany(config, onlyCompany(config), silentProgress);
  expect(rebuilt.comparison).toMatchObject({ state: 'equal', different: [] });
  expect(await quarantineOf(shop)).toEqual(before);

  const { length } = (await openLanding(paths.landing)).receipts();
  await runOf(config);
  const again = (await openLanding(paths.landing)).receipts().slice(length);
  expect(again.map(({ kind }) => kind)).not.toContain('removal');
});

test('What was replaced is removed first, what is larger by itself before it, and below the limit nothing is', async () => {
  const { shop, config, paths, landing } = await companyWithLimit(2);
  await landTurnover(landing, 1, broken('a'));
  await landTurnover(landing, 2, broken('b'));
  await landTurnover(landing, 3, broken('c'));
  await runOf(config);
  await runOf(config);
  expect(await removedOf(shop)).toEqual([false, false, false]);
  const later = await openLanding(paths.landing);
  await landTurnover(later, 3, JSON.stringify({ incoming: { turnover: 0, fee_sell: 0, count: { all: 0 } } }));
  const large = await landTurnover(later, 4, `${broken('d')}${broken('e')}${broken('f')}${broken('g')}`);
  await landTurnover(later, 5, broken('h'));
  await runOf(config);
  const replaced = await shop.read('select receipt_id as id from mart.quarantine where is_replaced');
  await runOf(config);
  const left = await quarantineOf(shop);
  const removed = left.filter(({ is_removed }) => is_removed === true).map(({ id }) => id);
  expect(removed).toEqual([...replaced.map(({ id }) => id), large.receipt_id]);
});

test('Content that a loaded receipt or a file in its folder has is never removed', async () => {
  const { shop, config, landing } = await companyWithLimit(1);
  const orders = {
    company: 'acme',
    source: 'books',
    kind: 'orders',
    ext: 'csv',
    received_at: '2026-11-03T00:00:00.000Z',
  };
  for (const name of ['one.csv', 'two.csv', 'three.csv'])
    await landing.put(newReceiptFacts({ ...orders, original_name: name }), {
      bytes: `no,such,header\n${name.repeat(100_000)}`,
    });
  const bytes = `${' '.repeat(1_100_000)}${JSON.stringify({ incoming: { turnover: 0, fee_sell: 0, count: { all: 0 } } })}`;
  await landTurnover(landing, 1, bytes);
  // the same bytes for a period that nothing can have been received for: refused
  const absurd = { window_from: '2026-11-03T00:00:00Z', window_to: '2026-11-01T00:00:00Z', currency: 'MYR' };
  await landing.put(
    newReceiptFacts({ company: 'acme', source: 'gateway', kind: 'turnover', ext: 'json', ...absurd, ...requested }),
    { bytes },
  );
  await runOf(config);
  await runOf(config);
  expect((await quarantineOf(shop)).map(({ reason_code, is_removed }) => [reason_code, is_removed])).toEqual([
    ['FILE_HEADER_NOT_FOUND', false],
    ['FILE_HEADER_NOT_FOUND', false],
    ['FILE_HEADER_NOT_FOUND', false],
    ['RECEIPT_PERIOD_WRONG', false],
  ]);
});

test('Content that is received again is kept for its new receipt', async () => {
  const { shop, config, paths, landing } = await companyWithLimit(1);
  const first = await landTurnover(landing, 1, broken('a'));
  await landTurnover(landing, 2, broken('b'));
  await runOf(config);
  await runOf(config);
  expect(existsSync(landing.objectPath(first))).toBe(false);
  const later = await openLanding(paths.landing);
  const second = await landTurnover(later, 1, broken('a'));
  expect(second.sha256).toBe(first.sha256);
  await runOf(config);
  expect(readFileSync(landing.objectPath(second), 'utf8')).toBe(broken('a'));
  expect(await removedOf(shop)).toEqual([true, false, false]);
  await runOf(config);
  expect(await removedOf(shop)).toEqual([true, true, false]);
  expect((await verifyLanding(paths.landing, { isQuick: false })).doubts).toEqual([]);
});

test('A run that was killed after it recorded what it removes is finished by the next one', async () => {
  const { shop, config, paths, landing } = await companyWithLimit(1);
  const receipt = await landTurnover(landing, 1, broken('a'));
  await runOf(config);
  const reason = { code: 'ANSWER_NOT_UNDERSTOOD', message: 'It was refused.', remedy: '', line: null };
  const later = await openLanding(paths.landing);
  await later.remove('acme', { limit_bytes: 1, removed: [{ receipt_id: receipt.receipt_id, ...reason }] });
  writeFileSync(landing.objectPath(receipt), broken('a'));
  await runOf(config);
  expect(existsSync(landing.objectPath(receipt))).toBe(false);
  expect(await removedOf(shop)).toEqual([true]);
  expect((await verifyLanding(paths.landing, { isQuick: false })).doubts).toEqual([]);
});

test('A record removes nothing that was loaded, of another company, later than itself or our own', async () => {
  const { config, paths, landing } = await companyWithLimit(1);
  const loaded = await landTurnover(
    landing,
    1,
    JSON.stringify({ incoming: { turnover: 0, fee_sell: 0, count: { all: 0 } } }),
  );
  await runOf(config);
  const reason = { code: 'FILE_FORMAT', message: 'It was refused.', remedy: '', line: null };
  const later = await openLanding(paths.landing);
  const own = later.receipts().filter(({ source }) => source === 'run');
  expect(own.length).toBeGreaterThan(0);
  const named = [...own.map(({ receipt_id }) => receipt_id), 9999, (later.receipts().at(-1)?.receipt_id ?? 0) + 1];
  await later.remove('acme', { limit_bytes: 1, removed: named.map((receipt_id) => ({ receipt_id, ...reason })) });
  await later.remove('another', { limit_bytes: 1, removed: [{ receipt_id: loaded.receipt_id, ...reason }] });
  expect(later.receipts().filter(({ removed }) => removed !== undefined)).toEqual([]);
  expect((await verifyCompany(config, onlyCompany(config), { isQuick: false })).doubts).toEqual([]);

  await later.remove('acme', { limit_bytes: 1, removed: [{ receipt_id: loaded.receipt_id, ...reason }] });
  expect(existsSync(paths.published)).toBe(true);
  const { doubts } = await verifyCompany(config, onlyCompany(config), { isQuick: false });
  expect(doubts.map(({ code }) => code)).toEqual(['SNAPSHOT_NOT_OF_LANDING']);
});
