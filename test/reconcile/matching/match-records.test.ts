import { describe, expect, test } from 'vitest';
import { readPass } from '../../../src/reconcile/matching/declared-pass.ts';
import { type GivenRecord, left, matched, matchesBy, passes, putRecords, right } from '../../given/matching.ts';
import { givenRules } from '../../given/rules.ts';

const acme = givenRules();

describe('A declared pass', () => {
  const read = (text: string) => readPass(text, 'sql/reconcile/x.sql');

  test('is a name with literal settings', () => {
    expect(read("same_reference(absolute := 0.05, fee_explains := true, prefixes := ['a''b', 'c'])")).toEqual({
      pass: 'same_reference',
      settings: { absolute: '0.05', fee_explains: 'true', prefixes: "['a''b', 'c']" },
    });
    expect(read('same_identifier')).toEqual({ pass: 'same_identifier', settings: {} });
  });

  test.each([
    'Same',
    'a(b)',
    'a(b := c)',
    'a(b := 1',
    "a(b := 'x'); drop table recon.match_record",
    'a(b := (select 1))',
    'a(b := 1, b := 2)',
  ])('cannot be %s', (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'MATCHING_PASS_WRONG' }));
  });
});

const result = (records: readonly GivenRecord[], ...declared: string[]) =>
  matchesBy(acme.warehouse, records, ...declared);

describe('sum_in_window', () => {
  const items = [
    left('a', '120.35', { at: '2026-10-01' }),
    left('b', '77.10', { at: '2026-10-01' }),
    left('c', '15.99', { at: '2026-10-02' }),
  ];
  const deposit = (amount: string) => right('D', amount, { at: '2026-10-03' });
  const pass = 'sum_in_window(days_after := 3)';

  test.each([
    ['197.45', pass, ['sum_in_window: a+b = D']],
    ['136.34', pass, ['sum_in_window: a+c = D']],
    ['136.34', 'sum_in_window(days_after := 3, same_day := true)', []],
    ['136.34', 'sum_in_window(days_after := 1)', []],
  ])('matches the items of a deposit of %s within the days: %s', async (amount, declared, expected) => {
    expect(await result([...items, deposit(amount)], declared)).toEqual(expected);
  });

  test('matches a total on the left, and amounts less their fees', async () => {
    const records = [
      left('T', '-50.00'),
      right('x', '-20.31', { fee: '0', at: '2026-10-02' }),
      right('y', '-29.19', { fee: '0.50', at: '2026-10-03' }),
    ];
    const declared = "sum_in_window(total_side := 'left', days_after := 2, net := 'right')";
    // −29.19 less a fee of 0.50 is −29.69
    expect(await result(records, declared)).toEqual(['sum_in_window: T = x+y']);
  });

  test('suggests if two sets have the sum', async () => {
    const twin = left('e', '120.35', { at: '2026-10-02' });
    expect(await result([...items, twin, deposit('197.45')], pass)).toEqual(['sum_in_window: a+b ? D']);
    const [first] = await acme.rows('select runners_up, is_exhausted from recon.match');
    expect(first).toEqual({ runners_up: ['left:b + left:e'], is_exhausted: true });
  });

  test('suggests if two totals share an item, or the sum is likely by chance', async () => {
    const other = right('E', '197.45', { at: '2026-10-02' });
    expect(await result([...items, deposit('197.45'), other], pass)).toEqual(['sum_in_window: a+b ? E']);
    const round = ['100', '200', '300', '500', '600', '900'].map((amount, index) => left(`r${index}`, amount));
    expect(await result([...round, right('D', '300')], pass)).toEqual(['sum_in_window: r0+r1 ? D']);
  });

  test('limits its steps with 5,000 equal amounts to items, days and rounds', async () => {
    const records = Array.from({ length: 5500 }, (_, index): GivenRecord => {
      const at = `2026-10-0${1 + (index % 5)}`;
      return index < 5000 ? left(`k${index}`, '100', { at }) : right(`k${index}`, '300', { at });
    });
    const sums = passes('sum_in_window(days_after := 5, most_suggested := 100000000000000000)');
    await putRecords(acme.warehouse, records);
    const found = await matched(acme.warehouse, sums);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((match) => match.includes(' ? '))).toBe(true);
    // totals of five days, each with at most 5,000 items in its window and one amount to try, in each of ten rounds
    expect(await matched(acme.warehouse, sums, { mostSteps: 10 * 5 * 5001 })).toEqual(found);
    expect(await matched(acme.warehouse, sums, { mostSteps: 900 })).toEqual([]);
  });

  test('and every other pass end with 5,000 equal amounts on each side without a sure match', async () => {
    const records = Array.from({ length: 10_000 }, (_, index): GivenRecord => {
      const side = index % 2 === 0 ? 'left' : 'right';
      return { side, key: `k${index}`, amount: '100', at: `2026-10-0${1 + (index % 5)}`, description: 'SAME WORDS' };
    });
    const all = ['amount_in_window', 'similar_description', 'sum_in_window', 'in_time_order'];
    const within = all.map((pass) => `${pass}(days_after := 5)`);
    const found = await result(records, 'same_identifier', 'offsetting(days := 5)', ...within);
    expect(found.every((match) => match.includes(' ? '))).toBe(true);
  });
});

test('Records of one side cancel each other where the other side has none', async () => {
  const records = [
    right('entered', '50.00', { reference: 'R-1' }),
    right('voided', '-50.00', { reference: 'R-1', at: '2026-10-02' }),
  ];
  expect(await result(records, 'same_identifier', 'offsetting(days := 5)')).toEqual(['offsetting:  = entered+voided']);
});

test('An unknown pass or setting is an error that names it', async () => {
  const records = [left('L', '50.00', { identifier: 'I-1' }), right('R', '50.00', { identifier: 'I-1' })];
  await expect(result(records, 'nothing')).rejects.toMatchObject({
    code: 'MATCHING_PASS_FAILED',
    message: expect.stringContaining('Pass 1 of given (nothing) does not run'),
  });
  await expect(result(records, 'same_identifier(days := 1)')).rejects.toThrow(/Pass 1 of given/);
});
