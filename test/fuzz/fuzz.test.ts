import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type FuzzOptions, fuzz } from './fuzz.ts';
import { startWatchdog } from './watchdog.ts';

/** The options of `npm run fuzz`; without them a few cases that are always the same. */
const given = z
  .object({
    seed: z.int(),
    seconds: z.number(),
    file: z.string().optional(),
    only: z.int().optional(),
    keep: z.string(),
    result: z.string(),
  })
  .optional()
  .parse(process.env.TIEOUT_FUZZ === undefined ? undefined : JSON.parse(process.env.TIEOUT_FUZZ));

test('mutated files are refused, or lose nothing but what was mutated', { timeout: 0 }, async () => {
  const watchdog = startWatchdog();
  const options: FuzzOptions = given ?? { seed: 1, seconds: 60, mostFiles: 6, cases: 24 };
  const result = await fuzz({ ...options, onCase: watchdog.watch });
  watchdog.stop();
  if (given !== undefined) writeFileSync(given.result, JSON.stringify(result));
  else expect(result.findings).toEqual([]);
  expect(result.cases).toBeGreaterThan(0);
});
