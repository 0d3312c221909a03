import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { readingEvidence } from '../disk/disk-error.ts';
import { ifThere, namesIn, sha256OfFile, unfinishedNames } from '../disk/files.ts';
import { verifySignature } from '../domain/ssh-signature.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import {
  entriesOfPack,
  hashesOf,
  isOfLaterVersion,
  manifestName,
  sha256OfText,
  signatureName,
  sumsName,
} from './pack-sums.ts';

/** The files in a manifest with their hashes, its version, and the key with which the pack is signed. */
const manifestFiles = z.object({
  version: z.number().int().optional(),
  files: z.array(z.object({ name: z.string(), sha256: z.string() })),
  signed_with: z.string().nullish(),
});

/** The record of a closed month: its manifest, and the hashes of all files of the pack. */
export type ClosedPack = {
  /** The month and version, such as 2026-10 v1. */
  name: string;
  /** The text of the manifest. */
  text: string;
  sha256: string;
  /** The text of SHA256SUMS; undefined for a month that was closed by a version without it. */
  sums: string | undefined;
};

/** The files of a pack with their hashes, by the record of the close. */
function expectedFiles({ text, sha256, sums }: ClosedPack): Map<string, string> {
  if (sums !== undefined) return new Map([...hashesOf(sums), [sumsName, sha256OfText(sums)]]);
  const { files } = manifestFiles.parse(JSON.parse(text));
  return new Map([...files.map((file) => [file.name, file.sha256] as const), [manifestName, sha256]]);
}

const isSigned = ({ text }: ClosedPack) => typeof manifestFiles.parse(JSON.parse(text)).signed_with === 'string';

/** The problem with the signature of a pack; undefined if it is valid or the pack is not signed. */
async function signatureProblem(folder: string, { text, sums = '' }: ClosedPack): Promise<string | undefined> {
  const { signed_with: fingerprint } = manifestFiles.parse(JSON.parse(text));
  if (fingerprint === undefined || fingerprint === null) return undefined;
  const path = join(folder, signatureName);
  const signature = await ifThere(() => readingEvidence(path, () => readFile(path, 'utf8')));
  if (signature === undefined) return `${signatureName} is missing`;
  const verified = verifySignature(sums, signature);
  if ('key' in verified && verified.key.fingerprint === fingerprint) return undefined;
  return `${signatureName} is not a signature of ${sumsName} by the key ${fingerprint}`;
}

export function damagedPack(path: string, name: string, problem: string): TieoutError {
  const month = name.slice(0, 7);
  return new TieoutError({
    code: 'PACK_DAMAGED',
    message: `The pack of ${name} has changed since the month was closed: ${problem}.`,
    remedy: `Restore the folder of the pack from a backup, or from a recipient of the pack. Without a copy, reopen the month (tieout reopen ${month}) and close it again: the new version is written beside the damaged pack.`,
    place: { file: path },
    exitStatus: 4,
  });
}

/**
 * Verifies a pack against the hashes that were kept when its month was closed. Each file that is missing, changed or added is a doubt
 * (PACK_DAMAGED), and so is a file that cannot be read (EVIDENCE_UNREADABLE). Throws where the folder cannot be listed.
 */
export async function packDoubts(folder: string, pack: ClosedPack): Promise<TieoutError[]> {
  const expected = expectedFiles(pack);
  const entries = await entriesOfPack(folder);
  // only what is in the folder is read: a name may lead out of it, and the target of a link can change later
  const isMissing = (name: string) => !entries.has(name);
  const isSpecial = (name: string) => entries.get(name) === 'special';
  const doubts: TieoutError[] = [];
  for (const [name, sha256] of expected) {
    const path = join(folder, name);
    if (isMissing(name) || isSpecial(name)) {
      const problem = isMissing(name) ? 'is missing' : 'is a link or a special file';
      doubts.push(damagedPack(path, pack.name, `${name} ${problem}`));
      continue;
    }
    let found: string | undefined;
    try {
      found = await ifThere(() => readingEvidence(path, () => sha256OfFile(path)));
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      doubts.push(error);
      continue;
    }
    if (found === undefined) doubts.push(damagedPack(path, pack.name, `${name} is missing`));
    else if (found !== sha256)
      doubts.push(damagedPack(path, pack.name, `${name} has sha256 ${found} instead of ${sha256}`));
  }
  const problem = isSpecial(signatureName)
    ? `${signatureName} is a link or a special file`
    : await signatureProblem(folder, pack);
  if (problem !== undefined) doubts.push(damagedPack(join(folder, signatureName), pack.name, problem));
  const { version } = manifestFiles.parse(JSON.parse(pack.text));
  const added = [...entries].flatMap(([name, kind]) => {
    const isExpected = expected.has(name) || (name === signatureName && isSigned(pack));
    return isExpected || kind === 'folder' || (version === undefined && isOfLaterVersion(name)) ? [] : [name];
  });
  return [...doubts, ...added.map((name) => damagedPack(join(folder, name), pack.name, `${name} was added`))];
}

/** Folders that an interrupted `close` left beside the folder of a pack: incomplete packs, or complete packs not yet in place. */
export async function unfinishedBeside(folder: string): Promise<string[]> {
  const isUnfinished = unfinishedNames(basename(folder));
  const names = (await namesIn(dirname(folder))).filter((name) => isUnfinished.test(name));
  return names.sort().map((name) => join(dirname(folder), name));
}

/**
 * The folder with the complete pack, where `close` was interrupted after it had recorded the close and before it had put the pack in place.
 * Undefined where there is no such folder.
 */
export async function unplacedPack(folder: string, pack: ClosedPack): Promise<string | undefined> {
  for (const path of await unfinishedBeside(folder)) if ((await packDoubts(path, pack)).length === 0) return path;
  return undefined;
}
