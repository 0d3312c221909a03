import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isNotThere, sync } from '../disk/file.ts';
import { TieoutError } from '../domain/tieout-error.ts';

const keyPattern = /^[0-9a-f]{64}\n?$/;

async function readKey(path: string): Promise<Buffer | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
  if (keyPattern.test(text)) return Buffer.from(text.trim(), 'hex');
  throw new TieoutError({
    code: 'PRIVACY_KEY_DAMAGED',
    message: 'The key from which the hashes of personal data are made cannot be read.',
    remedy: 'Restore the file from a backup: with another key, the hashes of sealed packs no longer join.',
    place: { file: path },
    exitStatus: 4,
  });
}

/** The secret key of a company's keyed hashes (0600), made when it is first needed. Throws PRIVACY_KEY_DAMAGED. */
export async function companyKey(path: string): Promise<Buffer> {
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
    // another process may have made one at the same moment: the first one stays
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
