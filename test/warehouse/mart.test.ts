import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';

test.each([
  ['everything in mart has a comment, and the data dictionary is what the database says', 'data-dictionary.mjs'],
  ['every reconciliation says what its reasons mean, and docs/reconciliations.md repeats it', 'reconciliations.mjs'],
])('%s', (_title, script) => {
  const ran = spawnSync(process.execPath, [join(packageRoot, 'scripts', 'docs', script), '--check'], {
    encoding: 'utf8',
  });
  expect({ status: ran.status, err: ran.stderr }).toEqual({ status: 0, err: '' });
});
