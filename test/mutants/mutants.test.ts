import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { tryMutants } from './mutants.ts';

/** The options of `npm run mutants`; without them a few mutants that are always the same. */
const given = z
  .object({
    seed: z.int(),
    count: z.int(),
    world: z.string().optional(),
    input: z.string().optional(),
    field: z.string().optional(),
    only: z.string().optional(),
    share: z.tuple([z.int(), z.int()]),
    result: z.string(),
  })
  .optional()
  .parse(process.env.TIEOUT_MUTANTS === undefined ? undefined : JSON.parse(process.env.TIEOUT_MUTANTS));

test('no mutant of a green world is green without a written reason', { timeout: 0 }, async () => {
  const tried = await tryMutants({
    ...(given ?? { seed: 1, count: 10, world: 'thursday', input: 'turnover' }),
    // the command reads each one as soon as it was tried
    note: (one) => given !== undefined && appendFileSync(given.result, `${JSON.stringify(one)}\n`),
  });
  if (given !== undefined) return;
  expect(tried.filter(({ ending }) => ending === 'survived' || ending === 'failed')).toEqual([]);
  expect(tried.length).toBeGreaterThan(0);
});
