import { beforeAll, expect, test } from 'vitest';
import {
  allocation,
  approvals,
  charge,
  instruction,
  loadList,
  recipient,
  verification,
} from '../given/payout-records.ts';
import { givenRules } from '../given/rules.ts';

/*
 * Of three allocations, the first was approved on 3 November at 14:00 in Malaysia, the second has one of two approvals, and the third
 * expired. 30 and 10 are paid out on the 3rd at 10:00, for 1 each; a verification costs 1 on the 5th, at half past midnight. Recipient 2
 * was rejected.
 */
const acme = givenRules();
const load = async (kind: string, results: object[]) =>
  expect(await loadList(acme.connection, kind, results, { received_at: '2026-11-06T13:00:00.000Z' })).toMatchObject({
    rejected: 0,
  });

beforeAll(async () => {
  await load('bank_accounts', [
    recipient(1),
    recipient(2, { status: 'rejected', rejection_reason: 'The name does not match.' }),
  ]);
  await load('send_limits', [
    allocation(1, { approvals_details: [...approvals(1, '2026-11-03T05:30:00.000Z'), ...approvals(1)] }),
    allocation(2, {
      ...{ status: 'pending', amount: 50, net_amount: 50, from_settlement: '2026-11-06', approvals_received: 1 },
      ...{ approvals_details: approvals(1), created_at: '2026-11-05T05:00:00.000Z' },
    }),
    allocation(3, {
      status: 'expired',
      approvals_received: 0,
      approvals_details: [],
      updated_at: '2026-11-04T04:00:00.000Z',
    }),
    charge(30, { amount: -30, net_amount: -31 }),
    charge(31, { amount: -10, net_amount: -11, bank_account_id: 2 }),
    verification(40, 2, { created_at: '2026-11-04T16:30:00.000Z', updated_at: '2026-11-04T16:30:00.000Z' }),
  ]);
  await load('send_instructions', [
    instruction(30, { amount: '30.00' }),
    instruction(31, { amount: '10.00', bank_account_id: 2, state: 'rejected' }),
  ]);
});

const at = (column: string) => `strftime(timezone('UTC', ${column}), '%d %H:%M')`;

test('A record of the ledger has its approvals, the deadline, and the payout with its recipient', async () => {
  expect(
    await acme.mart(
      `select movement_id, ledger_kind, status, net_amount, moved_on::text as moved_on, approvals_received, approvals_required,
         ${at('first_approved_at')} as first, ${at('last_approved_at')} as last, ${at('approval_due_at')} as due, reference,
         payout_state, recipient_id, recipient_status, rejection_reason
       from mart.payout_ledger order by movement_id`,
    ),
  ).toEqual([
    // due at noon of the day after the request or of the settlement, whichever is later: the 4th and the 6th at 4:00 UTC
    expect.objectContaining({
      ...{ ledger_kind: 'allocation', status: 'approved', net_amount: '100.0000', moved_on: '2026-11-03' },
      ...{ approvals_received: 2, approvals_required: 2, first: '03 05:30', last: '03 06:00', due: '04 04:00' },
      ...{ reference: null, recipient_id: null, rejection_reason: null },
    }),
    expect.objectContaining({
      ...{
        status: 'pending',
        net_amount: '50.0000',
        moved_on: null,
        approvals_received: 1,
        first: '03 06:00',
        due: '06 04:00',
      },
    }),
    expect.objectContaining({ status: 'expired', moved_on: null, approvals_received: 0, first: null, due: '04 04:00' }),
    expect.objectContaining({
      ...{ ledger_kind: 'payout', net_amount: '-31.0000', moved_on: '2026-11-03', due: null, reference: 'R30' },
      ...{ payout_state: 'completed', recipient_id: 1n, recipient_status: 'verified', rejection_reason: null },
    }),
    expect.objectContaining({
      ...{ ledger_kind: 'payout', reference: 'R31', payout_state: 'rejected', recipient_id: 2n },
      ...{ recipient_status: 'rejected', rejection_reason: 'The name does not match.' },
    }),
    expect.objectContaining({
      ...{
        ledger_kind: 'verification',
        net_amount: '-1.0000',
        moved_on: '2026-11-05',
        reference: null,
        payout_state: null,
      },
      ...{ recipient_id: 2n, rejection_reason: 'The name does not match.' },
    }),
  ]);
  expect(await acme.martLines('select payout_id, rejection_reason from mart.payout order by payout_id')).toEqual([
    '30',
    '31 The name does not match.',
  ]);
});

test('The payout account opens with the balance of the day before, and closes after its movements', async () => {
  // 100 - 31 - 11 = 58 on the 3rd; the verification is of the 5th in Malaysia
  expect(await acme.martLines('select * exclude (company) from mart.payout_account order by business_date')).toEqual([
    'MYR 2026-11-03 0.0000 100.0000 42.0000 0.0000 58.0000',
    'MYR 2026-11-05 58.0000 0.0000 0.0000 1.0000 57.0000',
  ]);
});
