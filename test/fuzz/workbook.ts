import { crc32, inflateRawSync } from 'node:zlib';

/** A part of a workbook: its name and its content. */
export type Part = { name: string; content: Buffer };

const [localMark, centralMark, endMark] = [0x04034b50, 0x02014b50, 0x06054b50];

/** Reads the parts of a small workbook from its directory. */
export function partsOf(zip: Buffer): Part[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  const parts: Part[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, packed] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const data = zip.subarray(from, from + packed);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    parts.push({ name, content: method === 0 ? data : inflateRawSync(data) });
    at += 46 + nameLength + extra + comment;
  }
  return parts;
}

/** Packs parts without compressing them. */
export function workbookOf(parts: readonly Part[]): Buffer {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of parts) {
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.alloc(4);
    local.writeUInt32LE(localMark);
    const entry = Buffer.alloc(6);
    entry.writeUInt32LE(centralMark);
    entry.writeUInt16LE(20, 4);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    chunks.push(local, common, nameBytes, content);
    directory.push(entry, common, tail, nameBytes);
    offset += 30 + nameBytes.length + content.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(endMark);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...chunks, central, end]);
}
