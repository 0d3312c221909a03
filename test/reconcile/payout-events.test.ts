import { beforeAll, expect, test } from 'vitest';
import { sqlStatement } from '../../src/warehouse/sql-files.ts';
import {
  allocation,
  charge,
  instruction,
  loadList,
  loadWebhooks,
  payoutAccount,
  reasonsOf,
  recipient,
  webhook,
} from '../given/payout-records.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules({ currencies: ['MYR', 'SGD'] });
const load = async (kind: string, results: object[], received_at = '2026-11-05T13:00:00.000Z') =>
  expect(await loadList(acme.connection, kind, results, { received_at })).toMatchObject({ rejected: 0 });
const receive = async (lines: object[], facts = {}) =>
  expect(await loadWebhooks(acme.connection, lines, facts)).toMatchObject({ rejected: 0 });
const ofLimit = (id: number, more = {}) => webhook('budget_allocation_status', allocation(id, more));
const ofPayout = (id: number, more = {}) => webhook('send_instruction_status', instruction(id, more));
const ofRecipient = (id: number, more = {}) => webhook('bank_account_status', recipient(id, more));
/** What events say of a payout, whatever its item says. */
const doubts = (id: number) =>
  acme.lines('select reason_code from core.payout_event_doubt where object_id = $id', { id });
const found = (reconciliation: string) =>
  acme.derived(`select item_key, currency, outcome, expected_on::text as expected_on, reason
    from recon.${reconciliation}(date '2026-11-02', date '2026-11-06') where reason_code like 'event%' order by item_key`);

// the lists were read at 21:00 in Malaysia: they show at least what had happened by 20:00
const before = { updated_at: '2026-11-05T12:00:00.000Z' };
const ahead = { updated_at: '2026-11-05T12:00:00.001Z' };
const late = { created_at: '2026-11-05T11:00:00.000Z', updated_at: '2026-11-05T11:20:00.000Z' };
const pending = { status: 'pending', approvals_received: 0, approvals_details: [], from_settlement: '2026-11-06' };

beforeAll(async () => {
  await load('accounts', [payoutAccount()]);
  await load('send_limits', [
    ...[1, 3, 5].map((id) => allocation(id)),
    allocation(2, { status: 'success' }),
    allocation(4, { ...pending, ...late }),
    allocation(6, pending),
    allocation(7, { approvals_received: 1, approvals_details: null }),
    ...[30, 31, 32, 33, 34, 36].map((id) => charge(id)),
    charge(35, late),
  ]);
  await load('send_instructions', [
    ...[30, 31, 32, 33].map((id) => instruction(id)),
    instruction(34, { state: 'executing' }),
    instruction(35, { ...late, state: 'executing' }),
    instruction(37, { state: 'rejected' }),
    instruction(38, { ...late, state: 'executing' }),
    instruction(39, { created_at: '2026-11-05T02:00:00.000Z', bank_account_id: 2, state: 'executing' }),
  ]);
  await load('bank_accounts', [
    ...[1, 2, 3].map((id) => recipient(id)),
    recipient(4, { status: 'pending' }),
    recipient(5, { updated_at: before.updated_at }),
  ]);
  await receive([
    ...[ofLimit(1, before), ofLimit(2, ahead)],
    ofLimit(3, { ...ahead, status: 'expired' }),
    ...[ofLimit(4, { ...late, ...ahead }), ofLimit(6, before)],
    ...[5, 7].map((id) => ofLimit(id, { ...before, status: 'expired' })),
    ...[ofLimit(11, { ...ahead, status: 'pending' }), ofLimit(12, { ...before, status: 'pending' })],
    ofLimit(13, { ...before, currency: 'SGD' }),
    ...[ofPayout(30, before), ofPayout(31, { ...before, state: 'executing' })],
    ofPayout(32, { ...before, state: 'rejected' }),
    ofPayout(33, { ...ahead, state: 'rejected' }),
    ...[ofPayout(34, before), ofPayout(35, { ...late, ...ahead, state: 'reviewing' })],
    ...[ofPayout(36, before), ofPayout(37, before), ofPayout(38, { ...late, ...before })],
    ...[ofPayout(40, { ...before, state: 'deleted' }), ofPayout(41, { ...ahead, state: 'received' })],
    ...[1, 2].map((id) => ofRecipient(id, { updated_at: '2026-11-04T01:00:00.000Z', status: 'rejected' })),
    ofRecipient(3, { ...before, status: 'pending' }),
    ofRecipient(4, ahead),
    ofRecipient(5, { updated_at: '2026-11-05T11:59:59.999Z', status: 'rejected' }),
    ofRecipient(6, before),
    webhook('refund_status', instruction(30, { ...before, state: 'rejected' })),
  ]);
});

