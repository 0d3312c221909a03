import { rmSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TableFile } from '../table/table-spec.ts';
import type { SourceEncoding } from './source-encoding.ts';

/** A copy of a text in UTF-8. `close` removes it. */
export type DecodedFile = { path: string; close(): Promise<void> };

const chunkBytes = 1 << 20;
/** A byte that occurs in no UTF-8 text. In the copy it replaces bytes that are invalid in the encoding, so that their row is rejected. */
const unreadable = Buffer.from([0xff]);

/**
 * Characters that are not letters: unpaired surrogates in Unicode; in other encodings also the decoder's replacement character and
 * control characters.
 */
const notWide = /\p{Surrogate}/u;
const notLegacy = /[\u0080-\u009f\ufffd\p{Surrogate}]/u;

/** The beginning of the paths of temporary files, where the caller names none. */
export const usualTemporary = join(tmpdir(), 'tieout-files-');

const folders = new Set<string>();

/** Removes remaining copies when the process exits before they are closed. */
function removeLeft(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

async function newFolder(temporary: string): Promise<string> {
  if (folders.size === 0) process.once('exit', removeLeft);
  const folder = await mkdtemp(temporary);
  folders.add(folder);
  return folder;
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  folders.delete(folder);
  if (folders.size === 0) process.off('exit', removeLeft);
}

function utf8Of(text: string, foreign: RegExp): Buffer {
  if (!foreign.test(text)) return Buffer.from(text);
  const parts = text.split(new RegExp(foreign, 'gu')).flatMap((part) => [unreadable, Buffer.from(part)]);
  return Buffer.concat(parts.slice(1));
}

/** Writes a text in UTF-8 into a temporary file that only its owner can read, without its byte order mark. */
export async function decodeFile(
  { path, temporary = usualTemporary }: Pick<TableFile, 'path' | 'temporary'>,
  { name, markBytes }: SourceEncoding,
): Promise<DecodedFile> {
  const { default: iconv } = await import('iconv-lite');
  const decoder = iconv.getDecoder(name, { stripBOM: false });
  const foreign = name.startsWith('utf-16') ? notWide : notLegacy;
  const folder = await newFolder(temporary);
  const close = () => removeFolder(folder);
  const target = join(folder, 'text');
  try {
    const [source, copy] = [await open(path, 'r'), await open(target, 'wx', 0o600)];
    try {
      const buffer = Buffer.allocUnsafe(chunkBytes);
      let position = markBytes;
      let half = '';
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, chunkBytes, position);
        position += bytesRead;
        const isLast = bytesRead === 0;
        const text = half + (isLast ? (decoder.end() ?? '') : decoder.write(buffer.subarray(0, bytesRead)));
        // the first half of a letter outside the basic plane: its second half is in the next chunk
        const isHalf = !isLast && /[\ud800-\udbff]$/.test(text);
        half = isHalf ? text.slice(-1) : '';
        await copy.writeFile(utf8Of(isHalf ? text.slice(0, -1) : text, foreign));
        if (isLast) break;
      }
      if (name.startsWith('utf-16') && (position - markBytes) % 2 === 1) await copy.writeFile(unreadable);
    } finally {
      await Promise.all([source.close(), copy.close()]);
    }
    return { path: target, close };
  } catch (error) {
    await close();
    throw error;
  }
}
