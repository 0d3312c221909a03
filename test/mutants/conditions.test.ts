import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type ConditionName, conditionNames, holdsFor } from './conditions.ts';
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
  return { planned, given: { world, original: planned.original, change: made, results: { before: [], after: [] } } };
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
  ['becomes_zero', true, 'bank_statement', 'Amount', 'zero'],
  ['becomes_zero', false, 'orders', 'Refunded', 'unit_more'],
  ['reference_without_payment', true, 'orders', 'Reference', 'sign_changed'],
  ['reference_without_payment', false, 'orders', 'Reference', 'of_another'],
  ['same_payment_of_paid_order', true, 'orders', 'Purchase ID', 'column_dropped'],
  ['same_payment_of_paid_order', false, 'orders', 'Purchase ID', 'of_another'],
  ['outside_period', true, 'orders', '(preamble)', 'starts_earlier'],
  ['outside_period', false, 'orders', '(preamble)', 'starts_later'],
  ['holds_period', true, 'statement', '(window)', 'day_later'],
  ['holds_period', false, 'statement', '(window)', 'ends_earlier'],
  ['same_refunded_payment', true, 'statement', 'Related To', 'column_dropped'],
  ['named_elsewhere', true, 'statement', 'Reference Nr.', 'emptied'],
  ['has_payment', true, 'orders', 'Placed On', 'day_later'],
  ['different_amounts', true, 'bank_statement', 'Reference', 'column_dropped'],
  ['statement_received', true, 'statement_request', 'id', 'sign_changed'],
  ['received_afterwards', false, 'turnover', '(received_at)', 'days_earlier'],
  ['same_window_start', true, 'balance', '(window)', 'ends_earlier'],
  ['same_window_start', false, 'balance', '(window)', 'starts_later'],
  ['no_earlier_statement', true, 'statement', 'Net Amount', 'column_dropped'],
  ['within_36_hours', true, 'callbacks', 'received_at', 'day_later'],
  ['within_36_hours', false, 'callbacks', 'received_at', 'far_later'],
  ['has_signed_time', true, 'callbacks', 'received_at', 'absent'],
  ['currency_of_receipt', true, 'statement', 'Currency', 'column_dropped'],
  ['same_as_instruction', true, 'send_limits', 'bank_account_id', 'absent'],
  ['only_charge_of_amount', true, 'send_limits', 'send_instruction_id', 'absent'],
  ['within_day_of_recipient', false, 'send_limits', 'created_at', 'far_later'],
  ['no_reading_between', false, 'send_limits', 'created_at', 'far_later'],
  ['same_as_recipient', true, 'send_instructions', 'bank_account_details', 'absent'],
  ['same_as_recipient', false, 'send_instructions', 'bank_account_details.account_number', 'sign_changed'],
])('%s is %s of %s %s %s', (name, expected, input, field, change) => {
  expect(holdsFor(name, changed(input, field, change).given)).toBe(expected);
});

test.each<[ConditionName, boolean, string[], string[]]>([
  ['same_results', true, ['item 1', 'item 2'], ['item 1', 'item 2']],
  ['same_results', false, ['item 1', 'item 2'], ['item 1']],
  ['same_results', false, ['item 1'], ['item 2']],
  // nothing was computed
  ['same_results', false, [], []],
  ['same_results_but_times', true, [`{'left_at': '1', 'amount': 5}`], [`{'left_at': '2', 'amount': 5}`]],
  ['same_results_but_times', false, [`{'left_at': '1', 'amount': 5}`], [`{'left_at': '1', 'amount': 6}`]],
])('%s is %s of %j and %j', (name, expected, before, after) => {
  const { given } = changed('orders', 'Order', 'sign_changed');
  expect(holdsFor(name, { ...given, results: { before, after } })).toBe(expected);
});

test('Another name is the same result where it is in its place, and nowhere else', () => {
  const { given } = changed('orders', 'Order', 'sign_changed');
  const [was, is] = [given.change.was, given.change.becomes].map(String);
  const before = [`order ${was}`, 'total 1'];
  const results = (after: string[]) => ({ ...given, results: { before, after } });
  expect(holdsFor('same_results_by_another_name', results([`order ${is}`, 'total 1']))).toBe(true);
  expect(holdsFor('same_results_by_another_name', results([`order ${is}`, 'total 2']))).toBe(false);
  expect(holdsFor('same_results_by_another_name', results(['order', 'total 1']))).toBe(false);
});

test.each<[string, string, boolean]>([
  ['0.00', '0', true],
  ['0.000', '0.00', true],
  ['1.50', '1.5', true],
  ['010', '10', true],
  ['10', '1', false],
  ['1.05', '1.5', false],
  ['0.00', '', false],
  ['n/a', 'n/a', false],
])('%s and %s are the same number: %s', (was, becomes, expected) => {
  const { given } = changed('orders', 'Refunded', 'unit_more');
  expect(holdsFor('same_number', { ...given, change: { ...given.change, was, becomes } })).toBe(expected);
});

test('Every condition has a case', () => {
  const text = readFileSync(new URL(import.meta.url), 'utf8');
  expect(conditionNames.filter((name) => !text.includes(`'${name}'`))).toEqual([]);
});

test('a reason alone excuses no change of an amount', () => {
  const { planned, given } = changed('orders', 'Amount', 'unit_more');
  const entry = { input: ['*'], field: ['*'], reason: 'A reason without a condition.' };
  const listed: Harmless = { harmless: [entry], no_effect: [], not_noticed: [], true_outcomes: [] };
  expect(harmlessExcuse(listed, planned, given)).toBeUndefined();
  expect(harmlessExcuse(listed, { ...planned, kind: 'other' }, given)).toEqual({ reason: entry.reason, condition: '' });
});
