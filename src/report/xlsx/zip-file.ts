import { once } from 'node:events';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createDeflateRaw, type DeflateRaw, deflateRawSync } from 'node:zlib';

/** A file within the archive, compressed as its content is written. */
export type ZipEntry = { write: (content: string | Buffer) => Promise<void>; end: () => Promise<void> };

/** Writes an archive. One entry is open at a time. */
type ZipFile = {
  entry: (name: string) => Promise<ZipEntry>;
  close: () => Promise<void>;
  /** Closes the unfinished file. */
  discard: () => Promise<void>;
};

type Packed = { name: Buffer; at: number; crc: number; size: number; packed: number };

/** 1 January 1980, 00:00, the first instant of the format: the same content gives the same archive at any time. */
const fixedTime = 0x00_00;
const fixedDate = 0x00_21;
const largest = 0xffff_ffff;
const version = 20;
const namesAreUtf8 = 0x0800;
const deflated = 8;
const compression = { level: 4 };
/** An entry of up to so many bytes is compressed at once when it ends: most parts of a workbook are small, and a stream costs more than they do. */
const smallEntry = 1 << 17;

/** The common part of both headers, from the version needed to the length of the name. */
function facts({ name, crc, size, packed }: Packed): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(version, 0);
  bytes.writeUInt16LE(namesAreUtf8, 2);
  bytes.writeUInt16LE(deflated, 4);
  bytes.writeUInt16LE(fixedTime, 6);
  bytes.writeUInt16LE(fixedDate, 8);
  bytes.writeUInt32LE(crc, 10);
  bytes.writeUInt32LE(packed, 14);
  bytes.writeUInt32LE(size, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

function localHeader(entry: Packed): Buffer {
  return Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts(entry), entry.name]);
}

function directoryEntry(entry: Packed): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(entry.at, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts(entry), rest, entry.name]);
}

function endOfDirectory(entries: number, size: number, at: number): Buffer {
  const bytes = Buffer.alloc(22);
  bytes.write('PK\x05\x06', 'latin1');
  bytes.writeUInt16LE(entries, 8);
  bytes.writeUInt16LE(entries, 10);
  bytes.writeUInt32LE(size, 12);
  bytes.writeUInt32LE(at, 16);
  return bytes;
}

async function writeWhole(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    written += (await file.write(bytes, written, bytes.length - written, at + written)).bytesWritten;
  }
}

/** Begins an archive at `path`. Entries of 4 GiB and more are refused; sheets are split before that size. */
export async function createZip(path: string): Promise<ZipFile> {
  const file = await open(path, 'w', 0o600);
  const entries: Packed[] = [];
  let position = 0;
  let unwritten: Buffer[] = [];
  let unwrittenSize = 0;
  const writeOut = async () => {
    const bytes = Buffer.concat(unwritten);
    unwritten = [];
    unwrittenSize = 0;
    await writeWhole(file, bytes, position - bytes.length);
  };
  const append = async (bytes: Buffer) => {
    unwritten.push(bytes);
    unwrittenSize += bytes.length;
    position += bytes.length;
    if (unwrittenSize > smallEntry) await writeOut();
  };
  return {
    entry: async (name) => {
      const entry: Packed = { name: Buffer.from(name), at: position, crc: 0, size: 0, packed: 0 };
      let waiting: Buffer[] = [];
      let stream: { deflate: DeflateRaw; packing: Promise<void> } | undefined;
      const streamed = async () => {
        await append(localHeader(entry));
        const deflate = createDeflateRaw(compression);
        const packing = (async () => {
          for await (const chunk of deflate) {
            if (!Buffer.isBuffer(chunk)) continue;
            entry.packed += chunk.length;
            await append(chunk);
          }
        })();
        return { deflate, packing };
      };
      return {
        write: async (content) => {
          const bytes = typeof content === 'string' ? Buffer.from(content) : content;
          entry.crc = crc32(bytes, entry.crc);
          entry.size += bytes.length;
          waiting.push(bytes);
          if (stream === undefined && entry.size <= smallEntry) return;
          stream ??= await streamed();
          const { deflate, packing } = stream;
          const handed = waiting;
          waiting = [];
          for (const part of handed) if (!deflate.write(part)) await Promise.race([once(deflate, 'drain'), packing]);
        },
        end: async () => {
          if (stream === undefined) {
            const packed = deflateRawSync(Buffer.concat(waiting), compression);
            entry.packed = packed.length;
            await append(Buffer.concat([localHeader(entry), packed]));
          } else {
            stream.deflate.end();
            await stream.packing;
            await writeOut();
            await writeWhole(file, localHeader(entry), entry.at);
          }
          if (entry.size > largest || position > largest) throw new RangeError(`${path} would be more than 4 GiB`);
          entries.push(entry);
        },
      };
    },
    close: async () => {
      try {
        const at = position;
        const directory = Buffer.concat(entries.map(directoryEntry));
        await append(Buffer.concat([directory, endOfDirectory(entries.length, directory.length, at)]));
        await writeOut();
      } finally {
        await file.close();
      }
    },
    discard: () => file.close(),
  };
}
