import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../src/reconcile/reconcile.ts';
import { readRows } from '../../src/warehouse/duckdb-values.ts';
import type { Warehouse } from '../../src/warehouse/open.ts';
import { givenCompany, givenPayoutTerms, landed, loadLanded } from '../given/landed.ts';
import { readMart } from '../given/mart.ts';
import { loadUnknownRecipient, page } from '../given/payout-records.ts';
import { unexplainedReasons } from '../given/reasons.ts';
import { givenWarehouse } from '../given/warehouse.ts';

let warehouse: Warehouse;
let runId = 1000;
beforeAll(async () => {
  warehouse = await givenWarehouse();
  await givenCompany(warehouse.connection);
});
afterAll(() => warehouse.close());

async function load(kind: string, content: string, receivedAt: string, facts = {}) {
  const file = landed(content, { kind, received_at: receivedAt, ...facts });
  expect(await loadLanded(warehouse.connection, file)).toMatchObject({ status: 'loaded', rejected: 0 });
  return file.receipt_id;
}
async function reconcileDays(from: string, to: string, knownThrough: number) {
  runId += 1;
  await reconcile(warehouse.connection, { runId, company: 'acme', periodStart: from, periodEnd: to, knownThrough });
}
const items = (reconciliation: string) =>
  readMart(
    warehouse.connection,
    `select item_key, outcome, reason_code, right_minus_left from mart.item
     where reconciliation = $reconciliation and outcome <> 'matched' order by item_key`,
    { reconciliation },
  );

// requested 2 November 09:00 in Malaysia, for that day's settlement
const requestedAt = '2026-11-02T01:00:00.000Z';
const limit = (id: number, status: string, received: number, more = {}) => ({
  id,
  currency: 'MYR',
  transaction_type: 'in',
  amount: 1000 * id,
  fee: 0,
  net_amount: 1000 * id,
  status,
  from_settlement: '2026-11-02',
  approvals_required: 2,
  approvals_received: received,
  created_at: requestedAt,
  updated_at: requestedAt,
  ...more,
});

const account = {
  id: 7,
  currency: 'MYR',
  status: 'active',
  ...givenPayoutTerms,
  current_balance: 0,
  updated_at: requestedAt,
};

test('An allocation is checked against its approvals and its deadline', async () => {
  const limits = page([limit(1, 'approved', 2), limit(2, 'approved', 1), limit(3, 'pending', 1), limit(4, 'held', 0)]);
  await load('accounts', page([account]), '2026-11-03T03:59:00.000Z');
  // the later of both deadlines is noon of 3 November in Malaysia, 04:00 UTC
  await reconcileDays('2026-11-02', '2026-11-03', await load('send_limits', limits, '2026-11-03T03:59:00.000Z'));
  const breach = {
    item_key: 'send_limit:2',
    outcome: 'control_breach',
    reason_code: 'approved_without_approvals',
    right_minus_left: '2000.0000',
  };
  const unknown = {
    item_key: 'send_limit:4',
    outcome: 'status_differs',
    reason_code: 'status_unknown',
    right_minus_left: '4000.0000',
  };
  const awaitsApproval = { item_key: 'send_limit:3', right_minus_left: '3000.0000' };
  expect(await items('allocation_lifecycle')).toEqual([
    breach,
    { ...awaitsApproval, outcome: 'timing', reason_code: 'waits_for_approval' },
    unknown,
  ]);

  await reconcileDays('2026-11-02', '2026-11-03', await load('send_limits', limits, '2026-11-03T04:01:00.000Z'));
  expect(await items('allocation_lifecycle')).toEqual([
    breach,
    { ...awaitsApproval, outcome: 'control_breach', reason_code: 'pending_past_deadline' },
    unknown,
  ]);
});

test.each([
  // requested before noon or after noon of 2 November, settlement of the 2nd or the 4th
  ['later_of_both', '2026-11-02T01:00:00Z', '2026-11-02', '2026-11-03 12:00'],
  ['later_of_both', '2026-11-02T05:00:00Z', '2026-11-04', '2026-11-04 12:00'],
  ['next_noon', '2026-11-02T01:00:00Z', '2026-11-02', '2026-11-02 12:00'],
  ['next_noon', '2026-11-02T05:00:00Z', '2026-11-02', '2026-11-03 12:00'],
  ['noon_of_next_day', '2026-11-02T01:00:00Z', '2026-11-02', '2026-11-03 12:00'],
  ['noon_of_next_day', '2026-11-01T16:30:00Z', null, '2026-11-03 12:00'],
])('The deadline (%s) of %s for %s is %s', async (rule, created, settlement, expected) => {
  const [row] = await readRows(
    warehouse.connection,
    `select strftime(timezone('Asia/Kuala_Lumpur', core.approval_deadline($created::timestamptz, $settlement::date, $rule, 'Asia/Kuala_Lumpur')), '%Y-%m-%d %H:%M') as due`,
    { created, settlement, rule },
  );
  expect(row).toEqual({ due: expected });
});

