import { expect, test } from 'vitest';
import { days, givenRules } from '../given/rules.ts';

/* References of customers that pay every month: a payment is a further one only within 27 days of the one before. */

const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Settled On,Created On
m1,purchase,MONTHLY,MYR,100.00,1.00,fpx,paid,2026-10-01 09:00:00,,
m2,purchase,MONTHLY,MYR,100.00,1.00,fpx,paid,2026-11-03 09:00:00,,
o1,purchase,ONCE,MYR,40.00,1.00,fpx,paid,2026-10-01 10:00:00,,
o2,purchase,ONCE,MYR,40.00,1.00,fpx,paid,2026-11-03 10:00:00,,
f1,purchase,FOUR-WEEKS,MYR,50.00,1.00,fpx,paid,2026-10-06 11:00:00,,
f2,purchase,FOUR-WEEKS,MYR,50.00,1.00,fpx,paid,2026-11-03 11:00:00,,
t1,purchase,TWICE,MYR,60.00,1.00,fpx,paid,2026-10-07 12:00:00,,
t2,purchase,TWICE,MYR,60.00,1.00,fpx,paid,2026-11-03 12:00:00,,
`;
const orders = `Period,2026-10-01 to 2026-11-04
Order,Reference,Placed On,Currency,Amount,Status
O-1,MONTHLY,2026-10-01T08:59:00+08:00,MYR,100.00,paid
O-2,MONTHLY,2026-11-03T08:59:00+08:00,MYR,100.00,paid
O-3,ONCE,2026-10-01T09:59:00+08:00,MYR,40.00,paid
O-4,FOUR-WEEKS,2026-10-06T10:59:00+08:00,MYR,50.00,paid
O-5,TWICE,2026-10-07T11:59:00+08:00,MYR,60.00,paid
`;

const acme = givenRules({ hasPayout: false, books: { orders: {} } });

test('An equal payment a month later pays the order of its month, and is a further payment within 27 days only', async () => {
  const received_at = '2026-11-05T00:10:00.000Z';
  await acme.receive(statement, { kind: 'statement', received_at, ...days('2026-10-01', '2026-11-03') });
  await acme.receive(orders, { kind: 'orders', received_at });
  await acme.find(['orders_to_statement'], '2026-11-03', '2026-11-04');
  const items = await acme.rows(
    `select right_key, left_key, coalesce(reason_code, outcome) as result from recon.item order by right_key`,
  );
  expect(items.map(({ right_key, left_key, result }) => [right_key, left_key, result])).toEqual([
    ['f2', null, 'payment_without_order'],
    ['m2', 'O-2', 'matched'],
    ['o2', null, 'payment_without_order'],
    ['t2', null, 'paid_twice'],
  ]);
});
