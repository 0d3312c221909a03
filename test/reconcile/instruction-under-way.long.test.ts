import { beforeAll, expect, test } from 'vitest';
import { charge, instruction, page, payoutAccount } from '../given/payout-records.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();
beforeAll(() =>
  load('accounts', [payoutAccount(7, { updated_at: '2026-10-01T00:00:00.000Z' })], '2026-10-01T00:00:00.000Z'),
);

/** A list of the payout service read at an instant. */
const load = (kind: string, results: object[], received_at: string) =>
  acme.receive(page(results), { kind, received_at });

const given = '2026-11-06T02:00:00.000Z';
const { bank_account_details: _details, description: _description, ...instructed } = instruction(0);
const inState = (id: number, state: string, createdAt: string, updatedAt = createdAt) => ({
  ...instructed,
  ...{ id, state, reference: `R${id}`, created_at: createdAt, updated_at: updatedAt },
});
const sent = (id: number, instructionId: number, at = given) =>
  charge(id, { send_instruction_id: instructionId, bank_account_id: null, created_at: at, updated_at: at });

// Friday 6 November, 10:00 in Malaysia: 1 is not charged, 2 is; 3 was charged by a record without a known payout
const underWay = [inState(1, 'executing', given), inState(2, 'executing', given)];

async function itemsAt(listedAt: string, instructions: object[], day = '2026-11-06') {
  await load('send_instructions', instructions, listedAt);
  const rows = await acme.derived(
    `select item_key, outcome, reason_code, right_minus_left, expected_on::text as expected_on, becomes_break_on::text as becomes_break_on
     from recon.allocations_to_payouts($day::date, $day::date + 1) order by item_key`,
    { day },
  );
  return rows.map((row) => Object.values(row).join(' '));
}

test('A payout in progress is outstanding, then overdue, then a break: after a day while few were observed', async () => {
  await load('send_limits', [sent(1, 2), sent(2, 3)], given);
  // expected a day and an hour after its creation: Saturday 11:00
  expect(await itemsAt('2026-11-06T02:30:00.000Z', underWay)).toEqual([
    'instruction:1 timing not_listed_yet 25.0000 2026-11-07 2026-11-10',
    'instruction:2 matched  0.0000  ',
    // the list may be an hour old and not have it
    'ledger:2 timing not_listed_yet -25.0000 2026-11-06 2026-11-06',
  ]);
  expect(await itemsAt('2026-11-07T03:00:00.000Z', underWay)).toEqual([
    'instruction:1 timing not_listed_yet 25.0000 2026-11-07 2026-11-10',
    'instruction:2 matched  0.0000  ',
    'ledger:2 missing_right ledger_row_without_instruction -25.0000  ',
  ]);
  const late = ['2026-11-07T03:00:01.000Z', '2026-11-10T15:59:59.000Z'];
  for (const listedAt of late)
    expect((await itemsAt(listedAt, underWay)).slice(0, 2)).toEqual([
      'instruction:1 overdue instruction_not_carried_out 25.0000 2026-11-07 2026-11-10',
      'instruction:2 overdue instruction_not_carried_out -25.0000 2026-11-07 2026-11-10',
    ]);
  // the 10th is over in Malaysia
  expect((await itemsAt('2026-11-10T16:00:00.000Z', underWay)).slice(0, 2)).toEqual([
    'instruction:1 status_differs instruction_stuck 25.0000  ',
    'instruction:2 status_differs instruction_stuck -25.0000  ',
  ]);
});

test('After twenty observations it is expected within the time of 19 of 20; it closes on completion', async () => {
  // 19 took three hours and one took nine: expected three hours, plus one for the list, after its creation
  const took = (hours: number) => new Date(Date.parse('2026-10-20T02:00:00.000Z') + hours * 3_600_000).toISOString();
  const observed = Array.from({ length: 20 }, (_, at) =>
    inState(100 + at, 'completed', took(0), took(at === 0 ? 9 : 3)),
  );
  const fourth = (state: string) => [...observed, inState(4, state, '2026-11-11T02:00:00.000Z')];
  expect(await itemsAt('2026-11-11T06:00:00.000Z', fourth('received'), '2026-11-11')).toEqual([
    'instruction:4 timing not_listed_yet 25.0000 2026-11-11 2026-11-14',
  ]);
  expect(await itemsAt('2026-11-11T06:00:01.000Z', fourth('received'), '2026-11-11')).toEqual([
    'instruction:4 overdue instruction_not_carried_out 25.0000 2026-11-11 2026-11-14',
  ]);
  // a ledger that was not read since the completion does not say that the charge is missing
  await load('send_limits', [sent(1, 2)], '2026-11-11T07:00:00.000Z');
  expect((await itemsAt('2026-11-11T07:00:00.000Z', fourth('completed'), '2026-11-11')).slice(0, 1)).toEqual([
    'instruction:4 missing_left instruction_without_ledger_row 25.0000  ',
  ]);
  await load('send_limits', [sent(4, 4, '2026-11-11T02:00:01.000Z')], '2026-11-11T08:00:00.000Z');
  expect(await itemsAt('2026-11-11T08:00:00.000Z', fourth('completed'), '2026-11-11')).toEqual([
    'instruction:4 matched  0.0000  ',
  ]);
});
