import { beforeAll, describe, expect, test } from 'vitest';
import { days, givenRules } from '../given/rules.ts';

/*
 * Orders of 2 November: 100 and 50 are settled on the 3rd, of which the bank receives 148.50; 30 was paid with 29 and is settled on the
 * 4th, whose deposit is in transit; 20 is not settled; 40 has no payment; 10 is not paid. On the 3rd, 7 is paid without an order, and a
 * disbursement of 60 arrives with 57.
 */
const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Settled On
p1,purchase,INV-1,MYR,100.00,1.00,fpx,paid,2026-11-02 09:00:00,2026-11-03 09:00:00
p2,purchase,INV-2,MYR,50.00,0.50,fpx,paid,2026-11-02 10:00:00,2026-11-03 09:00:00
p3,purchase,INV-3,MYR,29.00,0.30,fpx,paid,2026-11-02 11:00:00,2026-11-04 09:00:00
p4,purchase,INV-4,MYR,20.00,0.20,fpx,paid,2026-11-02 12:00:00,
`;
const later = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Settled On
p5,purchase,INV-9,MYR,7.00,0.00,fpx,paid,2026-11-03 09:00:00,
d1,custom_payment,PO-1,MYR,60.00,0.00,bank_transfer,paid,2026-11-03 10:00:00,
`;
const orders = `Period,2026-11-02 to 2026-11-04
Order,Reference,Placed On,Amount,Status,Currency
SO-1,INV-1,2026-11-02 08:00:00,100.00,paid,MYR
SO-2,INV-2,2026-11-02 08:00:00,50.00,paid,MYR
SO-3,INV-3,2026-11-02 08:00:00,30.00,paid,MYR
SO-4,INV-4,2026-11-02 08:00:00,20.00,paid,MYR
SO-5,INV-5,2026-11-02 08:00:00,40.00,paid,MYR
SO-6,INV-6,2026-11-02 08:00:00,10.00,pending,MYR
`;
const bank = `Statement period,2026-11-02 to 2026-11-04
Date,Description,Reference,Amount,Balance,Currency
2026-11-03,GATEWAY,SETTLEMENT,+148.50,648.50,MYR
2026-11-03,GATEWAY,PO-1,+57.00,705.50,MYR
`;

const acme = givenRules();

/** A company whose deposits are settlements, or disbursements, with all of its files, judged. */
async function given(deposits_are: 'settlements' | 'disbursements', knownOrders = orders): Promise<void> {
  const books = { orders: {}, bank: { deposits_are } };
  await acme.empty();
  await acme.configure({ hasPayout: false, books, changes: { starts_on: '2026-11-02' } });
  const received_at = '2026-11-04T16:30:00Z';
  await acme.receive(statement, { kind: 'statement', ...days('2026-11-02'), received_at }, { books });
  await acme.receive(later, { kind: 'statement', ...days('2026-11-03'), received_at }, { books });
  const ofFile = { received_at: '2026-11-04T17:00:00Z' };
  if (knownOrders !== '') await acme.receive(knownOrders, { kind: 'orders', ...ofFile }, { books });
  await acme.receive(bank, { kind: 'bank_statement', ...ofFile }, { books });
  await acme.reconcile('2026-11-02', '2026-11-05');
}

const counted = [
  ...['ordered', 'not_paid', 'not_collected', 'collected', 'not_settled', 'settled', 'deposited', 'in_transit'],
  ...['not_traced', 'without_order', 'sent', 'received'],
];
const figures = ['collected_minus_ordered', 'charged_fee', 'received_minus_sent'];

/** Steps of each day as `name count amount` or `name amount`, without those of zero. */
async function steps(names: readonly string[] = [...counted, ...figures]): Promise<string[][]> {
  const isAsked = (name: string) => names.includes(name);
  const texts = [
    ...counted
      .filter(isAsked)
      .map((name) => `if(${name}_amount <> 0, concat_ws(' ', '${name}', ${name}_count, ${name}_amount), null)`),
    ...figures.filter(isAsked).map((name) => `if(${name} <> 0, concat_ws(' ', '${name}', ${name}), null)`),
  ];
  const ofDay = `concat_ws(', ', strftime(business_date, '%d'), ${texts.join(', ')})`;
  const days = await acme.martLines(`select ${ofDay} from mart.order_to_bank order by business_date`);
  return days.map((day) => day.split(', '));
}

/** The days on which the steps of the head of sql/mart/order_to_bank.sql do not add up. */
const notAddedUp = `select business_date from mart.order_to_bank
  where ordered_amount - not_paid_amount - not_collected_amount + collected_minus_ordered <> collected_amount
    or collected_amount - charged_fee - withheld_amount - not_settled_amount <> settled_amount
    or deposited_amount + allocated_amount + in_transit_amount + not_deposited_amount + not_traced_amount <> settled_amount
    or ordered_count - not_paid_count - not_collected_count <> collected_count
    or collected_count - not_settled_count <> settled_count
    or deposited_count + allocated_count + in_transit_count + not_deposited_count + not_traced_count <> settled_count`;

describe('Deposits that are settlements', () => {
  beforeAll(() => given('settlements'));

  test('An order is followed to its payment, its settlement and the deposit of that settlement', async () => {
    const path = `order_id, reached, payment_key is not null, strftime(settlement_date, '%d'), net_amount`;
    expect(await acme.martLines(`select ${path} from mart.order_path order by order_id`)).toEqual([
      'SO-1 deposited true 03 99.0000',
      'SO-2 deposited true 03 49.5000',
      'SO-3 in_transit true 04 28.7000',
      'SO-4 not_settled true 19.8000',
      'SO-5 not_collected false',
      'SO-6 not_paid false',
    ]);
  });

  test('A row follows the orders of a day to the bank, with the missing amount at each step', async () => {
    expect(await steps()).toEqual([
      [
        ...['02', 'ordered 6 250.0000', 'not_paid 1 10.0000', 'not_collected 1 40.0000', 'collected 4 199.0000'],
        ...['not_settled 1 19.8000', 'settled 3 177.2000', 'deposited 2 148.5000', 'in_transit 1 28.7000'],
        ...['collected_minus_ordered -1.0000', 'charged_fee 2.0000'],
      ],
      // the settlement of the 3rd is 148.50, that of the 4th 28.70
      ['03', 'without_order 1 7.0000', 'sent 1 148.5000', 'received 1 148.5000'],
      ['04', 'sent 1 28.7000'],
    ]);
  });

  test('Each step is the step before it less the missing amount, in amount and number', async () => {
    expect(await acme.mart(notAddedUp)).toEqual([]);
  });
});

test('Disbursements are not spread over orders: the difference of a deposit is shown on its own day', async () => {
  await given('disbursements');
  const names = ['settled', 'deposited', 'in_transit', 'not_traced', 'without_order', 'sent', 'received'];
  expect(await steps([...names, 'received_minus_sent'])).toEqual([
    ['02', 'settled 3 177.2000', 'not_traced 3 177.2000'],
    ['03', 'without_order 1 7.0000', 'sent 1 60.0000', 'received 1 57.0000', 'received_minus_sent -3.0000'],
  ]);
  expect(await acme.mart(notAddedUp)).toEqual([]);
});

test('A company without orders has no rows', async () => {
  await given('settlements', '');
  expect(await steps()).toEqual([]);
});
