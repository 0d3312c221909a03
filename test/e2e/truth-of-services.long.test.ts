import { expect, test } from 'vitest';
import { compare } from '../accuracy/truth/compare.mjs';
import { reportedAgainst } from '../given/reported-against.ts';

test.each([1, 3])('without own files, the reported breaks are exactly the planted ones: seed %i', async (seed) => {
  const { truth, items } = await reportedAgainst(seed, 'services', ['csv']);
  expect(compare(truth, items)).toEqual({ missed: [], invented: [] });
  expect(items.length).toBe(truth.length);
  const planted = new Set(truth.map(({ reconciliation, reason_code }) => `${reconciliation} ${reason_code}`));
  // 4 + 4 + 6 + 1 + 1 and the effect of the statement's errors on the settlements; if the last day is a weekday, also an
  // overdue deposit and settlement on it
  expect(planted.size).toBeGreaterThanOrEqual(17);
});
