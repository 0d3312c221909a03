import { describe, expect, test } from 'vitest';
import { pairs, sums } from './given/matching.ts';
import { dayOf, decimal } from './given/ordinary-pairs.ts';
import { amongOrdinary, sure } from './given/weighed-pairs.ts';
import type { WrittenRecord } from './given/written-record.ts';

const days = Array.from({ length: 20 }, (_, at) => 2 + at * 2);
/** Cents of an item: odd, and each once. */
const centsOf = (day: number, item: number): number => 20_011 + ((day * 7_919 + item * 104_729) % 99_991);
const item = (day: number, number: number, rest: Partial<WrittenRecord> = {}): WrittenRecord => ({
  side: 'left',
  key: `${day}-${number}`,
  amount: decimal(centsOf(day, number)),
  at: dayOf(day),
  description: 'Cash sale',
  ...rest,
});

/** Three receipts of a day, and one that never comes to the bank. */
const receipts = (day: number): WrittenRecord[] => [0, 1, 2, 3].map((number) => item(day, number));
const deposit = (day: number, rest: Partial<WrittenRecord> = {}): WrittenRecord => ({
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

const byDay = [pairs(), sums({ byDay: true })];
const { result } = amongOrdinary(...byDay);
/** The matches of sums, which alone have several left records. */
function sumsOf(records: readonly WrittenRecord[], by = byDay) {
  const sums = result(records, { by }).filter((match) => match.includes('+'));
  return { sure: sure(sums).sort(), suggested: sums.filter((match) => match.includes('?')) };
}

const all = days.map(sumOf).sort();
const except20 = all.filter((match) => !match.endsWith('R20'));
const others = bank.filter(({ key }) => key !== 'R20');

describe('Sums of days', () => {
  test('that nothing but their amounts holds together are sure', () => {
    expect(sumsOf([...books, ...bank]).sure).toEqual(all);
  });

  test('are looked for by the setting alone', () => {
    expect(sumsOf([...books, ...bank], [pairs(), sums()]).sure).toEqual([]);
  });

  test('are not sure where an equal record could be the item as well', () => {
    const { sure, suggested } = sumsOf([...books, item(20, 1, { key: 'twin' }), ...bank]);
    expect(sure).toEqual(except20);
    expect(suggested).toHaveLength(1);
  });

  test.each([
    ['a line that names somebody of the books', { description: 'DEPOSIT BALANDO TRADING' }],
    ['records that are weeks apart', { at: dayOf(30) }],
  ])('are not of %s', (_, rest) => {
    expect(sumsOf([...books, ...others, deposit(20, rest)]).sure).toEqual(except20);
  });
});
