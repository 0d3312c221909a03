import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isNotThere } from './file.ts';

/** The entries of a folder, with those of its subfolders on request; none where there is no such folder. */
export async function entriesIn(folder: string, options: { recursive?: boolean } = {}): Promise<Dirent[]> {
  try {
    return await readdir(folder, { ...options, withFileTypes: true });
  } catch (error) {
    if (isNotThere(error)) return [];
    throw error;
  }
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
