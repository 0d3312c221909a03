import { describe, expect, test } from 'vitest';
import { type GivenRecord, matchesBy } from '../../../given/matching.ts';
import { apartFromOrdinary, centsOf, dayOf, decimal, nameOf, ordinaryPairs } from '../../../given/ordinary-pairs.ts';
import {
  givenAmongOrdinary,
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
} from '../../../given/weighed-pairs.ts';

const { acme, result, sureOf } = givenAmongOrdinary('weighed_evidence');
const invoice = { ...sunrise, reference: 'INV-3501' };
const ofInvoice = text('DUITNOW SUNRISE HOLDINGS 3501');

test.each([
  ['names', ordinaryPairs()],
  ['names and references', numbered],
])('Ordinary pairs are all sure by %s', async (_, records) => {
  const matches = await matchesBy(acme.warehouse, records, 'weighed_evidence');
  expect(matches).toHaveLength(60);
  expect(apartFromOrdinary(matches)).toEqual([]);
});

// a loan, a word of all lines and exchanged numbers are in test/match/cases
describe('Equal amounts', () => {
  const one = lefts({ L: '4321.65' }, sunrise);

  test.each<[string, GivenRecord[], string[]]>([
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
  ])('%s', async (_, records, expected) => {
    expect(await result(records)).toEqual(expected);
  });

  test.each<[string, GivenRecord[]]>([
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
  ])('are not sure %s', async (_, records) => {
    expect(await sureOf(records)).toEqual([]);
  });

  test('are not sure where a common word is all that the names share', async () => {
    const records = (payer: string) => [
      ...lefts({ L: '4321.65' }, { counterparty: 'White Bros Engineering Works' }),
      ...lefts({ P: '98.71' }, { counterparty: 'Prairie Engineering Works' }),
      ...rights({ R: '4321.65' }, text(`DUITNOW ${payer}`)),
    ];
    expect(await result(records('PRAIRIE ENGINEERING WORKS'))).toEqual(['L ? R']);
    // nobody else is named
    expect(await result(records('ENGINEERING WORKS'))).toEqual(['L = R']);
  });

  test('beside which one of the same name is left over are a suggestion, though only one has the number', async () => {
    const records = [...lefts({ L: '4321.65' }, invoice), ...rights({ R1: '4321.65' }, ofInvoice)];
    expect(await result(records, { among: numbered })).toEqual(['L = R1']);
    const another = rights({ R2: '4321.65' }, ofSunrise);
    expect(await result([...records, ...another], { among: numbered })).toEqual(['L ? R1']);
  });

  test('of zero are ignored', async () => {
    const records = [...lefts({ L: '0' }, invoice), ...rights({ R: '0' }, ofInvoice)];
    expect(await result(records, { among: numbered })).toEqual([]);
  });
});

describe('Different amounts', () => {
  const exact = ['weighed_evidence(exact := true)'];

  test.each([
    ['digits exchanged', '4231.65'],
    ['the opposite sign', '-4321.65'],
  ])(
    'with %s are sure with a number in common and suggested without, and left to others by `exact`',
    async (_, paid) => {
      const withNumber = [...lefts({ L: '4321.65' }, invoice), ...rights({ R: paid }, ofInvoice)];
      expect(await result(withNumber, { among: numbered })).toEqual(['L = R']);
      expect(await result(withNumber, { among: numbered, by: exact })).toEqual([]);
      const without = [...lefts({ L: '4321.65' }, sunrise), ...rights({ R: paid }, ofSunrise)];
      expect(await result(without, { among: numbered })).toEqual(['L ? R']);
    },
  );

  test('by a fee that twenty other pairs have are sure with a name', async () => {
    // 2.9 % and 0.30 of each third pair
    const lessFee = (cents: number) => Math.round(cents - cents * 0.029 - 30);
    const among = ordinaryPairs({ arrives: (cents, number) => (number % 3 === 0 ? lessFee(cents) : cents) });
    const records = (net: string) => [...lefts({ L: '4321.65' }, sunrise), ...rights({ R: net }, ofSunrise)];
    // near amounts are not exact; 4321.65 - 125.32785 - 0.30
    expect(await result(records('4196.02'), { among, by: exact })).toEqual(['L = R']);
    expect(await result(records('4196.52'), { among, by: exact })).toEqual([]);
    expect(await result(records('4196.02'), { by: exact })).toEqual([]);
  });

  test('that are near are not sure without a name or number', async () => {
    expect(await sureOf([...lefts({ L: '4321.65' }, sunrise), ...rights({ R: '4300' }, nobody)])).toEqual([]);
  });
});

