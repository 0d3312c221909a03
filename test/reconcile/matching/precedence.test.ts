import { describe, expect, test } from 'vitest';
import { allocation, page } from '../../given/payout-records.ts';
import { days, givenRules } from '../../given/rules.ts';

// If several reasons apply to an item, the first in the order of docs/matching.md is reported.

const head = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Net Amount,Status,Paid On,Settled On,Related To,Created On\n';
const ringgit = `${head}old,purchase,OLD,MYR,1.00,0,1.00,paid,2026-10-20 09:00:00,,,
a1,purchase,PART,MYR,30.00,0,30.00,paid,2026-11-02 09:00:00,,,
a2,purchase,OVER,MYR,32.00,0,32.00,paid,2026-11-02 09:01:00,,,
b1,purchase,TWICE,MYR,40.00,0,40.00,paid,2026-11-02 09:02:00,,,
b2,purchase,TWICE,MYR,45.00,0,45.00,paid,2026-11-02 09:03:00,,,
c1,purchase,GONE,MYR,75.00,0,75.00,paid,2026-11-02 09:04:00,,,
d1,purchase,SAME,MYR,20.00,0,20.00,paid,2026-11-02 09:05:00,,,
e1,purchase,BOTH,MYR,25.00,0,25.00,paid,2026-11-02 09:06:00,,,
e2,purchase,BOTH,MYR,25.00,0,25.00,paid,2026-11-02 09:07:00,,,
f1,purchase,FAILED,MYR,26.00,0,26.00,overdue,,,,2026-11-02 09:08:00
g1,purchase,SOLD,MYR,100.00,2.00,93.00,paid,2026-11-02 10:00:00,2026-11-03 00:09:00,,
x1,refund,SOLD,MYR,10.00,0,10.00,success,2026-11-02 11:00:00,,g1,
x2,refund,SOLD,MYR,80.00,0,80.00,success,2026-11-02 12:00:00,,g1,
x3,refund,SOLD,MYR,80.00,0,80.00,success,2026-11-02 12:10:00,,g1,
x4,refund,SOLD,MYR,11.00,0,11.00,success,2026-11-02 13:00:00,,g1,
y1,refund,NONE,MYR,5.00,0,5.00,success,2026-11-02 14:00:00,,p9,
y2,refund,NONE,MYR,5.00,0,5.00,success,2026-11-02 14:01:00,,p9,
h1,chargeback,OLD,MYR,1.00,0,1.00,success,2026-11-02 15:00:00,,old,
h2,chargeback_reversal,OLD,MYR,1.00,0,1.00,success,2026-11-02 16:00:00,,old,
`;
const dollar = `${head}z1,refund,SOLD,SGD,3.00,0,3.00,success,2026-11-02 12:30:00,,g1,
z2,refund,SOLD,SGD,3.00,0,3.00,success,2026-11-02 12:31:00,,g1,
`;
const orders = `Order,Reference,Placed On,Currency,Amount,Status,Refunded,Customer,Customer Email,Purchase ID
1,OLD,2026-10-20T09:00:00+08:00,MYR,1.00,paid,,,,old
2,PART,2026-11-02T09:00:00+08:00,MYR,31.00,paid,,,,
3,OVER,2026-11-02T09:00:00+08:00,MYR,31.00,paid,,,,
4,TWICE,2026-11-02T09:00:00+08:00,MYR,40.00,paid,,,,
5,GONE,2026-11-02T09:00:00+08:00,MYR,80.00,cancelled,,,,
6,SAME,2026-11-02T09:00:00+08:00,MYR,20.00,paid,,,,
7,SAME,2026-11-02T09:00:00+08:00,MYR,20.00,paid,,,,
8,BOTH,2026-11-02T09:00:00+08:00,MYR,25.00,paid,,,,
9,BOTH,2026-11-02T09:00:00+08:00,MYR,25.00,paid,,,,
10,FAILED,2026-11-02T09:00:00+08:00,MYR,27.00,paid,,,,
11,SOLD,2026-11-02T10:00:00+08:00,MYR,100.00,paid,,,,
12,NEXT,2026-11-03T10:00:00+08:00,MYR,1.00,open,,,,
`;
// the sale of 100.00 was settled on the 3rd with 93.00: 2.00 of fees, and 5.00 held in reserve
const settled = page([allocation(1, { amount: 93, net_amount: 93, from_settlement: '2026-11-03' })]);

