import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { expect, onTestFinished, test } from 'vitest';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { prepareWarehouse } from '../../src/warehouse/prepare-warehouse.ts';
import { sqlRoot } from '../../src/warehouse/sql-files.ts';
import { givenWarehouse } from '../given/warehouse.ts';

/** A copy of sql/ with files changed: text to write, or null to remove the file or folder. */
function sqlWith(changes: Record<string, string | null>): string {
  const root = join(mkdtempSync(join(tmpdir(), 'tieout-sql-')), 'sql');
  cpSync(sqlRoot, root, { recursive: true });
  for (const [path, text] of Object.entries(changes)) {
    if (text === null) rmSync(join(root, path), { recursive: true });
    else {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  }
  return root;
}

/** A database in memory, for one test. */
async function emptyDatabase(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:');
  onTestFinished(() => instance.closeSync());
  const connection = await instance.connect();
  onTestFinished(() => connection.closeSync());
  return connection;
}

/** The tables, views and macros of an empty database that is prepared with each of some versions of sql/. */
async function preparedWith(...roots: string[]): Promise<string[]> {
  const connection = await emptyDatabase();
  for (const root of roots) await prepareWarehouse(connection, { path: 'given.duckdb', root });
  const rows = await readRows(
    connection,
    `select table_schema || '.' || table_name as name from information_schema.tables
     union
     select schema_name || '.' || function_name from duckdb_functions() where not internal
     order by name`,
  );
  return rows.map(({ name }) => String(name));
}

test('tables have no constraints except not null, and columns have no custom types', async () => {
  const warehouse = await givenWarehouse();
  onTestFinished(warehouse.close);
  expect(
    await readRows(
      warehouse.connection,
      `select table_name, constraint_type from duckdb_constraints() where constraint_type <> 'NOT NULL'`,
    ),
  ).toEqual([]);
  expect(await readRows(warehouse.connection, 'select type_name from duckdb_types() where not internal')).toEqual([]);
});

test('tables of a connector folder are created before its views', async () => {
  const root = sqlWith({
    'connectors/third/schema/slip.sql': 'create table raw.slip (receipt_id integer not null);',
    'connectors/third/slip_view.sql': 'create or replace view staging.slip_view as select receipt_id from raw.slip;',
  });
  expect(await preparedWith(root)).toEqual(expect.arrayContaining(['raw.slip', 'staging.slip_view']));
});

test.each(['schema', 'staging', 'connectors', 'core', 'match', 'reconcile', 'check', 'mart'])(
  'a missing sql/%s is an error that names it',
  async (folder) => {
    const root = sqlWith({ [folder]: null });
    await expect(preparedWith(root)).rejects.toMatchObject({
      code: 'SQL_FOLDER_MISSING',
      place: { file: join(root, folder) },
    });
  },
);

test('a failing SQL file is an error that names it, and nothing is created', async () => {
  const root = sqlWith({ 'mart/verdict.sql': 'create or replace view mart.verdict as select * from mart.nowhere;' });
  const connection = await emptyDatabase();
  await expect(prepareWarehouse(connection, { path: 'given.duckdb', root })).rejects.toMatchObject({
    code: 'SQL_FILE_FAILED',
    place: { file: 'sql/mart/verdict.sql' },
  });
  expect(await readRows(connection, 'select table_name from information_schema.tables')).toEqual([]);
});

test('a warehouse of this version is opened again as it is', async () => {
  expect(await preparedWith(sqlRoot, sqlRoot)).toEqual(await preparedWith(sqlRoot));
});

test.each([
  ['another table', { 'schema/3_facts.sql': 'create schema core; create table core.company (company text);' }],
  ['another view', { 'mart/added.sql': 'create or replace view mart.added as select 1 as one;' }],
  ['another statement', { 'load/added.sql': 'select 1' }],
])('a warehouse that was made with %s has to be rebuilt', async (_, change) => {
  const other = sqlWith(change);
  const connection = await emptyDatabase();
  await prepareWarehouse(connection, { path: 'given.duckdb' });
  await expect(prepareWarehouse(connection, { path: 'given.duckdb', root: other })).rejects.toMatchObject({
    code: 'REBUILD_PENDING',
    exitStatus: 4,
    message: 'Another version of tieout made the warehouse; it has to be rebuilt from the landing zone.',
    place: { file: 'given.duckdb' },
  });
});

test.each([
  ["update main.made_with set made_with = '0.1.9' where part = 'program'", 'tieout 0.1.9 made the warehouse'],
  [
    "update main.made_with set made_with = '' where part = 'currencies'",
    'Another version of tieout made the warehouse',
  ],
  ['drop table main.made_with', 'Another version of tieout made the warehouse'],
])('after %s it has to be rebuilt', async (change, message) => {
  const warehouse = await givenWarehouse();
  onTestFinished(warehouse.close);
  await warehouse.connection.run(change);
  await expect(prepareWarehouse(warehouse.connection, { path: warehouse.path })).rejects.toMatchObject({
    code: 'REBUILD_PENDING',
    message: `${message}; it has to be rebuilt from the landing zone.`,
  });
});
