import { expect, test } from 'vitest';
import { givenFreshRules } from '../given/rules.ts';

/* October was closed on 3 November at 09:00, with receipt 100. Later receipts have higher numbers. */

const acme = givenFreshRules({ hasPayout: false }, async () => {
  await run(`insert into recon.run by name select 1 as run_id, date '2026-11-09' as period_start, date '2026-11-10' as period_end,
    200 as known_through, timestamptz '2026-11-10 00:00:00Z' as known_at, date '2026-11-10' as as_of`);
  await givenClose(100, '2026-10', 'v1', '2026-11-03 09:00:00+08');
  await givenLine('P-1', '2026-10-30', 10, { receipt: 50 });
});

const run = (sql: string) => acme.execute(sql);

const givenClose = (id: number, month: string, version: string, at: string) =>
  run(`insert into raw.receipt by name select ${id} as receipt_id, 'run' as source, 'close' as kind, '${month}' as batch_id,
    'Asia/Kuala_Lumpur' as zone, timestamptz '${at}' as received_at, 1 as bytes, 'x' as sha256, 'json' as ext,
    'manifest-${month}-${version}.json' as file_name, 'noted' as load_status`);

type Line = { receipt: number; from?: string; to?: string; fee?: number; direction?: string };

/** A version of a statement line; by default it was known on 1 November and is current. */
const givenLine = (
  key: string,
  day: string,
  amount: number,
  { receipt, from = '2026-11-01 08:00:00+08', to, fee = 0.5, direction = 'incoming' }: Line,
) =>
  run(`insert into core.payment by name select '${key}' as payment_key, 1 as occurrence, 'payment' as kind,
    '${direction}' as direction, 'MYR' as currency, ${amount} as amount, ${fee} as fee, ${amount - fee} as net_amount, 'INV-${key}' as reference,
    'PAID' as status, true as is_money_moved, date '${day}' as business_date, ${receipt} as receipt_id, 1 as line_no,
    timestamptz '${from}' as known_from, ${to === undefined ? 'null' : `timestamptz '${to}'`} as known_to`);

const later = '2026-11-05 10:00:00+08';

/** Ends the current version of a line, as the receipt of a later version does. */
const end = (key: string) =>
  run(`update core.payment set known_to = timestamptz '${later}' where payment_key = '${key}'`);

const changes = () =>
  acme.rows(
    `select closed_month as month, version, changed_on::text as changed_on, record, reference, change, sealed_amount::text as sealed,
       current_amount::text as now, effect::text as effect, is_open
     from mart.late_change where company = 'acme' order by reference`,
  );

test('A month with no later version of its records has no changes, and neither has a month that is not closed', async () => {
  await givenLine('P-2', '2026-11-01', 7, { receipt: 101, from: later });
  expect(await changes()).toEqual([]);
});

test('A new record, a changed record and a record that is gone have their effect on money, less fees', async () => {
  await givenLine('P-2', '2026-10-31', 20, { receipt: 101, from: later, fee: 1 });
  await end('P-1');
  await givenLine('P-1', '2026-10-30', 12, { receipt: 101, from: later });
  await givenLine('P-4', '2026-10-02', 30, { receipt: 60, direction: 'outgoing', to: later });
  const of = { month: '2026-10', version: 1, changed_on: '2026-11-05', record: 'statement_line', is_open: true };
  expect(await changes()).toEqual([
    { ...of, reference: 'INV-P-1', change: 'changed', sealed: '9.5000', now: '11.5000', effect: '2.0000' },
    { ...of, reference: 'INV-P-2', change: 'new', sealed: null, now: '19.0000', effect: '19.0000' },
    { ...of, reference: 'INV-P-4', change: 'gone', sealed: '-30.5000', now: null, effect: '30.5000' },
  ]);
});

test('A later version with the same content is not a change: a settlement, or a change that was reversed', async () => {
  await end('P-1');
  await givenLine('P-1', '2026-10-30', 11, { receipt: 101, from: later, to: '2026-11-06 10:00:00+08' });
  await givenLine('P-1', '2026-10-30', 10, { receipt: 102, from: '2026-11-06 10:00:00+08' });
  await run(`update core.payment set settled_at = timestamptz '2026-11-06 09:00:00+08' where receipt_id = 102`);
  expect(await changes()).toEqual([]);
});

test('A record that moves to another month is gone from the closed month', async () => {
  await end('P-1');
  await givenLine('P-1', '2026-11-01', 10, { receipt: 101, from: later });
  expect(await changes()).toMatchObject([{ change: 'gone', effect: '-9.5000' }]);
});

test('A change that became known before the sealed version is not a change of that version', async () => {
  await givenLine('P-2', '2026-10-31', 20, { receipt: 101, from: later });
  await givenClose(110, '2026-10', 'v2', '2026-11-06 09:00:00+08');
  expect(await changes()).toEqual([]);
  await givenLine('P-3', '2026-10-31', 5, { receipt: 111, from: '2026-11-07 10:00:00+08' });
  expect(await changes()).toMatchObject([{ version: 2, reference: 'INV-P-3', effect: '4.5000' }]);
});

test('A change is no longer open once the month in which it became known is closed', async () => {
  await givenLine('P-2', '2026-10-31', 20, { receipt: 101, from: later });
  expect(await changes()).toMatchObject([{ is_open: true }]);
  await givenClose(120, '2026-11', 'v1', '2026-12-02 09:00:00+08');
  expect(await changes()).toMatchObject([{ is_open: false }]);
});

test('A month more than 13 months before the last run is not compared', async () => {
  await givenLine('P-2', '2026-10-31', 20, { receipt: 101, from: later });
  await run(`update recon.run set as_of = date '2027-12-02'`);
  expect(await changes()).toEqual([]);
  await run(`update recon.run set as_of = date '2027-11-01'`);
  expect(await changes()).toHaveLength(1);
});

test('Orders, bank lines and movements of the payout account count as well', async () => {
  await run(`insert into core.bank_line by name select 'B-1' as bank_line_key, date '2026-10-05' as booked_on, 'MYR' as currency,
    -9.50 as amount, 101 as receipt_id, 1 as line_no, timestamptz '${later}' as known_from, 'X' as reference`);
  await run(`insert into core.merchant_order by name select 'O-1' as order_id, 'INV-9' as reference, 'MYR' as currency, 8.00 as amount,
    true as is_paid, 'paid' as status, 0 as refunded, now() as placed_at, date '2026-10-05' as business_date, 101 as receipt_id, 1 as line_no,
    'x' as content_hash, timestamptz '${later}' as known_from`);
  expect(await changes()).toMatchObject([
    { record: 'order', reference: 'INV-9', effect: '8.0000' },
    { record: 'bank_line', reference: 'X', effect: '-9.5000' },
  ]);
});
