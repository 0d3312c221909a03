import { describe, expect, test } from 'vitest';
import { charge, instruction, loadUnknownRecipient, page, payoutAccount, recipient } from '../given/payout-records.ts';
import { unexplainedReasons } from '../given/reasons.ts';
import { days, givenRules } from '../given/rules.ts';

const requestedAt = '2026-11-02T01:00:00.000Z';
const acme = givenRules({}, (rules) => {
  const accounts = page([payoutAccount(7, { updated_at: requestedAt })]);
  return rules.receive(accounts, { kind: 'accounts', received_at: '2026-11-03T03:59:00.000Z' });
});
const load = (kind: string, content: string, received_at: string, facts = {}) =>
  acme.receive(content, { kind, received_at, ...facts });
/** The items of a reconciliation on a day; the head of its file declares each reason with its outcome. */
async function itemsOn(reconciliation: string, day: string) {
  await acme.find([reconciliation], day, `${day.slice(0, 8)}${String(Number(day.slice(8)) + 1).padStart(2, '0')}`);
  expect(await unexplainedReasons(acme.connection)).toEqual([]);
  return acme.items(reconciliation);
}

test.each([
  // requested before noon or after noon of 2 November, settlement of the 2nd or the 4th
  ['later_of_both', '2026-11-02T01:00:00Z', '2026-11-02', '2026-11-03 12:00'],
  ['later_of_both', '2026-11-02T05:00:00Z', '2026-11-04', '2026-11-04 12:00'],
  ['next_noon', '2026-11-02T01:00:00Z', '2026-11-02', '2026-11-02 12:00'],
  ['next_noon', '2026-11-02T05:00:00Z', '2026-11-02', '2026-11-03 12:00'],
  ['noon_of_next_day', '2026-11-02T01:00:00Z', '2026-11-02', '2026-11-03 12:00'],
  ['noon_of_next_day', '2026-11-01T16:30:00Z', null, '2026-11-03 12:00'],
])('The deadline (%s) of %s for %s is %s', async (rule, created, settlement, expected) => {
  const [row] = await acme.rows(
    `select strftime(timezone('Asia/Kuala_Lumpur', core.approval_deadline($created::timestamptz, $settlement::date, $rule, 'Asia/Kuala_Lumpur')), '%Y-%m-%d %H:%M') as due`,
    { created, settlement, rule },
  );
  expect(row).toEqual({ due: expected });
});

const holder = (id: number, status: string, name = `Payee ${id}`, more = {}) =>
  recipient(id, { status, name, created_at: requestedAt, updated_at: null, ...more });
const paidTo = (id: number, bankAccount: number, amount: string, more = {}) =>
  instruction(id, {
    ...{ bank_account_id: bankAccount, amount, bank_account_details: null, updated_at: requestedAt },
    created_at: `2026-11-0${2 + Math.floor((id % 100) / 50)}T02:00:${String(id % 50).padStart(2, '0')}.000Z`,
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
      holder(6, 'verified', 'Somebody Else', { account_number: '1001' }),
      holder(7, 'verified', 'payee  1', { account_number: '1001' }),
    ]),
    '2026-11-02T01:40:00.000Z',
  );
  await load('bank_accounts', page([]), '2026-11-04T02:00:00.000Z');
  await loadUnknownRecipient(acme.connection, 99, '2026-11-04T02:00:00.000Z');
  await load(
    'send_instructions',
    page([
      paidTo(1, 1, '10.00'),
      paidTo(2, 2, '20.00'),
      paidTo(3, 3, '30.00'),
      paidTo(4, 4, '40.00'),
      paidTo(6, 99, '60.00'),
      paidTo(7, 1, '10.00', { description: 'invoice 1 ' }),
      paidTo(8, 1, '10.00'),
      paidTo(9, 1, '11.00', { reference: 'r8' }),
      paidTo(10, 2, '12.00', { state: 'rejected' }),
      paidTo(11, 7, '10.00', { description: 'Invoice 1' }),
    ]),
    '2026-11-04T02:00:00.000Z',
  );
  expect(await itemsOn('beneficiaries', '2026-11-02')).toEqual([
    'account:6 control_breach account_under_two_names',
    'account:7 control_breach account_under_two_names',
    // accounts 1 and 7 have the same number, written with and without a dash
    'instruction:11 duplicate paid_twice 10.0000',
    'instruction:2 control_breach account_rejected 20.0000',
    'instruction:3 control_breach account_not_verified 30.0000',
    'instruction:4 control_breach account_deleted 40.0000',
    'instruction:6 missing_left account_unknown 60.0000',
    'instruction:7 duplicate paid_twice 10.0000',
    'instruction:9 duplicate reference_reused 11.0000',
  ]);
});

