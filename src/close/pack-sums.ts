import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { readingEvidence } from '../disk/disk-error.ts';
import { entriesIn, sha256OfFile, sync } from '../disk/files.ts';

export const manifestName = 'manifest.json';

/** The signature of SHA256SUMS in the format of `ssh-keygen -Y sign`, if the person who closed the month signed it. */
export const signatureName = 'SHA256SUMS.sig';

/** The file with the hash of every other file of a pack, which `sha256sum -c` checks. */
export const sumsName = 'SHA256SUMS';

export const sha256OfText = (text: string): string => createHash('sha256').update(text).digest('hex');

const line = /^([0-9a-f]{64}) {2}(.+)$/gm;

/** The hashes in a text of the form of `sha256sum`, by file name. */
export const hashesOf = (sums: string): Map<string, string> =>
  new Map([...sums.matchAll(line)].map(([, sha256 = '', name = '']) => [name, sha256]));

/** The files of a pack below its folder, with / between folders. The folder of a pack of an earlier program also contains the later versions. */
export async function filesOfPack(folder: string): Promise<string[]> {
  const entries = await readingEvidence(folder, () => entriesIn(folder, { recursive: true }));
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !/^v\d+(\.[0-9a-f]{8}\.tmp)?\//.test(name))
    .sort();
}

/**
 * Completes a pack whose manifest is written: adds the pages that people sign, the hashes of all files, and their signature. Returns the
 * text of the hashes when everything is on disk.
 */
export async function completePack(
  folder: string,
  pages: readonly { name: string; bytes: Uint8Array }[],
  sign?: (text: string) => Promise<string>,
): Promise<string> {
  for (const { name, bytes } of pages) await writeFile(join(folder, name), bytes, { mode: 0o600 });
  const names = (await filesOfPack(folder)).filter((name) => name !== sumsName && name !== signatureName);
  const lines: string[] = [];
  for (const name of names) lines.push(`${await sha256OfFile(join(folder, name))}  ${name}\n`);
  const sums = lines.join('');
  await writeFile(join(folder, sumsName), sums, { mode: 0o600 });
  if (sign !== undefined) await writeFile(join(folder, signatureName), await sign(sums), { mode: 0o600 });
  const written = [...pages.map((page) => page.name), sumsName, ...(sign === undefined ? [] : [signatureName]), '.'];
  for (const name of written) await sync(join(folder, name));
  return sums;
}
