import { expect, test } from 'vitest';
import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';
import {
  allocation,
  approvals,
  charge,
  instruction,
  loadList,
  loadUnknownRecipient,
  payoutAccount,
  reasonsOf,
  recipient,
  verification,
} from '../given/payout-records.ts';
import { givenFreshRules } from '../given/rules.ts';

const acme = givenFreshRules({ currencies: ['MYR', 'JPY', 'KWD'] });
const load = async (kind: string, day: number, results: object[], facts: Partial<LandedFile> = {}) => {
  const received_at = `2026-11-0${day}T01:00:00.000Z`;
  const expected = facts.failure === undefined ? 'loaded' : 'refused';
  expect(await loadList(acme.connection, kind, results, { received_at, ...facts })).toMatchObject({
    status: expected,
  });
};
const ledger = (day: number, results: object[], facts = {}) => load('send_limits', day, results, facts);
const payouts = (day: number, results: object[], facts = {}) => load('send_instructions', day, results, facts);
const recipients = (day: number, results: object[], facts = {}) => load('bank_accounts', day, results, facts);
const accounts = (day: number, results: object[], facts = {}) => load('accounts', day, results, facts);
const charged = () => reasonsOf(acme.connection, 'allocations_to_payouts');
const allocated = () => reasonsOf(acme.connection, 'allocation_lifecycle');
const paidTo = () => reasonsOf(acme.connection, 'beneficiaries');
const failed = { failure: { code: 'PAYOUT_FAILED', message: 'The payout service failed.', remedy: '' } };
const firstPage = { batch_id: 'list', page: 1, is_last_page: false };
const lastPage = { batch_id: 'list', page: 2, is_last_page: true };

test('A list that failed was not read: a charge waits for its instruction', async () => {
  await ledger(4, [charge(1)]);
  await payouts(4, [], { ...failed, ...firstPage });
  expect(await charged()).toEqual(['ledger:1 11-03 not_listed_yet -25.0000']);
  // a good last page does not make up for a refused page
  await payouts(4, [instruction(2)], lastPage);
  expect(await charged()).toContain('ledger:1 11-03 not_listed_yet -25.0000');
  await payouts(5, [instruction(2)]);
  expect(await charged()).toContain('ledger:1 11-03 ledger_row_without_instruction -25.0000');
});

test('A ledger that failed was not read: a completed payout waits for its charge', async () => {
  await ledger(3, [charge(2)]);
  await ledger(4, [], { ...failed, ...firstPage });
  await payouts(4, [instruction(1), instruction(2)]);
  expect(await charged()).toContain('instruction:1 11-03 not_listed_yet 25.0000');
  await ledger(5, [charge(2)]);
  expect(await charged()).toContain('instruction:1 11-03 instruction_without_ledger_row 25.0000');
});

test('Recipients of a refused page are not unknown', async () => {
  await loadUnknownRecipient(acme.connection, 1, '2026-11-04T01:00:00.000Z');
  await ledger(4, [charge(1), verification(2, 1)]);
  await payouts(4, [instruction(1)]);
  await recipients(4, [], { ...failed, ...firstPage });
  await recipients(4, [recipient(3)], lastPage);
  expect(await paidTo()).toEqual([]);
  expect(await charged()).toContain('ledger:2 11-03 null 0.0000');
  await recipients(5, [recipient(3)]);
  expect(await paidTo()).toEqual(['instruction:1 11-03 account_unknown 25.0000']);
  expect(await charged()).toContain('ledger:2 11-03 recipient_unknown -1.0000');
});

