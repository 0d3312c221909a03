// What a process uses: the processor time of all its threads, and the most memory that it had.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const used = fileURLToPath(new URL('used.cjs', import.meta.url));

/** Runs a program of Node to its end: its exit status and outputs, processor seconds, and peak memory in MiB. */
export function measured(args, { folder, env = {} }) {
  const file = join(folder, 'used.json');
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env, NODE_OPTIONS: `--require ${used}`, TIEOUT_USED: file },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr, ...JSON.parse(readFileSync(file, 'utf8')) };
}

/** A job of a benchmark, which is the same program with its name as the first argument: what it used, and what it printed. */
export function measuredJob(benchmark, folder, ...args) {
  const done = measured([benchmark, ...args.map(String)], { folder });
  if (done.status !== 0) throw new Error(done.stderr);
  return done;
}

/** The one of the median processor time. */
export const medianOf = (all) => all.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(all.length / 2)];

/** The repetition of the median processor time. */
export const median = (count, measure) => medianOf(Array.from({ length: count }, measure));
