import { access, constants, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { hashOf } from '../disk/chain.ts';
import { diskError, readingEvidence } from '../disk/disk-error.ts';
import { ifThere, sha256OfFile, sync } from '../disk/files.ts';
import { ignoreIfKnown, TieoutError } from '../domain/tieout-error.ts';
import { logPath } from './open-copy.ts';

/** A snapshot when it was written: its hash, and its facts in the file system. */
const sealed = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().nonnegative(),
  inode: z.string(),
  modified_ns: z.string(),
  /** Changes with any change of the file, and no program can set it. */
  changed_ns: z.string(),
});
type Sealed = z.infer<typeof sealed>;
type Look = Omit<Sealed, 'sha256'>;

const sealSchema = z.strictObject({
  /** The valid contents of the file: one, or several while one snapshot replaces another, also where publishers were killed then. */
  contents: z.array(sealed).min(1),
  /** The hash of the list above as it is written here. The seal is evidence too, and a copied file keeps only its bytes. */
  sha256: z.string(),
});

/** The error of a snapshot or seal that was changed after publication. */
function snapshotDamaged(path: string, problem: string, cause?: unknown): TieoutError {
  return new TieoutError({
    code: 'SNAPSHOT_DAMAGED',
    message: `The published snapshot is not as it was published: ${problem}.`,
    remedy:
      'Run `tieout rebuild` to build the snapshot from the received files and publish it again. In other programs, open it read-only.',
    place: { file: path },
    exitStatus: 4,
    cause,
  });
}

export const sealPath = (database: string): string => `${database}.seal.json`;

/** The facts of a file in the file system. */
export async function lookOf(path: string): Promise<Look> {
  const { size, ino, mtimeNs, ctimeNs } = await readingEvidence(path, () => stat(path, { bigint: true }));
  return { bytes: Number(size), inode: String(ino), modified_ns: String(mtimeNs), changed_ns: String(ctimeNs) };
}

/** Whether the file system facts of a file are unchanged since it was sealed. */
const isAsSealed = ({ sha256: _, ...seal }: Sealed, now: Look): boolean => JSON.stringify(seal) === JSON.stringify(now);

const sealText = (contents: readonly Sealed[]): string =>
  `${JSON.stringify({ contents, sha256: hashOf(JSON.stringify(contents)) })}\n`;

/** The valid contents of a snapshot by its seal; undefined where there is no seal. Throws SNAPSHOT_DAMAGED for a seal that was altered. */
async function readSeal(database: string): Promise<readonly Sealed[] | undefined> {
  const file = sealPath(database);
  const text = await ifThere(() => readingEvidence(file, () => readFile(file, 'utf8')));
  if (text === undefined) return undefined;
  let contents: readonly Sealed[];
  try {
    contents = sealSchema.parse(JSON.parse(text)).contents;
  } catch (cause) {
    throw snapshotDamaged(file, 'its seal cannot be read', cause);
  }
  if (sealText(contents) !== text) throw snapshotDamaged(file, 'its seal was changed');
  return contents;
}

/** Writes the seal of a database, replacing its previous seal. Throws DISK_FULL or FOLDER_READ_ONLY. */
async function writeSeal(database: string, contents: readonly Sealed[]): Promise<void> {
  const temporary = `${sealPath(database)}.tmp`;
  try {
    await writeFile(temporary, sealText(contents), { mode: 0o600 });
    await sync(temporary);
    await rename(temporary, sealPath(database));
    await sync(dirname(database));
  } catch (error) {
    throw diskError(error, temporary) ?? error;
  }
}

/** The error of a published snapshot that is missing while its seal exists. */
export const snapshotMissing = (path: string): TieoutError =>
  snapshotDamaged(path, 'it is missing, but its seal exists');

/** Replaces a snapshot with a complete new one, by rename; the file in place has a valid seal at every moment. */
export async function replaceSealed(temporary: string, snapshot: string): Promise<void> {
  const sha256 = await sha256OfFile(temporary);
  // a snapshot with a damaged seal cannot be read, so its seal is not kept
  const before = await readSeal(snapshot).catch(ignoreIfKnown);
  await writeSeal(snapshot, [...(before ?? []), { sha256, ...(await lookOf(temporary)) }]);
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
    problem = `its sha256 is ${sha256} instead of ${seals.at(-1)?.sha256}`;
  }
  throw snapshotDamaged(path, problem);
}

/** Removes the files that a killed process left beside a snapshot. */
export async function sweepUnfinished(database: string, leftOvers: readonly string[]): Promise<void> {
  for (const path of [`${sealPath(database)}.tmp`, ...leftOvers]) await rm(path, { force: true });
}
