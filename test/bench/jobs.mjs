// A benchmark of several jobs, each in a process of its own, with limits: it exits with 1 if one is exceeded.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a job used since this was called: elapsed and processor time in seconds, and peak memory in bytes. */
export function measuring() {
  const [began, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    return {
      seconds: (performance.now() - began) / 1000,
      busy: (user + system) / 1e6,
      peak: process.resourceUsage().maxRSS * 1024,
    };
  };
}

/** Runs a job of a benchmark in a child process: what it printed. */
export function runJob(benchmark, ...args) {
  const child = spawnSync(process.execPath, [benchmark, ...args.map(String)], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout);
}

/** Calls a benchmark with a folder, which is removed, and with what checks a limit. */
export function withLimits(bench) {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-bench-'));
  const check = (isHeld, text) => {
    console.log(`${isHeld ? 'holds' : 'FAILS'}  ${text}`);
    if (!isHeld) process.exitCode = 1;
  };
  try {
    bench(folder, check);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
