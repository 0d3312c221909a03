import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';

const readAtOnce = 1 << 20;

/** The sha256 of a file's bytes, in hexadecimal digits. */
export async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  // a stream would allocate its whole buffer even for a small file
  if ((await stat(path)).size <= readAtOnce) return hash.update(await readFile(path)).digest('hex');
  for await (const chunk of createReadStream(path, { highWaterMark: readAtOnce })) hash.update(chunk);
  return hash.digest('hex');
}

/** Flushes a file, or the names in a folder, to disk, so that they survive a power cut. */
export async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether a file or folder exists, even if it may not be read. */
export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isNotThere(error)) return false;
    throw error;
  }
}

/** Whether an error of the file system says that a file does not exist. */
export const isNotThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
