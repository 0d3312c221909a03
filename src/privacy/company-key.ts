import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { readingEvidence } from '../disk/disk-error.ts';
import { ifThere, isThere, sync } from '../disk/files.ts';
import { TieoutError } from '../domain/tieout-error.ts';

const keyPattern = /^[0-9a-f]{64}\n?$/;

async function readKey(path: string): Promise<Buffer | undefined> {
  const text = await ifThere(() => readingEvidence(path, () => readFile(path, 'utf8')));
  if (text === undefined) return undefined;
  if (keyPattern.test(text)) return Buffer.from(text.trim(), 'hex');
  throw keyDamaged(path, 'cannot be read', 'Restore the file from a backup');
}

function keyDamaged(path: string, problem: string, remedy: string): TieoutError {
  return new TieoutError({
    code: 'PRIVACY_KEY_DAMAGED',
    message: `The key for the hashes of personal data ${problem}.`,
    remedy: `${remedy}: with another key, hashes no longer match those in sealed packs.`,
    place: { file: path },
    exitStatus: 4,
  });
}

/** The first existing file that was made with a key, which shows that the key existed too. */
async function madeBefore(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) if (await isThere(file)) return file;
  return undefined;
}

/**
 * Whether a company's key exists; false before it is made. Throws PRIVACY_KEY_DAMAGED where it cannot be read, or is missing
 * although one of its `uses` (files with its hashes) exists.
 */
export async function proveCompanyKey(path: string, uses: readonly string[]): Promise<boolean> {
  if ((await readKey(path)) !== undefined) return true;
  const before = await madeBefore(uses);
  if (before === undefined) return false;
  throw keyDamaged(
    path,
    `is missing, and ${basename(before)} was made with it`,
    `Restore the file from a backup. Where there is none, remove ${uses.map((file) => basename(file)).join(' and ')}, and another key is made`,
  );
}

/**
 * The secret key of a company's keyed hashes (0600), made when it is first needed. Throws PRIVACY_KEY_DAMAGED where it cannot be read,
 * or is missing although one of its `uses` (files with its hashes) exists.
 */
export async function companyKey(path: string, uses: readonly string[] = []): Promise<Buffer> {
  await proveCompanyKey(path, uses);
  const existing = await readKey(path);
  if (existing !== undefined) return existing;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(32).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  try {
    // another process may have made a key at the same moment; the first key is kept
    await link(temporary, path).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  } finally {
    await rm(temporary, { force: true });
  }
  await sync(dirname(path));
  const made = await readKey(path);
  if (made === undefined) throw new TypeError('the key was written');
  return made;
}
