import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { readLateChanges } from '../../src/report/late-changes.ts';
import { execute } from '../../src/warehouse/duckdb-values.ts';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { publishSnapshot } from '../../src/warehouse/publish.ts';
import { openSnapshots } from '../../src/warehouse/snapshots.ts';
import { rowsOf } from '../given/asked.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-snapshots-'));
const secret = join(folder, 'secret.csv');
const pathOf = (company: string) => join(folder, `${company}.duckdb`);

/** Opens snapshots for one test. */
async function openAll(...given: Parameters<typeof openSnapshots>) {
  const snapshots = await openSnapshots(...given);
  onTestFinished(() => snapshots.close());
  return { read: snapshots.read, ask: (statement: string) => rowsOf(snapshots.ask(statement)) };
}
const open = (...companies: string[]) => openAll(new Map(companies.map((name) => [name, pathOf(name)])));
// an SQL keyword, and a name that is not an identifier
const companies = ['select', 'south-1'];

beforeAll(async () => {
  writeFileSync(secret, 'key\nabc\n');
  for (const company of companies) {
    const warehouse = await openWarehouse(join(folder, company, 'tieout.duckdb'), { threads: 1 });
    const bound = { company };
    await execute(
      warehouse.connection,
      `insert into core.company_setting (connector, name, value) values ('files', 'currency', 'MYR')`,
    );
    await execute(
      warehouse.connection,
      `insert into core.company (company, zone, currencies) values ($company, 'UTC', ['MYR'])`,
      bound,
    );
    await execute(
      warehouse.connection,
      `insert into staging.rejected_row values (1, 7, 'AMOUNT_WRONG', 'Not an amount.', $company, date '2026-11-01')`,
      bound,
    );
    await execute(
      warehouse.connection,
      `insert into recon.reconciliation (reconciliation, title, kind, left_title, right_title, grain, meaning, what_to_do, list_order, origin)
       values ('fees', '', '', '', '', '', '', '', 1, 'shipped')`,
    );
    await publishSnapshot(warehouse, pathOf(company));
    warehouse.close();
  }
});

test('Rows of several companies are combined; those of mart that are the same for all are listed once', async () => {
  const snapshots = await open(...companies);
  expect(await snapshots.ask('select company from core.company order by company')).toEqual([
    { company: 'select' },
    { company: 'south-1' },
  ]);
  // each company numbers its files from 1: the rows of a file name their company
  expect(
    await snapshots.ask('select receipt_id, raw_text, company from staging.rejected_row order by company'),
  ).toEqual([
    { receipt_id: 1, raw_text: 'select', company: 'select' },
    { receipt_id: 1, raw_text: 'south-1', company: 'south-1' },
  ]);
  const [counted] = await snapshots.ask(
    `select count(*) > 0 and count(*) = count(distinct reconciliation) as is_listed_once from mart.reconciliation`,
  );
  expect(counted).toEqual({ is_listed_once: true });
  expect(await snapshots.ask('select company, name from core.company_setting order by company')).toEqual([
    { company: 'select', name: 'currency' },
    { company: 'south-1', name: 'currency' },
  ]);
});

test('The catalogue lists each table and view once, with its comment, as it does for one company', async () => {
  const statement =
    "select table_name, table_comment from information_schema.tables where table_schema = 'mart' order by table_name";
  const [several, one] = [await open(...companies), await open('south-1')];
  const listed = await several.ask(statement);
  expect(listed.length).toBeGreaterThan(10);
  expect(listed).toEqual(await one.ask(statement));
});

test('Names without a schema are those of mart; several companies have the same tables as one, and nothing is kept', async () => {
  const [several, one] = [await open(...companies), await open('south-1')];
  const listed = await several.ask('show tables');
  expect(listed).toContainEqual({ name: 'verdict', schema: 'mart', comment: expect.any(String) });
  // functions are of one company
  const ofOne = await one.ask('show tables');
  expect(listed).toEqual(ofOne.filter(({ name }) => !String(name).includes('(')));
  expect(ofOne.length).toBe(listed.length + 3);
  const described = (name: string) => `select column_name, column_type from (describe ${name})`;
  expect(await several.ask(described('verdict'))).toEqual(await one.ask(described('mart.verdict')));
  for (const kept of ['create table kept as select 1', 'create view own.kept as select 1'])
    for (const snapshots of [several, one])
      await expect(snapshots.ask(kept), kept).rejects.toThrow('attached in read-only mode');
  const fresh = await open(...companies);
  expect(await fresh.ask('create temp table t as select 1 as a; from t')).toEqual([{ a: 1 }]);
});

