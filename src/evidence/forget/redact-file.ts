import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { FileRefusal, openArchive } from 'tieout-files';
import { defaultReading } from '../../domain/reading.ts';
import type { ValueFinder } from '../../privacy/find-values.ts';
import { createZip } from '../../report/xlsx/zip-file.ts';

async function isArchive(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString('latin1') === 'PK\x03\x04';
  } finally {
    await file.close();
  }
}

/** The reason why a file cannot be searched for values; the message is for people. */
export class NotLookedInto extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`not looked into: ${reason}`, { cause });
    this.name = 'NotLookedInto';
  }
}

/** The longest text that the program can hold, less the growth by replacements. */
const mostBytes = 500_000_000;

const tooLarge = (size: number) => new NotLookedInto(`it is too large (${Math.round(size / 1_000_000)} MB of text)`);

type Part = { name: string; bytes: Buffer };

async function partsOf(path: string): Promise<Part[]> {
  const archive = await openArchive(path, path, defaultReading.limits);
  try {
    const parts: Part[] = [];
    for (const part of archive.parts()) {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of archive.read(part)) {
        chunks.push(chunk);
        size += chunk.length;
        if (size > mostBytes) throw tooLarge(size);
      }
      parts.push({ name: part.name, bytes: Buffer.concat(chunks) });
    }
    return parts;
  } finally {
    await archive.close();
  }
}

async function redactArchive(path: string, to: string | undefined, finder: ValueFinder): Promise<boolean> {
  const parts = await partsOf(path);
  const redacted = parts.map(({ name, bytes }) => ({ name, bytes: finder.redacted(bytes) }));
  if (redacted.every(({ bytes }, at) => bytes === parts[at]?.bytes)) return false;
  if (to === undefined) return true;
  const zip = await createZip(to);
  try {
    for (const { name, bytes } of redacted) {
      const entry = await zip.entry(name);
      await entry.write(bytes);
      await entry.end();
    }
    await zip.close();
  } catch (error) {
    await zip.discard();
    throw error;
  }
  return true;
}

/**
 * Writes the redacted copy of a file to `to` and returns true, or false if the file does not contain any of the values. A workbook is unpacked,
 * and every part of it redacted. Without `to` nothing is written. Throws NotLookedInto where an unreadable part could contain a value: a
 * workbook that cannot be unpacked, or a file that is too large to be searched.
 */
export async function redactFile(path: string, to: string | undefined, finder: ValueFinder): Promise<boolean> {
  let unread: NotLookedInto | undefined;
  if (await isArchive(path)) {
    try {
      return await redactArchive(path, to, finder);
    } catch (error) {
      if (!(error instanceof FileRefusal)) throw error;
      unread = new NotLookedInto(error.message, error);
    }
  }
  const { size } = await stat(path);
  if (size > mostBytes) throw unread ?? tooLarge(size);
  const bytes = await readFile(path);
  const redacted = finder.redacted(bytes);
  if (redacted === bytes) {
    if (unread !== undefined) throw unread;
    return false;
  }
  if (to !== undefined) await writeFile(to, redacted, { mode: 0o600 });
  return true;
}
