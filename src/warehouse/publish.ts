import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, open, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { execute } from './duckdb-values.ts';
import type { Warehouse } from './open.ts';
import { replaceSealed, sweepUnfinished } from './seal.ts';

/** Copies the file of its first argument to its second one, sharing its blocks where the file system can. */
const copyProgram = `const { constants, copyFileSync } = require('node:fs');
copyFileSync(process.argv[1], process.argv[2], constants.COPYFILE_FICLONE);`;

/**
 * Copies a live database file in a process of its own. A process that closes any descriptor of a file loses all its locks on
 * it (POSIX), so a copy made here would open the warehouse for a second writer.
 */
async function copyLive(from: string, to: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['-e', copyProgram, from, to], { env: {} });
}

/** Copies that publishers were killed with. */
async function leftOvers(publishedPath: string): Promise<string[]> {
  const name = `${basename(publishedPath)}.`;
  return (await readdir(dirname(publishedPath)))
    .filter((each) => each.startsWith(name) && /\.[0-9a-f]{12}\.tmp$/.test(each))
    .map((each) => join(dirname(publishedPath), each));
}

/** Readable by its owner alone, and not writable: whoever opens it in another program opens it read-only. */
const publishedMode = 0o400;

/**
 * Publishes a complete copy of the warehouse for readers, by atomic rename: a reader that has the old copy open keeps seeing
 * the old state, a new reader sees the new one. The warehouse stays open, and locked. The caller is the one writer.
 */
export async function publishSnapshot(warehouse: Warehouse, publishedPath: string): Promise<void> {
  await execute(warehouse.connection, 'checkpoint');
  await sweepUnfinished(publishedPath, await leftOvers(publishedPath));
  const temporary = `${publishedPath}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await copyLive(warehouse.path, temporary);
    await chmod(temporary, publishedMode);
    const file = await open(temporary, 'r');
    await file.sync();
    await file.close();
    await replaceSealed(temporary, publishedPath);
  } finally {
    await rm(temporary, { force: true });
  }
}
