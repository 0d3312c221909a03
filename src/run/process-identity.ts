import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

/**
 * What identifies a process, so that another can check later whether it is still running: a pid is reused, a pid with its
 * start time is not. `null` where the system does not provide a value (outside Linux).
 */
export type ProcessIdentity = {
  pid: number;
  host: string;
  /** The boot of the machine since which it has run. */
  boot: string | null;
  /** Each container numbers its own pids. */
  pid_namespace: string | null;
  /** In the kernel's ticks since the boot. */
  began: string | null;
};

const orNull = (value: Promise<string>): Promise<string | null> => value.then((text) => text.trim()).catch(() => null);

/** When a process began, in the kernel's ticks; null when it does not exist or the system does not provide it. */
export async function beginOf(pid: number): Promise<string | null> {
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

/** Whether a process is still running; undefined where that cannot be known from here. */
export async function isRunning(other: ProcessIdentity, own: ProcessIdentity): Promise<boolean | undefined> {
  if (other.host !== own.host) return undefined;
  if (other.boot !== own.boot) return false;
  if (other.pid_namespace !== own.pid_namespace) return undefined;
  if (!isAlive(other.pid)) return false;
  const began = await beginOf(other.pid);
  return began === null || other.began === null || began === other.began;
}
