import { describe, expect, test } from 'vitest';
import { exactPairs, matchesBy, pairs, textOf } from './given/matching.ts';
import { apartFromOrdinary, centsOf, dayOf, decimal, nameOf, ordinaryPairs } from './given/ordinary-pairs.ts';
import {
  amongOrdinary,
  harvest,
  lefts,
  nobody,
  numbered,
  ofHarvest,
  ofSunrise,
  rights,
  sunrise,
  sure,
  text,
} from './given/weighed-pairs.ts';
import type { WrittenRecord } from './given/written-record.ts';

const { result, sureOf } = amongOrdinary(pairs());
const invoice = { ...sunrise, reference: 'INV-3501' };
const ofInvoice = text('DUITNOW SUNRISE HOLDINGS 3501');

test.each([
  ['names', ordinaryPairs()],
  ['names and references', numbered],
])('Ordinary pairs are all sure by %s', (_, records) => {
  const matches = matchesBy(records, pairs()).map(textOf);
  expect(matches).toHaveLength(60);
  expect(apartFromOrdinary(matches)).toEqual([]);
});

// a loan, a word of all lines and exchanged numbers are in test/match/cases
describe('Equal amounts', () => {
  const one = lefts({ L: '4321.65' }, sunrise);

  test.each<[string, WrittenRecord[], string[]]>([
    ['of one name are sure', [...one, ...rights({ R: '4321.65' }, ofSunrise)], ['L = R']],
    [
      'that are rare are sure where the right record names nobody',
      [...one, ...rights({ R: '4321.65' }, nobody)],
      ['L = R'],
    ],
    [
      'on one day with names are each sure with their own',
      [
        ...[...lefts({ L1: '4321.65' }, sunrise), ...lefts({ L2: '4321.65' }, harvest)],
        ...[...rights({ R1: '4321.65' }, ofHarvest), ...rights({ R2: '4321.65' }, ofSunrise)],
      ],
      ['L1 = R2', 'L2 = R1'],
    ],
    [
      'are sure by the names in the texts of a provider that is the counterparty of all',
      [
        ...[...lefts({ A: '250' }, sunrise), ...lefts({ B: '250' }, harvest)],
        ...rights({ 'of A': '250' }, { counterparty: 'Paygate', ...text('PAYMENT SUNRISE.HOLDINGS') }),
        ...rights({ 'of B': '250' }, { counterparty: 'Paygate', ...text('PAYMENT GOLDEN.HARVEST') }),
      ],
      ['A = of A', 'B = of B'],
    ],
  ])('%s', (_, records, expected) => {
    expect(result(records)).toEqual(expected);
  });

  test.each<[string, WrittenRecord[]]>([
    [
      'where the right record names somebody of another left record',
      [...one, ...rights({ R: '4321.65' }, text(`DUITNOW ${nameOf(7).toUpperCase()} TRADING`))],
    ],
    [
      'on one day without names',
      [...lefts({ L1: '4321.65', L2: '4321.65' }), ...rights({ R1: '4321.65', R2: '4321.65' })],
    ],
    [
      'that many records have, without a name',
      Array.from({ length: 12 }, (_, day) => [
        ...lefts({ [`L${day}`]: '100' }, { at: dayOf(day * 4) }),
        ...rights({ [`R${day}`]: '100' }, { at: dayOf(day * 4 + 5), ...nobody }),
      ]).flat(),
    ],
  ])('are not sure %s', (_, records) => {
    expect(sureOf(records)).toEqual([]);
  });

  test('are not sure where a common word is all that the names share', () => {
    const records = (payer: string) => [
      ...lefts({ L: '4321.65' }, { counterparty: 'White Bros Engineering Works' }),
      ...lefts({ P: '98.71' }, { counterparty: 'Prairie Engineering Works' }),
      ...rights({ R: '4321.65' }, text(`DUITNOW ${payer}`)),
    ];
    expect(result(records('PRAIRIE ENGINEERING WORKS'))).toEqual(['L ? R']);
    // nobody else is named
    expect(result(records('ENGINEERING WORKS'))).toEqual(['L = R']);
  });

  test('beside which one of the same name is left over are a suggestion, though only one has the number', () => {
    const records = [...lefts({ L: '4321.65' }, invoice), ...rights({ R1: '4321.65' }, ofInvoice)];
    expect(result(records, { among: numbered })).toEqual(['L = R1']);
    const another = rights({ R2: '4321.65' }, ofSunrise);
    expect(result([...records, ...another], { among: numbered })).toEqual(['L ? R1']);
  });
});

