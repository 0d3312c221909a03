import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { TieoutError } from '../errors/tieout-error.ts';

const holder = z.object({ pid: z.number().int(), started: z.string() });

/** When a process began, by the kernel's count: a number that a later process with the same pid does not share. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function isHeld(path: string): Promise<{ pid: number } | undefined> {
  try {
    const { pid, started } = holder.parse(JSON.parse(await readFile(path, 'utf8')));
    if (!isAlive(pid)) return undefined;
    const now = await startOf(pid);
    return now === undefined || now === started ? { pid } : undefined;
  } catch {
    return undefined;
  }
}

async function take(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    try {
      const file = await open(path, 'wx', 0o600);
      await file.writeFile(JSON.stringify({ pid: process.pid, started: (await startOf(process.pid)) ?? '' }));
      await file.close();
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const held = await isHeld(path);
      if (held !== undefined) {
        throw new TieoutError({
          code: 'RUN_IN_PROGRESS',
          message: `Another run (process ${held.pid}) is working on this data directory.`,
          remedy: 'Wait for it to end: it will have done the same work. `tieout status` shows what it has published.',
          place: { file: path },
        });
      }
      // left behind by a run that was killed
      await rm(path, { force: true });
    }
  }
}

/** Does a piece of work while holding the data directory's lock: one run at a time, across processes. */
export async function withRunLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await take(path);
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}
