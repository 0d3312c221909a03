import { randomBytes } from 'node:crypto';
import { chmod, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { namesIn, sync } from '../disk/files.ts';
import { copyLive } from './copy-live.ts';
import { execute } from './duckdb-values.ts';
import { fillMartWhereChanged } from './fill-mart.ts';
import type { Warehouse } from './open.ts';
import { sweepReading } from './open-read-only.ts';
import { replaceSealed, sweepUnfinished } from './seal.ts';

/** The path of a copy that a publisher has not completed; `leftOvers` finds such files. */
export const unfinishedPath = (publishedPath: string): string =>
  `${publishedPath}.${randomBytes(6).toString('hex')}.tmp`;

/** The incomplete copies of a snapshot that killed publishers left. */
export async function leftOvers(publishedPath: string): Promise<string[]> {
  const name = `${basename(publishedPath)}.`;
  return (await namesIn(dirname(publishedPath)))
    .filter((each) => each.startsWith(name) && /\.[0-9a-f]{12}\.tmp(?:\.wal)?$/.test(each))
    .map((each) => join(dirname(publishedPath), each));
}

/** Readable by the owner only, and not writable, so that other programs open it read-only. */
const publishedMode = 0o400;

/** The size of a database with its log, in bytes, up to which nothing is compressed. */
const mostUncompressed = 32 * 1024 ** 2;

/**
 * Writes the log into the database. A small database is not compressed: for many tables of few rows, finding the best compression of
 * each column takes more processor time than writing everything.
 */
async function writeLog({ connection, path }: Warehouse): Promise<void> {
  const sizes = await Promise.all([path, `${path}.wal`].map((file) => stat(file).catch(() => ({ size: 0 }))));
  const size = sizes.reduce((sum, one) => sum + one.size, 0);
  await execute(connection, `set force_compression = '${size > mostUncompressed ? 'auto' : 'uncompressed'}'`);
  await execute(connection, 'checkpoint');
}

/**
 * Fills mart and publishes a complete copy of the warehouse for readers, by atomic rename: a reader with the old copy open continues to
 * see the old state, a new reader sees the new one. The warehouse remains open and locked. The caller is the only writer.
 */
export async function publishSnapshot(warehouse: Warehouse, publishedPath: string): Promise<void> {
  await fillMartWhereChanged(warehouse.connection);
  await writeLog(warehouse);
  await publishClosed(warehouse.path, publishedPath);
}

/** Removes the files that killed publishers and readers left beside a snapshot. The caller is the only writer. */
export async function sweepUnpublished(publishedPath: string): Promise<void> {
  await sweepUnfinished(publishedPath, await leftOvers(publishedPath));
  await sweepReading(publishedPath);
}

/** Publishes a warehouse that is closed, or whose log is empty, in the same way. */
export async function publishClosed(path: string, publishedPath: string): Promise<void> {
  await sweepUnpublished(publishedPath);
  const temporary = unfinishedPath(publishedPath);
  try {
    await copyLive(path, temporary);
    await chmod(temporary, publishedMode);
    await sync(temporary);
    await replaceSealed(temporary, publishedPath);
  } finally {
    await rm(temporary, { force: true });
  }
}
