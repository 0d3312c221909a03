import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Slice } from '../../../src/connectors/connector.ts';
import { turnoverFilters } from '../../../src/connectors/gateway/locate-turnover.ts';
import { halvesOfDay, halvesOfMinutes, type LinesOfSlice } from '../../../src/judge/locate/lines.ts';
import { type Difference, searchDifference } from '../../../src/judge/locate/locate-differences.ts';

type Payment = {
  at: number;
  method: string;
  product: string;
  flow: string;
  amount: bigint;
  isIn: 'both' | 'turnover' | 'statement';
};

const dayStart = 1_795_104_000;
const payment = fc.record({
  at: fc.integer({ min: dayStart, max: dayStart + 86_399 }),
  method: fc.constantFrom('fpx', 'visa', 'duitnow_qr', 'unknown'),
  product: fc.constantFrom('purchase', 'invoice'),
  flow: fc.constantFrom('api', 'link', 'whmcs'),
  amount: fc.bigInt({ min: 1n, max: 1_000_000n }),
  isIn: fc.oneof(
    { weight: 6, arbitrary: fc.constant('both' as const) },
    fc.constantFrom('turnover' as const, 'statement' as const),
  ),
});

const isOf = (slice: Slice) => (one: Payment) =>
  one.at >= slice.from &&
  one.at < slice.to &&
  (['method', 'product', 'flow'] as const).every((filter) => slice.filters[filter]?.includes(one[filter]) ?? true);

function differenceOf(payments: readonly Payment[], slice: Slice): Difference {
  const signs = { both: 0n, turnover: 1n, statement: -1n };
  const inSlice = payments.filter(isOf(slice));
  return [
    inSlice.reduce((sum, { amount, isIn }) => sum + signs[isIn] * amount, 0n),
    0n,
    inSlice.reduce((sum, { isIn }) => sum + signs[isIn], 0n),
    0n,
    0n,
    0n,
  ];
}

function linesOf(payments: readonly Payment[], slice: Slice): LinesOfSlice {
  const lines = payments.filter(isOf(slice)).filter(({ isIn }) => isIn !== 'turnover');
  const words = (filter: 'method' | 'product' | 'flow') => [...new Set(lines.map((line) => line[filter]))];
  return {
    count: lines.length,
    words: { method: words('method'), product: words('product'), flow: words('flow') },
  };
}

async function searched(payments: readonly Payment[], budget: number) {
  const day: Slice = { from: dayStart, to: dayStart + 86_400, filters: {} };
  const asked: Slice[] = [];
  const isComplete = await searchDifference(day, differenceOf(payments, day), {
    ask: async (slice) => {
      asked.push(slice);
      return differenceOf(payments, slice);
    },
    halvesOf: async (slice, difference) =>
      halvesOfDay(slice) ??
      halvesOfMinutes(
        slice,
        linesOf(payments, slice),
        linesOf(payments, day).words,
        turnoverFilters,
        (difference[2] ?? 0n) > 0n,
      ),
    left: () => budget - asked.length,
  });
  return { asked, isComplete };
}

const isWithin = (part: Slice, whole: Slice) =>
  part.from >= whole.from &&
  part.to <= whole.to &&
  (['method', 'product', 'flow'] as const).every(
    (filter) =>
      whole.filters[filter] === undefined ||
      (part.filters[filter]?.every((value) => whole.filters[filter]?.includes(value)) ?? false),
  );

/** As in the rules: the smallest requested parts that differ. */
function smallest(payments: readonly Payment[], asked: readonly Slice[]): Slice[] {
  const differing = asked.filter((slice) => differenceOf(payments, slice).some((value) => value !== 0n));
  return differing.filter((whole) => !differing.some((part) => part !== whole && isWithin(part, whole)));
}

const ledger = fc.array(payment, { maxLength: 60 });

test('With enough requests, parts of at most five minutes add up to the whole difference', async () => {
  await fc.assert(
    fc.asyncProperty(ledger, async (payments) => {
      const parts = smallest(payments, (await searched(payments, 10_000)).asked);
      const [whole] = differenceOf(payments, { from: dayStart, to: dayStart + 86_400, filters: {} });
      expect(parts.reduce((sum, part) => sum + (differenceOf(payments, part)[0] ?? 0n), 0n)).toBe(whole);
      for (const { from, to } of parts) expect(to - from).toBeLessThanOrEqual(300);
    }),
    { numRuns: 60 },
  );
});

test('The search stays within its budget, repeats no request and keeps one for its last part', async () => {
  await fc.assert(
    fc.asyncProperty(ledger, fc.integer({ min: 0, max: 60 }), async (payments, budget) => {
      const { asked } = await searched(payments, budget);
      expect(asked.length).toBeLessThanOrEqual(budget);
      expect(new Set(asked.map((slice) => JSON.stringify(slice))).size).toBe(asked.length);
      const [amount, , count] = differenceOf(payments, { from: dayStart, to: dayStart + 86_400, filters: {} });
      if (budget < 2 || (amount === 0n && count === 0n)) return;
      // the differing parts add up to the whole difference, however early the search ended
      const parts = smallest(payments, asked);
      expect(parts.reduce((sum, part) => sum + (differenceOf(payments, part)[0] ?? 0n), 0n)).toBe(amount);
    }),
    { numRuns: 60 },
  );
});

test('A search is complete exactly when more requests would change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(ledger, fc.integer({ min: 0, max: 200 }), async (payments, budget) => {
      const { asked, isComplete } = await searched(payments, budget);
      const unbounded = await searched(payments, 10_000);
      expect(unbounded.isComplete).toBe(true);
      expect(isComplete).toBe(JSON.stringify(asked) === JSON.stringify(unbounded.asked));
    }),
    { numRuns: 60 },
  );
});

test('A payment missing in the statement is located by time, method, product and flow', async () => {
  const missingPayment: Payment = {
    at: dayStart + 50_523,
    method: 'fpx',
    product: 'purchase',
    flow: 'api',
    amount: 5_190n,
    isIn: 'turnover',
  };
  const others: Payment[] = [3_600, 50_600, 50_710].map((after) => ({
    ...missingPayment,
    at: dayStart + after,
    method: 'visa',
    isIn: 'both',
  }));
  const { asked } = await searched([missingPayment, ...others], 30);
  // 50,523 seconds after midnight is 14:02:03
  expect(smallest([missingPayment, ...others], asked)).toEqual([
    {
      from: dayStart + 14 * 3600,
      to: dayStart + 14 * 3600 + 300,
      filters: { method: ['fpx'], product: ['purchase'], flow: ['api'] },
    },
  ]);
});