test('An allocation that a webhook reports otherwise is an item, unless its record has a worse reason', async () => {
  expect(await reasonsOf(acme.connection, 'allocation_lifecycle')).toEqual([
    'send_limit:1 11-03 null 0.0000',
    'send_limit:11 11-03 event_ahead 100.0000',
    'send_limit:13 11-03 event_contradicted 100.0000',
    'send_limit:2 11-03 null 0.0000',
    'send_limit:3 11-03 event_ahead 100.0000',
    'send_limit:4 11-05 event_ahead 100.0000',
    'send_limit:5 11-03 event_contradicted 100.0000',
    'send_limit:6 11-03 event_contradicted 100.0000',
    // a break of the record says more
    'send_limit:7 11-03 approved_without_approvals 100.0000',
  ]);
  const read = 'the list that was read on 5 Nov 2026 21:00';
  expect((await found('allocation_lifecycle')).slice(1, 4)).toEqual([
    {
      item_key: 'send_limit:13',
      currency: 'SGD',
      outcome: 'status_differs',
      expected_on: null,
      reason: `The webhook of 5 Nov 2026 20:00 reports the status approved; ${read} does not have it.`,
    },
    expect.objectContaining({ item_key: 'send_limit:3', outcome: 'timing', expected_on: '2026-11-06' }),
    expect.objectContaining({ item_key: 'send_limit:4', outcome: 'timing', expected_on: '2026-11-06' }),
  ]);
});

test('A payout that a webhook reports otherwise has one item, with its charge', async () => {
  expect(await reasonsOf(acme.connection, 'allocations_to_payouts')).toEqual([
    'instruction:30 11-03 null 0.0000',
    'instruction:31 11-03 null 0.0000',
    'instruction:32 11-03 event_contradicted -25.0000',
    'instruction:33 11-03 event_ahead 0.0000',
    'instruction:34 11-03 instruction_not_carried_out -25.0000',
    'instruction:35 11-05 event_ahead 0.0000',
    'instruction:37 11-03 event_contradicted 25.0000',
    'instruction:38 11-05 event_contradicted 25.0000',
    'instruction:39 11-05 not_listed_yet 25.0000',
    'instruction:40 11-03 event_contradicted 25.0000',
    'instruction:41 11-03 event_ahead 25.0000',
    'ledger:36 11-03 ledger_row_without_instruction -25.0000',
  ]);
  const items = await found('allocations_to_payouts');
  const reasons = new Map(items.map(({ item_key, reason }) => [item_key, reason]));
  const reported = 'The webhook of 5 Nov 2026 20:00 reports the status';
  expect(reasons.get('instruction:32')).toBe(
    `${reported} rejected; the list that was read on 5 Nov 2026 21:00 says completed since 3 Nov 2026 10:20.`,
  );
  const read = 'The list was read on 5 Nov 2026 21:00, and is up to an hour older.';
  expect(reasons.get('instruction:35')).toBe(
    `${reported} reviewing; in the list it is executing since 5 Nov 2026 19:20. ${read}`,
  );
  expect(reasons.get('instruction:41')).toBe(`${reported} received; it is not in the list. ${read}`);
});

