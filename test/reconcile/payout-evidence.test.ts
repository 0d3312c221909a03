import { beforeAll, expect, test } from 'vitest';
import { landed } from '../given/landed.ts';
import {
  allocation,
  approvals,
  charge,
  instruction,
  loadUnknownRecipient,
  page,
  payeeAccount,
  payoutAccount,
  reasonsOf,
  recipient,
  verification,
} from '../given/payout-records.ts';
import { givenRules } from '../given/rules.ts';

const received_at = '2026-11-06T01:00:00.000Z';
const approved = '2026-11-03T06:00:00.000Z';
const load = (kind: string, results: object[]) => acme.receive(page(results), { kind, received_at });
const reasons = (reconciliation: string) => reasonsOf(acme.connection, reconciliation);

const acme = givenRules();
beforeAll(async () => {
  await load('accounts', [payoutAccount()]);
  await loadUnknownRecipient(acme.connection, 99, received_at);
  await load('bank_accounts', [
    ...[1, 3, 4, 5].map((id) => recipient(id)),
    recipient(2, { created_at: '2026-11-04T01:00:00.000Z', updated_at: '2026-11-04T01:00:00.000Z' }),
  ]);
  await load('send_limits', [
    allocation(1),
    allocation(2, { net_amount: 99 }),
    allocation(3, { approvals_details: approvals(3) }),
    allocation(4, { approvals_details: approvals(1) }),
    allocation(5, { approvals_details: approvals(2, '2026-11-04T04:00:01.000Z') }),
    allocation(6, { created_at: '2026-11-03T06:00:01.000Z' }),
    // dated outside the days that are judged
    allocation(7, { created_at: '2026-12-24T05:00:00.000Z' }),
    allocation(8, { from_settlement: '2026-11-02' }),
    // moved no money
    allocation(11, {
      status: 'expired',
      from_settlement: '2026-10-02',
      net_amount: 99,
      approvals_details: approvals(1),
    }),
    // the list of approvals says nothing of some of them
    allocation(12, { approvals_details: approvals(2, approved, 'accepted') }),
    allocation(13, { approvals_details: approvals(2, approved, null) }),
    allocation(14, { status: 'pending', from_settlement: '2026-10-02' }),
    allocation(15, { approvals_details: [...approvals(2), ...approvals(1, approved, 'pending')] }),
    allocation(16, { status: 'held' }),
    // until noon of its settlement, three hours after the list was read
    allocation(17, { status: 'pending', created_at: '2026-11-05T05:00:00.000Z', from_settlement: '2026-11-06' }),
    allocation(10, { approvals_details: approvals(2, '2027-11-04T04:00:01.000Z') }),
    allocation(9, { approvals_required: 1, approvals_received: 1, approvals_details: null }),
    charge(31),
    charge(32, { fee: 0 }),
    charge(33, { bank_account_id: 2 }),
    // the end of the next business day is the last time, and a nightly charge is as agreed
    charge(34, { created_at: '2026-11-04T16:00:00.000Z' }),
    charge(41, { created_at: '2026-11-04T15:59:59.000Z' }),
    charge(35, { created_at: '2026-10-03T02:00:00.000Z' }),
    // completed on the day of the charge, weeks after the instruction
    charge(40),
    charge(36, { fee: 2, net_amount: -27 }),
    charge(37, { bank_account_id: null }),
    charge(38),
    charge(42),
    verification(51, 1),
    verification(52, 2),
    verification(58, null),
    verification(59, null, { fee: 2, net_amount: -2 }),
    // was not looked up
    verification(60, 98),
    verification(53, 99),
    verification(54, 1, { created_at: '2026-11-03T03:00:00.000Z' }),
    verification(55, 3, { fee: 2, net_amount: -2 }),
    verification(56, 4, { net_amount: -2 }),
    verification(57, 5, { created_at: '2026-10-02T03:00:00.000Z' }),
  ]);
  await load('send_instructions', [
    instruction(31),
    instruction(32, { bank_account_details: { ...payeeAccount, name: 'PAYEE' } }),
    instruction(33, { bank_account_details: { ...payeeAccount, account_number: '1002' } }),
    instruction(34, { bank_account_details: { ...payeeAccount, bank_code: 'CIBBMYKL' } }),
    instruction(35, { bank_account_details: { ...payeeAccount, name: 'Somebody' } }),
    instruction(36, { bank_account_details: { name: '', bank_code: '', account_number: '' } }),
    instruction(37, { bank_account_details: null }),
    instruction(38, { created_at: '2027-12-03T02:00:00.000Z', bank_account_id: 2 }),
    instruction(40, { created_at: '2026-10-03T02:00:00.000Z' }),
    instruction(41),
    // the account number is masked
    instruction(42, { bank_account_details: { ...payeeAccount, account_number: '****9981' } }),
    instruction(39, { bank_account_id: 2, state: 'received' }),
  ]);
});

