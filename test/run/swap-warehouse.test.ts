import { copyFileSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { newReceiptFacts } from '../../src/domain/receipt.ts';
import { buildingPath, completePath, finishSwap, swapWarehouse } from '../../src/run/swap-warehouse.ts';
import { proveWarehouse, sealForPath, sealWarehouse } from '../../src/warehouse/warehouse-seal.ts';

const given = mkdtempSync(join(tmpdir(), 'tieout-swap-'));
const runFacts = {
  source: 'run',
  kind: 'run',
  company: 'acme',
  ext: 'json',
  content_type: 'application/json',
} as const;
const old = join(given, 'old.duckdb');
const rebuilt = join(given, 'rebuilt.duckdb');

/** A landing zone whose newest run has a number. */
const landingWithRun = (id: number) => ({
  receipts: () => [
    {
      ...newReceiptFacts(runFacts),
      received_at: '2026-11-19T01:00:00Z',
      receipt_id: id,
      bytes: 0,
      sha256: '0'.repeat(64),
    },
  ],
  lastReceiptId: () => id,
});
const landing = landingWithRun(7);

async function ask(path: string, ...statements: string[]): Promise<unknown[]> {
  const instance = await DuckDBInstance.create(path, { threads: '1' });
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  const rows = (await connection.runAndReadAll('select a from t order by a')).getRowObjectsJson();
  connection.closeSync();
  instance.closeSync();
  return rows.map((row) => row.a);
}

beforeAll(async () => {
  const instance = await DuckDBInstance.create(old, { threads: '1' });
  const connection = await instance.connect();
  for (const statement of ['create table t (a integer)', 'insert into t values (1)', 'checkpoint'])
    await connection.run(statement);
  await connection.run('insert into t values (2)');
  // as a killed process leaves it: the last row is in the log only
  for (const ending of ['', '.wal']) copyFileSync(`${old}${ending}`, `${join(given, 'killed.duckdb')}${ending}`);
  connection.closeSync();
  instance.closeSync();
  await ask(rebuilt, 'create table t (a integer)', 'insert into t values (7)');
});

/** A rebuilt warehouse with its seal, which a killed process did not put in place. */
async function leaveComplete(path: string): Promise<void> {
  await sealForPath(rebuilt, completePath(path), 7);
  copyFileSync(rebuilt, completePath(path));
}

/** A warehouse folder in which the old one was left by a killed process. */
function folderWith({ log = true, database = true } = {}): string {
  const path = join(mkdtempSync(join(given, 'case-')), 'tieout.duckdb');
  if (database) copyFileSync(join(given, 'killed.duckdb'), path);
  if (log) copyFileSync(join(given, 'killed.duckdb.wal'), `${path}.wal`);
  return path;
}

describe('a warehouse that is replaced', () => {
  test('is the new one alone: the log of the old one is not applied to it', async () => {
    const path = folderWith();
    copyFileSync(rebuilt, buildingPath(path));
    await swapWarehouse(path, landing);
    expect(await ask(path)).toEqual([7]);
    expect(readdirSync(join(path, '..')).sort()).toEqual(['tieout.duckdb', 'tieout.duckdb.seal.json']);
    expect(await proveWarehouse(path, { isWhole: true })).toBe('proven');
  });

  test('stays, with its log, where the process was killed before the new one was complete', async () => {
    const path = folderWith();
    writeFileSync(buildingPath(path), 'half');
    writeFileSync(`${buildingPath(path)}.wal`, 'half');
    await finishSwap(path, landing);
    expect(await ask(path)).toEqual([1, 2]);
    expect(existsSync(buildingPath(path))).toBe(false);
  });

  test.for([
    ['before the log of the old one was removed', {}],
    ['after the log of the old one was removed', { log: false }],
    ['where there was no old one', { log: false, database: false }],
  ] as const)('is replaced by the next writer where the process was killed %s', async ([, left]) => {
    const path = folderWith(left);
    await leaveComplete(path);
    await finishSwap(path, landing);
    expect(await ask(path)).toEqual([7]);
    expect(readdirSync(join(path, '..')).sort()).toEqual(['tieout.duckdb', 'tieout.duckdb.seal.json']);
    expect(await proveWarehouse(path, { isWhole: true })).toBe('proven');
  });

  test.for([
    ['was changed after the process was killed', true],
    ['was placed there by another program', false],
  ] as const)('is not replaced by one that %s, until the next rebuild', async ([, isSealed]) => {
    const path = folderWith({ log: false });
    await sealWarehouse(path, 7);
    if (isSealed) await leaveComplete(path);
    else copyFileSync(rebuilt, completePath(path));
    if (isSealed) await ask(completePath(path), 'update t set a = 8');
    const place = { file: completePath(path) };
    await expect(finishSwap(path, landing)).rejects.toMatchObject({ code: 'WAREHOUSE_DAMAGED', exitStatus: 4, place });
    expect(await proveWarehouse(path, { isWhole: true })).toBe('proven');
    copyFileSync(rebuilt, buildingPath(path));
    await swapWarehouse(path, landing);
    expect(await ask(path)).toEqual([7]);
    expect(readdirSync(join(path, '..')).sort()).toEqual(['tieout.duckdb', 'tieout.duckdb.seal.json']);
  });

  test('is not replaced by one that was built before the newest run', async () => {
    const path = folderWith({ log: false });
    await leaveComplete(path);
    await expect(finishSwap(path, landingWithRun(8))).rejects.toMatchObject({ code: 'WAREHOUSE_DAMAGED' });
    expect(await ask(path)).toEqual([1]);
  });

  test('stays where the process was killed before the new one, which was sealed, was renamed', async () => {
    const path = folderWith();
    await sealForPath(rebuilt, completePath(path), 7);
    await finishSwap(path, landing);
    expect(readdirSync(join(path, '..')).sort()).toEqual(['tieout.duckdb', 'tieout.duckdb.wal']);
  });
});
