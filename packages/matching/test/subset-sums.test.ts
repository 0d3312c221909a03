import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SubsetSums, waysOf } from '../src/subset-sums.ts';

const itemsOf = (amounts: readonly number[]) => amounts.map((amount, key) => ({ key, amount }));
const keysOf = (sets: readonly { key: number }[][]) =>
  sets
    .map((set) =>
      set
        .map(({ key }) => key)
        .sort((a, b) => a - b)
        .join('+'),
    )
    .sort();

/** Every set of a size with a sum, one by one. */
function oneByOne(amounts: readonly number[], total: number, size: number): string[] {
  const sets: number[][] = [[]];
  for (const key of amounts.keys()) sets.push(...sets.map((set) => [...set, key]));
  return sets
    .filter((set) => set.length === size && set.reduce((sum, key) => sum + (amounts[key] ?? 0), 0) === total)
    .map((set) => set.join('+'))
    .sort();
}

test('The number of ways to take things', () => {
  // 5 choose 2, 28 choose 3, and everything
  expect([waysOf(2, 5), waysOf(3, 28), waysOf(4, 4)]).toEqual([10, 3276, 1]);
});

test('All sets of a size with a sum are found, each once', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 9 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 40 }), (given, size, total) => {
      const sums = new SubsetSums(itemsOf(given));
      if (sums.canTry(size)) expect(keysOf(sums.find(total, size))).toEqual(oneByOne(given, total, size));
    }),
  );
});

test('A size is tried where its halves are few', () => {
  const canTry = (count: number) => {
    const sums = new SubsetSums(itemsOf(Array.from({ length: count }, (_, at) => at)));
    return [2, 3, 4, 5, 6].filter((size) => sums.canTry(size));
  };
  // 62 choose 3 are 37,820, and 63 choose 3 are 39,711; 64 choose 3 are 41,664
  expect([62, 63, 64].map(canTry)).toEqual([
    [2, 3, 4, 5, 6],
    [2, 3, 4, 5, 6],
    [2, 3, 4],
  ]);
  expect([200, 201].map(canTry)).toEqual([[2, 3, 4], []]);
  expect(new SubsetSums(itemsOf([1, 2, 3])).canTry(4)).toBe(false);
});