describe('Different amounts', () => {
  const exact = [exactPairs];

  test.each([
    ['digits exchanged', '4231.65'],
    ['the opposite sign', '-4321.65'],
  ])('with %s are sure with a number in common and suggested without, and left to others by `exact`', (_, paid) => {
    const withNumber = [...lefts({ L: '4321.65' }, invoice), ...rights({ R: paid }, ofInvoice)];
    expect(result(withNumber, { among: numbered })).toEqual(['L = R']);
    expect(result(withNumber, { among: numbered, by: exact })).toEqual([]);
    const without = [...lefts({ L: '4321.65' }, sunrise), ...rights({ R: paid }, ofSunrise)];
    expect(result(without, { among: numbered })).toEqual(['L ? R']);
  });

  test('by a fee that twenty other pairs have are sure with a name', () => {
    // 2.9 % and 0.30 of each third pair
    const lessFee = (cents: number) => Math.round(cents - cents * 0.029 - 30);
    const among = ordinaryPairs({ arrives: (cents, number) => (number % 3 === 0 ? lessFee(cents) : cents) });
    const records = (net: string) => [...lefts({ L: '4321.65' }, sunrise), ...rights({ R: net }, ofSunrise)];
    // near amounts are not exact; 4321.65 - 125.32785 - 0.30
    expect(result(records('4196.02'), { among, by: exact })).toEqual(['L = R']);
    expect(result(records('4196.52'), { among, by: exact })).toEqual([]);
    expect(result(records('4196.02'), { by: exact })).toEqual([]);
  });

  test('that are near are not sure without a name or number', () => {
    expect(sureOf([...lefts({ L: '4321.65' }, sunrise), ...rights({ R: '4300' }, nobody)])).toEqual([]);
  });
});

describe('Days', () => {
  const pair = (days: number, rest = ofSunrise, amount = '4321.65') => [
    ...lefts({ L: amount }, sunrise),
    ...rights({ R: amount }, { at: dayOf(20 + days), ...rest }),
  ];

  test('outside those of other pairs make an amount that is not rare unsure', () => {
    expect(result(pair(2, nobody, '500'))).toEqual(['L = R']);
    expect(sureOf(pair(38, nobody, '500'))).toEqual([]);
    expect(sureOf(pair(-6, nobody, '500'))).toEqual([]);
  });

  const narrow = { window: { before: 1, after: 3 } };
  test.each([
    [{}, 46, []],
    [{}, -8, []],
    [narrow, 3, ['L = R']],
    [narrow, 5, []],
    [narrow, -2, []],
  ])('outside the window are nothing: %s, %i days', (settings, days, expected) => {
    expect(result(pair(days), { by: [pairs(settings)] })).toEqual(expected);
  });
});

test('Fewer false matches leave a weaker pair as a suggestion', () => {
  // a round amount is less rare
  const records = [...lefts({ L: '500' }, sunrise), ...rights({ R: '500' }, nobody)];
  expect(result(records)).toEqual(['L = R']);
  expect(result(records, { by: [pairs({ mostFalse: 0.000001 })] })).toEqual(['L ? R']);
});

test('A pair that has the amount of an ordinary one leaves that one as it is', () => {
  const amount = decimal(centsOf(20));
  expect(result([...lefts({ L: amount }, sunrise), ...rights({ R: amount }, ofSunrise)])).toEqual(['L = R']);
});

test('Days on which everybody is paid prove little, unless hardly a record is without a partner', () => {
  // pairs of one amount and no name: on days of their own, and all on the paydays of five months
  const onDays = (dayAt: (at: number) => number, isAlone: boolean) =>
    Array.from({ length: 150 }, (_, at) => {
      const [first, second] = [{ at: dayOf(dayAt(at)) }, { ...nobody, at: dayOf(dayAt(at) + 1) }];
      const amount = (more: number) => decimal(1_013 + at * 7 + more);
      const pair = [...lefts({ [`l${at}`]: amount(0) }, first), ...rights({ [`r${at}`]: amount(0) }, second)];
      if (!isAlone) return pair;
      const alone = `alone ${at}`;
      return [...pair, ...lefts({ [alone]: amount(2) }, first), ...rights({ [alone]: amount(4) }, second)];
    }).flat();
  const sureAlone = (records: WrittenRecord[]) => sure(matchesBy(records, pairs()).map(textOf)).length;
  const onPaydays = (at: number) => (at % 5) * 30;
  expect(sureAlone(onDays((at) => at, true))).toBeGreaterThan(140);
  expect(sureAlone(onDays(onPaydays, true))).toBe(0);
  expect(sureAlone(onDays(onPaydays, false))).toBe(150);
});
