import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { TieoutError } from '../domain/tieout-error.ts';

/**
 * What identifies a process, so that another can check later whether it is still running: a pid is reused, a pid with its
 * start time is not. `null` where the system does not provide a value (outside Linux).
 */
const identitySchema = z.object({
  pid: z.number().int(),
  host: z.string(),
  /** The boot of the machine in which the process runs. */
  boot: z.string().nullable(),
  /** Each container numbers its own pids. */
  pid_namespace: z.string().nullable(),
  /** The start time, in kernel ticks since the boot. */
  began: z.string().nullable(),
});
type ProcessIdentity = z.infer<typeof identitySchema>;

const orNull = (value: Promise<string>): Promise<string | null> => value.then((text) => text.trim()).catch(() => null);

/** The start time of a process, in kernel ticks; null when it does not exist or the system does not provide it. */
async function beginOf(pid: number): Promise<string | null> {
  const stat = await orNull(readFile(`/proc/${pid}/stat`, 'utf8'));
  // the name in brackets may contain spaces and brackets; the 22nd field is the 20th after it
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

export async function ownIdentity(): Promise<ProcessIdentity> {
  const [boot, namespace, began] = await Promise.all([
    orNull(readFile('/proc/sys/kernel/random/boot_id', 'utf8')),
    orNull(readlink('/proc/self/ns/pid')),
    beginOf(process.pid),
  ]);
  return { pid: process.pid, host: hostname(), boot, pid_namespace: namespace, began };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Whether a process is still running; undefined where this process cannot know it. */
async function isRunning(other: ProcessIdentity, own: ProcessIdentity): Promise<boolean | undefined> {
  if (other.host !== own.host) return undefined;
  // a hardened service may not see the boot
  if (other.boot !== own.boot) return other.boot === null || own.boot === null ? undefined : false;
  if (other.pid_namespace !== own.pid_namespace) return undefined;
  if (!isAlive(other.pid)) return false;
  const began = await beginOf(other.pid);
  return began === null || other.began === null || began === other.began;
}

type HeldLock = { release(): Promise<void> };

type LockRequest = {
  /** Shown to whoever finds the lock taken: `run`, `rebuild`, `schedule`. */
  purpose?: string;
  /** How long to try, in milliseconds; two processes that start at the same time need a moment to settle. */
  patienceMs?: number;
};

const claimSchema = identitySchema.extend({ purpose: z.string(), taken_at: z.string() });
type Claim = z.infer<typeof claimSchema>;
/** The claim of another process, or only its name where it cannot be read. */
type OtherClaim = Claim | { unreadable: string };

const heartbeatMs = 10_000;
/** A claim of another machine or container that was not renewed for this long belongs to a dead process. */
const silenceMs = 120_000;

async function writeClaim(folder: string, name: string, claim: string): Promise<void> {
  const temporary = join(folder, `.${name}`);
  await writeFile(temporary, claim, { mode: 0o600 });
  await rename(temporary, join(folder, name));
}

/** Writing a claim takes an instant, so a claim that is incomplete after this time belongs to a dead process. */
const writingMs = 10_000;

/** The hash of the machine, boot and container that number a process, as a part of a file name. */
const numberingOf = ({ host, boot, pid_namespace }: ProcessIdentity): string =>
  createHash('sha256')
    .update(JSON.stringify([host, boot, pid_namespace]))
    .digest('hex')
    .slice(0, 12);

/** The file name of a claim identifies its process, also where the process was killed before it wrote the content. */
const claimName = (own: ProcessIdentity): string => `${own.pid}-${numberingOf(own)}-${randomUUID()}.json`;

/** The process that a file name identifies, where it was numbered on this machine; its start time is not known. */
function processOf(name: string, own: ProcessIdentity): ProcessIdentity | undefined {
  const [, pid, numbering] = /^\.([0-9]+)-([0-9a-f]{12})-/.exec(name) ?? [];
  if (pid === undefined || numbering !== numberingOf(own)) return undefined;
  return { ...own, pid: Number(pid), began: null };
}

/** Removes the incomplete claim of a killed process. Both times are those of the file system. */
async function sweepUnfinished(folder: string, name: string, own: ProcessIdentity, ownName: string): Promise<void> {
  const path = join(folder, name);
  const [theirs, ours] = await Promise.all([stat(path), stat(join(folder, ownName))]);
  const { data: claim = processOf(name, own) } = claimSchema.safeParse(await readJson(path));
  const isDead = claim !== undefined && (await isRunning(claim, own)) === false;
  if (isDead || ours.mtimeMs - theirs.mtimeMs > writingMs) await rm(path, { force: true });
}

async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function isLive(folder: string, name: string, claim: Claim | undefined, own: ProcessIdentity, ownName: string) {
  const known = claim === undefined ? undefined : await isRunning(claim, own);
  if (known !== undefined) return known;
  // both times are those of the file system, so the clocks of two machines need not agree
  const [theirs, ours] = await Promise.all([stat(join(folder, name)), stat(join(folder, ownName))]);
  return ours.mtimeMs - theirs.mtimeMs < silenceMs;
}

/** The first live claim besides one's own. Stale claims are removed: their names are never used again. */
async function otherClaim(folder: string, ownName: string, own: ProcessIdentity): Promise<OtherClaim | undefined> {
  for (const name of (await readdir(folder)).sort()) {
    if (name === ownName) continue;
    try {
      if (name.startsWith('.')) {
        await sweepUnfinished(folder, name, own, ownName);
        continue;
      }
      // a claim left by a crash of the machine or by a newer version may be unreadable; a live process renews its claim
      const { data: claim } = claimSchema.safeParse(await readJson(join(folder, name)));
      if (await isLive(folder, name, claim, own, ownName)) return claim ?? { unreadable: name };
      await rm(join(folder, name), { force: true });
    } catch (error) {
      // released between the listing and the reading
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return undefined;
}

function inProgress(folder: string, other: OtherClaim): TieoutError {
  if ('unreadable' in other)
    return new TieoutError({
      code: 'RUN_IN_PROGRESS',
      message: `Another process may be working here: its lock file ${other.unreadable} cannot be read.`,
      remedy: `Try again in ${silenceMs / 60_000} minutes: a stale lock is removed then.`,
      place: { file: folder },
    });
  const { pid, host, purpose, taken_at } = other;
  return new TieoutError({
    code: 'RUN_IN_PROGRESS',
    message: `Another tieout ${purpose} is in progress (process ${pid} on ${host}, since ${taken_at}).`,
    remedy: 'Wait for it to end. Reading is not blocked: `tieout status` and `tieout sql` show the published data.',
    place: { file: folder },
  });
}

/**
 * Takes the lock of a folder, across processes, or throws RUN_IN_PROGRESS naming its holder. Each process writes a claim of
 * its own and holds the lock when it then sees no other live claim; two that see each other both withdraw and retry. A claim
 * is never taken over, and a stale lock never blocks the next process.
 */
export async function takeLock(folder: string, request: LockRequest = {}): Promise<HeldLock> {
  const { purpose = 'run', patienceMs = 1000 } = request;
  const own = await ownIdentity();
  const name = claimName(own);
  const path = join(folder, name);
  const until = performance.now() + patienceMs;
  let claim = '';
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (;;) {
    claim = JSON.stringify({ ...own, purpose, taken_at: new Date().toISOString() } satisfies Claim);
    await writeClaim(folder, name, claim);
    let other: OtherClaim | undefined;
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
  // written again where it is, so that its time is that of the file system; a claim that was removed stays removed
  const heartbeat = setInterval(() => {
    writeFile(path, claim, { flag: 'r+' }).catch(() => {});
  }, heartbeatMs).unref();
  return {
    release: async () => {
      clearInterval(heartbeat);
      await rm(path, { force: true });
    },
  };
}

/** Does a piece of work while holding a lock: one process at a time. */
export async function withRunLock<T>(folder: string, work: () => Promise<T>, request: LockRequest = {}): Promise<T> {
  const lock = await takeLock(folder, request);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** Holds several locks at once, taken in the order given; that order must be the same everywhere, or two could deadlock. */
export async function withRunLocks<T>(
  folders: readonly string[],
  work: () => Promise<T>,
  request: LockRequest = {},
): Promise<T> {
  const [first, ...rest] = folders;
  if (first === undefined) return work();
  return withRunLock(first, () => withRunLocks(rest, work, request), request);
}
