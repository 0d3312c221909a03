import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chanceOfSum, type SumItem, type SumQuestion, searchSums } from '../src/sum-search.ts';

const items = (...amounts: number[]): SumItem[] =>
  amounts.map((amount, index) => ({ key: `k${String(index).padStart(4, '0')}`, amount: BigInt(amount), day: 0 }));

const question = (total: number, pool: SumItem[], rest: Partial<SumQuestion> = {}): SumQuestion => ({
  total: BigInt(total),
  tolerance: 0n,
  items: pool,
  mostItems: 5,
  mostSolutions: 4,
  mostSteps: 100_000,
  ...rest,
});

/** Every subset by counting in binary: slow but obviously correct. */
function everySum({ total, tolerance, items: pool, mostItems }: SumQuestion): string[][] {
  const found: string[][] = [];
  for (let mask = 0; mask < 2 ** pool.length; mask += 1) {
    const set = pool.filter((_, index) => Math.floor(mask / 2 ** index) % 2 === 1);
    if (set.length < 2 || set.length > mostItems) continue;
    const difference = set.reduce((sum, { amount }) => sum + amount, 0n) - total;
    if (difference <= tolerance && difference >= -tolerance) found.push(set.map(({ key }) => key).sort());
  }
  return found.sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1));
}

describe('The search for a sum', () => {
  test('finds the same sets as brute force', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 9 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 2, max: 4 }),
        fc.integer({ min: 0, max: 2 }),
        (amounts, total, mostItems, tolerance) => {
          const asked = question(total, items(...amounts), {
            mostItems,
            tolerance: BigInt(tolerance),
            mostSolutions: 10_000,
          });
          const answer = searchSums(asked);
          expect(answer.isExhausted).toBe(true);
          expect(answer.solutions).toEqual(everySum(asked));
        },
      ),
      { numRuns: 300 },
    );
  });

  test('visits 5,000 equal amounts once each and reports that more solutions exist', () => {
    const pool = items(...Array.from({ length: 5000 }, () => 1000));
    // one step per item, and one for their common amount
    const answer = searchSums(question(3000, pool));
    expect(answer).toMatchObject({ isExhausted: false, steps: 5001 });
    expect(answer.solutions).toHaveLength(4);
    expect(searchSums(question(3001, pool))).toEqual({ solutions: [], isExhausted: true, steps: 5001 });
  });
});

test('A sum of many round amounts is weak evidence, one of few odd amounts is strong', () => {
  // six items give 15 pairs; 15 in 100,000 is 1.5 in ten thousand
  const odd = question(100_000, items(33_333, 66_667, 1234, 999, 7, 13));
  expect(chanceOfSum(odd, ['k0000', 'k0001'])).toBe(1n);
  // whole hundreds: 15 pairs for 1,000 possible sums
  const round = question(100_000, items(30_100, 69_900, 1200, 900, 700, 1300));
  expect(chanceOfSum(round, ['k0000', 'k0001'])).toBe(150n);
  // more items prove less: 15 pairs and 20 triples
  expect(chanceOfSum(round, ['k0000', 'k0001', 'k0002'])).toBe(350n);
});
