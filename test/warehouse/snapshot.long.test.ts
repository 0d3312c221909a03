import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { execute, readRows } from '../../src/warehouse/duckdb-values.ts';
import { openToRead, openWarehouse, type Warehouse, withReader } from '../../src/warehouse/open.ts';
import { publishSnapshot } from '../../src/warehouse/publish.ts';
import { openSnapshots } from '../../src/warehouse/snapshots.ts';
import { rowsOf } from '../given/asked.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-snapshot-'));
const published = join(folder, 'published.duckdb');

const settings = async ({ connection }: Warehouse) =>
  (await readRows(connection, 'select name from core.company_setting order by name')).map(({ name }) => name);
const set = ({ connection }: Warehouse, name: string) =>
  execute(connection, `insert into core.company_setting values ('files', $name, '', null)`, { name });

test('a reader keeps the state that it opened; a new reader sees the new state', async () => {
  const warehouse = await openWarehouse(join(folder, 'tieout.duckdb'));
  await execute(warehouse.connection, "insert into core.company values ('acme', 'UTC', ['MYR'])");
  await set(warehouse, 'a');
  await publishSnapshot(warehouse, published);
  const early = await openToRead(published);
  await set(warehouse, 'b');
  await publishSnapshot(warehouse, published);
  expect(await settings(early)).toEqual(['a']);
  early.close();
  expect(await withReader(published, settings)).toEqual(['a', 'b']);
  warehouse.close();
});

/**
 * Opens a database for writing in another process; stdout says `open`, or the process fails. One that stays keeps the database in
 * reach: what nothing refers to is closed by the garbage collector, which releases the lock.
 */
const writer = `import('@duckdb/node-api').then(async ({ DuckDBInstance }) => {
  const instance = await DuckDBInstance.create(process.argv[1]);
  await instance.connect();
  console.log('open');
  if (process.argv[2] === 'stay') setInterval(() => instance, 1000);
});`;

async function startWriter(path: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', writer, path, 'stay'], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return child;
}

test('no second process can open the warehouse for writing while it is published, and after', async () => {
  const path = join(folder, 'tieout.duckdb');
  const warehouse = await openWarehouse(path);
  const second = () => promisify(execFile)(process.execPath, ['-e', writer, path]);
  const refused = /Could not set lock/;
  await expect(second()).rejects.toThrow(refused);
  const [during] = await Promise.allSettled([second(), publishSnapshot(warehouse, published)]);
  expect(during).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(refused) } });
  await expect(second()).rejects.toThrow(refused);
  // whoever is let in by a lock that was lost could write
  await set(warehouse, 'c');
  await publishSnapshot(warehouse, published);
  warehouse.close();
  await second();
});

test('a program that has opened the snapshot for writing keeps nobody from reading or publishing', async () => {
  chmodSync(published, 0o600);
  const intruder = await startWriter(published);
  const readAll = async () => (await withReader(published, settings)).length;
  expect(await readAll()).toBe(3);
  const twice = ['a', 'b'].map((company) => [company, published] as const);
  const snapshots = await openSnapshots(new Map(twice));
  expect(await rowsOf(snapshots.ask('select distinct name from core.company_setting'))).toHaveLength(3);
  snapshots.close();
  expect(readdirSync(join(folder, 'reading'))).toEqual([]);
  const warehouse = await openWarehouse(join(folder, 'tieout.duckdb'));
  await set(warehouse, 'd');
  await publishSnapshot(warehouse, published);
  warehouse.close();
  expect(await readAll()).toBe(4);
  intruder.kill();
  expect(await readAll()).toBe(4);
});
