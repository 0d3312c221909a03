import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isThere } from '../disk/files.ts';

/** The folder for copies of a snapshot that readers cannot open in its place. */
export const readingFolder = (snapshot: string): string => join(dirname(snapshot), 'reading');

/**
 * The path of a database's write-ahead log: changes by another program that are not in the file yet, and that everybody who opens the
 * file reads.
 */
export const logPath = (database: string): string => `${database}.wal`;

/** Whether a database has a write-ahead log, which no seal covers. */
export const hasLog = (database: string): Promise<boolean> => isThere(logPath(database));

/** Opens a private copy of a snapshot, and removes its name while it is open. */
export async function openCopy<T>(
  snapshot: string,
  copyTo: (copy: string) => Promise<void>,
  open: (copy: string) => Promise<T>,
): Promise<T> {
  const folder = readingFolder(snapshot);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, `${randomBytes(6).toString('hex')}.duckdb`);
  try {
    await copyTo(copy);
    return await open(copy);
  } finally {
    await rm(copy, { force: true });
  }
}
