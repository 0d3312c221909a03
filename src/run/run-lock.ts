import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { TieoutError } from '../domain/tieout-error.ts';
import { isRunning, ownIdentity, type ProcessIdentity } from './process-identity.ts';

export type HeldLock = { release(): Promise<void> };

export type LockWish = {
  /** What a person reads who finds the lock taken: `run`, `rebuild`, `schedule`. */
  purpose?: string;
  /** How long to try, in milliseconds; two that start at once need a moment to let one go first. */
  patienceMs?: number;
};

const claimSchema = z.object({
  pid: z.number().int(),
  host: z.string(),
  boot: z.string().nullable(),
  pid_namespace: z.string().nullable(),
  began: z.string().nullable(),
  purpose: z.string(),
  taken_at: z.string(),
});
type Claim = z.infer<typeof claimSchema>;

const heartbeatMs = 10_000;
/** A claim of another machine or container that was not renewed for this long is that of one that died. */
const silenceMs = 120_000;

async function writeClaim(folder: string, name: string, claim: Claim): Promise<void> {
  const temporary = join(folder, `.${name}`);
  await writeFile(temporary, JSON.stringify(claim), { mode: 0o600 });
  await rename(temporary, join(folder, name));
}

async function isLive(folder: string, name: string, claim: Claim, own: ProcessIdentity, ownName: string) {
  const known = await isRunning(claim, own);
  if (known !== undefined) return known;
  // both times are the file system's, so that the clocks of two machines need not agree
  const [theirs, ours] = await Promise.all([stat(join(folder, name)), stat(join(folder, ownName))]);
  return ours.mtimeMs - theirs.mtimeMs < silenceMs;
}

/** The first living claim beside one's own. Those of the dead are taken away: they have names that never come again. */
async function otherClaim(folder: string, ownName: string, own: ProcessIdentity): Promise<Claim | undefined> {
  for (const name of (await readdir(folder)).sort()) {
    if (name === ownName || name.startsWith('.')) continue;
    try {
      const claim = claimSchema.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
      if (await isLive(folder, name, claim, own, ownName)) return claim;
      await rm(join(folder, name), { force: true });
    } catch (error) {
      // gone between the listing and the reading: given back
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return undefined;
}

function inProgress(folder: string, { pid, host, purpose, taken_at }: Claim): TieoutError {
  return new TieoutError({
    code: 'RUN_IN_PROGRESS',
    message: `Another tieout ${purpose} (process ${pid} on ${host}, since ${taken_at}) is working on this data directory.`,
    remedy: 'Wait for it to end; readers are not kept out: `tieout status` and `tieout sql` show what is published.',
    place: { file: folder },
  });
}

/**
 * Takes the lock of a folder, across processes, or throws RUN_IN_PROGRESS naming who has it. Each process writes a claim
 * of its own and holds the lock when it then sees no other living one; two that see each other both step back and try
 * again. So no claim is ever taken over, and what a killed process leaves behind never keeps the next one out.
 */
export async function takeLock(folder: string, wish: LockWish = {}): Promise<HeldLock> {
  const { purpose = 'run', patienceMs = 1000 } = wish;
  const own = await ownIdentity();
  const name = `${own.pid}-${randomUUID()}.json`;
  const path = join(folder, name);
  const until = performance.now() + patienceMs;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (;;) {
    await writeClaim(folder, name, { ...own, purpose, taken_at: new Date().toISOString() });
    let other: Claim | undefined;
    try {
      other = await otherClaim(folder, name, own);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    if (other === undefined) break;
    await rm(path, { force: true });
    if (performance.now() >= until) throw inProgress(folder, other);
    await sleep(10 + Math.random() * 90);
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, heartbeatMs).unref();
  return {
    release: async () => {
      clearInterval(heartbeat);
      await rm(path, { force: true });
    },
  };
}

/** Does a piece of work while holding the data directory's lock: one run at a time, across processes. */
export async function withRunLock<T>(folder: string, work: () => Promise<T>, wish: LockWish = {}): Promise<T> {
  const lock = await takeLock(folder, wish);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}
