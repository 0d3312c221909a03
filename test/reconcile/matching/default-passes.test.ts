import { expect, test } from 'vitest';
import { readRows } from '../../../src/warehouse/duckdb-values.ts';
import { checksAndWires } from '../../accuracy/ledgers/checks-and-wires.mjs';
import { passes as declared } from '../../accuracy/ledgers/passes.mjs';
import { shopsAndCouriers } from '../../accuracy/ledgers/shops-and-couriers.mjs';
import { matched, passes, putRecords } from '../../given/matching.ts';
import { givenWarehouse } from '../../given/warehouse.ts';

test('On ledgers of a business and a shop that nobody tuned them to, the default passes are right and find most', async () => {
  const size = { records: 1000, days: 31, level: 'hard' } as const;
  const ledgers = [checksAndWires({ seed: 301, ...size }), shopsAndCouriers({ seed: 301, ...size })];
  const warehouse = await givenWarehouse();
  await putRecords(
    warehouse,
    ledgers.flatMap(({ records }) => records),
  );
  await matched(warehouse, passes(...declared));
  const found = await readRows(
    warehouse.connection,
    `select company || ':' || array_to_string(list_sort(list_concat(left_keys, right_keys)), ',') as keys, is_suggested from recon.match`,
  );
  warehouse.close();
  const truth = new Set(
    ledgers.flatMap(({ records, truth: matches }) =>
      matches.map(({ keys }) => `${records[0]?.company}:${keys.join()}`),
    ),
  );
  const isRight = ({ keys }: (typeof found)[number]) => truth.has(String(keys));
  const sure = found.filter((match) => match.is_suggested === false);
  const right = sure.filter(isRight).length;
  expect(right / sure.length).toBeGreaterThanOrEqual(0.995);
  expect(right / truth.size).toBeGreaterThanOrEqual(0.6);
  const suggested = found.filter((match) => match.is_suggested === true);
  expect(suggested.filter(isRight).length / suggested.length).toBeGreaterThanOrEqual(0.7);
});
