import { beforeAll, expect, test } from 'vitest';
import { days, givenRules } from '../given/rules.ts';

// two orders have the reference and the amount of the one payment p1
const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On
p0,purchase,INV-0,MYR,10.00,0.10,fpx,paid,2026-10-20 09:00:00
p1,purchase,INV-1,MYR,100.00,1.00,fpx,paid,2026-11-02 09:00:00
`;
const orders = `Order,Reference,Placed On,Currency,Amount,Status,Refunded,Customer,Customer Email,Purchase ID
O-0,INV-0,2026-10-20T08:59:00+08:00,MYR,10.00,paid,,,,p0
O-1,INV-1,2026-11-02T08:50:00+08:00,MYR,100.00,paid,,A,,
O-2,INV-1,2026-11-02T08:55:00+08:00,MYR,100.00,paid,,B,,
O-3,INV-3,2026-11-04T08:55:00+08:00,MYR,5.00,paid,,B,,
`;
const acme = givenRules({ hasPayout: false, books: { orders: {} } });
beforeAll(async () => {
  const received_at = '2026-11-12T00:10:00.000Z';
  await acme.receive(statement, { kind: 'statement', received_at, ...days('2026-10-20', '2026-11-02') });
  await acme.receive(orders, { kind: 'orders', received_at });
  await acme.find(['orders_to_statement'], '2026-11-02', '2026-11-03');
});

test('Two orders that fit one payment are neither matched nor reported as unpaid', async () => {
  expect(
    await acme.martLines(`select item_key, outcome, reason_code, right_minus_left, runners_up, reason from mart.item
       where reconciliation = 'orders_to_statement' order by item_key`),
  ).toEqual([
    'order:O-2 suggested several_fit -100.0000 ["right:p1"] Order O-2 of MYR 100.00 may be the one paid; another order has the same reference.',
    'payment:p1 suggested several_fit 0.0000 ["left:O-2"] MYR 100.00 with reference INV-1 may belong to more than one order.',
  ]);
});
