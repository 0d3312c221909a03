import { describe, expect, test } from 'vitest';
import { allocation, approvals, charge, loadList, verification } from '../given/payout-records.ts';
import { days, givenFreshRules } from '../given/rules.ts';

const acme = givenFreshRules();

const shown = () =>
  acme.lines(`select concat_ws(' ', field, value) || ': ' || seen_count from raw.unexpected order by field`);

describe('A balance whose figures follow from each other', () => {
  // 1,000.00 collected, 25.00 of fees, 100.00 reserved and 50.00 under way
  const figures = { gross_balance: 1_000_00, fee_sell: 25_00, reserved: 100_00, pending_outgoing: 50_00 };
  const whole = { ...figures, balance: 975_00, available_balance: 825_00 };
  const { window_from } = days('2026-11-03');
  const load = (balance: object) =>
    acme.receive(JSON.stringify({ MYR: balance }), { kind: 'balance', window_from, window_to: window_from });

  test('is loaded, and nothing is shown', async () => {
    await load(whole);
    expect(await shown()).toEqual([]);
  });

  test('is loaded without the figures that the specification does not have', async () => {
    await load({ balance: 975_00 });
    expect(await shown()).toEqual([]);
  });

  test.each([
    ['fee', { fee_sell: 25_01 }, 'balance (not gross_balance less fee_sell)'],
    ['gross balance', { gross_balance: 999_99 }, 'balance (not gross_balance less fee_sell)'],
    ['available_balance', { available_balance: 825_01 }, 'available_balance (not balance less reserved, pending)'],
    ['pending_outgoing', { pending_outgoing: 49_99 }, 'available_balance (not balance less reserved, pending)'],
    ['reserved', { reserved: 100_01 }, 'available_balance (not balance less reserved, pending)'],
    ['a missing fee', { fee_sell: undefined }, 'gross_balance or fee_sell (missing)'],
    ['a missing gross balance', { gross_balance: null }, 'gross_balance or fee_sell (missing)'],
    ['a missing pending amount', { pending_outgoing: undefined }, 'available_balance or pending_outgoing (missing)'],
  ])('is loaded and shown with another %s', async (_, change, field) => {
    await load({ ...whole, ...change });
    expect(await shown()).toEqual([`MYR.${field}: 1`]);
  });
});

describe('A record of the payout ledger that says less than others of its kind', () => {
  const received_at = '2026-11-06T01:00:00.000Z';
  const load = (records: object[]) => loadList(acme.connection, 'send_limits', records, { received_at });
  const unknownApprovals = 'approvals_details (missing, or with an unknown status): 1';
  const usual = [allocation(1), charge(2), verification(3, 1)];

  test('is not shown where no record says more', async () => {
    await load([
      allocation(1, { approvals_details: undefined }),
      charge(2, { send_instruction_id: null, bank_account_id: undefined }),
    ]);
    expect(await shown()).toEqual([]);
  });

  test.each([
    ['no list of approvals', allocation(9, { approvals_details: undefined }), unknownApprovals],
    [
      'an approval of an unknown status',
      allocation(9, { approvals_details: approvals(2, received_at, 'aproved') }),
      unknownApprovals,
    ],
    [
      'an approval without its time',
      allocation(9, { approvals_details: [{ status: 'approved' }, ...approvals(1)] }),
      'approvals_details.approved_at (missing): 1',
    ],
    ['a charge without its payout', charge(9, { send_instruction_id: null }), 'send_instruction_id (missing): 1'],
    ['a charge without its recipient', charge(9, { bank_account_id: null }), 'bank_account_id (missing): 1'],
    ['a verification without its recipient', verification(9, null), 'bank_account_id (missing): 1'],
    ['a charge that is approved', charge(9, { status: 'approved' }), 'status of a charge approved: 1'],
  ])('is loaded and shown: %s', async (_, record, expected) => {
    expect(await load([...usual, record])).toMatchObject({ status: 'loaded', rejected: 0 });
    expect(await shown()).toEqual([expected]);
  });

  test('is compared with the records that are known', async () => {
    await load(usual);
    await load([charge(9, { send_instruction_id: null })]);
    expect(await shown()).toEqual(['send_instruction_id (missing): 1']);
  });
});
