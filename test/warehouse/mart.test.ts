import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';

test('everything in mart has a comment, and the data dictionary is what the database says', () => {
  const ran = spawnSync(process.execPath, [join(packageRoot, 'scripts', 'docs', 'data-dictionary.mjs'), '--check'], {
    encoding: 'utf8',
  });
  expect({ status: ran.status, err: ran.stderr }).toEqual({ status: 0, err: '' });
});
