import { describe, expect, test } from 'vitest';
import { readPass } from '../../../src/reconcile/matching/declared-pass.ts';
import { type GivenRecord, matched, passes, putRecords } from '../../given/matching.ts';
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

describe('sum_in_window', () => {
  const deposits: GivenRecord[] = [
    { side: 'left', key: 'a', amount: '120.35', at: '2026-10-01' },
    { side: 'left', key: 'b', amount: '77.10', at: '2026-10-01' },
    { side: 'left', key: 'c', amount: '15.99', at: '2026-10-02' },
    { side: 'right', key: 'D', amount: '197.45', at: '2026-10-03' },
  ];

  test('matches the items of a deposit, limited to one day if configured', async () => {
    await putRecords(acme.warehouse, deposits);
    expect(await matched(acme.warehouse, passes('sum_in_window(days_after := 3)'))).toEqual(['sum_in_window: a+b = D']);
    await putRecords(acme.warehouse, [
      ...deposits.slice(0, 3),
      { side: 'right', key: 'D', amount: '136.34', at: '2026-10-03' },
    ]);
    expect(await matched(acme.warehouse, passes('sum_in_window(days_after := 3, same_day := true)'))).toEqual([]);
    expect(await matched(acme.warehouse, passes('sum_in_window(days_after := 3)'))).toEqual(['sum_in_window: a+c = D']);
    expect(await matched(acme.warehouse, passes('sum_in_window(days_after := 1)'))).toEqual([]);
  });

  test('matches a total on the left, and amounts less their fees', async () => {
    await putRecords(acme.warehouse, [
      { side: 'left', key: 'T', amount: '-50.00' },
      { side: 'right', key: 'x', amount: '-20.31', fee: '0', at: '2026-10-02' },
      { side: 'right', key: 'y', amount: '-29.19', fee: '0.50', at: '2026-10-03' },
    ]);
    const pass = "sum_in_window(total_side := 'left', days_after := 2, net := 'right')";
    // −29.19 less a fee of 0.50 is −29.69
    expect(await matched(acme.warehouse, passes(pass))).toEqual(['sum_in_window: T = x+y']);
  });

  test('suggests if two sets have the sum, two totals share an item, or the sum is likely by chance', async () => {
    await putRecords(acme.warehouse, [...deposits, { side: 'left', key: 'e', amount: '120.35', at: '2026-10-02' }]);
    expect(await matched(acme.warehouse, passes('sum_in_window(days_after := 3)'))).toEqual(['sum_in_window: a+b ? D']);
    const [first] = await acme.rows('select runners_up, is_exhausted from recon.match');
    expect(first).toEqual({ runners_up: ['left:b + left:e'], is_exhausted: true });

    await putRecords(acme.warehouse, [...deposits, { side: 'right', key: 'E', amount: '197.45', at: '2026-10-02' }]);
    expect(await matched(acme.warehouse, passes('sum_in_window(days_after := 3)'))).toEqual(['sum_in_window: a+b ? E']);

    const round = [100, 200, 300, 500, 600, 900].map(
      (amount, index): GivenRecord => ({ side: 'left', key: `r${index}`, amount: String(amount) }),
    );
    await putRecords(acme.warehouse, [...round, { side: 'right', key: 'D', amount: '300' }]);
    expect(await matched(acme.warehouse, passes('sum_in_window(days_after := 3)'))).toEqual([
      'sum_in_window: r0+r1 ? D',
    ]);
  });

  test('limits its steps with 5,000 equal amounts to items, days and rounds', async () => {
    const records = Array.from({ length: 5500 }, (_, index): GivenRecord => {
      const at = `2026-10-0${1 + (index % 5)}`;
      return index < 5000
        ? { side: 'left', key: `k${index}`, amount: '100', at }
        : { side: 'right', key: `k${index}`, amount: '300', at };
    });
    const sums = passes('sum_in_window(days_after := 5)');
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
    await putRecords(acme.warehouse, records);
    const all = passes(
      'same_identifier',
      'amount_in_window(days_after := 5)',
      'offsetting(days := 5)',
      'similar_description(days_after := 5)',
      'sum_in_window(days_after := 5)',
      'in_time_order(days_after := 5)',
    );
    expect((await matched(acme.warehouse, all)).every((match) => match.includes(' ? '))).toBe(true);
  });
});

test('Records of one side cancel each other where the other side has none', async () => {
  await putRecords(acme.warehouse, [
    { side: 'right', key: 'entered', amount: '50.00', reference: 'R-1' },
    { side: 'right', key: 'voided', amount: '-50.00', reference: 'R-1', at: '2026-10-02' },
  ]);
  const both = passes('same_identifier', 'offsetting(days := 5)');
  expect(await matched(acme.warehouse, both)).toEqual(['offsetting:  = entered+voided']);
});

test('An unknown pass or setting is an error that names it', async () => {
  await putRecords(acme.warehouse, [
    { side: 'left', key: 'L', amount: '50.00', identifier: 'I-1' },
    { side: 'right', key: 'R', amount: '50.00', identifier: 'I-1' },
  ]);
  await expect(matched(acme.warehouse, passes('nothing'))).rejects.toMatchObject({
    code: 'MATCHING_PASS_FAILED',
    message: expect.stringContaining('Pass 1 of given (nothing) does not run'),
  });
  await expect(matched(acme.warehouse, passes('same_identifier(days := 1)'))).rejects.toThrow(/Pass 1 of given/);
});