const holder = (id: number, status: string, name = `Payee ${id}`, more = {}) => ({
  id,
  status,
  name,
  account_number: `100-${id}`,
  bank_code: 'MBBEMYKL',
  reference: `A${id}`,
  created_at: requestedAt,
  ...more,
});
const instructionRecord = (id: number, bankAccount: number, amount: string, more = {}) => ({
  id,
  bank_account_id: bankAccount,
  amount,
  state: 'completed',
  reference: `R${id}`,
  description: `Invoice ${id}`,
  created_at: `2026-11-0${2 + Math.floor((id % 100) / 50)}T02:00:${String(id % 50).padStart(2, '0')}.000Z`,
  updated_at: requestedAt,
  ...more,
});

test('A payout is checked against its recipient and the earlier payouts', async () => {
  await load(
    'bank_accounts',
    page([
      holder(1, 'verified'),
      holder(2, 'rejected'),
      holder(3, 'pending'),
      holder(4, 'verified', 'Payee 4', { deleted_at: '2026-11-02T01:30:00Z' }),
      holder(5, 'verified'),
      holder(6, 'verified', 'Somebody Else', { account_number: '1001' }),
      holder(7, 'verified', 'payee  1', { account_number: '1001' }),
    ]),
    '2026-11-02T01:40:00.000Z',
  );
  // account 5 changes its number after it was verified
  await load(
    'bank_accounts',
    page([holder(5, 'verified', 'Payee 5', { account_number: '999' })]),
    '2026-11-02T01:50:00.000Z',
  );
  await load(
    'bank_accounts',
    page([holder(5, 'verified', 'Payee 5', { account_number: '999' })]),
    '2026-11-04T02:00:00.000Z',
  );
  await loadUnknownRecipient(warehouse.connection, 99, '2026-11-04T02:00:00.000Z');
  const through = await load(
    'send_instructions',
    page([
      instructionRecord(1, 1, '10.00'),
      instructionRecord(2, 2, '20.00'),
      instructionRecord(3, 3, '30.00'),
      instructionRecord(4, 4, '40.00'),
      instructionRecord(5, 5, '50.00'),
      instructionRecord(6, 99, '60.00'),
      instructionRecord(7, 1, '10.00', { description: 'invoice 1 ' }),
      instructionRecord(8, 1, '10.00'),
      instructionRecord(9, 1, '11.00', { reference: 'r8' }),
      instructionRecord(10, 2, '12.00', { state: 'rejected' }),
      instructionRecord(11, 7, '10.00', { description: 'Invoice 1' }),
    ]),
    '2026-11-04T02:00:00.000Z',
  );
  await reconcileDays('2026-11-02', '2026-11-03', through);
  const breach = (item_key: string, reason_code: string, right_minus_left: string, outcome = 'control_breach') => ({
    item_key,
    outcome,
    reason_code,
    right_minus_left,
  });
  expect(await items('beneficiaries')).toEqual([
    {
      item_key: 'account:6',
      outcome: 'control_breach',
      reason_code: 'account_under_two_names',
      right_minus_left: null,
    },
    {
      item_key: 'account:7',
      outcome: 'control_breach',
      reason_code: 'account_under_two_names',
      right_minus_left: null,
    },
    // accounts 1 and 7 have the same number, written with and without a dash
    breach('instruction:11', 'paid_twice', '10.0000', 'duplicate'),
    breach('instruction:2', 'account_rejected', '20.0000'),
    breach('instruction:3', 'account_not_verified', '30.0000'),
    breach('instruction:4', 'account_deleted', '40.0000'),
    breach('instruction:5', 'account_changed', '50.0000'),
    breach('instruction:6', 'account_unknown', '60.0000', 'missing_left'),
    breach('instruction:7', 'paid_twice', '10.0000', 'duplicate'),
    breach('instruction:9', 'reference_reused', '11.0000', 'duplicate'),
  ]);
});

