import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';

/* Benchmarks call what is inside the product, and nothing else says when it changes. Their limits are for many rows. */

test.each([
  ['workbook', '200'],
  ['xlsx-read', '200'],
  ['matching', '2000'],
  ['receiver', '2'],
])('npm run bench %s runs', (name, rows) => {
  const file = join(packageRoot, 'test', 'bench', `${name}.mjs`);
  const { stdout, stderr } = spawnSync(process.execPath, [file, rows], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/at most/);
});
