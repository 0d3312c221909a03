import { expect, test } from 'vitest';
import { bankAndBooks } from '../../accuracy/without-keys/bank-and-books.mjs';
import { countRight } from '../../given/matches.ts';
import { passes } from '../../given/matching.ts';
import { givenWarehouse } from '../../given/warehouse.ts';

/** The passes as a reconciliation would declare them, strictest first. */
const declared = [
  "offsetting(days := 10, link := 'reference', of_side := 'left')",
  "offsetting(days := 10, link := 'counterparty', of_side := 'left', is_stated := true)",
  'similar_description(days_after := 5)',
  'amount_in_window(days_after := 5, least_similarity := 0.4)',
  "amount_in_window(days_after := 5, net := 'left', least_similarity := 0.4)",
  'similar_description(days_after := 5, percent := 3.5)',
  'sum_in_window(days_after := 5, same_day := true, nameless := true)',
  'sum_in_window(days_after := 5, nameless := true)',
  'in_time_order(days_after := 5)',
];

test('Bank and books without shared keys: all matches are right, and most records are matched', async () => {
  const ledgers = [201, 202, 203].map((seed) => bankAndBooks({ seed, records: 1000, days: 31 }));
  const warehouse = await givenWarehouse();
  const { sure, right, truths } = await countRight(warehouse, ledgers, passes(...declared));
  warehouse.close();
  expect(right / sure).toBeGreaterThanOrEqual(0.995);
  expect((2 * right) / (sure + truths)).toBeGreaterThanOrEqual(0.9);
});
