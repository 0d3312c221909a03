import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { run } from '../../src/commands/command-line.ts';
import type { Clock } from '../../src/domain/clock.ts';
import { packageRoot } from '../../src/package-root.ts';

export type Ran = { status: number | null; out: string; err: string };

const script = join(packageRoot, 'dist', 'cli.js');

/** A user's environment: what is given, and what a program needs to be found. */
const environmentWith = (env: Record<string, string>) => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  ...env,
});

/** An output that is kept. */
function kept() {
  const parts: string[] = [];
  return { write: (text: string) => void parts.push(text), text: () => parts.join('') };
}

/** Runs the command line in this process; `cwd` is the folder from which files are named, `clock` what is now, `input` what standard input has. */
export async function tieout(
  args: string[],
  env: Record<string, string> = {},
  cwd: string = process.cwd(),
  { clock, input }: { clock?: Clock; input?: string | Uint8Array } = {},
): Promise<Ran> {
  const [stdout, stderr] = [kept(), kept()];
  const given = {
    // in a process of its own, the machine's zone is that of TZ
    ...(env.TZ === undefined ? {} : { zone: env.TZ }),
    ...(clock === undefined ? {} : { clock }),
    ...(input === undefined ? {} : { stdin: () => Readable.from([Buffer.from(input)]) }),
  };
  const status = await run(args, { env: environmentWith(env), cwd, stdout, stderr, script, ...given });
  return { status, out: stdout.text(), err: stderr.text() };
}

/** The folder in which a process runs, the folder of another copy of the product, and whether the environment has no PATH and no HOME. */
type Started = { cwd?: string; program?: string; isBare?: boolean };

/** Starts the program in a process of its own, where the process is the subject: signals, kills, locks, pipes, memory. */
export const start = (
  args: string[],
  env: Record<string, string>,
  { cwd, program = packageRoot, isBare }: Started = {},
) =>
  spawn(process.execPath, [join(program, 'dist', 'cli.js'), ...args], {
    cwd,
    env: isBare ? env : environmentWith(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** Runs the program in a process of its own, as a user does. */
export async function tieoutProcess(
  args: string[],
  env: Record<string, string> = {},
  started: Started = {},
): Promise<Ran> {
  const child = start(args, env, started);
  const closed = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  return { status: child.exitCode, out, err };
}

/** Every file in a folder and its subfolders, with its SHA-256. */
export function fingerprints(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true }).map(String).sort();
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, hash('sha256', readFileSync(join(folder, name)))]),
  );
}
