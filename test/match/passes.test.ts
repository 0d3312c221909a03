import { describe, expect, test } from 'vitest';
import { type GivenRecord, left, matchesBy, right } from '../given/matching.ts';
import { givenRules } from '../given/rules.ts';

// What each pass is for. That ambiguous records, windows, companies and currencies are as the rules say is in oracle.test.ts.

const acme = givenRules();
const result = (records: readonly GivenRecord[], ...declared: string[]) =>
  matchesBy(acme.warehouse, records, ...declared);

describe('same_reference', () => {
  const pair = (leftAmount: string, rightAmount: string, fee: string | null = null) => [
    left('L', leftAmount, { reference: 'INV-1', fee }),
    right('R', rightAmount, { reference: 'INV-1' }),
  ];

  test.each([
    ['same_reference_and_amount', '10', '10.0001', 0],
    ['same_reference(absolute := 0.05)', '100', '100.05', 1],
    ['same_reference(absolute := 0.05)', '100', '99.9499', 0],
    // 0.5 % of 100 is 0.50
    ['same_reference(percent := 0.5)', '100', '100.50', 1],
    ['same_reference(percent := 0.5)', '100', '100.5001', 0],
    // 0.05 + 0.50
    ['same_reference(absolute := 0.05, percent := 0.5)', '-100', '-100.55', 1],
    ['same_reference(absolute := 0.05, percent := 0.5)', '-100', '-100.5501', 0],
  ])('matches up to the tolerance and not a ten-thousandth more: %s, %s and %s: %i', async (pass, a, b, matches) => {
    expect(await result(pair(a, b), pass)).toHaveLength(matches);
  });

  test('matches a difference that is exactly the fee', async () => {
    expect(await result(pair('100', '98.50', '1.50'), 'same_reference(fee_explains := true)')).toHaveLength(1);
    expect(await result(pair('100', '98.49', '1.50'), 'same_reference(fee_explains := true)')).toEqual([]);
    expect(await result(pair('100', '98.50', '1.50'), 'same_reference')).toEqual([]);
  });
});

describe('normalised_reference', () => {
  const pair = (a: string, b: string, at = '2026-10-05') => [
    left('L', '10', { reference: a, at: '2026-10-05' }),
    right('R', '10', { reference: b, at }),
  ];
  const prefixes = "normalised_reference(prefixes := ['INV-', 'Order', 'SO'])";

  test.each([
    [prefixes, 'INV-00123', 'inv 123', 1],
    [prefixes, 'INV-00123', '123', 1],
    [prefixes, 'Order #77', '0077', 1],
    [prefixes, 'SO/INV 5', 'SO 5', 0],
    [prefixes, 'INV-', 'INV', 0],
    [prefixes, 'INV-12', 'INV-120', 0],
    // without prefixes, only case, punctuation and leading zeros are ignored
    ['normalised_reference', 'INV 7', 'inv-7', 1],
    ['normalised_reference', 'INV 7', '7', 0],
  ])('%s: %s and %s: %i', async (pass, a, b, matches) => {
    expect(await result(pair(a, b), pass)).toHaveLength(matches);
  });

  test.each(['03', '04', '08', '09'])('within a window: a number of 5 October on 2026-10-%s', async (day) => {
    const pass = 'normalised_reference(days_before := 1, days_after := 3)';
    const matches = ['04', '08'].includes(day) ? 1 : 0;
    expect(await result(pair('INV 7', 'inv-7', `2026-10-${day}`), pass)).toHaveLength(matches);
  });
});

test('amount_in_window matches equal amounts of near days, or what is left after the fee if configured', async () => {
  const records = [left('L', '10', { fee: '0.40' }), right('R', '9.60', { at: '2026-10-03' })];
  expect(await result(records, 'amount_in_window(days_after := 3)')).toEqual([]);
  expect(await result(records, "amount_in_window(days_after := 3, net := 'left')")).toEqual([
    'amount_in_window: L = R',
  ]);
});

