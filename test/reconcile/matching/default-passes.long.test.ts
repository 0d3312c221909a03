import { expect, test } from 'vitest';
import { defaultPasses } from '../../../src/reconcile/matching/default-passes.ts';
import { checksAndWires } from '../../accuracy/ledgers/checks-and-wires.mjs';
import { passes as declared } from '../../accuracy/ledgers/passes.mjs';
import { shopsAndCouriers } from '../../accuracy/ledgers/shops-and-couriers.mjs';
import { countRight } from '../../given/matches.ts';
import { passes } from '../../given/matching.ts';
import { givenWarehouse } from '../../given/warehouse.ts';

test('On ledgers of a business and a shop that nobody tuned them to, the default passes are right and find most', async () => {
  const ledgers = [checksAndWires, shopsAndCouriers].map((generate) =>
    generate({ seed: 301, records: 1000, days: 31 }),
  );
  const warehouse = await givenWarehouse();
  const { sure, right, suggested, suggestedRight, truths } = await countRight(warehouse, ledgers, passes(...declared));
  warehouse.close();
  expect(right / sure).toBeGreaterThanOrEqual(0.995);
  expect(right / truths).toBeGreaterThanOrEqual(0.6);
  expect(suggestedRight / suggested).toBeGreaterThanOrEqual(0.7);
});

test('what is measured is what tieout match does with records without keys', () => {
  expect(defaultPasses.slice(-declared.length)).toEqual(declared);
});
