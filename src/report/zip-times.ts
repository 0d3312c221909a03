import { open } from 'node:fs/promises';

const endSignature = 0x06054b50;
const centralSignature = 0x02014b50;
const longestEnd = 65_557;
/** 1 January 1980, 00:00: the first instant that a zip can name. */
const fixedTime = Buffer.from([0x00, 0x00, 0x21, 0x00]);

/**
 * Sets the times in a zip archive to one fixed instant: the same content is then the same file, byte for byte,
 * whenever it was written.
 */
export async function fixZipTimes(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, longestEnd));
    await file.read(tail, 0, tail.length, size - tail.length);
    let end = tail.length - 22;
    while (end >= 0 && tail.readUInt32LE(end) !== endSignature) end -= 1;
    if (end < 0) throw new Error(`${path} is not a zip archive`);
    const entries = tail.readUInt16LE(end + 10);
    const central = Buffer.alloc(tail.readUInt32LE(end + 12));
    const centralAt = tail.readUInt32LE(end + 16);
    await file.read(central, 0, central.length, centralAt);
    let at = 0;
    for (let entry = 0; entry < entries; entry += 1) {
      if (central.readUInt32LE(at) !== centralSignature) throw new Error(`${path} has a broken directory`);
      fixedTime.copy(central, at + 12);
      await file.write(fixedTime, 0, 4, central.readUInt32LE(at + 42) + 10);
      at += 46 + central.readUInt16LE(at + 28) + central.readUInt16LE(at + 30) + central.readUInt16LE(at + 32);
    }
    await file.write(central, 0, central.length, centralAt);
  } finally {
    await file.close();
  }
}
