import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepCrash } from '../../src/commands/crash.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { numberOf, readRows } from '../../src/warehouse/duckdb-values.ts';
import { refusalOf } from '../../src/warehouse/load/refusal.ts';
import { damagedError, isDamaged, namingDamage } from '../../src/warehouse/warehouse-error.ts';
import { landed } from '../given/landed.ts';
import { blockBytes } from '../given/warehouse.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-damaged-'));
  path = join(folder, 'tieout.duckdb');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function withDatabase<T>(work: (connection: Awaited<ReturnType<DuckDBInstance['connect']>>) => Promise<T>) {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Changes a byte of a block on disk. */
function alterBlock(block: number): void {
  const bytes = readFileSync(path);
  // three headers of 4 KiB are before the blocks of 256 KiB
  const at = 3 * 4096 + block * blockBytes + 1000;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

/** The error that work fails with, or undefined. */
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** What DuckDB says of a table of which one byte was changed on disk. */
async function damage(): Promise<unknown> {
  const block = await withDatabase(async (connection) => {
    await connection.run('create table figure as select hash(range) as amount from range(200000)');
    await connection.run('checkpoint');
    const [row = {}] = await readRows(
      connection,
      "select max(block_id)::integer as block from pragma_storage_info('figure') where block_id >= 0",
    );
    return numberOf(row, 'block');
  });
  alterBlock(block);
  return withDatabase((connection) => errorOf(connection.run('select sum(amount::double) from figure')));
}

test('A table that was altered on disk gives an error and no figure, which names the file and what to do', async () => {
  const error = await damage();
  expect(isDamaged(error)).toBe(true);
  const expected = {
    code: 'WAREHOUSE_UNREADABLE',
    message: expect.stringMatching(/^The warehouse was altered on disk: Corrupt database file: computed checksum \d+/),
    remedy: expect.stringContaining('tieout rebuild'),
  };
  expect(damagedError(error, path)).toMatchObject({ ...expected, place: { file: path } });
  await expect(namingDamage(path, () => Promise.reject(error))).rejects.toMatchObject(expected);
  const log = join(folder, 'tieout.log');
  expect(await keepCrash(error, log)).toMatchObject(expected);
});

test('The damage is named, not the rule that met the block', async () => {
  const blamed = new TieoutError({
    code: 'OWN_RECONCILIATION_FAILED',
    message: 'own.sql does not run',
    remedy: 'Correct it.',
    cause: await damage(),
  });
  const named = damagedError(blamed, path);
  expect(named).toMatchObject({ code: 'WAREHOUSE_UNREADABLE', place: { file: path } });
  expect(damagedError(named, 'elsewhere')).toBeUndefined();
});

test('No input is refused for a warehouse that was altered on disk', async () => {
  const error = await damage();
  expect(() => refusalOf(error, landed('', { kind: 'statement' }))).toThrow('Corrupt database file');
});

test('A damage that DuckDB meets only when it writes the file is named too, and by whatever fails after it', async () => {
  // a checkpoint joins row groups that lost their rows, and reads all their columns
  const blocks = await withDatabase(async (connection) => {
    await connection.run('create table figure as select range as id, hash(range) as amount from range(200000)');
    await connection.run('checkpoint');
    const stored = "from pragma_storage_info('figure') where column_name";
    return readRows(
      connection,
      `select distinct block_id::integer as block ${stored} = 'amount' and segment_type <> 'VALIDITY'
       and block_id not in (select block_id ${stored} = 'id')`,
    );
  });
  for (const row of blocks) alterBlock(numberOf(row, 'block'));
  const errors = await withDatabase(async (connection) => {
    await connection.run('delete from figure where id between 1000 and 130000');
    return [await errorOf(connection.run('checkpoint')), await errorOf(connection.run('select 1'))];
  });
  expect(errors.map(String)).toEqual([
    expect.stringContaining('Failed to create checkpoint because of error: Corrupt database file'),
    expect.stringContaining('Original error: "Failed to create checkpoint'),
  ]);
  for (const error of errors)
    expect(damagedError(error, path)).toMatchObject({
      code: 'WAREHOUSE_UNREADABLE',
      message: expect.stringMatching(
        /^The warehouse was altered on disk: Corrupt database file: computed checksum \d+/,
      ),
      place: { file: path },
    });
});

test('A text of a service is no damage', () => {
  const answer = 'HTTP 500: Corrupt database file: computed checksum 1 does not match';
  const error = new TieoutError({ code: 'GATEWAY_FAILED', message: answer, remedy: 'Run again.' });
  expect(isDamaged(error)).toBe(false);
  expect(isDamaged(new Error(`Conversion Error: Could not convert string '${answer}' to INT32`))).toBe(false);
  const quoted = answer.replace('HTTP 500: ', '');
  expect(isDamaged(new Error(`Invalid Input Error: CSV Error on Line: 2\nOriginal Line: ${quoted}`))).toBe(false);
});

test('Any other error stays as it is', async () => {
  const error = new Error('Binder Error: no such column');
  expect(damagedError(error, path)).toBeUndefined();
  await expect(namingDamage(path, () => Promise.reject(error))).rejects.toBe(error);
});
