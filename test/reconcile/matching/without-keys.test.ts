import { expect, test } from 'vitest';
import { readRows } from '../../../src/warehouse/duckdb-values.ts';
import { bankAndBooks } from '../../accuracy/without-keys/bank-and-books.mjs';
import { passes as declared } from '../../accuracy/without-keys/passes.mjs';
import { matched, passes, putRecords } from '../../given/matching.ts';
import { givenWarehouse } from '../../given/warehouse.ts';

test('Bank and books without shared keys: all matches are right, and most records are matched', async () => {
  const ledgers = [201, 202, 203].map((seed) => bankAndBooks({ seed, records: 1000, days: 31 }));
  const warehouse = await givenWarehouse();
  await putRecords(
    warehouse,
    ledgers.flatMap(({ records }) => records),
  );
  await matched(warehouse, passes(...declared));
  const found = await readRows(
    warehouse.connection,
    `select company || ':' || array_to_string(list_sort(list_concat(left_keys, right_keys)), ',') as keys
     from recon.match where not is_suggested`,
  );
  warehouse.close();
  const truth = new Set(
    ledgers.flatMap(({ records, truth: matches }) => matches.map((keys) => `${records[0]?.company}:${keys.join()}`)),
  );
  const right = found.filter(({ keys }) => truth.has(String(keys))).length;
  expect(right / found.length).toBeGreaterThanOrEqual(0.995);
  expect((2 * right) / (found.length + truth.size)).toBeGreaterThanOrEqual(0.9);
});
