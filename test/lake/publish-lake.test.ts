import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256OfFile } from '../../src/disk/files.ts';
import { type LakeFile, manifestsOf } from '../../src/lake/manifest.ts';
import { edges, givenLake, inLake, readLake } from '../given/lake.ts';

const october = [
  'create schema mart',
  'create table mart.sale (sale_id integer, business_date date, amount decimal(18, 4))',
  `insert into mart.sale values (1, '2026-09-30', 10), (2, '2026-10-01', 20.5), (3, '2026-10-31', 30)`,
];
const dayMs = 86_400_000;
const firstPublished = Date.parse('2026-11-01T00:01:00Z');

const filesOf = async (folder: string) => (await manifestsOf(folder, 'acme'))[0]?.files ?? [];
const pathsOf = (folder: string, relation: string) =>
  readdirSync(join(folder, relation), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.parquet'));
const monthsOf = (files: readonly LakeFile[]) =>
  files.map(({ partition_month, row_count, sums }) => ({ month: partition_month, rows: row_count, sums }));

test('Each value is read as it is, with amounts of one type, times in UTC and their days in the zone of the company', async () => {
  const { folder } = await givenLake();
  expect(await readLake(folder, 'select * exclude (partition_month) from edge order by edge_no')).toEqual([
    {
      ...{ company: 'acme', edge_no: 1, business_date: '2026-10-01', amount: '99999999999999.9999' },
      ...{ total: '9999999999999999999999999999999999.9999', many: 9223372036854775807n },
      ...{ paid_at: '2026-09-30T16:00:00.000Z', said: '', is_so: true, content: '{"a": 1}', paid_on: '2026-10-01' },
    },
    {
      ...{ company: 'acme', edge_no: 2, business_date: '2026-10-01', amount: '-99999999999999.9999' },
      ...{ total: '-9999999999999999999999999999999999.9999', many: -9223372036854775808n },
      ...{ paid_at: '2026-09-30T15:59:59.999Z', said: '123456789012345678901234567890', is_so: false },
      ...{ content: '[]', paid_on: '2026-09-30' },
    },
    {
      ...{ company: 'acme', edge_no: 3, business_date: '2026-10-31', amount: '0.0001', total: '0.0001', many: 0n },
      ...{ paid_at: '2026-10-31T15:59:59.000Z', said: '🧾 größer “x”', is_so: null, content: null },
      paid_on: '2026-10-31',
    },
    {
      ...{ company: 'acme', edge_no: 4, business_date: null, amount: null, total: null, many: null, paid_at: null },
      ...{ said: null, is_so: null, content: null, paid_on: null },
    },
    {
      ...{ company: 'acme', edge_no: 5, business_date: '2024-02-29', amount: '0.0000', total: '0.0000', many: 1n },
      ...{ paid_at: '1970-01-01T00:00:00.000Z', said: 'two\nlines\tand \'quotes\' \\ "double"', is_so: true },
      ...{ content: 'null', paid_on: '1970-01-01' },
    },
    {
      ...{ company: 'acme', edge_no: 6, business_date: '1999-12-31', amount: '-0.0001', total: '1.1000', many: -1n },
      ...{ paid_at: '2038-01-19T03:14:08.000Z', said: '0012', is_so: false, content: '"x"', paid_on: '2038-01-19' },
    },
  ]);
  // the reader shows milliseconds; the file has microseconds
  expect(await readLake(folder, 'select epoch_us(paid_at) % 1000000 as us from edge where edge_no in (2, 3)')).toEqual([
    { us: 999999n },
    { us: 59000001n % 1000000n },
  ]);
  const types = await readLake(folder, "select distinct data_type from duckdb_columns() where table_name = 'edge'");
  expect(types.map(({ data_type: type }) => type).sort()).toEqual([
    ...['BIGINT', 'BOOLEAN', 'DATE', 'DECIMAL(38,4)', 'INTEGER', 'TIMESTAMP WITH TIME ZONE', 'VARCHAR'],
  ]);
});

test('A relation is split by month; a relation without rows or days has one file, and a filter of items is a view', async () => {
  const { folder, first } = await givenLake();
  const files = await filesOf(folder);
  expect(
    files.map(({ relation, partition_month, row_count }) => `${relation} ${partition_month} ${row_count}`),
  ).toEqual([
    ...['edge 1999-12 1', 'edge 2024-02 1', 'edge 2026-10 3', 'edge none 1', 'item 2026-10 1', 'nothing none 0'],
    'reconciliation none 1',
  ]);
  expect(first).toEqual({ written: 7, files: 7, rows: 8 });
  expect(await readLake(folder, 'select count(*)::integer as n from nothing')).toEqual([{ n: 0 }]);
  expect(await readLake(folder, 'select item_no, partition_month from unmatched')).toEqual([
    { item_no: 1, partition_month: '2026-10' },
  ]);
  expect(await readLake(folder, 'select company, reconciliation from reconciliation')).toEqual([
    { company: 'acme', reconciliation: 'orders_to_statement' },
  ]);
  const comments = await readLake(
    folder,
    "select comment from duckdb_views() where view_name = 'edge' union all select comment from duckdb_columns() where table_name = 'edge' and column_name = 'said'",
  );
  expect(comments).toEqual([{ comment: "It's the edges." }, { comment: 'What "they" said.' }]);
  expect(readFileSync(join(folder, 'scripts', 'dictionary.md'), 'utf8')).toContain(
    '| said | VARCHAR | What "they" said. |',
  );
});

test('A manifest names each file with its rows, sums and sha256', async () => {
  const { folder } = await givenLake(october);
  const files = await filesOf(folder);
  expect(monthsOf(files)).toEqual([
    { month: '2026-09', rows: 1, sums: { amount: '10.0000' } },
    { month: '2026-10', rows: 2, sums: { amount: '50.5000' } },
  ]);
  for (const { path, partition_month: month, sha256, byte_count, file_name } of files) {
    expect(await sha256OfFile(join(folder, path))).toBe(sha256);
    expect(statSync(join(folder, path)).size).toBe(byte_count);
    expect(path).toBe(`sale/company=acme/partition_month=${month}/${file_name}`);
  }
});

test('Only months whose rows have changed are written again, whatever the order of the rows', async () => {
  const { folder, publish } = await givenLake(october);
  const before = await filesOf(folder);
  const shuffled = [
    ...october.slice(0, 2),
    `insert into mart.sale values (3, '2026-10-31', 30), (2, '2026-10-01', 20.5), (1, '2026-09-30', 10)`,
  ];
  expect(await publish(shuffled)).toEqual({ written: 0, files: 2, rows: 3 });
  expect(await publish([...october, 'update mart.sale set amount = 31 where sale_id = 3'])).toEqual({
    ...{ written: 1, files: 2, rows: 3 },
  });
  const after = await filesOf(folder);
  expect(after[0]?.path).toBe(before[0]?.path);
  expect(after[1]?.path).not.toBe(before[1]?.path);
  expect(await readLake(folder, 'select sum(amount)::varchar as total, count(*)::integer as n from sale')).toEqual([
    { total: '61.5000', n: 3 },
  ]);
});

test('Another column writes every file again, and a month without rows has no file', async () => {
  const { folder, publish } = await givenLake(october);
  const wider = [
    ...october,
    'alter table mart.sale add column note varchar',
    "delete from mart.sale where business_date < '2026-10-01'",
  ];
  expect(await publish(wider)).toEqual({ written: 1, files: 1, rows: 2 });
  expect(await readLake(folder, 'select count(*)::integer as n, count(note)::integer as notes from sale')).toEqual([
    { n: 2, notes: 0 },
  ]);
});

test('A file that is missing or cut is written again', async () => {
  const { folder, publish } = await givenLake(october);
  const [september, ten] = await filesOf(folder);
  rmSync(join(folder, september?.path ?? ''));
  writeFileSync(join(folder, ten?.path ?? ''), 'cut');
  expect(await publish(october)).toMatchObject({ written: 2 });
  expect(await readLake(folder, 'select count(*)::integer as n from sale')).toEqual([{ n: 3 }]);
});

test('Replaced files stay a day for readers that have begun, then they are removed', async () => {
  const { folder, publish } = await givenLake(october);
  const changed = [...october, 'update mart.sale set amount = amount + 1'];
  const replaced = (await filesOf(folder)).map(({ path }) => path);
  await publish(changed, { now: firstPublished + dayMs });
  await publish(changed, { now: firstPublished + 2 * dayMs - 60_000 });
  expect(replaced.map((path) => existsSync(join(folder, path)))).toEqual([true, true]);
  expect(pathsOf(folder, 'sale')).toHaveLength(4);
  await publish(changed, { now: firstPublished + 2 * dayMs });
  expect(replaced.map((path) => existsSync(join(folder, path)))).toEqual([false, false]);
  expect(pathsOf(folder, 'sale')).toHaveLength(2);
  expect(readdirSync(join(folder, 'manifest', 'company=acme')).sort()).toEqual([
    ...['000000002.json', '000000003.json', '000000004.json'],
  ]);
  expect(await readLake(folder, 'select sum(amount)::varchar as total from sale')).toEqual([{ total: '63.5000' }]);
});

test('What is forgotten is removed at once', async () => {
  const { folder, publish } = await givenLake(october);
  await publish([...october, 'delete from mart.sale where sale_id = 2'], { isForgetting: true });
  expect(pathsOf(folder, 'sale')).toHaveLength(2);
  expect(readdirSync(join(folder, 'manifest', 'company=acme'))).toEqual(['000000002.json']);
});

test('A publication that did not end is not read, and its files go after a day', async () => {
  const { folder, publish } = await givenLake(october);
  const [september] = await filesOf(folder);
  const left = join(folder, `sale/company=acme/partition_month=2026-09/${'0'.repeat(20)}.parquet`);
  writeFileSync(left, readFileSync(join(folder, september?.path ?? '')));
  const partial = readFileSync(join(folder, 'manifest/company=acme/000000001.json'), 'utf8').split('\n')[0] ?? '';
  writeFileSync(
    join(folder, 'manifest/company=acme/000000002.json'),
    `${partial.replace('"manifest":1', '"manifest":2')}\n`,
  );
  const read = () => readLake(folder, 'select sum(amount)::varchar as total, count(*)::integer as n from sale');
  expect(await read()).toEqual([{ total: '60.5000', n: 3 }]);
  utimesSync(left, new Date(firstPublished), new Date(firstPublished));
  await publish(october, { now: firstPublished + dayMs });
  expect(existsSync(left)).toBe(true);
  await publish(october, { now: firstPublished + dayMs + 1 });
  expect(existsSync(left)).toBe(false);
  expect(await read()).toEqual([{ total: '60.5000', n: 3 }]);
});

test('Several companies have one lake, and a publication leaves the files of the others', async () => {
  const { folder, publish } = await givenLake(october);
  const other = await givenLake(october, '007', folder);
  expect(
    await readLake(folder, 'select company, count(*)::integer as n from sale group by company order by company'),
  ).toEqual([
    { company: '007', n: 3 },
    { company: 'acme', n: 3 },
  ]);
  await other.publish([...october, 'delete from mart.sale'], { isForgetting: true });
  expect(await readLake(folder, 'select company, count(*)::integer as n from sale group by company')).toEqual([
    { company: 'acme', n: 3 },
  ]);
  expect(await publish(october)).toMatchObject({ written: 0 });
});

test('A reader has the last state that is a minute old, so that all of its files are in any listing', async () => {
  const { folder, publish } = await givenLake(october);
  const total = (now: string) =>
    inLake(
      folder,
      async (connection) => (await connection.runAndReadAll('select sum(amount)::varchar from sale')).getRowsJson(),
      `timestamptz '${now}'`,
    );
  // the first state is there at once
  expect(await total('2026-11-01T00:01:01Z')).toEqual([['60.5000']]);
  await publish([...october, 'delete from mart.sale where sale_id = 1']);
  expect(await total('2026-11-01T00:02:59Z')).toEqual([['60.5000']]);
  expect(await total('2026-11-01T00:03:00Z')).toEqual([['50.5000']]);
});

test('Files that are not of the lake are left, also those of another table by company', async () => {
  const { folder, publish } = await givenLake(october);
  const others = ['sales/company=acme/2025.csv', 'sale/company=acme/notes.txt', 'manifest/company=acme/README'];
  for (const path of others) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'mine');
    utimesSync(join(folder, path), 0, 0);
  }
  await publish([...october, 'delete from mart.sale'], { isForgetting: true });
  expect(others.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
});