test('An allocation has its approvals in time, its arithmetic and an upcoming settlement', async () => {
  expect(await reasons('allocation_lifecycle')).toEqual([
    'send_limit:1 11-03 null 0.0000',
    'send_limit:10 11-03 approved_out_of_time 100.0000',
    'send_limit:11 11-03 null 0.0000',
    'send_limit:12 11-03 null 0.0000',
    'send_limit:13 11-03 null 0.0000',
    'send_limit:14 11-03 pending_past_deadline 100.0000',
    'send_limit:15 11-03 null 0.0000',
    'send_limit:16 11-03 status_unknown 100.0000',
    'send_limit:17 11-05 waits_for_approval 100.0000',
    'send_limit:2 11-03 net_differs -1.0000',
    'send_limit:3 11-03 approvals_contradict 100.0000',
    'send_limit:4 11-03 approved_without_approvals 100.0000',
    'send_limit:5 11-04 approved_out_of_time 100.0000',
    'send_limit:6 11-03 approved_out_of_time 100.0000',
    'send_limit:7 11-03 approved_out_of_time 100.0000',
    'send_limit:8 11-03 settlement_not_upcoming 100.0000',
    // the account asks for two approvals
    'send_limit:9 11-03 approved_without_approvals 100.0000',
  ]);
});

test('A charge has its arithmetic, its recipient, its fee and the time of its payout', async () => {
  const items = await reasons('allocations_to_payouts');
  expect(items.filter((item) => item.startsWith('instruction'))).toEqual([
    'instruction:31 11-03 null 0.0000',
    'instruction:32 11-03 net_differs -1.0000',
    'instruction:33 11-03 recipient_differs -25.0000',
    'instruction:34 11-05 charged_out_of_time 0.0000',
    'instruction:35 11-03 charged_out_of_time 0.0000',
    'instruction:36 11-03 fee_differs -1.0000',
    'instruction:37 11-03 null 0.0000',
    'instruction:38 11-03 recipient_differs -25.0000',
    'instruction:39 11-03 instruction_not_carried_out 25.0000',
    'instruction:40 11-03 charged_out_of_time 0.0000',
    'instruction:41 11-03 null 0.0000',
    'instruction:42 11-03 null 0.0000',
  ]);
  expect(items.filter((item) => item.startsWith('ledger'))).toEqual([
    'ledger:51 11-03 null 0.0000',
    'ledger:52 11-04 charged_out_of_time 0.0000',
    'ledger:53 11-03 recipient_unknown -1.0000',
    'ledger:54 11-03 ledger_row_twice -1.0000',
    'ledger:55 11-03 fee_differs -1.0000',
    'ledger:56 11-03 net_differs -1.0000',
    'ledger:57 11-02 charged_out_of_time 0.0000',
    'ledger:58 11-03 null 0.0000',
    'ledger:59 11-03 fee_differs -1.0000',
    'ledger:60 11-03 null 0.0000',
  ]);
});

test('A payout that is charged on the day after its instruction has both days', async () => {
  const rows = await acme.derived(`select reason from recon.allocations_to_payouts(date '2026-11-02', date '2026-11-06')
     where item_key in ('instruction:31', 'instruction:41') order by item_key`);
  expect(rows.map(({ reason }) => reason)).toEqual([
    'Paid as instructed: MYR 25.00, fee MYR 1.00.',
    'Paid as instructed: MYR 25.00, fee MYR 1.00; instructed on 3 Nov 2026, charged on 4 Nov 2026.',
  ]);
});

test('The bank account that is stated with a payout is that of its recipient, who was entered before', async () => {
  expect(await reasons('beneficiaries')).toEqual([
    'instruction:31 11-03 null 0.0000',
    'instruction:32 11-03 null 0.0000',
    'instruction:33 11-03 paid_to_another_account 25.0000',
    'instruction:34 11-03 paid_to_another_account 25.0000',
    'instruction:35 11-03 paid_to_another_account 25.0000',
    'instruction:36 11-03 null 0.0000',
    'instruction:37 11-03 null 0.0000',
    'instruction:39 11-03 paid_to_another_account 25.0000',
    'instruction:41 11-03 null 0.0000',
    'instruction:42 11-03 null 0.0000',
  ]);
});

test('Terms of an account that the specification has are required, and a type of fee has to be known', async () => {
  const given = payoutAccount(9);
  const broken = [
    { ...given, send_fee: null },
    { ...given, send_fee_type: 'tiered' },
    { ...given, account_verification_fee: undefined },
    { ...given, account_verification_fee_type: 'tiered' },
    { ...given, settlement_convert_approvals_count: undefined },
  ];
  const facts = { kind: 'accounts', received_at };
  expect(await acme.load(landed(page(broken), facts))).toMatchObject({
    rejected: broken.length,
  });
  const unread = [allocation(91, { from_settlement: null }), allocation(92, { approvals_required: null })];
  const limits = landed(page([...unread, charge(93, { from_settlement: null })]), { kind: 'send_limits', received_at });
  expect(await acme.load(limits)).toMatchObject({ rejected: unread.length });
});
