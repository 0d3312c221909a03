import { beforeAll, expect, test } from 'vitest';
import { type ConditionName, holdsFor } from './conditions.ts';
import type { Given } from './facts.ts';
import { type Harmless, harmlessExcuse } from './harmless.ts';
import { changeOf } from './mutation.ts';
import { type Planned, planMutants } from './plan.ts';
import { makeWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld('thursday');
});

/** A change of a field in the world; the first one that the plan has. */
function changed(input: string, field: string, change: string): { planned: Planned; given: Given } {
  const planned = planMutants([world], { seed: 1, count: 200, input, field }).find((one) => one.change === change);
  const made = planned && changeOf(planned.original, planned, `1 ${planned.id}`);
  if (planned === undefined || made === undefined) throw new Error(`no mutant ${input} ${field} ${change}`);
  return { planned, given: { world, original: planned.original, change: made } };
}

test.each<[ConditionName, boolean, string, string, string]>([
  ['same_letters', true, 'orders', 'Currency', 'lower_case'],
  ['same_letters', false, 'orders', 'Currency', 'other'],
  ['same_business_day', true, 'orders', 'Placed On', 'hour_away'],
  ['same_business_day', false, 'orders', 'Placed On', 'day_later'],
  ['same_records', true, 'callbacks', '(record)', 'doubled'],
  ['same_records', false, 'callbacks', '(record)', 'dropped'],
  ['same_payment', true, 'orders', 'Purchase ID', 'column_dropped'],
  ['same_payment', false, 'orders', 'Purchase ID', 'of_another'],
  ['outside_period', true, 'orders', '(preamble)', 'starts_earlier'],
  ['outside_period', false, 'orders', '(preamble)', 'starts_later'],
  ['holds_period', true, 'statement', '(window)', 'day_later'],
  ['holds_period', false, 'statement', '(window)', 'ends_earlier'],
  ['same_as_recipient', true, 'send_instructions', 'bank_account_details', 'absent'],
  ['same_as_recipient', false, 'send_instructions', 'bank_account_details.account_number', 'sign_changed'],
])('%s is %s of %s %s %s', (name, expected, input, field, change) => {
  expect(holdsFor(name, changed(input, field, change).given)).toBe(expected);
});

test('a reason alone excuses no change of an amount', () => {
  const { planned, given } = changed('orders', 'Amount', 'unit_more');
  const entry = { input: ['*'], field: ['*'], reason: 'A reason without a condition.' };
  const listed: Harmless = { harmless: [entry], not_noticed: [], true_outcomes: [] };
  expect(harmlessExcuse(listed, planned, given)).toBeUndefined();
  expect(harmlessExcuse(listed, { ...planned, kind: 'other' }, given)).toEqual({ reason: entry.reason, condition: '' });
});
