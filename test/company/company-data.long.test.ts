import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CompanyData, withCompanyData } from '../../src/company/company-data.ts';
import { companyPaths } from '../../src/config/data-paths.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { type Progress, silentProgress } from '../../src/domain/progress.ts';
import { newReceiptFacts } from '../../src/domain/receipt.ts';
import { rebuildCompany } from '../../src/evidence/rebuild-company.ts';
import { readRows, type WarehouseRow } from '../../src/warehouse/duckdb-values.ts';
import { openWarehouse, withReader } from '../../src/warehouse/open.ts';
import { publishSnapshot } from '../../src/warehouse/publish.ts';
import { landed, loadLanded } from '../given/landed.ts';
import { onlyCompany } from '../given/sandbox-config.ts';
import { givenImporter } from '../given/shop.ts';
import { placeWarehouse } from '../given/warehouse.ts';

let folder: string;
let config: LoadedConfig;
let path: string;
/** The titles of what a command says that it does. */
const steps: string[] = [];
beforeEach(async () => {
  steps.length = 0;
  const shop = givenImporter();
  folder = shop.folder;
  config = await loadConfig(shop.path, { environment: shop.env });
  path = shop.data.warehouse;
  placeWarehouse(path);
});
afterEach(() => rmSync(folder, { recursive: true }));

const progress: Progress = {
  step: (title) => {
    steps.push(title);
    return silentProgress.step(title);
  },
};

function work(doing: (data: CompanyData) => Promise<void> = async () => undefined): Promise<void> {
  return withCompanyData({ config, company: onlyCompany(config), progress, purpose: 'test' }, doing);
}

/** Marks a run in landing, as a run does that judges no day. */
async function markRun({ landing }: CompanyData): Promise<void> {
  const facts = { source: 'run', kind: 'run', company: 'acme', ext: 'json', content_type: 'application/json' } as const;
  const mark = { period_start: '2026-11-01', period_end: '2026-11-02', known_through: 1 };
  await landing.put(newReceiptFacts(facts), { bytes: JSON.stringify(mark) });
}

/** Asks the warehouse, which nothing has open. */
const ask = (sql: string): Promise<WarehouseRow[]> =>
  withReader(path, ({ connection }) => readRows(connection, sql), { isPublished: false, ofAnyVersion: true });

const through = "select made_with from main.made_with where part = 'written_through'";
const writtenThrough = () => ask(through);

test('A command notes in the warehouse what landing has when it ends, and nothing before', async () => {
  await work(markRun);
  // the first entry is the configuration
  expect(await writtenThrough()).toEqual([{ made_with: '2' }]);
  const failing = async (data: CompanyData) => {
    await markRun(data);
    const rows = await readRows(data.warehouse.connection, through);
    expect(rows).toEqual([]);
    throw new Error('no answer');
  };
  await expect(work(failing)).rejects.toThrow('no answer');
  expect(await writtenThrough()).toEqual([{ made_with: '3' }]);
});

test('A warehouse that was restored from before the newest run is built from landing', async () => {
  await work(markRun);
  const kept = join(folder, 'kept.duckdb');
  copyFileSync(path, kept);
  await work(markRun);
  expect(steps).toEqual([]);
  copyFileSync(kept, path);
  await work();
  expect(steps).toContain('Rebuilding the warehouse from landing');
  expect(await ask('select run_id from recon.run order by run_id')).toEqual([{ run_id: 2 }, { run_id: 3 }]);
  steps.length = 0;
  await work();
  expect(steps).toEqual([]);
});

test('A warehouse of another version is rebuilt by a run alone, also where nothing was received yet', async () => {
  const leave = async () => {
    const left = await openWarehouse(path);
    await left.connection.run("update main.made_with set made_with = '0.1.9' where part = 'program'");
    left.close();
  };
  const run = () =>
    withCompanyData({ config, company: onlyCompany(config), progress, purpose: 'run', rebuilds: true }, markRun);
  for (const runs of [1, 2]) {
    await leave();
    await expect(work()).rejects.toMatchObject({ code: 'REBUILD_PENDING', exitStatus: 4, place: { file: path } });
    await run();
    expect(steps.filter((title) => title === 'Rebuilding the warehouse from landing')).toHaveLength(runs);
  }
  expect(await ask('select run_id from recon.run')).toEqual([{ run_id: 2 }]);
});

