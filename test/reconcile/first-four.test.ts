import { describe, expect, test } from 'vitest';
import { charge, instruction, page, payoutAccount } from '../given/payout-records.ts';
import { unexplainedReasons } from '../given/reasons.ts';
import { days, givenRules } from '../given/rules.ts';

const statement = `ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On,Related To
p1,purchase,INV-1,MYR,100.00,1.00,paid,2026-11-02 09:00:00,
p2,purchase,INV-2,MYR,50.00,0.50,refunded,2026-11-02 10:00:00,
p3,purchase,INV-3,MYR,70.00,0.70,refunded,2026-11-02 11:00:00,
p4,purchase,INV-4,MYR,20.00,0.20,overdue,,
p1,purchase,INV-1,MYR,100.00,1.00,paid,2026-11-02 09:00:00,
r1,refund,INV-2,MYR,50.00,0.00,success,2026-11-02 12:00:00,p2
r2,refund,INV-3,MYR,50.00,0.00,success,2026-11-02 12:05:00,p2
r3,refund,INV-9,MYR,5.00,0.00,success,2026-11-02 13:00:00,p9
r4,refund,INV-1,MYR,120.00,0.00,success,2026-11-02 14:00:00,p1
r5,refund,INV-3,MYR,1.00,0.00,success,2026-11-02 13:30:00,p1
`;
// incoming by hand: 100 + 50 + 70 = 220.00, fees 2.20, 3 payments; turnover has one more of 51.90, fee 0.52
const turnover = {
  incoming: { turnover: 27190, fee_sell: 272, count: { all: 4 } },
  outgoing: { turnover: 22600, fee_sell: 0, count: { all: 5 } },
};
const day = days('2026-11-02');
const at = '2026-11-02T03:00:00.000Z';
const sent = (id: number, instruction: number | null, amount: number, fee = 1) =>
  charge(id, {
    ...{ amount: -amount, fee, net_amount: -amount - fee, send_instruction_id: instruction, bank_account_id: null },
    ...{ created_at: at, updated_at: at },
  });
const instructed = (id: number, amount: string, state = 'completed') =>
  instruction(id, { amount, state, description: null, bank_account_details: null, created_at: at, updated_at: at });

const items = (reconciliation: string) => acme.items(reconciliation, 'true');

// an allocation of the day's settlement with both approvals
const received = (id: number, amount: number, status: string) => ({
  ...sent(id, null, -amount, 0),
  transaction_type: 'in',
  status,
  from_settlement: '2026-11-02',
  approvals_required: 2,
  approvals_received: 2,
});

const acme = givenRules({}, async (rules) => {
  await rules.receive(statement, { kind: 'statement', ...day });
  // the next day's statement, which would have the refund of p3
  const next = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On\nq1,purchase,I-1,MYR,1.00,0.00,overdue,\n';
  await rules.receive(next, { kind: 'statement', received_at: '2026-11-04T00:10:00Z', ...days('2026-11-03') });
  await rules.receive(JSON.stringify(turnover), { kind: 'turnover', ...day });
  const accounts = [payoutAccount(7, { current_balance: 640.5, updated_at: at })];
  await rules.receive(page(accounts), { kind: 'accounts' });
  const ledger = [
    received(1, 1000, 'approved'),
    received(2, 500, 'expired'),
    sent(3, 31, 100),
    sent(4, 32, 80),
    sent(5, 33, 60, 1.5),
    sent(6, 34, 50),
    sent(7, 34, 50),
    sent(8, 99, 10),
    sent(9, 35, 5),
  ];
  await rules.receive(page(ledger), { kind: 'send_limits' });
  const instructions = [
    instructed(31, '100.00'),
    instructed(32, '81.00'),
    instructed(33, '60.00'),
    instructed(34, '50.00'),
    instructed(35, '5.00', 'rejected'),
    instructed(36, '7.00'),
    instructed(37, '8.00', 'deleted'),
  ];
  await rules.receive(page(instructions), { kind: 'send_instructions' });
  await rules.reconcile('2026-11-02', '2026-11-03');
});

