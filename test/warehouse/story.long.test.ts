import { beforeAll, expect, test } from 'vitest';
import { landed } from '../given/landed.ts';
import { givenRules } from '../given/rules.ts';

const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To
p1,purchase,INV-1,MYR,51.90,1.00,paid,2026-11-02 09:00:00,
p2,purchase,INV-2,MYR,51.90,1.00,paid,2026-11-02 10:00:00,
r1,refund,INV-1,MYR,20.00,0.00,success,2026-11-02 12:00:00,p1
`;

const acme = givenRules({ hasPayout: false });
beforeAll(async () => {
  const file = landed(statement, { kind: 'statement', currency: 'MYR' });
  await acme.load(file);
  // the order has its own number; only the reconciliation links it to p1, which is 1.10 higher
  await acme.execute(`insert into core.merchant_order by name
     select '1001' as order_id, 'web 1001' as reference, 'MYR' as currency, 50.80 as amount, true as is_paid,
       'paid' as status, 0 as refunded, timestamptz '2026-11-02 00:50:00+00' as placed_at, date '2026-11-02' as business_date,
       ${file.receipt_id} as receipt_id, 7 as line_no, 'x' as content_hash, timestamptz '2026-11-03 00:00:00+00' as known_from`);
  await acme.execute(`insert into core.callback by name
     select 'c1' as callback_key, 'p1' as object_key, 'purchase.paid' as event, 'payment' as kind, 'MYR' as currency,
       51.90 as amount, 'INV-1' as reference, 'paid' as status, false as is_signed, timestamptz '2026-11-02 01:00:01+00' as occurred_at,
       timestamptz '2026-11-02 01:00:01+00' as reported_at, timestamptz '2026-11-02 01:00:02+00' as received_at,
       date '2026-11-02' as business_date, ${file.receipt_id} as receipt_id, 3 as line_no, timestamptz '2026-11-03 00:00:00+00' as known_from`);
  await acme.execute(`insert into recon.item by name
     select 1 as run_id, 'orders_to_statement' as reconciliation, 'MYR' as currency, date '2026-11-02' as business_date,
       'payment:p1' as item_key, 'abcdef0123456789' as break_id, 'amount_differs' as outcome, 'amount_differs' as reason_code,
       'Order 1001 is over another amount.' as reason, '1001' as left_key, 50.80 as left_amount, 'p1' as right_key, 51.90 as right_amount,
       1.10 as right_minus_left, ${file.receipt_id} as left_receipt_id, 7 as left_line_no`);
  await acme.execute(`insert into recon.break_life by name
     select 'fedcba9876543210' as break_id, 'orders_to_bank' as reconciliation, 'MYR' as currency,
       date '2026-11-02' as business_date, 'payment:p2' as item_key, 'missing_right' as outcome,
       'The bank has no deposit for the payment.' as reason, -7.70 as amount, date '2026-11-03' as first_seen_on,
       date '2026-11-04' as last_seen_on, date '2026-11-05' as closed_on, 'No longer found: closed by the run of 2026-11-05.' as closed_because`);
  await acme.execute(`insert into recon.decision by name
     select 'd1' as decision_id, 'fedcba9876543210' as break_id, 'orders_to_bank' as reconciliation,
       'payment:p2' as item_key, 'missing_right' as outcome, 'explain' as decision, 'own_error' as reason_code, 'aida' as author,
       [] as evidence, [] as matched_with, false as needs_second, timestamptz '2026-11-04 01:00:00+00' as decided_at, 'A test order' as note, ${file.receipt_id} as receipt_id`);
});

const story = (text: string) =>
  acme.lines(`select source, key, coalesce(line::text, 'null') from recon.story($text) order by all`, { text });

// line 1 of the statement is its header
const orderLifecycle = [
  'callback c1 3',
  'order 1001 7',
  'orders_to_statement abcdef012345 7',
  'statement p1 2',
  'statement r1 4',
];

test('An order or its item leads to payment, refund and callback, each with its line', async () => {
  expect(await story('1001')).toEqual(orderLifecycle);
  expect(await story('p1')).toEqual(orderLifecycle);
  expect(await story('abcdef01')).toEqual(orderLifecycle);
});

test('An item that is no longer found is told with the reason of its closing, its record and its decisions', async () => {
  const rows = await acme.rows(
    `select source, key, amount, what, happened_on::text as day from recon.story('fedcba987654') order by source`,
  );
  expect(rows).toEqual([
    { source: 'decision', key: 'fedcba987654', amount: null, what: 'explain by aida: A test order', day: null },
    {
      source: 'orders_to_bank',
      key: 'fedcba987654',
      amount: '-7.7000',
      what: 'The bank has no deposit for the payment. No longer found: closed by the run of 2026-11-05.',
      day: '2026-11-02',
    },
    expect.objectContaining({ source: 'statement', key: 'p2' }),
  ]);
  const closed = 'orders_to_bank fedcba987654 null';
  for (const text of ['p2', 'INV-2', 'payment:p2', '7.70']) expect(await story(text)).toContain(closed);
  // an amount leads no further, and p1 is another payment
  for (const text of ['51.90', 'p1', '1001']) expect(await story(text)).not.toContain(closed);
});

test('An amount finds every record with it, also as a difference, and no related records', async () => {
  expect(await story('51.90')).toEqual([
    'callback c1 3',
    'orders_to_statement abcdef012345 7',
    'statement p1 2',
    'statement p2 3',
  ]);
  expect(await story('1.10')).toEqual(['orders_to_statement abcdef012345 7']);
  expect(await story('INV-1')).toEqual(['callback c1 3', 'statement p1 2', 'statement r1 4']);
  expect(await story('nothing')).toEqual([]);
});

test('An amount is found whatever its formatting, exactly, in every amount of every source', async () => {
  const found = await story('51.90');
  for (const text of ['51.9', '51.9000', '51,90', 'MYR 51.90', '51.90 MYR', '-51.90'])
    expect(await story(text), text).toEqual(found);
  for (const text of ['51.91', '51.8999', '5190', '51.900001', 'INV-51', '2026-11-02'])
    expect(await story(text), text).toEqual([]);
  // a fee, a net amount, and a total
  expect(await story('1')).toEqual(['statement p1 2', 'statement p2 3']);
  await acme.execute(`insert into core.turnover by name
     select 'MYR' as currency, date '2026-11-02' as business_date, 'incoming' as direction, 1234.50 as amount,
       2.00 as fee, 2 as payment_count, 1 as receipt_id, timestamptz '2026-11-03 00:00:00+00' as known_from`);
  await acme.execute(`insert into core.gateway_balance by name
     select 'MYR' as currency, timestamptz '2026-11-02 16:00:00+00' as balance_at, 9999.00 as balance, 0 as fee,
       1234.50 as reserved, 9999.00 as gross_balance, 0 as pending_outgoing, 9999.00 as available_balance, 1 as receipt_id,
       timestamptz '2026-11-03 00:00:00+00' as known_from, true as is_reserved_stated`);
  await acme.execute(`insert into staging.rejected_row by name
     select (select min(receipt_id) from raw.receipt) as receipt_id, 9 as line_no, 'amount_unreadable' as reason_code, 'x' as reason, 'SO-7;1.234,50;paid' as raw_text`);
  await acme.execute(`insert into core.ledger_balance by name
     select '1150' as account, 'MYR' as currency, date '2026-11-02' as balance_on, -1234.50 as balance,
       1 as receipt_id, 4 as line_no, timestamptz '2026-11-03 00:00:00+00' as known_from`);
  for (const text of ['1234.5', '1,234.50', '1.234,50', '1 234.50', "1'234.50"])
    expect(await story(text), text).toEqual([
      'balance gateway null',
      'general ledger 1150 4',
      'rejected 9',
      'turnover incoming null',
    ]);
  const balance = acme.lines("select what from recon.story('1,234.50') where source = 'balance'");
  expect(await balance).toEqual(['balance of the gateway, reserved MYR 1,234.50']);
  // what has a day and no time is of the start of that day in Kuala Lumpur, and what has a time has no day
  const times = await acme.rows(
    "select source, happened_at, happened_on from recon.story('1,234.50') where source in ('turnover', 'balance') order by source",
  );
  expect(times).toEqual([
    { source: 'balance', happened_at: '2026-11-02T16:00:00.000Z', happened_on: null },
    { source: 'turnover', happened_at: '2026-11-01T16:00:00.000Z', happened_on: '2026-11-02' },
  ]);
});
