import { describe, expect, test } from 'vitest';
import { type GivenRecord, matched, passes, putRecords } from '../../../given/matching.ts';
import { apartFromOrdinary, dayOf, decimal, ordinaryPairs } from '../../../given/ordinary-pairs.ts';
import { givenRules } from '../../../given/rules.ts';

const acme = givenRules();
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

async function result(records: readonly GivenRecord[], pass = 'sum_by_name(by_day := true)'): Promise<string[]> {
  await putRecords(acme.warehouse, [...ordinaryPairs(), ...records]);
  const matches = await matched(acme.warehouse, passes('weighed_evidence', pass));
  return apartFromOrdinary(matches)
    .filter((match) => match.startsWith('sum_by_name') && match.includes(' = '))
    .map((match) => match.replace(/^\w+: /, ''));
}

/** The suggested sums. */
async function suggested(records: readonly GivenRecord[]): Promise<string[]> {
  await putRecords(acme.warehouse, [...ordinaryPairs(), ...records]);
  const matches = await matched(acme.warehouse, passes('weighed_evidence', 'sum_by_name(by_day := true)'));
  return matches.filter((match) => match.startsWith('sum_by_name') && match.includes('?'));
}

const except = (day: number): string[] => days.filter((each) => each !== day).map(sumOf);

describe('Sums of days', () => {
  test('that nothing but their amounts holds together are sure', async () => {
    expect((await result([...books, ...bank])).sort()).toEqual(days.map(sumOf).sort());
  });

  test('are looked for by the setting alone', async () => {
    expect(await result([...books, ...bank], 'sum_by_name')).toEqual([]);
  });

  test('are not sure where an equal record could be the item as well', async () => {
    const twin = item(20, 1, { key: 'twin' });
    expect((await result([...books, twin, ...bank])).sort()).toEqual(except(20).sort());
    expect(await suggested([...books, twin, ...bank])).toHaveLength(1);
  });

  test('are not of a line that names somebody of the books', async () => {
    const named = deposit(20, { description: 'DEPOSIT BALANDO TRADING' });
    const others = bank.filter(({ key }) => key !== 'R20');
    expect((await result([...books, ...others, named])).sort()).toEqual(except(20).sort());
  });

  test('are not of records that are weeks apart', async () => {
    const late = deposit(20, { at: dayOf(30) });
    const others = bank.filter(({ key }) => key !== 'R20');
    expect((await result([...books, ...others, late])).sort()).toEqual(except(20).sort());
  });
});