describe('Before any reading of the payout account', () => {
  const unread = givenRules();

  // an item needs a currency, and only the payout account says which
  test('two recipients with one bank account are not an item', async () => {
    const holders = [holder(1, 'verified'), holder(2, 'verified', 'Payee 2', { account_number: '1001' })];
    await unread.receive(page(holders), { kind: 'bank_accounts', received_at: '2026-11-02T01:40:00.000Z' });
    await unread.find(['beneficiaries'], '2026-11-02', '2026-11-03');
    expect(await unread.items('beneficiaries')).toEqual([]);
    const account = page([payoutAccount(7, { updated_at: requestedAt })]);
    await unread.receive(account, { kind: 'accounts', received_at: '2026-11-03T03:59:00.000Z' });
    await unread.find(['beneficiaries'], '2026-11-02', '2026-11-03');
    expect(await unread.items('beneficiaries')).toEqual(['account:2 control_breach account_under_two_names']);
  });
});

test('The recommended action depends on the reason', async () => {
  const [row] = await acme.mart(`select what_to_do from mart.item where item_key = 'instruction:7'`);
  expect(row).toEqual({ what_to_do: 'Compare the invoices. If there is only one, recover the money.' });
});

const header = 'ID,Type,Reference Nr.,Currency,Amount,Fee,Status,Paid On\n';
const line = (id: string, amount: string, status = 'paid', day = '05') =>
  `${id},purchase,I-${id},MYR,${amount},1.00,${status},2026-11-${day} 09:00:00\n`;

test('A line that changes after its day was reconciled is a restatement; a new status alone is not', async () => {
  const first = days('2026-11-05');
  const side = (amount: number, fee: number, all: number) => ({ turnover: amount, fee_sell: fee, count: { all } });
  const turnover = JSON.stringify({ incoming: side(6000, 300, 3), outgoing: side(0, 0, 0) });
  const lines = header + line('a', '10.00') + line('b', '20.00') + line('c', '30.00');
  await load('statement', lines, '2026-11-05T17:00:00.000Z', first);
  await load('turnover', turnover, '2026-11-05T17:00:01.000Z', first);
  // a day is compared with what was known when all its controls were made
  await acme.reconcile('2026-11-05', '2026-11-06');
  expect(await acme.items('restatements')).toEqual([]);
  await load(
    'statement',
    header +
      line('a', '10.01') +
      line('c', '30.00', 'refunded') +
      line('d', '40.00') +
      line('e', '50.00', 'paid', '06') +
      line('f', '60.00', 'overdue'),
    '2026-11-06T17:00:00.000Z',
    days('2026-11-05', '2026-11-06'),
  );
  expect(await itemsOn('restatements', '2026-11-06')).toEqual([
    'line:a:1:2026-11-06 restated line_changed 0.0100',
    'line:b:1:2026-11-06 restated line_vanished -19.0000',
    'line:d:1:2026-11-06 restated line_appeared 39.0000',
  ]);
});

const sent = (id: number, amount: string, second: string) =>
  charge(id, {
    ...{ amount: -Number(amount), net_amount: -Number(amount) - 1, send_instruction_id: null, bank_account_id: null },
    ...{ created_at: `2026-11-09T02:00:${second}.000Z`, updated_at: requestedAt },
  });

test('Ledger records without a payout id are matched in order of time, and a missing one shifts none', async () => {
  const at = (id: number, second: string) =>
    paidTo(id, 1, '25.00', { created_at: `2026-11-09T02:00:${second}.000Z`, description: `Refund ${id}` });
  // five payouts of 25.00, ten seconds apart; the ledger has no record of the third
  await load(
    'send_instructions',
    page([at(71, '00'), at(72, '10'), at(73, '20'), at(74, '30'), at(75, '40')]),
    '2026-11-11T02:00:00.000Z',
  );
  await load(
    'send_limits',
    page([sent(81, '25', '01'), sent(82, '25', '11'), sent(84, '25', '31'), sent(85, '25', '41')]),
    '2026-11-11T02:00:00.000Z',
  );
  await acme.find(['allocations_to_payouts'], '2026-11-09', '2026-11-10');
  expect(
    await acme.martLines(`select right_key, coalesce(left_key, '-'), outcome, match_pass from mart.item
     where reconciliation = 'allocations_to_payouts' and business_date = '2026-11-09' order by right_key`),
  ).toEqual([
    '71 81 matched in_time_order',
    '72 82 matched in_time_order',
    '73 - missing_left',
    '74 84 matched in_time_order',
    '75 85 matched in_time_order',
  ]);
});