test('amount_in_window suggests a pair whose names are less alike than is asked for', async () => {
  const records = [
    left('L', '10', { counterparty: 'Sunrise Trading' }),
    right('R', '10', { description: 'Kedai Maju' }),
  ];
  expect(await result(records, 'amount_in_window')).toEqual(['amount_in_window: L = R']);
  expect(await result(records, 'amount_in_window(least_similarity := 0.4)')).toEqual(['amount_in_window: L ? R']);
});

test('sum_in_window leaves a total that names somebody where it is asked to', async () => {
  const items = [left('A', '10.11'), left('B', '20.37')];
  const sumOf = (description: string, pass: string) => result([...items, right('T', '30.48', { description })], pass);
  const nameless = 'sum_in_window(nameless := true)';
  expect(await sumOf('Sunrise Trading', 'sum_in_window')).toEqual(['sum_in_window: A+B = T']);
  expect(await sumOf('Sunrise Trading', nameless)).toEqual([]);
  expect(await sumOf('DEPOSIT', nameless)).toEqual(['sum_in_window: A+B = T']);
});

describe('shared_key', () => {
  test('matches 1:N and N:M groups with equal sums', async () => {
    const records = [
      left('A1', '10', { group: 'a' }),
      left('A2', '5.50', { group: 'a' }),
      left('A3', '-0.50', { group: 'a' }),
      right('A', '15', { group: 'a' }),
      left('B1', '1', { group: 'b' }),
      left('B2', '2', { group: 'b' }),
      right('B3', '2.50', { group: 'b' }),
      right('B4', '0.50', { group: 'b' }),
      left('C1', '1', { group: 'c' }),
      right('C2', '1.01', { group: 'c' }),
    ];
    expect(await result(records, 'shared_key')).toEqual(['shared_key: A1+A2+A3 = A', 'shared_key: B1+B2 = B3+B4']);
    expect(await result(records, 'shared_key(absolute := 0.01)')).toHaveLength(3);
  });
});

describe('offsetting', () => {
  test('cancels a voided entry and leaves its replacement', async () => {
    const entry = (key: string, amount: string, at: string) => left(key, amount, { at, reference: 'CHQ 7' });
    const records = [
      entry('first', '50', '2026-10-01'),
      entry('void', '-50', '2026-10-02'),
      entry('again', '50', '2026-10-03'),
      right('R', '50', { at: '2026-10-04' }),
    ];
    expect(await result(records, 'offsetting(days := 5)', 'amount_in_window(days_after := 5)')).toEqual([
      'amount_in_window: again = R',
      'offsetting: first+void = ',
    ]);
  });
});

test('in_time_order suggests if the order is not reliable', async () => {
  const sends = ['01', '03', '05', '07'].map((day, at) => left(`L${at + 1}`, '10', { at: `2026-10-${day}` }));
  const records = [...sends, right('R1', '10', { at: '2026-10-04' })];
  expect(await result(records, 'in_time_order(days_after := 5)')).toEqual(['in_time_order: L2 ? R1']);
});

