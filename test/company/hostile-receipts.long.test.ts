import { expect, test } from 'vitest';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { connectors } from '../../src/connectors/registry.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { newReceiptFacts, type Receipt } from '../../src/domain/receipt.ts';
import { rebuildCompany } from '../../src/evidence/rebuild-company.ts';
import { openLanding } from '../../src/landing/landing.ts';
import { numberOf } from '../../src/warehouse/duckdb-values.ts';
import { onlyCompany, runDays } from '../given/sandbox-config.ts';
import { givenImporter } from '../given/shop.ts';

/** What the pipeline keeps of its own work, besides what connectors receive. */
const ownKinds = [
  'run',
  'decision',
  'declared_span',
  'requests',
  'configuration',
  'close',
  'close_sums',
  'evidence',
  'removal',
  'tombstone',
];
const connectorKinds = new Set(connectors.flatMap(({ kinds: declared }) => Object.keys(declared)));
const kinds = [
  ...connectors.flatMap(({ name, kinds: declared }) => Object.keys(declared).map((kind) => ({ source: name, kind }))),
  ...ownKinds.map((kind) => ({ source: kind, kind })),
  { source: 'gateway', kind: 'of_a_newer_version' },
  { source: 'of_another_service', kind: 'statement' },
];

/** ISO 4217: no currency. */
const noCurrency = 'XXX';

/** What a receipt says of itself, and its content. */
const hostile = [
  [{}, '{'],
  [{ received_at: '9999-12-31T23:59:59.999Z' }, ''],
  [{ received_at: '0001-01-01T00:00:00.000Z' }, 'null'],
  [{}, '[null]'],
  [{ page: 1, is_last_page: true, batch_id: 'batch' }, '[[], 1, "text"]'],
  [{ currency: noCurrency }, '{"id":"9999999999999999999999999","amount":{}}'],
  [{}, '\u0000\uFFFF'],
  [{ company: 'another', page: -1, is_last_page: true, batch_id: '' }, 'null'],
] as const;

/** Periods that nothing can have been received for. */
const absurd = [
  { window_from: '2026-11-03T00:00:00Z', window_to: '2026-11-01T00:00:00Z', currency: 'MYR' },
  { window_from: '0001-01-01T00:00:00Z', window_to: '9999-12-31T00:00:00Z', currency: noCurrency },
  { window_from: '0001-01-01T00:00:00Z', window_to: '0001-01-02T00:00:00Z', currency: 'MYR' },
  { window_from: '2026-11-01T00:00:00Z', window_to: null, currency: 'MYR' },
].map((facts) => [facts, '[null]'] as const);

async function emptyCompany() {
  const shop = givenImporter();
  return { ...shop, config: await loadConfig(shop.path), landing: await openLanding(shop.data.landing) };
}

const base = { company: 'acme', ext: 'json', received_at: '2026-11-02T00:00:00.000Z' };

const runOf = (config: LoadedConfig) => runDays(config, ['2026-11-02', '2026-11-02'], { isFetching: false });

test('No receipt that is in landing makes a rebuild or a run fail as a whole, and each is named', async () => {
  const { config, read, landing } = await emptyCompany();
  for (const { source, kind } of kinds)
    for (const [facts, bytes] of [...hostile, ...absurd])
      await landing.put({ ...newReceiptFacts({ ...base, source, kind }), ...facts }, { bytes });
  const { errors } = await rebuildCompany(config, onlyCompany(config), silentProgress);
  const codes = new Set(errors.map(({ code }) => code));
  expect([...codes]).toEqual(expect.arrayContaining(['RUN_MARK_UNREADABLE', 'CONFIGURATION_UNUSABLE']));
  const { verdicts } = await runOf(config);
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['incomplete']);

  const received = await read(
    `select receipt_id, kind, load_status, load_code, load_message is not null as has_reason, file_name, row_count, rejected_count
     from raw.receipt`,
  );
  const own = landing.receipts().filter(({ company }) => company === 'acme');
  const kept = new Map(received.map((row) => [numberOf(row, 'receipt_id'), row]));
  const loadable = own.filter(({ kind }) => connectorKinds.has(kind));
  const isNamed = ({ receipt_id }: Receipt) => {
    const row = kept.get(receipt_id);
    if (row?.load_status === 'refused') return row.has_reason === true && row.file_name !== '';
    // what the pipeline itself reads has no rows: whatever needs it names it
    return row?.load_status === 'noted' || (row?.load_status === 'loaded' && numberOf(row, 'rejected_count') > 0);
  };
  expect(loadable.filter((receipt) => !isNamed(receipt)).map(({ receipt_id }) => kept.get(receipt_id))).toEqual([]);
  const ofAbsurdTimes = loadable.filter(({ window_from: from }) => from !== null);
  expect(ofAbsurdTimes.length).toBe(absurd.length * kinds.filter(({ kind }) => connectorKinds.has(kind)).length);
  const named = new Set(ofAbsurdTimes.map(({ receipt_id }) => kept.get(receipt_id)?.load_code));
  expect([...named]).toEqual(['RECEIPT_PERIOD_WRONG']);
});

test('Receipts of another company only are no input of a run or a rebuild', async () => {
  const { config, data, landing } = await emptyCompany();
  const foreign = { ...base, company: 'another' };
  await landing.put(newReceiptFacts({ ...foreign, source: 'gateway', kind: 'turnover' }), { bytes: '{}' });
  expect((await runOf(config)).verdicts).toEqual([]);
  const mark = { period_start: '2026-11-02', period_end: '2026-11-03', known_through: landing.lastReceiptId() };
  for (const company of ['another', 'acme'])
    await (await openLanding(data.landing)).put(newReceiptFacts({ ...base, company, source: 'run', kind: 'run' }), {
      bytes: JSON.stringify(mark),
    });
  const { errors, runs } = await rebuildCompany(config, onlyCompany(config), silentProgress);
  expect({ errors, runs }).toEqual({ errors: [], runs: 1 });
});
