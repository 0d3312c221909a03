import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { migrate } from '../../src/warehouse/migrate.ts';
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

async function migrateTo(...roots: string[]): Promise<{ objects: string[] } | TieoutError> {
  const warehouse = await givenWarehouse();
  try {
    for (const root of roots) await migrate(warehouse.connection, root);
    const rows = await readRows(
      warehouse.connection,
      `select table_schema || '.' || table_name as name from information_schema.tables
       union
       select schema_name || '.' || function_name from duckdb_functions() where not internal
       order by name`,
    );
    return { objects: rows.map(({ name }) => String(name)) };
  } catch (error) {
    if (error instanceof TieoutError) return error;
    throw error;
  } finally {
    warehouse.close();
  }
}

test('tables have no constraints except not null, and columns have no custom types', async () => {
  const warehouse = await givenWarehouse();
  expect(
    await readRows(
      warehouse.connection,
      `select table_name, constraint_type from duckdb_constraints() where constraint_type <> 'NOT NULL'`,
    ),
  ).toEqual([]);
  expect(await readRows(warehouse.connection, 'select type_name from duckdb_types() where not internal')).toEqual([]);
  warehouse.close();
});

test('views and macros of another version are dropped', async () => {
  const other = sqlWith({
    'core/former_view.sql': 'create or replace view core.former_view as select 1 as one;',
    'core/former_macro.sql': 'create or replace macro core.former_macro(x) as (x + 1);',
    'core/former_rows.sql': 'create or replace macro core.former_rows(x) as table (select x as one);',
  });
  const before = await migrateTo(other);
  expect(before).toMatchObject({
    objects: expect.arrayContaining(['core.former_view', 'core.former_macro', 'core.former_rows']),
  });
  expect(await migrateTo(other, sqlRoot)).toEqual(await migrateTo());
});

test('tables of a connector folder are created before its views', async () => {
  const root = sqlWith({
    'connectors/third/schema/0001_slip.sql': 'create table raw.slip (file_id integer not null);',
    'connectors/third/slip_view.sql': 'create or replace view staging.slip_view as select file_id from raw.slip;',
  });
  expect(await migrateTo(root)).toMatchObject({ objects: expect.arrayContaining(['raw.slip', 'staging.slip_view']) });
});

test.each(['schema', 'staging', 'connectors', 'core', 'match', 'reconcile', 'check', 'mart'])(
  'a missing sql/%s is an error, and nothing is created',
  async (folder) => {
    const root = sqlWith({ [folder]: null });
    expect(await migrateTo(root)).toMatchObject({
      code: 'SQL_FOLDER_MISSING',
      place: { file: join(root, folder) },
    });
  },
);

test('a failing SQL file is an error that names it, and the warehouse is unchanged', async () => {
  const warehouse = await givenWarehouse();
  const root = sqlWith({ 'mart/verdict.sql': 'create or replace view mart.verdict as select * from mart.nowhere;' });
  await expect(migrate(warehouse.connection, root)).rejects.toMatchObject({
    code: 'SQL_FILE_FAILED',
    place: { file: 'sql/mart/verdict.sql' },
  });
  expect(await readRows(warehouse.connection, 'select count(*) as n from mart.verdict')).toEqual([{ n: 0n }]);
  warehouse.close();
});

test('a warehouse with tables of another version is rejected', async () => {
  const changed = sqlWith({ 'schema/0002_receipts.sql': '-- other\ncreate table raw.receipt (file_id integer);' });
  expect(await migrateTo(changed)).toMatchObject({
    code: 'MIGRATION_CHANGED',
    place: { file: 'sql/schema/0002_receipts.sql' },
  });
  const withoutFile = sqlWith({ 'schema/0007_decisions.sql': null });
  expect(await migrateTo(withoutFile)).toMatchObject({
    code: 'WAREHOUSE_NEWER',
    message:
      'A newer version of tieout or DuckDB wrote the warehouse: this version has no sql/schema/0007_decisions.sql.',
  });
});
