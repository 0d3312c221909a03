import { access, constants, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isNotThere, sha256OfFile, sync } from '../disk/file.ts';
import { readingEvidence } from '../disk/unreadable.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { logPath } from './open-copy.ts';
import {
  isAsSealed,
  type Look,
  lookOf,
  readSeal,
  type Sealed,
  sealPath,
  snapshotDamaged,
  writeSeal,
} from './seal-file.ts';

/** The error of a published snapshot that is missing while its seal exists. */
export const snapshotMissing = (path: string): TieoutError =>
  snapshotDamaged(path, 'it is missing, and its seal is there');

/**
 * The seal that the snapshot in place keeps while it is replaced: its own, which may be either of two where a publisher was killed. An
 * altered snapshot, and a snapshot without a seal, get no new seal.
 */
async function sealInPlace(snapshot: string): Promise<Sealed | undefined> {
  let now: Look;
  try {
    now = await lookOf(snapshot);
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
  let seals: readonly Sealed[] | undefined;
  try {
    seals = await readSeal(snapshot);
  } catch (error) {
    // a snapshot with a damaged seal cannot be read, so its seal is not kept
    if (error instanceof TieoutError) return undefined;
    throw error;
  }
  const own = seals?.find((seal) => isAsSealed(seal, now));
  if (seals === undefined || own !== undefined) return own;
  const sha256 = await sha256OfFile(snapshot);
  return seals.some((seal) => seal.sha256 === sha256) ? { sha256, ...now } : seals.at(-1);
}

/** Replaces a snapshot with a complete new one, by rename; the file in place has a valid seal at every moment. */
export async function replaceSealed(temporary: string, snapshot: string): Promise<void> {
  const sha256 = await sha256OfFile(temporary);
  const before = await sealInPlace(snapshot);
  await writeSeal(snapshot, [...(before === undefined ? [] : [before]), { sha256, ...(await lookOf(temporary)) }]);
  await rename(temporary, snapshot);
  // changes that another program made to the previous snapshot do not belong to this one
  await rm(logPath(snapshot), { force: true });
  await sync(dirname(snapshot));
  // a rename also changes the facts of the file
  await writeSeal(snapshot, [{ sha256, ...(await lookOf(snapshot)) }]);
}

/** Copies of proven snapshots that this process made for itself, with their file system facts at that time. */
const ownCopies = new Map<string, string>();

/** Lets this process read a file without a seal that it has just copied from a proven snapshot. */
export async function trustOwnCopy(path: string): Promise<void> {
  ownCopies.set(path, JSON.stringify(await lookOf(path)));
}

async function isOwnCopy(path: string): Promise<boolean> {
  const look = ownCopies.get(path);
  return look !== undefined && look === JSON.stringify(await lookOf(path));
}

/**
 * Proves that a snapshot has the bytes that were published. A file with unchanged file system facts is accepted, unless `isWhole`; any
 * other file is read. `bytesOf` is a copy that is proven instead. Throws SNAPSHOT_DAMAGED (exit status 4), also without a seal, or the
 * reason why the file cannot be read.
 */
export async function proveSnapshot(
  path: string,
  { isWhole = false, bytesOf }: { isWhole?: boolean; bytesOf?: string } = {},
): Promise<void> {
  if (await isOwnCopy(path)) return;
  let problem = '';
  // a run may replace the snapshot and its seal between the reading of both
  for (let look = 0; look < 3; look += 1) {
    const seals = await readSeal(path);
    if (seals === undefined) {
      problem = 'its seal is missing';
      continue;
    }
    const now = isWhole || bytesOf !== undefined ? undefined : await lookOf(path);
    if (now !== undefined && seals.some((seal) => isAsSealed(seal, now))) {
      await readingEvidence(path, () => access(path, constants.R_OK));
      return;
    }
    const sha256 = await readingEvidence(path, () => sha256OfFile(bytesOf ?? path));
    if (seals.some((seal) => seal.sha256 === sha256)) return;
    problem = `its sha256 is ${sha256}, and ${seals.at(-1)?.sha256} was published`;
  }
  throw snapshotDamaged(path, problem);
}

/** Removes the files that a killed process left beside a snapshot. */
export async function sweepUnfinished(database: string, leftOvers: readonly string[]): Promise<void> {
  for (const path of [`${sealPath(database)}.tmp`, ...leftOvers]) await rm(path, { force: true });
}
