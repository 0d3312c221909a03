import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Whether an error of the file system says that a file does not exist. */
export const isNotThere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** What is read from a file; undefined where there is no such file. */
export async function ifThere<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isNotThere(error)) return undefined;
    throw error;
  }
}

/** The entries of a folder, with those of its subfolders on request; none where there is no such folder. */
export async function entriesIn(folder: string, options: { recursive?: boolean } = {}): Promise<Dirent[]> {
  return (await ifThere(() => readdir(folder, { ...options, withFileTypes: true }))) ?? [];
}

/** The names in a folder; none where there is no such folder. */
export const namesIn = async (folder: string): Promise<string[]> => (await entriesIn(folder)).map(({ name }) => name);

/** The names of the folders in a folder; none where there is no such folder. */
export const foldersIn = async (folder: string): Promise<string[]> =>
  (await entriesIn(folder)).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

/** The paths of all files in a folder and its subfolders; none where there is no such folder. */
export const filesBelow = async (folder: string): Promise<string[]> =>
  (await entriesIn(folder, { recursive: true })).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

/** A name beside a folder for content that is incomplete or no longer needed. A folder with such a name may be removed. */
export const unfinishedFolder = (folder: string): string => `${folder}.${randomBytes(4).toString('hex')}.tmp`;

/** The names of such folders beside a folder, and beside those whose names begin with its name and a point. */
export const unfinishedNames = (name: string): RegExp =>
  new RegExp(`^${name.replaceAll(/[^a-z0-9]/gi, '\\$&')}(\\.[^.]+)?\\.[0-9a-f]{8}\\.tmp$`);

/** Replaces a folder with a complete one, by rename. After a kill in between, both folders are whole, under one name or another. */
export async function replaceFolder(complete: string, folder: string): Promise<void> {
  const before = unfinishedFolder(folder);
  const isReplaced = (await ifThere(() => rename(folder, before).then(() => true))) ?? false;
  try {
    await rename(complete, folder);
  } catch (error) {
    if (isReplaced) await rename(before, folder);
    throw error;
  }
  await sync(dirname(folder));
  await rm(before, { recursive: true, force: true });
}

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
export const isThere = async (path: string): Promise<boolean> => (await ifThere(() => stat(path))) !== undefined;
