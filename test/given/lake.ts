import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { Temporal } from 'temporal-polyfill';
import { afterAll } from 'vitest';
import { type LakePublication, publishLake } from '../../src/lake/publish-lake.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { databaseOptions, openDatabase } from '../../src/warehouse/open.ts';

export const zone = 'Asia/Kuala_Lumpur';

/** Statements for relations of mart with every type, at the edges of what engines read, and with every kind of text. */
export const edges = [
  'create schema mart',
  `create table mart.edge (edge_no integer, business_date date, amount decimal(18, 4), total decimal(38, 4), many bigint,
     paid_at timestamptz, said varchar, is_so boolean, content json)`,
  `comment on table mart.edge is 'It''s the edges.'`,
  `comment on column mart.edge.said is 'What "they" said.'`,
  `insert into mart.edge values
     (1, '2026-10-01', 99999999999999.9999, 9999999999999999999999999999999999.9999, 9223372036854775807,
       '2026-09-30 16:00:00+00', '', true, '{"a": 1}'),
     (2, '2026-10-01', -99999999999999.9999, -9999999999999999999999999999999999.9999, -9223372036854775808,
       '2026-09-30 15:59:59.999999+00', '123456789012345678901234567890', false, '[]'),
     (3, '2026-10-31', 0.0001, 0.0001, 0, '2026-10-31 15:59:59.000001+00', '🧾 größer “x”', null, null),
     (4, null, null, null, null, null, null, null, null),
     (5, '2024-02-29', 0, 0, 1, '1970-01-01 00:00:00+00', E'two\\nlines\\tand ''quotes'' \\\\ "double"', true, 'null'),
     (6, '1999-12-31', -0.0001, 1.1, -1, '2038-01-19 03:14:08+00', '0012', false, '"x"')`,
  'create table mart.nothing (business_date date, amount decimal(38, 4))',
  "create table mart.reconciliation as select 'orders_to_statement' as reconciliation, 1 as list_order",
  "create table mart.item as select 1::integer as item_no, true as is_break, date '2026-10-02' as business_date, 'timing' as outcome",
  'create view mart.unmatched as select item.* from mart.item as item where item.is_break',
] as const;

/** A database with some relations of mart, and a lake into which it can be published. */
export async function givenLake(statements: readonly string[] = edges, company = 'acme', shared?: string) {
  const folder = shared ?? mkdtempSync(join(tmpdir(), 'lake-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let count = 0;
  const lake = { folder, address: folder, company, zone };
  const publish = async (
    statementsNow: readonly string[],
    { now, ...options }: Partial<LakePublication> & { now?: number } = {},
  ) => {
    count += 1;
    const spool = mkdtempSync(join(tmpdir(), 'spool-'));
    try {
      const snapshot = join(spool, 'snapshot.duckdb');
      const { connection, close } = await openDatabase(snapshot, databaseOptions({}, undefined));
      for (const statement of statementsNow) await connection.run(statement);
      close();
      const at = now ?? Date.parse('2026-11-01T00:00:00Z') + count * 60_000;
      const clock = () => Temporal.Instant.fromEpochMilliseconds(at);
      return await publishLake(lake, {
        ...{ snapshot, spool, limits: {}, clock },
        isMasked: true,
        isForgetting: false,
        ...options,
      });
    } finally {
      rmSync(spool, { recursive: true, force: true });
    }
  };
  return { folder, publish, first: await publish(statements) };
}

/** Runs work on a connection to DuckDB in which the script of the lake has run; by default as a reader an hour later. */
export async function inLake<T>(
  folder: string,
  work: (connection: DuckDBConnection) => Promise<T>,
  now = 'now() + interval 1 hour',
): Promise<T> {
  const { connection, close } = await openDatabase(':memory:', databaseOptions({}, undefined));
  try {
    // the names of mart, as queries have them
    await connection.run('create schema mart');
    await connection.run('set schema = mart');
    await connection.run(readFileSync(join(folder, 'scripts', 'duckdb.sql'), 'utf8').replace('now()', `(${now})`));
    return await work(connection);
  } finally {
    close();
  }
}

/** The rows of a query on the views of a lake. */
export const readLake = (folder: string, sql: string) => inLake(folder, (connection) => readRows(connection, sql));