describe('similar_description', () => {
  test('distinguishes equal amounts by payer, with abbreviations and typing errors', async () => {
    const records = [
      left('L1', '10', { counterparty: 'Sunrise Trading Sdn Bhd' }),
      left('L2', '10', { counterparty: 'Kedai Runcit Maju' }),
      right('R2', '10', { description: 'IBG TRF KEDAI RUNCIT MAJUU 00871' }),
      right('R1', '10', { description: 'DUITNOW SUNRSE TRAD SDN BHD' }),
    ];
    const pass = 'similar_description(days_after := 3)';
    expect(await result(records, pass)).toEqual(['similar_description: L1 = R1', 'similar_description: L2 = R2']);
  });

  test('pairs names as alike as is asked for, and amounts within a percentage', async () => {
    const given = (amount: string, description = 'Sunrise Trading') => [
      left('L', '1000', { counterparty: 'Sunrise Trading' }),
      right('R', amount, { description }),
    ];
    const [found, none] = [['similar_description: L = R'], []];
    expect(await result(given('1001'), 'similar_description(percent := 0.1)')).toEqual(found);
    expect(await result(given('1001.01'), 'similar_description(percent := 0.1)')).toEqual(none);
    expect(await result(given('1000', 'Sunrise Transport'), 'similar_description')).toEqual(none);
    expect(await result(given('1000', 'Sunrise Transport'), 'similar_description(least_similarity := 0.4)')).toEqual(
      found,
    );
  });

  test('loses no pair at the edge of a tolerance', async () => {
    const pairs = ['0.01', '0.99', '1.00', '3.33', '19.99', '100.00', '1234.56', '99999.99'].flatMap((amount) => {
      const cents = BigInt(amount.replace('.', ''));
      const others = [cents - 2n, cents + 2n].filter((other) => other > 0n);
      return others.map((other) => [amount, `${other / 100n}.${String(other % 100n).padStart(2, '0')}`] as const);
    });
    // a book of each pair: books are matched independently
    const records = pairs.flatMap(([amount, other]) => {
      const book = `${amount} ${other}`;
      return [
        left(amount, amount, { book, counterparty: 'Sunrise' }),
        right(other, other, { book, description: 'Sunrise' }),
      ];
    });
    const all = pairs.map(([amount, other]) => `similar_description: ${amount} = ${other}`).sort();
    for (const terms of ['absolute := 0.02', 'absolute := 0.02, percent := 0.1'])
      expect(
        (await result(records, `similar_description(${terms})`))
          .map((match) => match.replaceAll(/[^ ]+ [^ ]+:(?=\d)/g, ''))
          .sort(),
      ).toEqual(all);
  });
});

test('The evidence has the equal fields and the differences', async () => {
  const records = [
    left('L', '100', { reference: 'INV-1', fee: '1.50' }),
    right('R', '98.50', { reference: 'INV-1', at: '2026-10-03' }),
  ];
  await result(records, 'same_reference(fee_explains := true)');
  const columns = 'same, left_amount, right_amount, right_minus_left, days_later, is_difference_the_fee';
  expect(await acme.rows(`select ${columns} from recon.match_evidence`)).toEqual([
    {
      ...{ same: ['reference'], left_amount: '100.0000', right_amount: '98.5000', right_minus_left: '-1.5000' },
      ...{ days_later: 2n, is_difference_the_fee: true },
    },
  ]);
});

describe('A window for references that recur', () => {
  const monthly = { reference: 'SUB-7' };
  const pass = 'same_reference_and_amount(days_before := 27, days_after := 14)';

  test('tells equal payments of two months apart, which are ambiguous without it', async () => {
    const october = [
      left('L1', '10', { ...monthly, at: '2026-10-02' }),
      right('R1', '10', { ...monthly, at: '2026-10-01' }),
    ];
    const november = [
      left('L2', '10', { ...monthly, at: '2026-11-03' }),
      right('R2', '10', { ...monthly, at: '2026-11-02' }),
    ];
    const both = [...october, ...november];
    expect(await result(both, 'same_reference_and_amount')).toEqual([
      'same_reference_and_amount: L1 ? R1',
      'same_reference_and_amount: L2 ? R2',
    ]);
    expect(await result(both, pass)).toEqual([
      'same_reference_and_amount: L1 = R1',
      'same_reference_and_amount: L2 = R2',
    ]);
  });

  test.each([
    ['2026-09-03', 0],
    ['2026-09-04', 1],
    ['2026-10-15', 1],
    ['2026-10-16', 0],
  ])('a right record of %s and a left one of 1 October: %i', async (at, matches) => {
    const records = (amount: string) => [left('L', '10', monthly), right('R', amount, { ...monthly, at })];
    expect(await result(records('10'), pass)).toHaveLength(matches);
    const reference = 'same_reference(absolute := null, days_before := 27, days_after := 14)';
    expect(await result(records('11'), reference)).toHaveLength(matches);
  });
});
