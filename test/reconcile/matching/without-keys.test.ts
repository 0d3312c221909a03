import { expect, test } from 'vitest';
import { bankAndBooks } from '../../accuracy/without-keys/bank-and-books.mjs';
import { passes as declared } from '../../accuracy/without-keys/passes.mjs';
import { countRight } from '../../given/matches.ts';
import { passes } from '../../given/matching.ts';
import { givenWarehouse } from '../../given/warehouse.ts';

test('Bank and books without shared keys: all matches are right, and most records are matched', async () => {
  const ledgers = [201, 202, 203].map((seed) => bankAndBooks({ seed, records: 1000, days: 31 }));
  const warehouse = await givenWarehouse();
  const { sure, right, truths } = await countRight(warehouse, ledgers, passes(...declared));
  warehouse.close();
  expect(right / sure).toBeGreaterThanOrEqual(0.995);
  expect((2 * right) / (sure + truths)).toBeGreaterThanOrEqual(0.9);
});
