import { randomBytes } from 'node:crypto';
import { chmod, copyFile, open, rename, rm } from 'node:fs/promises';
import { execute } from './duckdb-values.ts';
import type { Warehouse } from './open.ts';

/**
 * Publishes a complete copy of the warehouse for readers, by atomic rename: a reader that has the old copy open keeps seeing
 * the old state, a new reader sees the new one.
 */
export async function publishSnapshot(warehouse: Warehouse, publishedPath: string): Promise<void> {
  await execute(warehouse.connection, 'checkpoint');
  const temporary = `${publishedPath}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await copyFile(warehouse.path, temporary);
    await chmod(temporary, 0o600);
    const file = await open(temporary, 'r');
    await file.sync();
    await file.close();
    await rename(temporary, publishedPath);
  } finally {
    await rm(temporary, { force: true });
  }
}
