import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import { openToRead, openWarehouse } from '../../src/warehouse/open.ts';
import { replaceSealed } from '../../src/warehouse/seal.ts';
import { placeWarehouse } from '../given/warehouse.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-newer-'));
const path = join(folder, 'tieout.duckdb');
const newer = join(folder, 'newer.duckdb');

/** The first block of a DuckDB file: a checksum of the 4,088 bytes after it, the word DUCK and the version of the format. */
function withVersion(file: string, version: bigint): void {
  const bytes = readFileSync(file);
  bytes.writeBigUInt64LE(version, 12);
  let checksum = 5381n;
  for (let at = 8; at < 4096; at += 8) checksum ^= BigInt.asUintN(64, bytes.readBigUInt64LE(at) * 0xbf58476d1ce4e5b9n);
  bytes.writeBigUInt64LE(checksum, 0);
  writeFileSync(file, bytes);
}

beforeAll(() => {
  placeWarehouse(path);
  copyFileSync(path, newer);
  withVersion(newer, 99n);
});

test('the format of a warehouse is that of DuckDB 1.0, which later versions read', async () => {
  const made = join(folder, 'made.duckdb');
  const warehouse = await openWarehouse(made);
  const [row] = await readRows(
    warehouse.connection,
    "select tags['storage_version'] as version from duckdb_databases() where database_name = 'made'",
  );
  warehouse.close();
  rmSync(made);
  expect(row?.version).toBe('v1.0.0+');
});

test('a format that cannot be read yet waits for a rebuild, for writers and readers', async () => {
  const expected = {
    code: 'REBUILD_PENDING',
    message: 'A newer version of DuckDB made the warehouse; it has to be rebuilt from the landing zone.',
    exitStatus: 4,
  };
  await expect(openWarehouse(newer)).rejects.toMatchObject({ ...expected, place: { file: newer } });
  const published = join(folder, 'published.duckdb');
  await replaceSealed(newer, published);
  await expect(openToRead(published)).rejects.toMatchObject({ ...expected, place: { file: published } });
});
