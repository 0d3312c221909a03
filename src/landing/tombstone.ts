import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readingEvidence } from '../disk/disk-error.ts';
import { ifThere, sync } from '../disk/files.ts';
import { TieoutError } from '../domain/tieout-error.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A received file and the redacted copy that is read in its place. */
const replacement = z.strictObject({
  sha256,
  ext: z.string().regex(/^[a-z0-9]{1,8}$/),
  new_sha256: sha256,
  new_bytes: z.number().int().nonnegative(),
});
export type ObjectReplacement = z.infer<typeof replacement>;

/** The record of a forgotten person; it never has a value, only its keyed hash. */
const contentSchema = z.strictObject({
  values: z.array(z.string()),
  /** The keyed hashes of the replacements, which identify nobody and are never forgotten themselves. */
  replacements: z.array(z.string()).optional(),
  reason: z.string(),
  author: z.string(),
  os_user: z.string(),
  host: z.string(),
  at: z.iso.datetime(),
  replaced: z.array(replacement),
  /** Names of received files without the value; the index keeps the original names. */
  renamed: z.array(z.strictObject({ receipt_id: z.number().int().positive(), original_name: z.string() })),
  /** The Ed25519 key that signs (SPKI, base64). */
  public_key: z.string(),
});
export type Renamed = TombstoneContent['renamed'][number];
type TombstoneContent = z.infer<typeof contentSchema>;

const tombstoneSchema = contentSchema.extend({ signature: z.string() });
type Tombstone = z.infer<typeof tombstoneSchema>;

const spki = { type: 'spki', format: 'der' } as const;

/** The path of the key that signs the tombstones of a landing zone: beside it, in the company's folder. */
export const signingKeyPath = (landing: string) => join(dirname(landing), 'signing.key');

const publicKeyOf = (pem: string) => createPublicKey(createPrivateKey(pem)).export(spki).toString('base64');

/** The public half of a company's signing key; undefined where there is no key. Throws SIGNING_KEY_DAMAGED. */
export async function ownPublicKey(path: string): Promise<string | undefined> {
  const pem = await ifThere(() => readingEvidence(path, () => readFile(path, 'utf8')));
  if (pem === undefined) return undefined;
  try {
    return publicKeyOf(pem);
  } catch (cause) {
    throw new TieoutError({
      code: 'SIGNING_KEY_DAMAGED',
      message: 'The key that signs tombstones cannot be read, so it is unknown which tombstones the company made.',
      remedy:
        'Restore signing.key from a backup. Without a backup, remove the file; `tieout verify` then reports the key as lost.',
      place: { file: path },
      exitStatus: 4,
      cause,
    });
  }
}

/** The company's signing key (0600), made when it is first needed. Throws SIGNING_KEY_DAMAGED. */
export async function signingKey(path: string): Promise<string> {
  if ((await ownPublicKey(path)) !== undefined) return readFile(path, 'utf8');
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, pem, { mode: 0o600, flag: 'wx' });
  await sync(path);
  return pem;
}

/** A tombstone in the form in which it is kept: one line of JSON, with the signature of the rest. */
export function signedTombstone(content: Omit<TombstoneContent, 'public_key'>, pem: string): string {
  const key = createPrivateKey(pem);
  const signed: TombstoneContent = { ...content, public_key: publicKeyOf(pem) };
  const signature = sign(null, Buffer.from(JSON.stringify(contentSchema.parse(signed))), key).toString('base64');
  return `${JSON.stringify({ ...contentSchema.parse(signed), signature })}\n`;
}

/** A tombstone with a verified signature; undefined where the text is not one. */
export function readTombstone(text: string): Tombstone | undefined {
  try {
    const tombstone = tombstoneSchema.parse(JSON.parse(text));
    const { signature, ...content } = tombstone;
    const key = createPublicKey({ key: Buffer.from(content.public_key, 'base64'), ...spki });
    const isGenuine = verify(null, Buffer.from(JSON.stringify(content)), key, Buffer.from(signature, 'base64'));
    return isGenuine ? tombstone : undefined;
  } catch {
    return undefined;
  }
}