test('A warehouse that was rebuilt says what landing had', async () => {
  await work(markRun);
  await rebuildCompany(config, onlyCompany(config), silentProgress);
  expect(await writtenThrough()).toEqual([{ made_with: '2' }]);
});

test('A warehouse that is older, as landing is, is not built while what is published has later receipts', async () => {
  await work(markRun);
  copyFileSync(path, join(folder, 'kept.duckdb'));
  await work(async (data) => {
    await markRun(data);
    await loadLanded(data.warehouse.connection, landed('', { kind: 'orders', company: 'acme', receipt_id: 9 }));
    await publishSnapshot(data.warehouse, data.paths.published);
  });
  const refused = { code: 'SNAPSHOT_NOT_OF_LANDING', exitStatus: 4 };
  await expect(work()).rejects.toMatchObject({ ...refused, place: { file: path } });
  copyFileSync(join(folder, 'kept.duckdb'), path);
  const { published } = companyPaths(config.data_dir, 'acme');
  await expect(work()).rejects.toMatchObject({ ...refused, place: { file: published } });
});

/** What a command that is killed after it changed the warehouse leaves of it, with its log. */
async function leftByKill(): Promise<string> {
  const kept = join(folder, 'kept.duckdb');
  await work(async (data) => {
    await markRun(data);
    await data.warehouse.connection.run('create table main.found as select 7 as n');
    for (const ending of ['', '.wal']) copyFileSync(`${path}${ending}`, `${kept}${ending}`);
  });
  return kept;
}

test('A warehouse that a command was killed with is continued from, with its log', async () => {
  await work(markRun);
  const kept = await leftByKill();
  for (const ending of ['', '.wal']) copyFileSync(`${kept}${ending}`, `${path}${ending}`);
  await work();
  expect(steps).toEqual([]);
  expect(await ask('select n from main.found')).toEqual([{ n: 7 }]);
  expect(await writtenThrough()).toEqual([{ made_with: '3' }]);
});

test('A warehouse that a killed command left half written is built from landing', async () => {
  await work(markRun);
  const kept = await leftByKill();
  steps.length = 0;
  const bytes = readFileSync(kept);
  // after the headers, each block of 64 KiB has its second half as zeros
  for (let block = 12_288; block < bytes.length; block += 65_536) bytes.fill(0, block + 32_768, block + 65_536);
  writeFileSync(path, bytes);
  // no process was killed: the file was altered
  await expect(work()).rejects.toMatchObject({ code: 'WAREHOUSE_UNREADABLE', place: { file: path } });
  copyFileSync(`${kept}.wal`, `${path}.wal`);
  await work();
  expect(steps).toContain('Rebuilding the warehouse from landing');
  expect(await ask("select count(*)::int as n from duckdb_tables() where table_name = 'found'")).toEqual([{ n: 0 }]);
  expect(await writtenThrough()).toEqual([{ made_with: '3' }]);
});

test('A block that a killed command left half written is found by whatever reads it while the warehouse is opened', async () => {
  await work(markRun);
  const kept = await leftByKill();
  steps.length = 0;
  const blocks = await ask("select distinct block_id from pragma_storage_info('raw.receipt') where block_id >= 0");
  expect(blocks.length).toBeGreaterThan(0);
  const bytes = readFileSync(kept);
  for (const { block_id: block } of blocks)
    bytes.fill(0, 12_288 + Number(block) * 65_536 + 8, 12_288 + (Number(block) + 1) * 65_536);
  writeFileSync(path, bytes);
  copyFileSync(`${kept}.wal`, `${path}.wal`);
  await work();
  expect(steps).toContain('Rebuilding the warehouse from landing');
  expect(await writtenThrough()).toEqual([{ made_with: '3' }]);
});
