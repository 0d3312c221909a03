import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isThere } from '../disk/file.ts';

/** Where readers copy a snapshot that they cannot open in its place. */
export const readingFolder = (snapshot: string): string => join(dirname(snapshot), 'reading');

/** What another program wrote to a database and DuckDB has not moved into its file: whoever opens the file reads it too. */
export const logPath = (database: string): string => `${database}.wal`;

/** Whether a database has such a log, of which no seal says anything. */
export const hasLog = (database: string): Promise<boolean> => isThere(logPath(database));

/** Opens a private copy of a snapshot, which has no name from then on. */
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
