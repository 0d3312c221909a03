import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNotThere } from './files.ts';

/**
 * The purposes of temporary files and folders. They are named after their process, so that a later process can remove those of a killed
 * one, because they may contain names and account numbers. TIEOUT-PURPOSE-PLACE-PID-BEGAN-RANDOM; the place is the machine or container
 * that numbers the processes.
 */
type Purpose = 'text' | 'sign' | 'workbook' | 'selftest' | 'sql' | 'lake';

const readOr = (read: () => string): string => {
  try {
    return read();
  } catch {
    // outside Linux
    return '';
  }
};

const place = createHash('sha256')
  .update(`${hostname()}|${readOr(() => readlinkSync('/proc/self/ns/pid'))}`)
  .digest('hex')
  .slice(0, 8);

/** The start time of a process, in ticks since the boot; 0 where the system does not provide it. */
function beganAt(pid: number): string {
  const stat = readOr(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  // the name in brackets may contain spaces and brackets; the 22nd field is the 20th after it
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
}

/** The beginning of the names of this process's temporary files of a purpose. */
export const temporaryPrefix = (purpose: Purpose): string =>
  `tieout-${purpose}-${place}-${process.pid}-${beganAt(process.pid)}-`;

/** The beginning as a path in the system's folder for temporary files. */
export const temporaryPath = (purpose: Purpose): string => join(tmpdir(), temporaryPrefix(purpose));

// earlier versions named the strings of workbooks apart
const named = /^tieout-(?:text|strings|sign|workbook|selftest|sql|lake)-([0-9a-f]{8})-(\d+)-(\d+)-[A-Za-z0-9-]+$/;
/**
 * The names of earlier versions, which did not include the process. The whole name is compared, so that no file of the user's own is
 * removed.
 */
const formerlyNamed = /^tieout-(?:text-[A-Za-z0-9]{6}|strings-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const dayMs = 86_400_000;

function isRunning(pid: number, began: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return beganAt(pid) === began;
}

/** Whether a file is no longer in use. A file of another machine, or of an earlier version, is in use for a day at most. */
async function isLeft(path: string, [, where, pid, began = '']: RegExpExecArray): Promise<boolean> {
  const { uid, mtimeMs } = await lstat(path);
  if (process.getuid !== undefined && uid !== process.getuid()) return false;
  if (where === place) return !isRunning(Number(pid), began);
  return Date.now() - mtimeMs > dayMs;
}

/** Removes the temporary files of this user's killed processes from a folder. */
export async function sweepTemporary(folder: string = tmpdir()): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const found = named.exec(name) ?? formerlyNamed.exec(name);
    if (found === null) continue;
    const path = join(folder, name);
    try {
      if (await isLeft(path, found)) await rm(path, { recursive: true, force: true });
    } catch (error) {
      // removed meanwhile, or owned by somebody else: no reason for a run to fail
      const isForbidden =
        error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EBUSY'].includes(`${error.code}`);
      if (!isNotThere(error) && !isForbidden) throw error;
    }
  }
}
