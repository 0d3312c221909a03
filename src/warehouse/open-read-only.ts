import { chmod, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { namesIn } from '../disk/files.ts';
import { copyLive } from './copy-live.ts';
import { hasLog, openCopy, readingFolder } from './open-copy.ts';
import { proveSnapshot, trustOwnCopy } from './seal.ts';
import { isLocked, openError } from './warehouse-error.ts';

/** The age at which a copy is abandoned. A copy is opened as soon as it is made, and has no name from then on. */
const abandonedMs = 3_600_000;

async function sweepAbandoned(folder: string, isSwept: (name: string) => boolean): Promise<void> {
  for (const name of (await namesIn(folder)).filter(isSwept)) {
    const path = join(folder, name);
    // another process may have removed its own
    const modified = await stat(path).catch(() => undefined);
    if (modified !== undefined && Date.now() - modified.mtimeMs > abandonedMs)
      await rm(path, { recursive: true, force: true });
  }
}

/**
 * Removes the files that killed readers left: copies that were not opened, temporary files of large queries, and the folders of a
 * selftest.
 */
export async function sweepReading(snapshot: string): Promise<void> {
  await sweepAbandoned(readingFolder(snapshot), () => true);
  await sweepAbandoned(`${snapshot}.tmp`, () => true);
  await sweepAbandoned(dirname(snapshot), (name) => name.startsWith('selftest-'));
}

/** The number of attempts to copy a snapshot, because a run may replace it while it is copied and verified. */
const copyAttempts = 5;

/**
 * Copies a published snapshot to a private file whose bytes are proven to be the published ones, even where another program has the
 * snapshot open. Throws SNAPSHOT_DAMAGED (exit status 4); the caller then removes the file at `copy`.
 */
export async function provenCopy(snapshot: string, copy: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { ino: copied } = await stat(snapshot);
      await rm(copy, { force: true });
      await copyLive(snapshot, copy);
      await chmod(copy, 0o600);
      try {
        await proveSnapshot(snapshot, { bytesOf: copy });
        await trustOwnCopy(copy);
        return;
      } catch (error) {
        if (attempt === copyAttempts || (await stat(snapshot)).ino === copied) throw error;
      }
    } catch (error) {
      throw openError(snapshot, error);
    }
  }
}

/**
 * Opens a published snapshot with `open`, after it is proven to be the published one. Where another program has opened it for writing,
 * and so locked it or left a log of changes beside it, a copy without a log is opened that is proven in the same way. No other program
 * can therefore block a reader, or add to what it reads. Without `isPublished`, any database is opened without a check.
 */
export async function openReadOnly<T>(
  snapshot: string,
  open: (path: string) => Promise<T>,
  { isPublished = true }: { isPublished?: boolean } = {},
): Promise<T> {
  try {
    if (isPublished) await proveSnapshot(snapshot);
    if (!isPublished || !(await hasLog(snapshot))) return await open(snapshot);
  } catch (error) {
    if (!isLocked(error)) throw openError(snapshot, error);
  }
  const copyTo = (copy: string) => (isPublished ? provenCopy(snapshot, copy) : copyLive(snapshot, copy));
  try {
    return await openCopy(snapshot, copyTo, open);
  } catch (error) {
    throw openError(snapshot, error);
  }
}