const company = {
  currencies: ['MYR', 'SGD'],
  books: { orders: {} },
  // what a single line holds in reserve is not recognised: the share is declared
  changes: { statement: { reserve_percent: '5' } },
};
const acme = givenRules(company, async (rules) => {
  const ofDays = days('2026-10-20', '2026-11-02');
  const balance = (at: string, cents: number) =>
    rules.receive(JSON.stringify({ MYR: { balance: cents } }), { kind: 'balance', window_from: at, window_to: at });
  await rules.receive(ringgit, { kind: 'statement', ...ofDays });
  await rules.receive(dollar, { kind: 'statement', ...ofDays, currency: 'SGD' });
  await rules.receive(orders, { kind: 'orders' });
  await rules.receive(settled, { kind: 'send_limits' });
  // by hand: collected 30 + 32 + 40 + 45 + 75 + 20 + 25 + 25 + 100 = 392 and 1 reversed; refunded 191; charged back 1; fees 2
  await balance('2026-11-01T16:00:00Z', 500_00);
  await balance('2026-11-02T16:00:00Z', 500_00 + 392_00 + 1_00 - 191_00 - 1_00 - 2_00);
  await rules.reconcile('2026-11-02', '2026-11-04');
});

const items = (reconciliation: string) =>
  acme.lines(
    `select item_key, coalesce(reason_code, outcome), right_minus_left from recon.item
     where reconciliation = $reconciliation and item_key not like 'payment:old%' order by item_key`,
    { reconciliation },
  );

const bridge = (reconciliation: string, day = '2026-11-02') =>
  acme.lines(
    `select line_code, amount from recon.bridge_line
     where reconciliation = $reconciliation and currency = 'MYR' and business_date = $day::date order by line_no`,
    { reconciliation, day },
  );

describe('The first applicable reason is reported', () => {
  test('reasons of an order: further payment, several that fit, status, signed amount', async () => {
    expect(await items('orders_to_statement')).toEqual([
      // failed, and with a different amount
      'order:10 order_paid_payment_not -27.0000',
      // either order could be the paid one
      'order:7 several_fit -20.0000',
      'payment:a1 amount_differs -1.0000',
      'payment:a2 amount_differs 1.0000',
      'payment:b1 matched 0.0000',
      // paid again, and with a different amount
      'payment:b2 paid_twice 45.0000',
      // for a cancelled order, and with a different amount
      'payment:c1 payment_for_unpaid_order 75.0000',
      'payment:d1 several_fit 0.0000',
      // two orders with one reference, and two payments of as much
      'payment:e1 matched 0.0000',
      'payment:e2 matched 0.0000',
      'payment:g1 matched 0.0000',
    ]);
  });

  test('of several orders that fit one payment, none is matched nor reported as unpaid', async () => {
    expect(
      await acme.martLines(
        "select item_key, outcome, runners_up, reason from mart.item where item_key in ('order:7', 'payment:d1') order by 1",
      ),
    ).toEqual([
      'order:7 suggested ["right:d1"] Order 7 of MYR 20.00 may be the one paid; another order has the same reference.',
      'payment:d1 suggested ["left:7"] MYR 20.00 with reference SAME may belong to more than one order.',
    ]);
  });

  test('reasons of a refund: no payment, currency, duplicate, excess; a partial refund is matched', async () => {
    expect(await items('refunds_to_purchases')).toEqual([
      'refund:x1 matched 0.0000',
      'refund:x2 matched 0.0000',
      // 10 + 80 + 80 of 100: equal to the refund before, and 10 of it was left to refund
      'refund:x3 refunded_above_paid -70.0000',
      'refund:x4 refunded_above_paid -11.0000',
      // twice within a minute, and without a payment
      'refund:y1 refund_without_payment -5.0000',
      'refund:y2 refund_without_payment -5.0000',
      // twice within a minute, and in another currency: amounts of two currencies are not netted
      'refund:z1 currency_differs 0.0000',
      'refund:z2 currency_differs 0.0000',
    ]);
  });
});

test('A chargeback and its reversal are separate lines, not refunds', async () => {
  expect(await bridge('gateway_balance')).toEqual([
    'opening 500.0000',
    'sales 392.0000',
    'refunded -191.0000',
    'charged_back -1.0000',
    'chargeback_reversed 1.0000',
    'fees -2.0000',
    'disbursed 0.0000',
    'allocated 0.0000',
    'other 0.0000',
    'expected_balance 699.0000',
    'closing 699.0000',
    'residual 0.0000',
  ]);
  expect((await items('refunds_to_purchases')).some((item) => item.includes(':h'))).toBe(false);
});

test('A withheld reserve is a line between settlement and allocation', async () => {
  expect(await bridge('settlement_to_allocation', '2026-11-03')).toEqual([
    'gross 100.0000',
    'fees -2.0000',
    'withheld -5.0000',
    'kept 0.0000',
    'expected_allocation 93.0000',
    'allocated 93.0000',
    'residual 0.0000',
  ]);
});