test('The recommended action depends on the reason', async () => {
  const [row] = await readMart(
    warehouse.connection,
    `select what_to_do from mart.item where item_key = 'instruction:7'`,
  );
  expect(row).toEqual({ what_to_do: 'Compare the invoices. If there is only one, recover the money.' });
});

const header = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On\n';
const line = (id: string, amount: string, status = 'paid', day = '05') =>
  `${id},purchase,I-${id},MYR,${amount},1.00,${status},2026-11-${day} 09:00:00\n`;
const window = { window_from: '2026-11-04T16:00:00Z', currency: 'MYR' };

test('A line that changes after its day was reconciled is a restatement; a new status alone is not', async () => {
  const first = { ...window, window_to: '2026-11-05T16:00:00Z' };
  const side = (amount: number, fee: number, all: number) => ({ turnover: amount, fee_sell: fee, count: { all } });
  const turnover = JSON.stringify({ incoming: side(6000, 300, 3), outgoing: side(0, 0, 0) });
  const lines = header + line('a', '10.00') + line('b', '20.00') + line('c', '30.00');
  await load('statement', lines, '2026-11-05T17:00:00.000Z', first);
  await reconcileDays('2026-11-05', '2026-11-06', await load('turnover', turnover, '2026-11-05T17:00:01.000Z', first));
  expect(await items('restatements')).toEqual([]);
  const second = await load(
    'statement',
    header +
      line('a', '10.01') +
      line('c', '30.00', 'refunded') +
      line('d', '40.00') +
      line('e', '50.00', 'paid', '06') +
      line('f', '60.00', 'overdue'),
    '2026-11-06T17:00:00.000Z',
    { ...window, window_to: '2026-11-06T16:00:00Z' },
  );
  await reconcileDays('2026-11-06', '2026-11-07', second);
  const restated = (key: string, reason_code: string, right_minus_left: string) => ({
    item_key: `line:${key}:1:2026-11-06`,
    outcome: 'restated',
    reason_code,
    right_minus_left,
  });
  expect(await items('restatements')).toEqual([
    restated('a', 'line_changed', '0.0100'),
    restated('b', 'line_vanished', '-19.0000'),
    restated('d', 'line_appeared', '39.0000'),
  ]);
});

const sent = (id: number, amount: string, second: string, instruction: number | null = null) => ({
  id,
  currency: 'MYR',
  transaction_type: 'out',
  amount: -Number(amount),
  fee: 1,
  net_amount: -Number(amount) - 1,
  status: 'success',
  send_instruction_id: instruction,
  created_at: `2026-11-09T02:00:${second}.000Z`,
  updated_at: requestedAt,
});

test('Ledger records without a payout id are matched in order of time, and a missing one shifts none', async () => {
  const at = (id: number, second: string) =>
    instructionRecord(id, 1, '25.00', { created_at: `2026-11-09T02:00:${second}.000Z`, description: `Refund ${id}` });
  // five payouts of 25.00, ten seconds apart; the ledger has no record of the third
  await load(
    'send_instructions',
    page([at(71, '00'), at(72, '10'), at(73, '20'), at(74, '30'), at(75, '40')]),
    '2026-11-11T02:00:00.000Z',
  );
  const through = await load(
    'send_limits',
    page([sent(81, '25', '01'), sent(82, '25', '11'), sent(84, '25', '31'), sent(85, '25', '41')]),
    '2026-11-11T02:00:00.000Z',
  );
  await reconcileDays('2026-11-09', '2026-11-10', through);
  const rows = await readMart(
    warehouse.connection,
    `select right_key, left_key, outcome, match_pass from mart.item
     where reconciliation = 'allocations_to_payouts' and business_date = '2026-11-09' order by right_key`,
  );
  const pair = (right_key: string, left_key: string) => ({
    right_key,
    left_key,
    outcome: 'matched',
    match_pass: 'in_time_order',
  });
  expect(rows).toEqual([
    pair('71', '81'),
    pair('72', '82'),
    { right_key: '73', left_key: null, outcome: 'missing_left', match_pass: null },
    pair('74', '84'),
    pair('75', '85'),
  ]);
});

test('Each reason is declared in the head of its file with its outcome', async () => {
  expect(await unexplainedReasons(warehouse.connection)).toEqual([]);
});