test('A recipient in no list is unknown once the service said so; until then the day lacks an input', async () => {
  const recipientsOf = async () =>
    acme.derived(`select state, reason from recon.input_day(date '2026-11-03', date '2026-11-04')
       where input = 'recipients' and currency = 'MYR'`);
  await accounts(4, [payoutAccount()]);
  await ledger(4, [charge(1, { bank_account_id: 8 }), verification(2, 9)]);
  await payouts(4, [instruction(1, { bank_account_id: 8 })]);
  await recipients(4, [recipient(1)]);
  expect(await paidTo()).toEqual([]);
  expect(await charged()).toContain('ledger:2 11-03 null 0.0000');
  const notYet = '2 recipients of the day are in no list and were not looked up yet. Run again to look them up.';
  expect(await recipientsOf()).toEqual([{ state: 'missing', reason: notYet }]);
  for (const id of [8, 9]) await loadUnknownRecipient(acme.connection, id, '2026-11-04T01:00:00.000Z');
  expect(await paidTo()).toEqual(['instruction:1 11-03 account_unknown 25.0000']);
  expect(await charged()).toContain('ledger:2 11-03 recipient_unknown -1.0000');
  expect(await recipientsOf()).toEqual([{ state: 'covered', reason: null }]);
});

test('What is dated out of time stays on its day until the later day is over', async () => {
  // 5 November, 01:00 in Malaysia: the day on which the lists are read
  const today = '2026-11-04T17:00:00.000Z';
  const records = [
    allocation(1, { approvals_details: approvals(2, today) }),
    charge(2, { created_at: today }),
    verification(3, 4, { created_at: '2026-11-03T02:00:00.000Z' }),
  ];
  const instructions = [
    instruction(2, { created_at: '2026-11-02T02:00:00.000Z', updated_at: '2026-11-02T02:20:00.000Z' }),
  ];
  const read = async (day: number) => {
    await ledger(day, records);
    await payouts(day, instructions);
    await recipients(day, [recipient(1), recipient(4, { created_at: today, updated_at: today })]);
    return [...(await allocated()), ...(await charged())];
  };
  expect(await read(5)).toEqual([
    'send_limit:1 11-03 approved_out_of_time 100.0000',
    'instruction:2 11-02 charged_out_of_time 0.0000',
    'ledger:3 11-03 charged_out_of_time 0.0000',
  ]);
  expect(await read(6)).toEqual([
    'send_limit:1 11-05 approved_out_of_time 100.0000',
    'instruction:2 11-05 charged_out_of_time 0.0000',
    'ledger:3 11-05 charged_out_of_time 0.0000',
  ]);
});

test('A verification is late only by a list of recipients that is newer than its charge', async () => {
  const entered = { created_at: '2026-10-02T01:00:00.000Z', updated_at: '2026-10-02T01:00:00.000Z' };
  await recipients(2, [recipient(1, entered)]);
  await ledger(4, [verification(1, 1)]);
  expect(await charged()).toEqual(['ledger:1 11-03 null 0.0000']);
  await recipients(4, [recipient(1, entered)]);
  expect((await charged()).filter((item) => item.includes('charged_out'))).toEqual([]);
  expect(
    await acme.rows(
      `select business_date::text as day, reason_code from core.verification_charge(date '2026-10-01', date '2026-11-06')`,
    ),
  ).toEqual([{ day: '2026-10-02', reason_code: 'charged_out_of_time' }]);
});

test('Terms from before the first reading of an account are unknown, as far as the account has changed since', async () => {
  await accounts(4, [payoutAccount(7, { updated_at: '2026-11-03T01:30:00.000Z' })]);
  const before = { created_at: '2026-11-03T01:00:00.000Z' };
  const lone = { approvals_required: 1, approvals_received: 1, approvals_details: null };
  await ledger(4, [
    charge(1, { ...before, fee: 2, net_amount: -27 }),
    charge(2, { fee: 2, net_amount: -27 }),
    verification(3, 1, { ...before, fee: 2, net_amount: -2 }),
    verification(4, 2, { fee: 2, net_amount: -2 }),
    allocation(5, { ...before, ...lone }),
    allocation(6, lone),
  ]);
  await payouts(4, [instruction(1, before), instruction(2)]);
  expect(await charged()).toEqual([
    'instruction:1 11-03 null 0.0000',
    'instruction:2 11-03 fee_differs -1.0000',
    'ledger:3 11-03 null 0.0000',
    'ledger:4 11-03 fee_differs -1.0000',
  ]);
  expect(await allocated()).toEqual([
    'send_limit:5 11-03 null 0.0000',
    'send_limit:6 11-03 approved_without_approvals 100.0000',
  ]);
});