describe('statement_to_turnover', () => {
  test('reports the day with one more payment in turnover, and the duplicate line', async () => {
    expect(await items('statement_to_turnover')).toEqual([
      'day:MYR:2026-11-02:incoming missing_left turnover_without_line 51.9000',
      'day:MYR:2026-11-02:outgoing matched - 0.0000',
      'line:p1:2 duplicate line_twice -100.0000',
    ]);
  });

  test('its bridge goes from the lines to turnover, with the residual last', async () => {
    const lines = await acme.rows(
      `select line_code, amount from mart.bridge_line where subject = 'incoming' and measure = 'amount' order by line_no`,
    );
    expect(lines).toEqual([
      { line_code: 'statement_lines', amount: '320.0000' },
      { line_code: 'repeated_lines', amount: '-100.0000' },
      { line_code: 'statement_total', amount: '220.0000' },
      { line_code: 'turnover', amount: '271.9000' },
      { line_code: 'residual', amount: '51.9000' },
    ]);
  });
});

test('refunds_to_purchases distinguishes duplicate, excessive, orphan and missing refunds', async () => {
  expect(await items('refunds_to_purchases')).toEqual([
    'purchase:p3 status_differs refunded_without_refund 70.0000',
    'refund:r1 matched - 0.0000',
    // it names another payment by its reference too
    'refund:r2 duplicate refunded_twice -50.0000',
    'refund:r3 orphan_refund refund_without_payment -5.0000',
    'refund:r4 over_refund refunded_above_paid -21.0000',
    // it names p1 by its id, and p3 by its reference
    'refund:r5 status_differs names_two_payments 0.0000',
  ]);
});

test('allocations_to_payouts gives each kind of difference between ledger and payout its reason', async () => {
  expect(await items('allocations_to_payouts')).toEqual([
    'instruction:31 matched - 0.0000',
    'instruction:32 amount_differs amount_differs 1.0000',
    'instruction:33 fee_differs fee_differs -0.5000',
    'instruction:34 matched - 0.0000',
    'instruction:35 status_differs rejected_but_debited -5.0000',
    'instruction:36 missing_left instruction_without_ledger_row 7.0000',
    'ledger:7 duplicate ledger_row_twice -50.0000',
    'ledger:8 missing_right ledger_row_without_instruction -10.0000',
  ]);
});

test('payout_roll_forward: 1000 − 355 sent − 7.50 fees = 637.50, and the account holds 640.50', async () => {
  expect(await items('payout_roll_forward')).toEqual(['MYR:2026-11-02 control_breach balance_not_explained 3.0000']);
});

// 2 + 5 + 6 + 1 breaks; residuals 51.90 + 0.52 (fee) + 3.00
test('a day with an unexplained difference and a missing input is incomplete, never green', async () => {
  expect(await acme.rows('select verdict, break_count, residual from mart.verdict')).toEqual([
    { verdict: 'incomplete', break_count: 14n, residual: '55.4200' },
  ]);
});

test('An excess in the payout account is reported once, although the same reading is used for earlier days', async () => {
  await acme.reconcile('2026-10-30', '2026-11-01');
  const reported = await acme.rows(
    `select business_date::text as day, right_minus_left::text as amount from recon.item where reconciliation = 'payout_roll_forward'`,
  );
  expect(reported).toEqual([{ day: '2026-11-02', amount: '3.0000' }]);
  // the reading of 2 November covers the days before it: none of them is in balance
  const control =
    "select state, is_decided, reason from mart.control where control = 'payout_roll_forward' and subject <> ''";
  expect(await acme.rows(`${control} and business_date = date '2026-10-30'`)).toEqual([
    { state: 'out_of_balance', is_decided: false, reason: 'Out of balance by MYR 3.00 through 2 Nov 2026.' },
  ]);
  await acme.execute(`insert into recon.decision by name
     select 'd1' as decision_id, break_id, reconciliation, item_key, 'accept' as decision, 'rounding' as reason_code,
       'Aina' as author, known_at as decided_at, []::text[] as evidence, outcome, left_amount, right_amount, right_minus_left,
       []::text[] as matched_with, false as needs_second, 0 as receipt_id
     from recon.item inner join recon.run using (run_id) where reconciliation = 'payout_roll_forward'`);
  await acme.reconcile('2026-10-30', '2026-11-01');
  expect(await acme.rows(`${control} and business_date = date '2026-10-30'`)).toMatchObject([
    { state: 'out_of_balance', is_decided: true },
  ]);
});

test('Each reason is declared in the head of its file with its outcome', async () => {
  expect(await unexplainedReasons(acme.connection)).toEqual([]);
});
