import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { hashOf } from '../disk/chain.ts';
import { diskError } from '../disk/disk-error.ts';
import { isNotThere, sync } from '../disk/file.ts';
import { readingEvidence } from '../disk/unreadable.ts';
import { TieoutError } from '../domain/tieout-error.ts';

/** A snapshot when it was written: its hash, and its facts in the file system. */
const sealed = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().nonnegative(),
  inode: z.string(),
  modified_ns: z.string(),
  /** Changes with any change of the file, and no program can set it. */
  changed_ns: z.string(),
});
export type Sealed = z.infer<typeof sealed>;
export type Look = Omit<Sealed, 'sha256'>;

const sealSchema = z.strictObject({
  /** The valid contents of the file: one, or two while one snapshot replaces another. */
  contents: z.array(sealed).min(1).max(2),
  /** The hash of the list above as it is written here. The seal is evidence too, and a copied file keeps only its bytes. */
  sha256: z.string(),
});

/** The error of a snapshot or seal that was changed after publication. */
export function snapshotDamaged(path: string, problem: string, cause?: unknown): TieoutError {
  return new TieoutError({
    code: 'SNAPSHOT_DAMAGED',
    message: `The published snapshot is not the one that was published: ${problem}.`,
    remedy:
      'Run `tieout rebuild`: it is built from what was received, and published again. Whoever analyses it in another program opens it read-only.',
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
export const isAsSealed = ({ sha256: _, ...seal }: Sealed, now: Look): boolean =>
  JSON.stringify(seal) === JSON.stringify(now);

const sealText = (contents: readonly Sealed[]): string =>
  `${JSON.stringify({ contents, sha256: hashOf(JSON.stringify(contents)) })}\n`;

/** The valid contents of a snapshot by its seal; undefined where there is no seal. Throws SNAPSHOT_DAMAGED for a seal that was altered. */
export async function readSeal(database: string): Promise<readonly Sealed[] | undefined> {
  const file = sealPath(database);
  let text: string;
  try {
    text = await readingEvidence(file, () => readFile(file, 'utf8'));
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
  let contents: readonly Sealed[];
  try {
    contents = sealSchema.parse(JSON.parse(text)).contents;
  } catch (cause) {
    throw snapshotDamaged(file, 'its seal cannot be read', cause);
  }
  if (sealText(contents) !== text) throw snapshotDamaged(file, 'its seal is not as it was written');
  return contents;
}

/** Writes the seal of a database, replacing its previous seal. Throws DISK_FULL or FOLDER_READ_ONLY. */
export async function writeSeal(database: string, contents: readonly Sealed[]): Promise<void> {
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
