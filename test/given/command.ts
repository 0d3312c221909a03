import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
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

/** Starts the program in a process of its own, where the process is the subject: signals, kills, locks, pipes, memory. */
export function start(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [script, ...args], { env: environmentWith(env), stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs the program in a process of its own, as a user does. */
export function tieoutProcess(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = start(args, env);
    let out = '';
    let err = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr?.on('data', (chunk) => {
      err += chunk;
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, out, err }));
  });
}

/** Every file in a folder and its subfolders, with its SHA-256. */
export function fingerprints(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true }).map(String).sort();
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      ]),
  );
}
