import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ReadingTerms } from '../../domain/reading.ts';
import { packageRoot } from '../../package-root.ts';

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')));

/** The same terms give the same text, in whatever order the configuration has them. */
function canonical(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A hash of the terms by which a file is read: what was refused under other terms may be accepted now. */
export function readWith(reading: ReadingTerms): string {
  const terms = JSON.stringify({ version, reading }, canonical);
  return createHash('sha256').update(terms).digest('hex').slice(0, 16);
}