test('A recipient is reported with the payouts since the event, or alone on its day', async () => {
  expect(await reasonsOf(acme.connection, 'beneficiaries')).toEqual([
    ...[30, 31, 32, 33, 34].map((id) => `instruction:${id} 11-03 null 0.0000`),
    ...[35, 38].map((id) => `instruction:${id} 11-05 event_contradicted 25.0000`),
    'instruction:39 11-05 paid_to_another_account 25.0000',
    'recipient_event:4 11-05 event_ahead 0.0000',
    'recipient_event:6 11-05 event_contradicted 0.0000',
  ]);
});

test('The newest event counts, however often and in whatever order the deliveries come', async () => {
  const rejected = { ...before, state: 'rejected' };
  await receive([ofPayout(30, ahead)]);
  await receive([ofPayout(30, rejected), ofPayout(30, rejected)]);
  await receive([webhook('send_instruction_status', instruction(30, rejected), '2026-11-26T12:00:00.000Z')]);
  expect(await doubts(30)).toEqual([]);
  // where two events have the same time, the later delivery counts
  const atOnce = (at: string) =>
    webhook('send_instruction_status', instruction(30, { ...rejected, ...ahead, slug: at }), at);
  await receive([atOnce('2026-11-05T12:00:00.500Z')]);
  expect(await doubts(30)).toEqual([]);
  await receive([atOnce('2026-11-05T12:00:02.000Z')]);
  expect(await doubts(30)).toEqual(['event_ahead']);
  const twice = 'select 1 from core.payout_event_doubt group by kind, object_id having count(*) > 1';
  expect(await acme.rows(twice)).toEqual([]);
});

test('A clock that is ahead does not keep an event ahead of the list', async () => {
  const body = instruction(39, { updated_at: '2027-11-05T12:00:00.000Z', state: 'deleted', bank_account_id: 2 });
  await receive([webhook('send_instruction_status', body, '2026-11-05T12:00:00.000Z')]);
  expect(await doubts(39)).toEqual(['event_contradicted']);
  // nor does it hide what is received after it
  await receive([
    webhook('send_instruction_status', instruction(39, { ...before, state: 'executing' }), '2026-11-05T12:00:05.000Z'),
  ]);
  expect(await doubts(39)).toEqual([]);
});

test('Of a list that was read later, only a final status is missed', async () => {
  expect([await doubts(35), await doubts(33)]).toEqual([['event_ahead'], ['event_ahead']]);
  await load('send_instructions', [], '2026-11-05T13:30:00.000Z');
  expect([await doubts(35), await doubts(33)]).toEqual([[], ['event_contradicted']]);
  await load('send_instructions', [instruction(33, { ...ahead, state: 'rejected' })], '2026-11-05T14:00:00.000Z');
  expect(await doubts(33)).toEqual([]);
});

test('The days of late webhooks are judged again', async () => {
  await acme.find(['beneficiaries'], '2026-11-02', '2026-11-05');
  await acme.execute('update recon.run set known_through = (select max(receipt_id) from raw.receipt)');
  const again = `select business_date from (${await sqlStatement('verdict', 'days_to_judge')}) where because = 'record_arrived'`;
  const bound = {
    from: '2026-11-05',
    since: '2026-08-05',
    last: 0,
    now: '2026-11-05T00:00:00Z',
    defined: '[]',
    required: '[]',
  };
  const daysAgain = () => acme.lines(again, bound);
  expect(await daysAgain()).toEqual([]);
  // on the 2nd: after it, the recipient was paid on the 3rd
  await receive([ofRecipient(1, { updated_at: '2026-11-02T02:00:00.000Z', status: 'rejected' })]);
  expect((await daysAgain()).sort()).toEqual(['2026-11-02', '2026-11-03']);
});

test('Without a list, webhooks say nothing', async () => {
  await acme.execute("delete from raw.receipt where source = 'payout'");
  expect(await acme.rows('from core.payout_event_doubt')).toEqual([]);
});