describe('Days', () => {
  const pair = (days: number, rest = ofSunrise, amount = '4321.65') => [
    ...lefts({ L: amount }, sunrise),
    ...rights({ R: amount }, { at: dayOf(20 + days), ...rest }),
  ];

  test('outside those of other pairs make an amount that is not rare unsure', async () => {
    expect(await result(pair(2, nobody, '500'))).toEqual(['L = R']);
    expect(await sureOf(pair(38, nobody, '500'))).toEqual([]);
    expect(await sureOf(pair(-6, nobody, '500'))).toEqual([]);
  });

  const narrow = 'weighed_evidence(days_before := 1, days_after := 3)';
  test.each([
    ['weighed_evidence', 46, []],
    ['weighed_evidence', -8, []],
    [narrow, 3, ['L = R']],
    [narrow, 5, []],
    [narrow, -2, []],
  ])('outside the window are nothing: %s, %i days', async (pass, days, expected) => {
    expect(await result(pair(days), { by: [pass] })).toEqual(expected);
  });
});

test('Fewer false matches leave a weaker pair as a suggestion', async () => {
  // a round amount is less rare
  const records = [...lefts({ L: '500' }, sunrise), ...rights({ R: '500' }, nobody)];
  expect(await result(records)).toEqual(['L = R']);
  expect(await result(records, { by: ['weighed_evidence(most_false := 0.000001)'] })).toEqual(['L ? R']);
});

test('Companies and currencies are apart', async () => {
  for (const elsewhere of [{ company: 'other' }, { currency: 'SGD' }]) {
    const payment = rights({ R: '4321.65' }, { ...ofSunrise, ...elsewhere });
    expect(await result([...lefts({ L: '4321.65' }, sunrise), ...payment])).toEqual([]);
  }
  // each of the other company has its own partner, with the same keys as here
  expect(await result(ordinaryPairs().map((record) => ({ ...record, company: 'other' })))).toEqual([]);
});

test('A pair that has the amount of an ordinary one leaves that one as it is', async () => {
  const amount = decimal(centsOf(20));
  expect(await result([...lefts({ L: amount }, sunrise), ...rights({ R: amount }, ofSunrise)])).toEqual(['L = R']);
});

test('What is sure only since another pass took its rival is suggested', async () => {
  const records = [
    ...lefts({ X1: '98312.47' }, sunrise),
    ...lefts({ X2: '99.99' }, { identifier: 'a' }),
    ...rights({ Y1: '98312.47' }, ofSunrise),
    ...rights({ Y2: '98312.47' }, { ...ofSunrise, identifier: 'a' }),
  ];
  expect(await result(records, { by: ['weighed_evidence', 'same_identifier'] })).toEqual(['X2 = Y2', 'X1 ? Y1']);
});

test('Days on which everybody is paid prove little, unless hardly a record is without a partner', async () => {
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
  const sureAlone = async (records: GivenRecord[]) =>
    sure(await matchesBy(acme.warehouse, records, 'weighed_evidence')).length;
  const onPaydays = (at: number) => (at % 5) * 30;
  expect(await sureAlone(onDays((at) => at, true))).toBeGreaterThan(140);
  expect(await sureAlone(onDays(onPaydays, true))).toBe(0);
  expect(await sureAlone(onDays(onPaydays, false))).toBe(150);
});
