import { open } from 'node:fs/promises';

const blockBytes = 1 << 20;
/** A line that is longer is handed on in pieces. */
const longestLine = 8 << 20;

const lineFeed = 10;
const carriageReturn = 13;

/** The number of bytes that are whole lines: up to the last line feed, in a text without any up to the last carriage return. */
function wholeLines(bytes: Buffer): number {
  const end = bytes.lastIndexOf(lineFeed) + 1;
  // a carriage return as the last byte may be the first half of a line end
  return end > 0 || bytes.length < 2 ? end : bytes.lastIndexOf(carriageReturn, bytes.length - 2) + 1;
}

/** The number of bytes that end with a whole UTF-8 letter. */
function wholeLetters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return bytes.length - back;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

/**
 * A text file from a place in it, in blocks of about 1 MiB that end where a line ends. A block is valid until the next one
 * is asked for: they share their memory.
 */
export async function* textBlocks(path: string, from = 0): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    let buffer = Buffer.allocUnsafe(blockBytes);
    let held = 0;
    let position = from;
    for (;;) {
      const { bytesRead } = await file.read(buffer, held, buffer.length - held, position);
      if (bytesRead === 0) break;
      position += bytesRead;
      const filled = buffer.subarray(0, held + bytesRead);
      let end = wholeLines(filled);
      if (end === 0 && filled.length === buffer.length && buffer.length >= longestLine) end = wholeLetters(filled);
      if (end > 0) yield filled.subarray(0, end);
      held = filled.length - end;
      if (held === buffer.length) {
        const larger = Buffer.allocUnsafe(buffer.length * 2);
        filled.copy(larger);
        buffer = larger;
      } else {
        filled.copy(buffer, 0, end);
      }
    }
    if (held > 0) yield buffer.subarray(0, held);
  } finally {
    await file.close();
  }
}
