import { open } from 'node:fs/promises';

/** The size of the head, in bytes; a shorter head is the whole file. */
export const headBytes = 256 * 1024;

/** The first bytes of a file, to recognise its format and encoding before it is read. */
export async function readHead(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(headBytes);
    const { bytesRead } = await file.read(buffer, 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
