import { type FileHandle, open } from 'node:fs/promises';
import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { FileRefusal, refused } from '../file-refusal.ts';
import type { SizeLimits } from '../file-terms.ts';
import { excess } from '../unpacked-size.ts';

const mostEntries = 10_000;
const stored = 0;
const deflated = 8;
const chunkSize = 64 * 1024;

/** One part of a workbook: `name` is its path in the archive, with `/` and without a leading one. */
export type Part = { name: string; entry: Entry };

export type Archive = {
  /** Every part, in the order of the directory. */
  parts(): readonly Part[];
  /** The part at a path, in any case of letters, as the format defines. */
  part(name: string): Part | undefined;
  /** The unpacked bytes of a part. Throws FILE_DAMAGED where they differ from the directory's description. */
  read(part: Part): AsyncGenerator<Buffer>;
  close(): Promise<void>;
};

/** The path of a part in normal form. Some writers use backslashes or a leading slash, and some escape letters. */
export function partName(path: string): string {
  const plain = path.replaceAll('\\', '/').replace(/^\/+/, '');
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

async function readDirectory(zip: ZipFile, fileName: string, limits: SizeLimits): Promise<Map<string, Part>> {
  const parts = new Map<string, Part>();
  let packed = 0;
  let unpacked = 0;
  if (zip.entryCount > mostEntries)
    throw refused(fileName, 'FILE_TOO_LARGE', `The workbook has more than ${mostEntries.toLocaleString('en')} parts.`);
  for await (const entry of zip.eachEntry()) {
    const name = partName(entry.fileNameRaw.toString('utf8'));
    if (name.endsWith('/')) continue;
    const key = name.toLowerCase();
    if (parts.has(key)) throw refused(fileName, 'FILE_DAMAGED', `The workbook has two parts named ${name}.`);
    parts.set(key, { name, entry });
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    // each part is checked alone, so that a large picture does not hide it
    const tooLarge =
      excess('The workbook', entry.compressedSize, entry.uncompressedSize, limits) ??
      excess('The workbook', packed, unpacked, limits);
    if (tooLarge !== undefined)
      throw refused(fileName, 'FILE_TOO_LARGE', tooLarge.message, { remedy: tooLarge.remedy });
  }
  return parts;
}

/** The packed bytes of a part. The archive reader's own stream fails outside any promise when a part is not read to its end. */
async function* packedBytes(file: FileHandle, from: number, length: number): AsyncGenerator<Buffer> {
  let done = 0;
  while (done < length) {
    const size = Math.min(chunkSize, length - done);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(size), 0, size, from + done);
    if (bytesRead === 0) throw new Error('the file ends within it');
    done += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** The unpacked bytes of a part. The directory's size bounds what is unpacked. */
async function* unpack(
  zip: ZipFile,
  file: FileHandle,
  { name, entry }: Part,
  fileName: string,
): AsyncGenerator<Buffer> {
  const damaged = (message: string, cause?: unknown) =>
    refused(fileName, 'FILE_DAMAGED', `The part ${name} of the workbook is damaged: ${message}.`, { cause });
  if (entry.isEncrypted())
    throw refused(fileName, 'FILE_ENCRYPTED', 'The workbook is an archive with a password.', {
      remedy: 'Open it with its password, save it without one, and import that file.',
    });
  if (entry.compressionMethod !== stored && entry.compressionMethod !== deflated)
    throw damaged(`it is compressed by method ${entry.compressionMethod}, which no workbook uses`);
  let size = 0;
  let checksum = 0;
  try {
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const packed = Readable.from(packedBytes(file, fileDataStart, entry.compressedSize), { objectMode: false });
    const unpacked =
      entry.compressionMethod === stored
        ? packed
        : // the reader of the stream receives its error; the callback is required
          pipeline(packed, createInflateRaw({ chunkSize }), () => undefined);
    for await (const chunk of unpacked) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      if (size > entry.uncompressedSize) break;
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof FileRefusal) throw cause;
    throw damaged(cause instanceof Error ? cause.message : String(cause), cause);
  }
  if (size !== entry.uncompressedSize)
    throw damaged(`it has ${size > entry.uncompressedSize ? 'more' : 'fewer'} bytes than the archive states`);
  if (checksum !== entry.crc32) throw damaged('its checksum is wrong');
}

/**
 * Opens a workbook's archive and reads its directory, without unpacking anything. Throws FILE_TRUNCATED, FILE_DAMAGED or
 * FILE_TOO_LARGE.
 */
export async function openArchive(path: string, fileName: string, limits: SizeLimits): Promise<Archive> {
  const cutOff = (cause: unknown) =>
    refused(fileName, 'FILE_TRUNCATED', 'The workbook is cut off or damaged: its directory cannot be read.', { cause });
  const zip = await openPromise(path, {
    lazyEntries: true,
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: false,
  }).catch((cause: unknown) => {
    throw cutOff(cause);
  });
  let file: FileHandle | undefined;
  try {
    const parts = await readDirectory(zip, fileName, limits);
    const opened = await open(path, 'r');
    file = opened;
    return {
      parts: () => [...parts.values()],
      part: (name) => parts.get(partName(name).toLowerCase()),
      read: (part) => unpack(zip, opened, part, fileName),
      close: async () => {
        zip.close();
        await opened.close();
      },
    };
  } catch (cause) {
    zip.close();
    await file?.close();
    throw cause instanceof FileRefusal ? cause : cutOff(cause);
  }
}
