import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { execute, readRows } from '../../src/warehouse/duckdb-values.ts';
import { openSnapshot, openWarehouse } from '../../src/warehouse/open.ts';
import { publishSnapshot } from '../../src/warehouse/publish.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-snapshot-'));
const published = join(folder, 'published.duckdb');

test('a reader keeps the state that it opened; a new reader sees the new state', async () => {
  const warehouse = await openWarehouse(join(folder, 'tieout.duckdb'));
  const companies = async (reader: Awaited<ReturnType<typeof openSnapshot>>) =>
    (await readRows(reader.connection, 'select company from core.company order by company')).map(
      ({ company }) => company,
    );
  await execute(warehouse.connection, "insert into core.company values ('a', 'UTC', ['MYR'])");
  await publishSnapshot(warehouse, published);
  const early = await openSnapshot(published);
  await execute(warehouse.connection, "insert into core.company values ('b', 'UTC', ['MYR'])");
  await publishSnapshot(warehouse, published);
  expect(await companies(early)).toEqual(['a']);
  early.close();
  const late = await openSnapshot(published);
  expect(await companies(late)).toEqual(['a', 'b']);
  late.close();
  warehouse.close();
});

test('a query can neither change the snapshot nor access another file', async () => {
  const secret = join(folder, 'secret.csv');
  writeFileSync(secret, 'key\nabc\n');
  const snapshot = await openSnapshot(published);
  for (const statement of [
    'delete from core.company',
    `select * from read_csv('${secret}')`,
    `copy core.company to '${join(folder, 'out.csv')}'`,
    `attach '${join(folder, 'other.duckdb')}'`,
  ]) {
    await expect(readRows(snapshot.connection, statement), statement).rejects.toThrow();
  }
  snapshot.close();
});
