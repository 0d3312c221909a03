import { randomBytes } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isNotThere, sync } from './file.ts';

/** A name beside a folder for content that is incomplete or no longer needed. A folder with such a name may be removed. */
export const unfinishedFolder = (folder: string): string => `${folder}.${randomBytes(4).toString('hex')}.tmp`;

async function moveIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (isNotThere(error)) return false;
    throw error;
  }
}

/** Replaces a folder with a complete one, by rename. After a kill in between, both folders are whole, under one name or another. */
export async function replaceFolder(complete: string, folder: string): Promise<void> {
  const before = unfinishedFolder(folder);
  const isReplaced = await moveIfThere(folder, before);
  try {
    await rename(complete, folder);
  } catch (error) {
    if (isReplaced) await rename(before, folder);
    throw error;
  }
  await sync(dirname(folder));
  await rm(before, { recursive: true, force: true });
}
