import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';

test.each(['configuration', 'errors'])('docs/%s.md is up to date with `npm run docs`', (name) => {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-docs-'));
  execFileSync(process.execPath, [join(packageRoot, 'scripts', 'docs', `${name}.mjs`), folder]);
  const [written, kept] = [folder, join(packageRoot, 'docs')].map((at) => readFileSync(join(at, `${name}.md`), 'utf8'));
  expect(kept).toBe(written);
});
