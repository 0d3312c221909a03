import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
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

/** Whether a file in a pack of an earlier program belongs to a later version of its month, whose folder is in that of the pack. */
export const isOfLaterVersion = (name: string): boolean => /^v\d+(\.[0-9a-f]{8}\.tmp)?\//.test(name);

/** What is in the folder of a pack, by its name with / between folders. A special entry is a link, a pipe or the like. */
export async function entriesOfPack(folder: string): Promise<Map<string, 'file' | 'folder' | 'special'>> {
  const entries = await readingEvidence(folder, () => entriesIn(folder, { recursive: true }));
  const kindOf = (entry: Dirent) => (entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'special');
  const named = entries.map(
    (entry) => [relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'), kindOf(entry)] as const,
  );
  return new Map(named.sort(([a], [b]) => (a < b ? -1 : 1)));
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
  const names = [...(await entriesOfPack(folder))].flatMap(([name, kind]) =>
    kind === 'folder' || name === sumsName || name === signatureName ? [] : [name],
  );
  const lines: string[] = [];
  for (const name of names) lines.push(`${await sha256OfFile(join(folder, name))}  ${name}\n`);
  const sums = lines.join('');
  await writeFile(join(folder, sumsName), sums, { mode: 0o600 });
  if (sign !== undefined) await writeFile(join(folder, signatureName), await sign(sums), { mode: 0o600 });
  const written = [...pages.map((page) => page.name), sumsName, ...(sign === undefined ? [] : [signatureName]), '.'];
  for (const name of written) await sync(join(folder, name));
  return sums;
}