test('Terms are those of an account that was on the list, before and after a change', async () => {
  const atDay = (day: number) => ({
    created_at: `2026-11-0${day}T03:00:00.000Z`,
    updated_at: `2026-11-0${day}T03:00:00.000Z`,
  });
  const opened = { updated_at: '2026-10-01T00:00:00.000Z' };
  const seven = payoutAccount(7, opened);
  await accounts(2, [seven, payoutAccount(8, { ...opened, send_fee: 3 })]);
  // a list without its last page takes no account away
  await accounts(3, [seven], { batch_id: 'cut', page: 1, is_last_page: false });
  const fees = [
    [1, 2, 1],
    [2, 2, 3],
    [3, 2, 2],
    // account 8 has left the list, and 7 has other terms
    [4, 4, 3],
    [5, 4, 1],
    [6, 4, 2],
  ] as const;
  await ledger(
    6,
    fees.map(([id, day, fee]) => charge(id, { ...atDay(day), fee, net_amount: -25 - fee })),
  );
  await payouts(
    6,
    fees.map(([id, day]) => instruction(id, atDay(day))),
  );
  expect((await charged()).filter((item) => item.includes('fee_differs'))).toEqual([
    'instruction:3 11-02 fee_differs -1.0000',
    'instruction:6 11-04 fee_differs -1.0000',
  ]);
  await accounts(4, [{ ...seven, send_fee: 2, updated_at: '2026-11-03T23:00:00.000Z' }]);
  expect((await charged()).filter((item) => item.includes('fee_differs'))).toEqual([
    'instruction:3 11-02 fee_differs -1.0000',
    'instruction:4 11-04 fee_differs -1.0000',
    'instruction:5 11-04 fee_differs 1.0000',
  ]);
});

test('A percentage is agreed to the decimals of the currency; of a verification it says nothing', async () => {
  const percentage = { send_fee: 1.5, send_fee_type: 'percentage', account_verification_fee_type: 'percentage' };
  const of = (id: number, currency: string) =>
    payoutAccount(id, { ...percentage, currency, updated_at: '2026-10-01T00:00:00.000Z' });
  await accounts(4, [of(7, 'MYR'), of(8, 'JPY'), of(9, 'KWD')]);
  const charges = [
    [1, 'JPY', 1234, 19],
    [2, 'JPY', 1234, 18.51],
    [3, 'KWD', 12.34, 0.185],
    [4, 'KWD', 12.34, 0.19],
    [5, 'MYR', 123.45, 1.85],
    [6, 'MYR', 123.45, 1],
  ] as const;
  await ledger(4, [
    ...charges.map(([id, currency, amount, fee]) =>
      charge(id, { currency, amount: -amount, fee, net_amount: Number((-amount - fee).toFixed(3)) }),
    ),
    verification(7, 1, { fee: 1.5, net_amount: -1.5 }),
  ]);
  await payouts(
    4,
    charges.map(([id, currency, amount]) => instruction(id, { currency, amount: amount.toFixed(2) })),
  );
  expect(await charged()).toEqual([
    'instruction:1 11-03 null 0.0000',
    'instruction:2 11-03 fee_differs 0.4900',
    'instruction:3 11-03 null 0.0000',
    'instruction:4 11-03 fee_differs -0.0050',
    'instruction:5 11-03 null 0.0000',
    'instruction:6 11-03 fee_differs 0.8500',
    'ledger:7 11-03 null 0.0000',
  ]);
});

test('A recipient whose account number is masked is not one that changed, nor another', async () => {
  await recipients(2, [recipient(1), recipient(2, { name: 'Somebody' })]);
  await ledger(4, [charge(1)]);
  await payouts(4, [instruction(1)]);
  await recipients(4, [
    recipient(1, { account_number: '***1' }),
    recipient(2, { name: 'Somebody', account_number: '***1' }),
  ]);
  expect(await paidTo()).toEqual(['instruction:1 11-03 null 0.0000']);
});
