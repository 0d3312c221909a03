import { expect, test } from 'vitest';
import { readSegment } from '../../../src/receiver/segment.ts';
import { landed } from '../../given/landed.ts';
import { allocation, instruction, loadWebhooks, recipient, segment, webhook } from '../../given/payout-records.ts';
import { givenFreshRules } from '../../given/rules.ts';

const acme = givenFreshRules();
const load = (...lines: object[]) => loadWebhooks(acme.connection, lines);
const stored = (columns: string) =>
  acme.lines(`select concat_ws(' ', ${columns}) from core.payout_event order by line_no`);

test('The deliveries in a segment become events, its other lines do not', async () => {
  const lines = [
    { listening_until: '2026-11-03T05:00:01.000Z' },
    webhook('budget_allocation_status', allocation(1)),
    webhook('send_instruction_status', instruction(2, { state: 'Completed' })),
    { listening_until: '2026-11-04T05:00:00.000Z' },
    // entered on a Monday evening, verified after midnight in Kuala Lumpur
    webhook(' Bank_Account_Status', recipient(3, { updated_at: '2026-11-02T17:00:00.000Z' })),
  ];
  expect(await readSegment(landed(segment(lines), { kind: 'payout_events' }).path)).toMatchObject({ deliveries: 3 });
  expect(await load(...lines)).toMatchObject({ status: 'loaded', rows: 3, rejected: 0 });
  expect(await stored('kind, object_id, status, currency, amount, reference, recipient_id, business_date')).toEqual([
    'allocation 1 approved MYR 100.0000 2026-11-03',
    'instruction 2 completed 25.0000 R2 1 2026-11-03',
    'recipient 3 verified 3 2026-11-03',
  ]);
  const [row] = await acme.rows(
    `select occurred_at = '2026-11-03T06:00:00Z'::timestamptz and received_at = '2026-11-03T06:00:01Z'::timestamptz as is_so
     from core.payout_event where kind = 'allocation'`,
  );
  expect(row).toEqual({ is_so: true });
});

test('A repeated delivery adds nothing, in the same segment or in another', async () => {
  const event = webhook('budget_allocation_status', allocation(1));
  await load(event, { ...event, received_at: '2026-11-03T07:00:00.000Z' });
  await load({ ...event, received_at: '2026-11-03T09:00:00.000Z' });
  expect(await acme.lines('select strftime(received_at, $f) from core.payout_event', { f: '%S' })).toEqual(['01']);
});

test('An amount is read from the text of the body, with all its digits', async () => {
  const body = JSON.stringify({ charge: { amount: 5 }, note: '"amount":7,', ...allocation(1) });
  const written = (amount: string) =>
    webhook('budget_allocation_status', body.replace(/"amount":100/, `"amount" : ${amount}`));
  const outcome = await load(
    written('12345678901234.1234'),
    written('0.1'),
    written('"7.30"'),
    written('null'),
    written('1e2'),
  );
  expect(outcome).toMatchObject({ rows: 5, rejected: 2 });
  expect(await stored('amount')).toEqual(['12345678901234.1234', '0.1000', '7.3000']);
});

test('An event of an unknown type is kept and counted, and so is one about a charge', async () => {
  const outcome = await load(
    webhook('refund_status', { id: 'x' }),
    webhook('refund_status', { id: 'y' }),
    webhook(null, {}),
    webhook('budget_allocation_status', allocation(2, { transaction_type: 'out', status: 'success' })),
  );
  expect(outcome).toMatchObject({ rows: 4, rejected: 0 });
  expect(await stored('kind')).toEqual(['', '', '', '']);
  expect(await acme.lines('select record, field, value, seen_count from raw.unexpected order by all')).toEqual([
    'webhook Event-Type refund_status 2',
    'webhook Event-Type 1',
    'webhook transaction_type out 1',
  ]);
  expect(await acme.rows('from core.payout_event_now')).toEqual([]);
});

test('A delivery that cannot be read is rejected, with its reason and text', async () => {
  const outcome = await load(
    webhook('send_instruction_status', '{"id": 1'),
    webhook('refund_status', '[1]'),
    webhook('send_instruction_status', instruction(1, { id: 'first' })),
    webhook('bank_account_status', recipient(1, { status: null })),
    webhook('send_instruction_status', instruction(2, { amount: 'ten' })),
    webhook('budget_allocation_status', allocation(3, { currency: null })),
    webhook('budget_allocation_status', allocation(4, { currency: 'QQQ' })),
    webhook('send_instruction_status', instruction(5, { created_at: null })),
    webhook('bank_account_status', recipient(6, { created_at: null })),
  );
  expect(outcome).toMatchObject({ rows: 9, rejected: 8 });
  expect(await acme.lines('select line_no, reason_code from staging.rejected_row order by line_no')).toEqual([
    ...['2 body_unreadable', '3 body_unreadable', '4 id_unreadable', '5 status_missing', '6 amount_unreadable'],
    ...['7 currency_missing', '8 currency_unknown', '9 created_unreadable'],
  ]);
  const [row] = await acme.lines('select reason, raw_text from staging.rejected_row order by line_no limit 1');
  expect(row).toBe('The body is not a JSON object. {"id": 1');
  expect(await stored('object_id')).toEqual(['6']);
});
