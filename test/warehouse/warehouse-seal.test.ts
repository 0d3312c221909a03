import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openWarehouse } from '../../src/warehouse/open.ts';
import { publishSnapshot } from '../../src/warehouse/publish.ts';
import { lookOf, sealPath, writeSeal } from '../../src/warehouse/seal-file.ts';
import { proveWarehouse, resealWarehouse, sealWarehouse, unsealWarehouse } from '../../src/warehouse/warehouse-seal.ts';
import { placeWarehouse } from '../given/warehouse.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-warehouse-seal-'));
  path = join(folder, 'tieout.duckdb');
});
afterEach(() => rmSync(folder, { recursive: true }));

const damaged = { code: 'WAREHOUSE_DAMAGED', exitStatus: 4, place: { file: expect.stringContaining('tieout.duckdb') } };

/** What a command does with a warehouse: it says so in the seal, changes the file, and seals it. */
async function work({ isPublishing = false } = {}): Promise<void> {
  await unsealWarehouse(path);
  const warehouse = await openWarehouse(path, { threads: 1 });
  await warehouse.connection.run("insert into core.company values ('a', 'UTC', ['MYR'])");
  if (isPublishing) await publishSnapshot(warehouse, join(folder, 'published.duckdb'));
  warehouse.close();
  await sealWarehouse(path, 7);
}

/** Another program changes the warehouse, through SQL. */
async function change(statement: string, { isKilled = false } = {}): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  if (isKilled) await connection.run("set checkpoint_threshold = '1TB'");
  await connection.run(statement);
  if (isKilled) {
    copyFileSync(path, `${path}.kept`);
    copyFileSync(`${path}.wal`, `${path}.kept.wal`);
  }
  connection.closeSync();
  instance.closeSync();
  if (!isKilled) return;
  for (const ending of ['', '.wal']) copyFileSync(`${path}.kept${ending}`, `${path}${ending}`);
}

const update = "update core.company set currencies = ['SGD']";

