import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from './package-root.ts';

/** The version of this program, from its package.json. */
export const { version: programVersion } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')));
