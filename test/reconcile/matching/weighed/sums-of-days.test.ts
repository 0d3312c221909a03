import { describe, expect, test } from 'vitest';
import type { GivenRecord } from '../../../given/matching.ts';
import { dayOf, decimal } from '../../../given/ordinary-pairs.ts';
import { givenAmongOrdinary, sure } from '../../../given/weighed-pairs.ts';

const days = Array.from({ length: 20 }, (_, at) => 2 + at * 2);
/** Cents of an item: odd, and each once. */
const centsOf = (day: number, item: number): number => 20_011 + ((day * 7_919 + item * 104_729) % 99_991);
const item = (day: number, number: number, rest: Partial<GivenRecord> = {}): GivenRecord => ({
  side: 'left',
  key: `${day}-${number}`,
  amount: decimal(centsOf(day, number)),
  at: dayOf(day),
  description: 'Cash sale',
  ...rest,
});

/** Three receipts of a day, and one that never comes to the bank. */
const receipts = (day: number): GivenRecord[] => [0, 1, 2, 3].map((number) => item(day, number));
const deposit = (day: number, rest: Partial<GivenRecord> = {}): GivenRecord => ({
  side: 'right',
  key: `R${day}`,
  amount: decimal([0, 1, 2].reduce((sum, number) => sum + centsOf(day, number), 0)),
  at: dayOf(day + 1),
  description: 'COUNTER DEPOSIT',
  ...rest,
});

const sumOf = (day: number): string => `${day}-0+${day}-1+${day}-2 = R${day}`;
const books = days.flatMap(receipts);
const bank = days.map((day) => deposit(day));

const byDay = ['weighed_evidence', 'sum_by_name(by_day := true)'];
const { result } = givenAmongOrdinary(...byDay);
/** The matches of sums, which alone have several left records. */
async function sumsOf(records: readonly GivenRecord[], by = byDay) {
  const sums = (await result(records, { by })).filter((match) => match.includes('+'));
  return { sure: sure(sums).sort(), suggested: sums.filter((match) => match.includes('?')) };
}

const all = days.map(sumOf).sort();
const except20 = all.filter((match) => !match.endsWith('R20'));
const others = bank.filter(({ key }) => key !== 'R20');

describe('Sums of days', () => {
  test('that nothing but their amounts holds together are sure', async () => {
    expect((await sumsOf([...books, ...bank])).sure).toEqual(all);
  });

  test('are looked for by the setting alone', async () => {
    expect((await sumsOf([...books, ...bank], ['weighed_evidence', 'sum_by_name'])).sure).toEqual([]);
  });

  test('are not sure where an equal record could be the item as well', async () => {
    const { sure, suggested } = await sumsOf([...books, item(20, 1, { key: 'twin' }), ...bank]);
    expect(sure).toEqual(except20);
    expect(suggested).toHaveLength(1);
  });

  test.each([
    ['a line that names somebody of the books', { description: 'DEPOSIT BALANDO TRADING' }],
    ['records that are weeks apart', { at: dayOf(30) }],
  ])('are not of %s', async (_, rest) => {
    expect((await sumsOf([...books, ...others, deposit(20, rest)])).sure).toEqual(except20);
  });
});
