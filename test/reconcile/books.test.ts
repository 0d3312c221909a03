import { beforeAll, describe, expect, test } from 'vitest';
import { landed } from '../given/landed.ts';
import { allocation, page } from '../given/payout-records.ts';
import { unexplainedReasons } from '../given/reasons.ts';
import { days, givenRules } from '../given/rules.ts';

const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Payment Method,Status,Paid On,Settled On,Created On
old,purchase,INV-0,MYR,10.00,0.10,fpx,paid,2026-10-20 09:00:00,2026-10-22 00:09:00,
p1,purchase,INV-1,MYR,100.00,1.00,fpx,paid,2026-11-02 09:00:00,2026-11-04 00:09:00,
p2,purchase,inv 0002,MYR,50.00,1.00,fpx,paid,2026-11-02 10:00:00,2026-11-04 00:09:00,
p3,purchase,INV-3,MYR,30.00,1.10,fpx,paid,2026-11-02 11:00:00,2026-11-04 00:09:00,
p4,purchase,INV-4,MYR,40.00,1.00,fpx,paid,2026-11-02 12:00:00,2026-11-04 00:09:00,
p4b,purchase,INV-4,MYR,40.00,0.90,fpx,paid,2026-11-02 12:05:00,2026-11-04 00:09:00,
p5,purchase,INV-5,MYR,60.00,0.60,visa,paid,2026-11-02 13:00:00,2026-11-04 00:09:00,
p6,purchase,INV-6,MYR,70.00,2.05,visa,overdue,,,2026-11-02 14:00:00
p7,purchase,INV-7,MYR,80.00,3.31,visa,paid,2026-11-02 15:00:00,2026-11-04 00:09:00,
d1,custom,DISB-1,MYR,500.00,0,bank_transfer,paid,2026-11-02 16:00:00,,
d2,custom,DISB-2,MYR,600.00,0,bank_transfer,paid,2026-11-02 16:01:00,,
d3,custom,DISB-3,MYR,700.00,0,bank_transfer,paid,2026-11-02 16:02:00,,
d4,custom,DISB-4,MYR,10.00,0,bank_transfer,paid,2026-11-02 16:03:00,,
d5,custom,DISB-5,MYR,25.37,0,bank_transfer,paid,2026-11-02 16:04:00,,
d6,custom,DISB-6,MYR,12.41,0,bank_transfer,paid,2026-11-02 16:05:00,,
`;
const orders = `Period,2026-10-20 to 2026-11-04
Order,Reference,Placed On,Currency,Amount,Status,Refunded,Customer,Customer Email,Purchase ID
O-0,INV-0,2026-10-20T08:59:00+08:00,MYR,10.00,paid,,,,old
O-1,other,2026-11-02T08:59:00+08:00,MYR,100.00,paid,,A,a@x.example,p1
O-2,INV-2,2026-11-02T09:59:00+08:00,MYR,50.00,paid,,B,,
O-3,INV-3,2026-11-02T10:59:00+08:00,MYR,31.00,paid,,C,,
O-4,INV-4,2026-11-02T11:59:00+08:00,MYR,40.00,paid,,D,,p4b
O-6,INV-6,2026-11-02T13:59:00+08:00,MYR,70.00,paid,,F,,
O-7,INV-7,2026-11-02T14:59:00+08:00,MYR,80.00,cancelled,,G,,
O-8,INV-8,2026-11-02T15:59:00+08:00,MYR,90.00,paid,,H,,
O-9,INV-9,2026-11-02T16:59:00+08:00,MYR,95.00,open,,I,,
O-10,INV-10,2026-11-03T09:59:00+08:00,MYR,much,paid,,J,,
`;
const bank = `Date,Value Date,Currency,Amount,Description,Reference,Balance
2026-10-20,2026-10-20,MYR,9.00,SALARY REVERSAL,,9.00
2026-11-03,2026-11-03,MYR,500.00,PAYOUT,DISB-1,509.00
2026-11-04,2026-11-04,MYR,598.50,PAYOUT,DISB-2,1107.50
2026-11-04,2026-11-04,MYR,500.00,PAYOUT,DISB-1,1607.50
2026-11-04,2026-11-04,MYR,-80.00,RENT,,1527.50
2026-11-05,2026-11-05,MYR,37.78,PAYOUT,,1565.28
2026-11-05,2026-11-05,MYR,33.33,TRANSFER,,1598.61
`;
const judge = () =>
  acme.find(['orders_to_statement', 'bank_to_settlement', 'fees_to_schedule'], '2026-11-02', '2026-11-06');
const received_at = '2026-11-06T00:10:00.000Z';
const acme = givenRules({ hasPayout: false, books: { orders: {}, bank: {} } });
beforeAll(async () => {
  await acme.execute(
    "insert into core.fee_rule (method, currency, flat, percent, minimum) values ('fpx', null, 1, 0, 0), ('visa', 'MYR', 0.5, 2.2, 0), ('visa', null, 9, 9, 9)",
  );
  await acme.receive(statement, { kind: 'statement', received_at, ...days('2026-10-20', '2026-11-02') });
  expect(await acme.load(landed(orders, { kind: 'orders', received_at }))).toMatchObject({ rows: 10, rejected: 1 });
  await acme.receive(bank, { kind: 'bank_statement', received_at });
  await judge();
});

describe('orders_to_statement', () => {
  test('gives each kind of difference between order and payment its reason', async () => {
    expect(await acme.items('orders_to_statement')).toEqual([
      'order:O-6 status_differs order_paid_payment_not -70.0000',
      'order:O-8 missing_right order_without_payment -90.0000',
      'payment:p3 amount_differs amount_differs -1.0000',
      // the order names the second of the two payments, so the first is the duplicate
      'payment:p4 duplicate paid_twice 40.0000',
      'payment:p5 missing_left payment_without_order 60.0000',
      'payment:p7 status_differs payment_for_unpaid_order 80.0000',
    ]);
  });

  test('matches an order by number, by reference and amount, by reference, and by normalised reference', async () => {
    const rows = await acme.mart(
      `select item_key, match_pass, left_line_no from mart.matched where reconciliation = 'orders_to_statement' order by item_key`,
    );
    expect(rows).toEqual([
      { item_key: 'payment:p1', match_pass: 'same_identifier', left_line_no: 4n },
      { item_key: 'payment:p2', match_pass: 'normalised_reference', left_line_no: 5n },
      { item_key: 'payment:p4b', match_pass: 'same_identifier', left_line_no: 7n },
    ]);
  });
});

describe('bank_to_settlement', () => {
  const keys = async () =>
    Object.fromEntries(
      (await acme.rows('select description, booked_on, reference, bank_line_key from core.bank_line')).map((row) => [
        `${row.booked_on} ${row.reference ?? row.description}`,
        String(row.bank_line_key),
      ]),
    );

  test('reports deposits that are missing, short, duplicate or unidentified', async () => {
    const key = await keys();
    expect(await acme.items('bank_to_settlement')).toEqual(
      [
        `deposit:${key['2026-11-04 DISB-1']} duplicate deposit_twice -500.0000`,
        `deposit:${key['2026-11-05 TRANSFER']} missing_right deposit_not_sent -33.3300`,
        'sent:disbursement:d2 amount_differs amount_differs 1.5000',
        // sent on the 2nd; the bank statement ends on the 5th, when it was expected and not yet a break
        'sent:disbursement:d3 overdue late 700.0000',
        'sent:disbursement:d4 overdue late 10.0000',
      ].sort(),
    );
  });

  test('matches two transfers with one deposit', async () => {
    const rows = await acme.mart(
      `select item_key, match_pass from mart.matched where reconciliation = 'bank_to_settlement' order by item_key`,
    );
    expect(rows).toEqual([
      { item_key: 'sent:disbursement:d1', match_pass: 'same_reference_and_amount' },
      { item_key: 'sent:disbursement:d5', match_pass: 'sum_in_window' },
      { item_key: 'sent:disbursement:d6', match_pass: 'sum_in_window' },
    ]);
  });

  test('an overdue deposit is missing once the bank statement continues without it', async () => {
    await acme.receive(`${bank}2026-11-07,2026-11-07,MYR,-1.00,CHARGE,,1597.61\n`, {
      kind: 'bank_statement',
      received_at: '2026-11-08T00:10:00.000Z',
    });
    await judge();
    expect(await acme.items('bank_to_settlement', "reason_code = 'deposit_missing'")).toEqual([
      'sent:disbursement:d3 missing_left deposit_missing 700.0000',
      'sent:disbursement:d4 missing_left deposit_missing 10.0000',
    ]);
    // lines in both files count once
    expect(await acme.rows('select count(*) as lines from core.bank_line')).toEqual([{ lines: 8n }]);
  });
});

describe('fees_to_schedule', () => {
  test('reports each payment with a fee other than agreed; the rule of its currency has precedence', async () => {
    // fpx costs 1.00; visa in MYR 0.50 + 2.2 %: 60.00 costs 1.82, and 0.60 was charged; 80.00 costs 2.26, and 3.31 was
    expect(await acme.items('fees_to_schedule')).toEqual([
      'payment:p3 fee_differs fee_too_high 0.1000',
      'payment:p4b fee_differs fee_too_low -0.1000',
      'payment:p5 fee_differs fee_too_low -1.2200',
      'payment:p7 fee_differs fee_too_high 1.0500',
    ]);
  });

  test('its bridge goes from the agreed to the charged fees with a difference of zero', async () => {
    const rows = await acme.rows(
      `select line_code, amount from mart.bridge_line where reconciliation = 'fees_to_schedule' and subject = 'visa' order by line_no`,
    );
    expect(rows).toEqual([
      { line_code: 'agreed', amount: '4.0800' },
      { line_code: 'too_high', amount: '1.0500' },
      { line_code: 'too_low', amount: '-1.2200' },
      { line_code: 'expected_fees', amount: '3.9100' },
      { line_code: 'charged', amount: '3.9100' },
      { line_code: 'residual', amount: '0.0000' },
    ]);
  });
});

test('settlement_to_allocation is a break if more was allocated than settled', async () => {
  const limit = (id: number, amount: number, status = 'approved') =>
    allocation(id, { amount, net_amount: amount, status, approvals_details: null });
  // settled on the 4th, calculated by hand: 100 + 50 + 30 + 40 + 40 + 60 + 80 = 400.00, fees 8.91, net 391.09
  await acme.receive(page([limit(1, 391.09), limit(2, 100, 'expired')]), { kind: 'send_limits', received_at });
  await acme.find(['settlement_to_allocation'], '2026-11-04', '2026-11-05');
  expect(await acme.items('settlement_to_allocation')).toEqual([]);
  await acme.receive(page([limit(1, 391.1)]), { kind: 'send_limits', received_at });
  await acme.find(['settlement_to_allocation'], '2026-11-04', '2026-11-05');
  expect(await acme.items('settlement_to_allocation')).toEqual([
    'settlement MYR:2026-11-04 control_breach balance_not_explained 0.0100',
  ]);
});

test('Each reason is declared in the head of its file with its outcome', async () => {
  expect(await unexplainedReasons(acme.connection)).toEqual([]);
});

test('mart.payment_fee has the agreed fee of each payment that a rule applies to', async () => {
  const rows = await acme.rows(
    "select payment_key, charged_fee, agreed_fee, charged_minus_agreed from mart.payment_fee where payment_key in ('p1', 'p5', 'p6') order by payment_key",
  );
  // p6 is overdue: no money moved, so no fee was charged
  expect(rows).toEqual([
    { payment_key: 'p1', charged_fee: '1.0000', agreed_fee: '1.0000', charged_minus_agreed: '0.0000' },
    { payment_key: 'p5', charged_fee: '0.6000', agreed_fee: '1.8200', charged_minus_agreed: '-1.2200' },
  ]);
});

test('mart.transaction has each payment once as it is known now, with its order, its settlement and the initials of its customer', async () => {
  await acme.execute(`update core.payment set customer_name = case payment_key when 'p1' then 'Aida binti O''Hara-Tan' when 'p5' then 'a@x.example' end
     where payment_key in ('p1', 'p5')`);
  expect(
    await acme.lines(`select payment_key, kind, amount, charged_fee, net_amount, customer, order_id, settlement_date from mart.transaction
     where payment_key in ('p1', 'p5', 'p6') order by payment_key`),
  ).toEqual([
    'p1 payment 100.0000 1.0000 99.0000 A. b. O. O-1 2026-11-04',
    // the text of the fifth is no name but an address, and it has no order
    'p5 payment 60.0000 0.6000 59.4000 2026-11-04',
    'p6 payment 70.0000 2.0500 67.9500 O-6',
  ]);
  const [counts] = await acme.rows(`select count(*) as found, count(distinct payment_key) as distinct_keys,
       (select count(distinct payment_key) from core.payment where known_to is null) as known
     from mart.transaction`);
  expect([counts?.found, counts?.distinct_keys]).toEqual([counts?.known, counts?.known]);
});

test('mart.settlement shows gross, fees, net and allocation', async () => {
  // by hand, of the 4th: 100 + 50 + 30 + 40 + 40 + 60 + 80 = 400.00, fees 8.91; allocated 391.10
  expect(
    await acme.martLines(`select line_count, first_paid_on, last_paid_on, incoming_amount, outgoing_amount, charged_fee, withheld_amount,
       net_amount, allocated_amount, not_allocated_amount, deposited_amount from mart.settlement where settlement_date = date '2026-11-04'`),
  ).toEqual(['7 2026-11-02 2026-11-02 400.0000 0.0000 8.9100 0.0000 391.0900 391.1000 -0.0100']);
});
