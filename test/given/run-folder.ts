import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives the tests of a run a temporary folder of their own, and removes it at the end: a run leaves gigabytes of warehouses, and
 * a machine that runs the tests again and again would be full. Several projects of a run share the folder.
 */
export default function setup(): (() => void) | undefined {
  if (process.env.TIEOUT_TESTS !== undefined) return undefined;
  const before = process.env.TMPDIR;
  const folder = mkdtempSync(join(tmpdir(), 'tieout-tests-'));
  process.env.TIEOUT_TESTS = folder;
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    delete process.env.TIEOUT_TESTS;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
