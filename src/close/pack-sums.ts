import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn, sha256OfFile, sync } from '../disk/files.ts';

/** The file with the hash of every other file of a pack, which `sha256sum -c` checks. */
export const sumsName = 'SHA256SUMS';

export const sha256OfText = (text: string): string => createHash('sha256').update(text).digest('hex');

const line = /^([0-9a-f]{64}) {2}(.+)$/gm;

/** The hashes in a text of the form of `sha256sum`, by file name. */
export const hashesOf = (sums: string): Map<string, string> =>
  new Map([...sums.matchAll(line)].map(([, sha256 = '', name = '']) => [name, sha256]));

/**
 * Completes a pack whose manifest is written: adds the pages that people sign, and the hashes of all files. Returns the text of the hashes
 * when everything is on disk.
 */
export async function completePack(
  folder: string,
  pages: readonly { name: string; bytes: Uint8Array }[],
): Promise<string> {
  for (const { name, bytes } of pages) await writeFile(join(folder, name), bytes, { mode: 0o600 });
  const names = (await namesIn(folder)).filter((name) => name !== sumsName).sort();
  const lines: string[] = [];
  for (const name of names) lines.push(`${await sha256OfFile(join(folder, name))}  ${name}\n`);
  const sums = lines.join('');
  await writeFile(join(folder, sumsName), sums, { mode: 0o600 });
  for (const name of [...pages.map((page) => page.name), sumsName, '.']) await sync(join(folder, name));
  return sums;
}
