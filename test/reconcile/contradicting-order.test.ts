import { beforeAll, expect, test } from 'vitest';
import { days, givenRules } from '../given/rules.ts';

const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Settled On,Created On
p1,purchase,INV-1,MYR,100.00,1.00,fpx,paid,2026-11-02 09:00:00,2026-11-04 00:09:00,
p2,purchase,INV-2,MYR,50.00,1.00,fpx,paid,2026-11-02 10:00:00,2026-11-04 00:09:00,
p3,purchase,INV-3,MYR,30.00,1.00,fpx,paid,2026-11-02 11:00:00,2026-11-04 00:09:00,
p4,purchase,INV-4,MYR,40.00,1.00,fpx,paid,2026-11-02 12:00:00,2026-11-04 00:09:00,
p5,purchase,INV-5,MYR,41.00,1.00,fpx,paid,2026-11-02 13:00:00,2026-11-04 00:09:00,
p6,purchase,INV-6,MYR,42.00,1.00,fpx,paid,2026-11-02 14:00:00,2026-11-04 00:09:00,
p7,purchase,INV-7,MYR,43.00,1.00,fpx,overdue,,,2026-11-02 15:00:00
p8,purchase,INV-8,MYR,44.00,1.00,fpx,paid,2026-11-02 16:00:00,2026-11-04 00:09:00,
`;
const inDollars = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Settled On,Created On
s1,purchase,INV-S,SGD,9.00,1.00,visa,paid,2026-11-02 09:00:00,2026-11-04 00:09:00,
`;
// O-2 has the reference of p2 and names p1; O-3 names a number that the gateway does not have; O-4 to O-8 name their payments, and have the
// reference of another one, of one in another currency, of one that is not paid, and none
const orders = `Order,Reference,Placed On,Currency,Amount,Status,Purchase ID
O-1,INV-1,2026-11-02T08:59:00+08:00,MYR,100.00,paid,p1
O-2,INV-2,2026-11-02T09:59:00+08:00,MYR,50.00,paid,p1
O-3,INV-3,2026-11-02T10:59:00+08:00,MYR,30.00,paid,checkout-3
O-4,INV-2,2026-11-02T11:59:00+08:00,MYR,40.00,paid,p4
O-5,INV-S,2026-11-02T12:59:00+08:00,MYR,41.00,paid,p5
O-6,INV-7,2026-11-02T13:59:00+08:00,MYR,42.00,paid,p6
O-8,,2026-11-02T15:59:00+08:00,MYR,44.00,paid,p8
`;

const acme = givenRules({
  currencies: ['MYR', 'SGD'],
  hasPayout: false,
  books: {
    // a payment lacks its order only on a day for which all orders are known
    orders: { file: 'orders.csv', statuses: {}, covers: 'through_previous_day' },
  },
});
beforeAll(async () => {
  const received_at = '2026-11-05T00:10:00.000Z';
  const day = { kind: 'statement', received_at, ...days('2026-11-02') };
  await acme.receive(statement, day);
  await acme.receive(orders, { kind: 'orders', received_at });
  await acme.receive(inDollars, { ...day, currency: 'SGD' });
  await acme.find(['orders_to_statement'], '2026-11-02', '2026-11-03');
});

test('An order that names the payment of another order is not matched by its reference', async () => {
  const items = await acme.rows(`select left_key, right_key, coalesce(reason_code, match_pass) as reason from recon.item
     where reconciliation = 'orders_to_statement' order by left_key nulls last, right_key`);
  expect(items.map((row) => [row.left_key, row.right_key, row.reason])).toEqual([
    ['O-1', 'p1', 'same_reference_and_amount'],
    ['O-2', null, 'order_without_payment'],
    ['O-3', 'p3', 'same_reference_and_amount'],
    ['O-4', 'p4', 'names_two_payments'],
    ['O-5', 'p5', 'names_two_payments'],
    ['O-6', 'p6', 'same_identifier'],
    ['O-8', 'p8', 'same_identifier'],
    [null, 'p2', 'payment_without_order'],
    [null, 's1', 'payment_without_order'],
  ]);
});

test('The sentence names the order and the reference of the other payment', async () => {
  const items = await acme.rows(
    "select outcome, reason from recon.item where reconciliation = 'orders_to_statement' and left_key = 'O-5'",
  );
  expect(items).toEqual([
    { outcome: 'status_differs', reason: 'Order O-5 names one payment by its id and another by its reference INV-S.' },
  ]);
});
