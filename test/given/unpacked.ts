import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';

/** The parts of an archive as its writer packed them, one after the other; anything else as it is. */
export function unpackedBytes(path: string): Buffer {
  const bytes = readFileSync(path);
  if (bytes.subarray(0, 4).toString('latin1') !== 'PK\x03\x04') return bytes;
  const parts: Buffer[] = [];
  // by the directory at the end: a local header may leave the sizes open
  let at = bytes.readUInt32LE(bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16);
  while (bytes.readUInt32LE(at) === 0x02014b50) {
    const [method, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const part = bytes.subarray(from, from + packed);
    parts.push(bytes.subarray(at + 46, at + 46 + (name ?? 0)), method === 8 ? inflateRawSync(part) : part);
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return Buffer.concat(parts);
}

/** Every file in a folder and its subfolders. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());

/** Which of some texts a file has in its bytes, unpacked, in any case; the name of the file counts too. */
export function foundIn(path: string, texts: readonly string[]): string[] {
  const bytes = unpackedBytes(path);
  const contents = [path, bytes.toString('utf8'), bytes.toString('utf16le')].map((each) => each.toLowerCase());
  return texts.filter((text) => contents.some((content) => content.includes(text.toLowerCase())));
}
