import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { openWarehouse, type WarehouseLimits } from '../../src/warehouse/open.ts';
import { raiseThreads, threadsFor } from '../../src/warehouse/threads.ts';

const mebibyte = 1024 ** 2;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tieout-threads-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The threads of a new warehouse before and after a file of a size is about to be loaded. */
async function threadsAround(bytes: number, limits: WarehouseLimits = {}) {
  const warehouse = await openWarehouse(join(folder, 'tieout.duckdb'), limits);
  const threads = async () =>
    (await readRows(warehouse.connection, "select current_setting('threads')::integer as threads"))[0]?.threads;
  const before = await threads();
  await raiseThreads(warehouse.connection, bytes);
  const after = await threads();
  warehouse.close();
  return [before, after];
}

describe('the threads of a database', () => {
  it('are one for a new database, and one a core as soon as a large file is loaded', async () => {
    expect(await threadsAround(mebibyte)).toEqual([1, 1]);
    expect(await threadsAround(100 * mebibyte)).toEqual([1, availableParallelism()]);
  });

  it('are those of the configuration, whatever is loaded', async () => {
    expect(await threadsAround(100 * mebibyte, { threads: 3 })).toEqual([3, 3]);
  });

  it('are one a core for a database that is large when it is opened', async () => {
    const path = join(folder, 'large.duckdb');
    await writeFile(path, '');
    await truncate(path, 100 * mebibyte);
    expect(await threadsFor(path, undefined)).toBe(availableParallelism());
    expect(await threadsFor(path, 3)).toBe(3);
    expect(await threadsFor(join(folder, 'absent.duckdb'), undefined)).toBe(1);
  });
});
