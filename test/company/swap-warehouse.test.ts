import { copyFileSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildingPath, completePath, finishSwap, swapWarehouse } from '../../src/company/swap-warehouse.ts';

const given = mkdtempSync(join(tmpdir(), 'tieout-swap-'));
const old = join(given, 'old.duckdb');
const rebuilt = join(given, 'rebuilt.duckdb');

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
    await swapWarehouse(path);
    expect(await ask(path)).toEqual([7]);
    expect(readdirSync(dirname(path))).toEqual(['tieout.duckdb']);
  });

  test('stays, with its log, where the process was killed before the new one was complete', async () => {
    const path = folderWith();
    writeFileSync(buildingPath(path), 'half');
    writeFileSync(`${buildingPath(path)}.wal`, 'half');
    await finishSwap(path);
    expect(await ask(path)).toEqual([1, 2]);
    expect(existsSync(buildingPath(path))).toBe(false);
  });

  test.for([
    ['before the log of the old one was removed', {}],
    ['after the log of the old one was removed', { log: false }],
    ['where there was no old one', { log: false, database: false }],
  ] as const)('is replaced by the next writer where the process was killed %s', async ([, left]) => {
    const path = folderWith(left);
    copyFileSync(rebuilt, completePath(path));
    await finishSwap(path);
    expect(await ask(path)).toEqual([7]);
    expect(readdirSync(dirname(path))).toEqual(['tieout.duckdb']);
  });
});