describe('A warehouse', () => {
  beforeEach(() => placeWarehouse(path));

  test.each([false, true])('is proven after a command, which published: %s', async (isPublishing) => {
    await work({ isPublishing });
    expect(await proveWarehouse(path)).toBe('proven');
    expect(await proveWarehouse(path, { isWhole: true })).toBe('proven');
  });

  test('that was copied to another machine is proven', async () => {
    await work();
    copyFileSync(path, `${path}.copy`);
    rmSync(path);
    copyFileSync(`${path}.copy`, path);
    expect(await proveWarehouse(path)).toBe('proven');
  });

  test('that was changed through SQL is not proven', async () => {
    await work();
    await change(update);
    await expect(proveWarehouse(path)).rejects.toMatchObject({
      ...damaged,
      message: expect.stringMatching(/its sha256 is [0-9a-f]{64}, and [0-9a-f]{64} was left/),
    });
  });

  test('that was changed with its times kept is found when it is read whole', async () => {
    await work();
    const when = new Date(Math.floor(Date.now() / 1000) * 1000);
    const bytes = readFileSync(path);
    bytes[bytes.length - 100] = (bytes[bytes.length - 100] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    utimesSync(path, when, when);
    await expect(proveWarehouse(path, { isWhole: true })).rejects.toMatchObject(damaged);
  });

  test('beside which another program left changes is not proven', async () => {
    await work();
    await change(update, { isKilled: true });
    expect(existsSync(`${path}.wal`)).toBe(true);
    await expect(proveWarehouse(path)).rejects.toMatchObject(damaged);
  });

  test('is not proven without its seal, or with one that was changed, emptied or cut off', async () => {
    await work();
    const seal = readFileSync(sealPath(path), 'utf8');
    for (const text of ['', seal.slice(0, 80), seal.replace(/[0-9]/, (digit) => String((Number(digit) + 1) % 10))]) {
      writeFileSync(sealPath(path), text);
      await expect(proveWarehouse(path), text).rejects.toMatchObject(damaged);
    }
    rmSync(sealPath(path));
    await expect(proveWarehouse(path)).rejects.toMatchObject({
      ...damaged,
      message: expect.stringContaining('its seal is missing'),
    });
  });

  test('that was sealed before the newest run was restored, and is not proven', async () => {
    await work();
    expect(await proveWarehouse(path, { lastRun: 7 })).toBe('proven');
    for (const isWhole of [false, true])
      await expect(proveWarehouse(path, { isWhole, lastRun: 8 })).rejects.toMatchObject({
        ...damaged,
        message: expect.stringContaining('it was sealed after entry 7 of the landing index, and run 8 came later'),
      });
    // what a command left open was closed by none: nothing is known of it
    await unsealWarehouse(path);
    expect(await proveWarehouse(path, { lastRun: 8 })).toBe('open');
  });

  test('that a command was killed with says so, and the next command seals it', async () => {
    await work();
    await unsealWarehouse(path);
    await change(update, { isKilled: true });
    expect(await proveWarehouse(path)).toBe('open');
    // what was not closed in order stays open
    await sealWarehouse(path, 7);
    expect(await proveWarehouse(path)).toBe('open');
    await work();
    expect(await proveWarehouse(path, { isWhole: true })).toBe('proven');
  });
});

test.each([
  ['a command', 'open'],
  ['another program', 'damaged'],
])('A warehouse to which %s writes while its bytes are read is %s', async (who, found) => {
  // a pipe in its place gives its bytes when the test writes them
  execFileSync('mkfifo', [path]);
  await writeSeal(path, [{ sha256: 'a'.repeat(64), ...(await lookOf(path)) }]);
  const proving = proveWarehouse(path, { isWhole: true }).catch(({ code }: { code: string }) => code);
  const pipe = await open(path, 'w');
  if (who === 'a command') await unsealWarehouse(path);
  await pipe.write('other bytes');
  await pipe.close();
  expect(await proving).toBe(found === 'open' ? 'open' : 'WAREHOUSE_DAMAGED');
});

describe('A warehouse that could not be opened', () => {
  beforeEach(async () => {
    placeWarehouse(path);
    await work();
    await proveWarehouse(path);
    await unsealWarehouse(path);
  });

  test('is sealed as it was', async () => {
    await resealWarehouse(path);
    expect(await proveWarehouse(path, { isWhole: true })).toBe('proven');
  });

  test.each([false, true])(
    'is not sealed where another program changed it meanwhile, and was killed: %s',
    async (isKilled) => {
      await change(update, { isKilled });
      await resealWarehouse(path);
      expect(await proveWarehouse(path)).toBe('open');
    },
  );
});

test('The first command of a company seals the warehouse in a folder that it makes', async () => {
  const first = join(path, '..', 'of a new company', 'tieout.duckdb');
  await unsealWarehouse(first);
  expect(await proveWarehouse(first)).toBe('missing');
  writeFileSync(first, 'a warehouse');
  expect(await proveWarehouse(first)).toBe('open');
  await sealWarehouse(first, 0);
  expect(await proveWarehouse(first)).toBe('proven');
});

test.skipIf(!existsSync('/dev/full'))('A seal that cannot be written for want of space is named', async () => {
  symlinkSync('/dev/full', `${sealPath(path)}.tmp`);
  await expect(unsealWarehouse(path)).rejects.toMatchObject({ code: 'DISK_FULL' });
});

test('A warehouse that is missing is built, whatever its seal says', async () => {
  expect(await proveWarehouse(path)).toBe('missing');
  placeWarehouse(path);
  await work();
  rmSync(path);
  expect(await proveWarehouse(path)).toBe('missing');
  await sealWarehouse(path, 7);
  expect(await proveWarehouse(path)).toBe('missing');
});

test('A warehouse of a version that did not seal it is read without a seal', async () => {
  await change(
    `create table migration as select 'sql/schema/0007_decisions.sql' as name, '' as sha256, 0 as applied_order`,
  );
  expect(await proveWarehouse(path)).toBe('unsealed');
});
