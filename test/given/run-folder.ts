import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkWork } from './counted-work.ts';

/**
 * Gives the tests of a run a temporary folder of their own, and removes it at the end: a run leaves gigabytes of warehouses, and
 * a machine that runs the tests again and again would be full. `npm test` sets TIEOUT_WORK: the work of its tests is bounded.
 */
export default function setup(): () => void {
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'tieout-tests-'));
  process.env.TIEOUT_TESTS = folder;
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    delete process.env.TIEOUT_TESTS;
    try {
      if (process.env.TIEOUT_WORK === 'bounded') checkWork(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };
}
