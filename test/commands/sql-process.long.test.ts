import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { givenPublished, publishedEnv } from '../given/published.ts';

let folder: string;
beforeAll(async () => {
  folder = await givenPublished('kedai');
});

/** Runs a script of the shell in which $T is the command, in a process of its own: its pipes, limits and memory are the subject. */
function shell(script: string): Promise<{ status: number | null; out: string; err: string; peakMiB: number }> {
  const peak = "process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS))";
  return new Promise((resolve) => {
    const env = {
      ...publishedEnv,
      PATH: process.env.PATH,
      T: `'${process.execPath}' '--import=data:text/javascript,${peak.replaceAll("'", '%22')}' '${join(packageRoot, 'dist', 'cli.js')}' -q sql`,
    };
    const child = spawn('bash', ['-c', `set -o pipefail; ${script}`], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.on('close', (status) => {
      const kib = Number(/peak (\d+)$/.exec(err)?.[1]);
      resolve({ status, out, err: err.replace(/peak \d+$/, ''), peakMiB: kib / 1024 });
    });
  });
}

const rows = (count: number) =>
  `select range as n, (range * 1.25)::decimal(18, 4) as amount, '2026-11-03'::timestamptz as at, repeat('x', 200) as note from range(${count})`;

test('A reader that stops early stops the command, without an error', async () => {
  const { status, out, err } = await shell(`eval "$T --format csv \\"${rows(100_000_000)}\\"" | head -n 2`);
  expect({ status, err, line: out.split('\r\n')[1] }).toEqual({
    status: 0,
    err: '',
    // midnight in Kuala Lumpur, the zone of the company
    line: `0,0.0000,2026-11-02T16:00:00.000Z,${'x'.repeat(200)}`,
  });
});

test.each(['table', 'csv'])('Memory does not grow with the rows of a %s, also for a slow reader', async (format) => {
  const ask = (count: number) => shell(`eval "$T --format ${format} \\"${rows(count)}\\"" | (sleep 1; wc -l)`);
  const [small, large] = [await ask(1000), await ask(1_000_000)];
  expect([small.err, large.err, large.status]).toEqual(['', '', 0]);
  expect(Number(large.out)).toBeGreaterThan(1_000_000);
  // the rows alone are 250 MiB
  expect(large.peakMiB - small.peakMiB).toBeLessThan(150);
});

test.each(['csv', 'parquet'])('A full disk is named, and nothing is left of the %s', async (format) => {
  const script = `trap '' XFSZ; ulimit -f 64; eval "$T --out full.${format} \\"${rows(100_000).replace("repeat('x', 200)", 'md5(range::text)')}\\""`;
  const { status, err } = await shell(script);
  expect(err).toContain('error DISK_FULL: There is no space left to write: ');
  expect(status).toBe(1);
  expect(readdirSync(folder).filter((name) => name.startsWith('full') || name.startsWith('tieout-sql'))).toEqual([]);
  expect(existsSync(join(folder, 'data'))).toBe(true);
});
