import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BookFile } from './book-files.ts';

/*
 * A file that another program is writing has some of its lines, and nothing in it shows that there are more. So a file is
 * read only when it was quiet for a second, and what was read counts only when its size and time of change are the same
 * afterwards. It is read through one handle: a writer that replaces it meanwhile leaves the version that is being read.
 */

/** A file as it was when it was looked at. */
export type Look = { size: bigint; changedAt: bigint; inode: bigint };

export type SettledFile = BookFile & { look: Look };

const quietMs = 1000;
const mostRounds = 3;

const isSame = (a: Look, b: Look) => a.size === b.size && a.changedAt === b.changedAt;

async function lookAt(target: string | FileHandle): Promise<Look | undefined> {
  const options = { bigint: true } as const;
  try {
    const { size, mtimeNs, ino } = await (typeof target === 'string' ? stat(target, options) : target.stat(options));
    return { size, changedAt: mtimeNs, inode: ino };
  } catch {
    return undefined;
  }
}

/** How long a file is to be left alone before it is looked at again. A time in the future is the clock of another machine. */
function pauseFor({ changedAt }: Look): number {
  const age = Date.now() - Number(changedAt / 1_000_000n);
  return Math.min(Math.max(quietMs - age, 0), quietMs);
}

/** Divides files into those that are quiet and those that change while they are looked at; those just changed are waited for. */
export async function whatIsSettled(
  files: readonly BookFile[],
): Promise<{ settled: SettledFile[]; moving: BookFile[] }> {
  const looks = new Map<BookFile, Look | undefined>();
  for (const file of files) looks.set(file, await lookAt(file.path));
  const moving = new Set(files.filter((file) => looks.get(file) === undefined));
  let recent = files.filter((file) => {
    const look = looks.get(file);
    return look !== undefined && pauseFor(look) > 0;
  });
  for (let round = 1; recent.length > 0; round += 1) {
    const pauses = recent.map((file) => pauseFor(looks.get(file) ?? { size: 0n, changedAt: 0n, inode: 0n }));
    await sleep(Math.max(...pauses) + 20);
    const replaced: BookFile[] = [];
    for (const file of recent) {
      const before = looks.get(file);
      const now = await lookAt(file.path);
      looks.set(file, now);
      if (before === undefined || now === undefined) moving.add(file);
      else if (before.inode !== now.inode && round < mostRounds) replaced.push(file);
      else if (!isSame(before, now)) moving.add(file);
    }
    recent = replaced;
  }
  const settled = files.flatMap((file) => {
    const look = looks.get(file);
    return look === undefined || moving.has(file) ? [] : [{ ...file, look }];
  });
  return { settled, moving: [...moving] };
}

/** Reads a file that was quiet; undefined when it changed since, or while it was read. */
async function whileQuiet<T>(
  { path, look }: SettledFile,
  read: (handle: FileHandle) => Promise<T>,
): Promise<T | undefined> {
  const handle = await open(path, 'r');
  try {
    const before = await lookAt(handle);
    if (before === undefined || !isSame(before, look)) return undefined;
    const result = await read(handle);
    const after = await lookAt(handle);
    return after !== undefined && isSame(after, look) ? result : undefined;
  } finally {
    await handle.close();
  }
}

/** The SHA-256 of a file; undefined when it is being written. */
export function sha256Of(file: SettledFile): Promise<string | undefined> {
  return whileQuiet(file, async (handle) => {
    const hash = createHash('sha256');
    for await (const chunk of handle.createReadStream({ autoClose: false, start: 0 })) hash.update(chunk);
    return hash.digest('hex');
  });
}

/** Copies a file. False when it is being written: the copy then may be a half. */
export async function copySettled(file: SettledFile, to: string): Promise<boolean> {
  const isCopied = await whileQuiet(file, async (handle) => {
    await pipeline(handle.createReadStream({ autoClose: false, start: 0 }), createWriteStream(to, { mode: 0o600 }));
    return true;
  });
  return isCopied === true;
}