test('Companies that publish into a new lake at the same time do not disturb one another', async () => {
  const { folder } = await givenLake(october);
  rmSync(join(folder, 'scripts'), { recursive: true });
  const names = ['a', 'b', 'c', 'd'];
  const published = await Promise.all(names.map((name) => givenLake(october, name, folder)));
  expect(published.map(({ first }) => first.rows)).toEqual([3, 3, 3, 3]);
  expect(readdirSync(join(folder, 'scripts'))).toHaveLength(6);
  expect(await readLake(folder, 'select count(*)::integer as n from sale')).toEqual([{ n: 15 }]);
});

test('Rows that were shown are removed at once when the lake is masked', async () => {
  const { folder, publish } = await givenLake(october);
  await publish([...october, 'update mart.sale set amount = 1'], { isMasked: false });
  expect(pathsOf(folder, 'sale')).toHaveLength(4);
  await publish([...october, 'update mart.sale set amount = 2']);
  expect(pathsOf(folder, 'sale')).toHaveLength(2);
});

test('The script for DuckLake copies what has changed, also what is gone', async () => {
  const { folder, publish } = await givenLake([...edges, ...october.slice(1)]);
  const script = () => readFileSync(join(folder, 'scripts', 'ducklake.sql'), 'utf8');
  await inLake(folder, async (connection) => {
    const ids = async () =>
      (await connection.runAndReadAll('select list(sale_id order by sale_id)::varchar from mirror.sale')).getRowsJson();
    await connection.run("attach ':memory:' as mirror");
    await connection.run(script());
    expect(await ids()).toEqual([['[1, 2, 3]']]);
    await publish([
      ...edges,
      ...october.slice(1),
      'delete from mart.sale where sale_id = 1',
      'update mart.sale set sale_id = 9 where sale_id = 2',
    ]);
    await connection.run(script());
    expect(await ids()).toEqual([['[3, 9]']]);
    const loaded = await connection.runAndReadAll(
      "select count(*)::integer from mirror.lake_loaded where relation = 'sale'",
    );
    expect(loaded.getRowsJson()).toEqual([[1]]);
  });
});