test('An unknown name is an error that suggests the nearest', async () => {
  const snapshots = await open(...companies);
  await expect(snapshots.ask('from mart.verdicts')).rejects.toThrow('Did you mean');
});

test.each(['mart', 'core', 'raw', 'memory', 'temp', 'system', 'main', 'pg_catalog', 'information_schema'])(
  'A company may have the name of a schema or database: %s',
  async (name) => {
    const [path] = companies.map(pathOf);
    const snapshots = await openAll(new Map([name, 'south-1'].map((each) => [each, path ?? ''])));
    expect(await snapshots.ask('select count(*) as companies from core.company')).toEqual([{ companies: 2n }]);
    expect(await snapshots.ask('from mart.verdict')).toEqual([]);
    expect(await snapshots.ask('select distinct company from staging.rejected_row order by company')).toHaveLength(2);
    const tables =
      "select table_name from information_schema.tables where table_schema = 'mart' and table_name = 'verdict'";
    expect(await snapshots.ask(tables)).toHaveLength(1);
  },
);

const target = pathOf('south-1');
// the snapshot's schema with one company, and with several
const databases = ['"south-1"', '"south-1 snapshot"'];
const attacks = [
  'delete from core.company',
  ...databases.map((name) => `drop view ${name}.mart.verdict`),
  ...databases.map((name) => `insert into ${name}.core.company select * from ${name}.core.company`),
  `select * from read_csv('${secret}')`,
  `select * from read_text('${secret}')`,
  `select * from read_blob('${target}')`,
  `select * from glob('${folder}/*')`,
  `select * from read_csv('https://example.com/rates.csv')`,
  `copy core.company to '${join(folder, 'out.csv')}'`,
  `copy (select 1) to '${target}' (format csv, use_tmp_file false)`,
  `explain analyze copy (select 1) to '${target}' (format csv, use_tmp_file false)`,
  `attach '${join(folder, 'other.duckdb')}'`,
  `export database '${join(folder, 'exported')}'`,
  'load httpfs',
  'set enable_external_access = true',
  "set disabled_filesystems = ''",
  'reset disabled_filesystems',
  `set temp_directory = '${folder}'`,
  // last, because a detached snapshot stays detached
  ...databases.map((name) => `detach ${name}; attach '${target}' as writable; delete from writable.core.company`),
];

test.each([[['south-1']], [companies]])(
  'A query of %j can neither change a snapshot nor access another file or the network',
  async (chosen) => {
    const before = readFileSync(target);
    const snapshots = await open(...chosen);
    for (const statement of attacks) await expect(snapshots.ask(statement), statement).rejects.toThrow();
    expect(readFileSync(target).equals(before)).toBe(true);
    for (const name of ['out.csv', 'other.duckdb', 'exported']) expect(existsSync(join(folder, name))).toBe(false);
  },
);

test('What the snapshot of an earlier version lacks is read from the others, and changes of closed months are none', async () => {
  const warehouse = await openWarehouse(join(folder, 'earlier', 'tieout.duckdb'), { threads: 1 });
  await execute(warehouse.connection, 'drop view mart.late_change');
  await publishSnapshot(warehouse, pathOf('earlier'));
  warehouse.close();
  for (const others of [[], ['select']]) {
    const paths = new Map(['earlier', ...others].map((name) => [name, pathOf(name)]));
    const snapshots = await openAll(paths, { ofAnyVersion: true });
    expect(await readLateChanges(snapshots.read)).toEqual([]);
    if (others.length > 0)
      expect(await snapshots.read('select count(*)::integer as rows from mart.late_change')).toEqual([{ rows: 0 }]);
  }
});
