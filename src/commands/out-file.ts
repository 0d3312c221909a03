import { randomUUID } from 'node:crypto';
import { chmod, link, lstat, mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { diskError } from '../disk/disk-error.ts';
import { isNotThere, sync } from '../disk/file.ts';
import { sweepTemporary, temporaryPrefix } from '../disk/temporary.ts';
import { TieoutError } from '../domain/tieout-error.ts';

/** Where an answer is written before it has its name: the path of a new file in a private folder, which is removed. */
export type Unfinished = { path: string; folder: string };

function outWrong(message: string, remedy: string, file: string, cause?: unknown): TieoutError {
  return new TieoutError({ code: 'OUT_FILE_WRONG', message, remedy, place: { file }, exitStatus: 2, cause });
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

const exists = (file: string, cause?: unknown) =>
  outWrong('The file already exists; it was not changed.', 'Give --out another name, or remove the file.', file, cause);

async function refuseExisting(path: string, file: string): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => {
    // a folder that is missing or closed is named when the file is begun
    if (isNotThere(error) || codeOf(error) === 'EACCES') return undefined;
    throw error;
  });
  if (found === undefined) return;
  if (found.isDirectory())
    throw outWrong('This is a folder.', `Name a file in it: --out ${join(file, 'result.csv')}`, file);
  throw exists(file);
}

/** Gives a finished file its name, unless another file has it by now. */
async function giveName(from: string, to: string, file: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw exists(file, error);
    // a file system without links
    await refuseExisting(to, file);
    await rename(from, to);
  }
}

async function begin(folder: string, file: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (isNotThere(error))
      throw outWrong('There is no such folder.', 'Create the folder, or give --out another.', file, error);
    if (['EACCES', 'EPERM', 'EROFS'].includes(String(codeOf(error))))
      throw outWrong(
        'This user may not write in the folder.',
        'Give --out a folder that you may write in.',
        file,
        error,
      );
    throw error;
  }
}

/**
 * Makes a file of the user's from what `write` writes. It has its name only once it is whole and on disk; a file that is there already
 * is kept (OUT_FILE_WRONG). `file` is what the user named it.
 */
export async function makeOutFile<T>(file: string, cwd: string, write: (to: Unfinished) => Promise<T>): Promise<T> {
  const path = resolve(cwd, file);
  const parent = dirname(path);
  const folder = join(parent, `${temporaryPrefix('sql')}${randomUUID()}`);
  const unfinished = join(folder, basename(path));
  try {
    await refuseExisting(path, file);
    await sweepTemporary(parent);
    await begin(folder, file);
    try {
      const result = await write({ path: unfinished, folder });
      await chmod(unfinished, 0o600);
      await sync(unfinished);
      await giveName(unfinished, path, file);
      await sync(parent);
      return result;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } catch (error) {
    throw error instanceof TieoutError ? error : (diskError(error, file) ?? error);
  }
}
