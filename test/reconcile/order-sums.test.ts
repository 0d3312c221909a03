import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GivenOrder, type GivenPayment, givenOrders, givenStatement } from '../given/facts.ts';
import { givenFreshRules } from '../given/rules.ts';

const acme = givenFreshRules({ hasPayout: false, books: { orders: {} } });

/** The orders and the payments of one reference, each with its amount and its day of November. */
const records = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 10, max: 14 })), { maxLength: 4 });
const reference = fc.record({ orders: records, payments: records });

test('Law: the items of a reference add up to what was paid less what was ordered, and each record is in one of them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(reference, { minLength: 30, maxLength: 30 }), async (references) => {
      await acme.empty();
      await acme.configure({ hasPayout: false, books: { orders: {} } });
      const orders = references.flatMap((one, at) =>
        one.orders.map(
          ([amount, day], n): GivenOrder => ({
            ...{ id: `${at}-${n}`, amount: `${amount}0.00`, day: `2026-11-${day}`, reference: `INV-${at}` },
          }),
        ),
      );
      const payments = references.flatMap((one, at) =>
        one.payments.map(
          ([amount, day], n): GivenPayment => ({
            ...{ key: `${at}-${n}`, amount: `${amount}0.00`, paid: `2026-11-${day} 12:0${n}`, reference: `INV-${at}` },
          }),
        ),
      );
      const covers: [string, string] = ['2026-11-01', '2026-11-25'];
      await givenOrders(acme.connection, { covers, received: '2026-11-26T00:00:00Z' }, orders);
      await givenStatement(acme.connection, { covers, received: '2026-11-26T00:00:00Z' }, payments);
      await acme.find(['orders_to_statement'], '2026-11-01', '2026-11-26');
      const found = await acme.rows(
        `select split_part(coalesce(left_key, right_key), '-', 1)::integer as place, sum(right_minus_left)::integer as difference,
           count(distinct left_key) as orders, count(distinct right_key) as payments
         from recon.item group by place order by place`,
      );
      const sum = (of: readonly [number, number][]) => of.reduce((total, [amount]) => total + amount * 10, 0);
      const expected = references.flatMap((one, at) =>
        one.orders.length + one.payments.length === 0
          ? []
          : [
              {
                ...{ place: at, difference: sum(one.payments) - sum(one.orders) },
                ...{ orders: BigInt(one.orders.length), payments: BigInt(one.payments.length) },
              },
            ],
      );
      expect(found).toEqual(expected);
    }),
    { numRuns: 6, seed: 20261129, endOnFailure: true },
  );
});
