import { createHash } from 'node:crypto';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { ReadingTerms } from '../../domain/reading.ts';
import { programVersion } from '../../program-version.ts';

/** A hash of the terms by which a file is read. A file that was refused under other terms may be accepted now. */
export function readWith(reading: ReadingTerms): string {
  const terms = canonicalJson({ version: programVersion, reading });
  return createHash('sha256').update(terms).digest('hex').slice(0, 16);
}
