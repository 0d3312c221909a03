import { describe, expect, test } from 'vitest';
import { type GivenRecord, matched, passes, putRecords } from '../../../given/matching.ts';
import { apartFromOrdinary, centsOf, dayOf, decimal, nameOf, ordinaryPairs } from '../../../given/ordinary-pairs.ts';
import { givenRules } from '../../../given/rules.ts';
import {
  type Given,
  harvest,
  left,
  nobody,
  numbered,
  resultIn,
  right,
  sunrise,
  sure,
  text,
} from '../../../given/weighed-pairs.ts';

const acme = givenRules();
const result = (...given: Given) => resultIn(acme.warehouse, ...given);

describe('Ordinary pairs', () => {
  test.each<[string, GivenRecord[]]>([
    ['by names', ordinaryPairs()],
    ['by names and references', numbered],
  ])('are all sure %s', async (_, records) => {
    await putRecords(acme.warehouse, records);
    const matches = await matched(acme.warehouse, passes('weighed_evidence'));
    expect(matches).toHaveLength(60);
    expect(apartFromOrdinary(matches)).toEqual([]);
  });
});

describe('Equal amounts', () => {
  test('of one name are sure', async () => {
    const records = [left('L', '4321.65', sunrise), right('R', '4321.65', text('DUITNOW SUNRISE HOLDINGS'))];
    expect(await result(records)).toEqual(['L = R']);
  });

  test('that are rare are sure where the right record names nobody', async () => {
    expect(await result([left('L', '4321.65', sunrise), right('R', '4321.65', nobody)])).toEqual(['L = R']);
  });

  test('are not sure where the right record names somebody of another left record', async () => {
    const other = text(`DUITNOW ${nameOf(7).toUpperCase()} TRADING`);
    expect(sure(await result([left('L', '4321.65', sunrise), right('R', '4321.65', other)]))).toEqual([]);
  });

  test('are not sure where a common word is all that the names share', async () => {
    const records = (wanted: string, payer: string) => [
      left('L', '4321.65', { counterparty: wanted }),
      left('P', '98.71', { counterparty: 'Prairie Engineering Works' }),
      right('R', '4321.65', text(`DUITNOW ${payer}`)),
    ];
    expect(await result(records('White Bros Engineering Works', 'PRAIRIE ENGINEERING WORKS'))).toEqual(['L ? R']);
    // nobody else is named
    expect(await result(records('White Bros Engineering Works', 'ENGINEERING WORKS'))).toEqual(['L = R']);
  });

  test('are not sure where the right record names a stranger, as with the loan of a director', async () => {
    const loan = text('LOAN ZAINAL ABIDIN');
    expect(sure(await result([left('L', '4321.65', sunrise), right('R', '4321.65', loan)]))).toEqual([]);
  });

  test('on one day without names are not sure', async () => {
    const records = [left('L1', '4321.65'), left('L2', '4321.65'), right('R1', '4321.65'), right('R2', '4321.65')];
    expect(sure(await result(records))).toEqual([]);
  });

  test('on one day with names are each sure with their own', async () => {
    const records = [
      left('L1', '4321.65', sunrise),
      left('L2', '4321.65', harvest),
      right('R1', '4321.65', text('DUITNOW GOLDEN HARVEST')),
      right('R2', '4321.65', text('DUITNOW SUNRISE HOLDINGS')),
    ];
    expect(await result(records)).toEqual(['L1 = R2', 'L2 = R1']);
  });

  test('are sure by the names in the texts of a provider that is the counterparty of all', async () => {
    const records = [
      left('A', '250', sunrise),
      left('B', '250', harvest),
      right('of A', '250', { counterparty: 'Paygate', ...text('PAYMENT SUNRISE.HOLDINGS') }),
      right('of B', '250', { counterparty: 'Paygate', ...text('PAYMENT GOLDEN.HARVEST') }),
    ];
    expect(await result(records)).toEqual(['A = of A', 'B = of B']);
  });

  test('beside which a duplicate is left over are a suggestion', async () => {
    const payment = text('DUITNOW SUNRISE HOLDINGS');
    const paidTwice = [left('L', '4321.65', sunrise), right('R1', '4321.65', payment), right('R2', '4321.65', payment)];
    expect(await result(paidTwice)).toEqual([expect.stringMatching(/^L \? R[12]$/)]);
    const enteredTwice = [
      left('L1', '4321.65', sunrise),
      left('L2', '4321.65', sunrise),
      right('R', '4321.65', payment),
    ];
    expect(await result(enteredTwice)).toEqual([expect.stringMatching(/^L[12] \? R$/)]);
  });

  test('beside which one of the same name is left over are a suggestion, though only one has the number', async () => {
    const records = [
      left('L', '4321.65', { ...sunrise, reference: 'INV-3501' }),
      right('R1', '4321.65', text('DUITNOW SUNRISE HOLDINGS 3501')),
      right('R2', '4321.65', text('DUITNOW SUNRISE HOLDINGS')),
    ];
    expect(await result(records, { among: numbered })).toEqual(['L ? R1']);
    expect(await result(records.slice(0, 2), { among: numbered })).toEqual(['L = R1']);
  });

  test('that many records have are not sure without a name', async () => {
    const common = Array.from({ length: 12 }, (_, day) => [
      left(`L${day}`, '100', { at: dayOf(day * 4) }),
      right(`R${day}`, '100', { at: dayOf(day * 4 + 5), ...nobody }),
    ]).flat();
    expect(sure(await result(common))).toEqual([]);
  });

  test('of zero are ignored', async () => {
    const records = [
      left('L', '0', { ...sunrise, reference: 'INV-7777' }),
      right('R', '0', text('DUITNOW SUNRISE HOLDINGS 7777')),
    ];
    expect(await result(records, { among: numbered })).toEqual([]);
  });
});

describe('Different amounts', () => {
  // 3 and 2 exchanged
  const [right1, wrong] = ['4321.65', '4231.65'];

  test('with digits exchanged are sure with a number in common and suggested without', async () => {
    const reference = 'INV-3501';
    const withNumber = [
      left('L', right1, { ...sunrise, reference }),
      right('R', wrong, text('DUITNOW SUNRISE HOLDINGS 3501')),
    ];
    expect(await result(withNumber, { among: numbered })).toEqual(['L = R']);
    const without = [left('L', right1, sunrise), right('R', wrong, text('DUITNOW SUNRISE HOLDINGS'))];
    expect(await result(without, { among: numbered })).toEqual(['L ? R']);
  });

  test('with the opposite sign are sure with a number in common and suggested without', async () => {
    const reference = 'INV-3501';
    const withNumber = [
      left('L', '4321.65', { ...sunrise, reference }),
      right('R', '-4321.65', text('DUITNOW SUNRISE HOLDINGS 3501')),
    ];
    expect(await result(withNumber, { among: numbered })).toEqual(['L = R']);
    const without = [left('L', '4321.65', sunrise), right('R', '-4321.65', text('DUITNOW SUNRISE HOLDINGS'))];
    expect(await result(without, { among: numbered })).toEqual(['L ? R']);
  });

  test('by a fee that twenty other pairs have are sure with a name', async () => {
    // 2.9 % and 0.30 of each third pair
    const lessFee = (cents: number) => Math.round(cents - cents * 0.029 - 30);
    const among = ordinaryPairs({ arrives: (cents, number) => (number % 3 === 0 ? lessFee(cents) : cents) });
    // near amounts are not exact
    const pass = 'weighed_evidence(exact := true)';
    const records = (net: string) => [left('L', '4321.65', sunrise), right('R', net, text('DUITNOW SUNRISE HOLDINGS'))];
    // 4321.65 - 125.32785 - 0.30
    expect(await result(records('4196.02'), { among, pass })).toEqual(['L = R']);
    expect(await result(records('4196.52'), { among, pass })).toEqual([]);
    expect(await result(records('4196.02'), { pass })).toEqual([]);
  });

  test('that are near are not sure without a name or number', async () => {
    expect(sure(await result([left('L', '4321.65', sunrise), right('R', '4300', nobody)]))).toEqual([]);
  });

  test('are left to others by `exact`', async () => {
    const records = [
      left('L', right1, { ...sunrise, reference: 'INV-3501' }),
      right('R', wrong, text('DUITNOW SUNRISE HOLDINGS 3501')),
    ];
    expect(await result(records, { among: numbered, pass: 'weighed_evidence(exact := true)' })).toEqual([]);
  });
});

describe('Days', () => {
  const pair = (days: number, description = 'DUITNOW SUNRISE HOLDINGS', amount = '4321.65') => [
    left('L', amount, sunrise),
    right('R', amount, { at: dayOf(20 + days), description }),
  ];

  test('outside those of other pairs make an amount that is not rare unsure', async () => {
    expect(await result(pair(2, 'DUITNOW', '500'))).toEqual(['L = R']);
    expect(sure(await result(pair(38, 'DUITNOW', '500')))).toEqual([]);
    expect(sure(await result(pair(-6, 'DUITNOW', '500')))).toEqual([]);
  });

  test('outside the window are nothing', async () => {
    expect(await result(pair(46))).toEqual([]);
    expect(await result(pair(-8))).toEqual([]);
  });

  test('are limited by the settings', async () => {
    const pass = 'weighed_evidence(days_before := 1, days_after := 3)';
    expect(await result(pair(3), { pass })).toEqual(['L = R']);
    expect(await result(pair(5), { pass })).toEqual([]);
    expect(await result(pair(-2), { pass })).toEqual([]);
  });
});

test('Fewer false matches leave a weaker pair as a suggestion', async () => {
  // a round amount is less rare
  const records = [left('L', '500', sunrise), right('R', '500', nobody)];
  expect(await result(records)).toEqual(['L = R']);
  expect(await result(records, { pass: 'weighed_evidence(most_false := 0.000001)' })).toEqual(['L ? R']);
});

test('Companies and currencies are apart', async () => {
  const payment = text('DUITNOW SUNRISE HOLDINGS');
  const company = [left('L', '4321.65', sunrise), right('R', '4321.65', { ...payment, company: 'other' })];
  expect(await result(company)).toEqual([]);
  const currency = [left('L', '4321.65', sunrise), right('R', '4321.65', { ...payment, currency: 'SGD' })];
  expect(await result(currency)).toEqual([]);
  // each of the other company has its own partner, with the same keys as here
  const copy = ordinaryPairs().map((record) => ({ ...record, company: 'other' }));
  expect(await result(copy)).toEqual([]);
});

test('A pair that has the amount of an ordinary one leaves that one as it is', async () => {
  const amount = String(centsOf(20) / 100);
  const records = [left('L', amount, sunrise), right('R', amount, text('DUITNOW SUNRISE HOLDINGS'))];
  expect(await result(records)).toEqual(['L = R']);
});

test('What is sure only since another pass took its rival is suggested', async () => {
  const records = [
    left('X1', '98312.47', sunrise),
    left('X2', '99.99', { identifier: 'a' }),
    right('Y1', '98312.47', text('DUITNOW SUNRISE HOLDINGS')),
    right('Y2', '98312.47', { ...text('DUITNOW SUNRISE HOLDINGS'), identifier: 'a' }),
  ];
  await putRecords(acme.warehouse, [...ordinaryPairs(), ...records]);
  const matches = await matched(acme.warehouse, passes('weighed_evidence', 'same_identifier'));
  expect(apartFromOrdinary(matches)).toEqual(['same_identifier: X2 = Y2', 'weighed_evidence: X1 ? Y1']);
});

test('Days on which everybody is paid prove little, unless hardly a record is without a partner', async () => {
  // pairs of one amount and no name: on days of their own, and all on the paydays of five months
  const onDays = (dayAt: (at: number) => number, isAlone: boolean) =>
    Array.from({ length: 150 }, (_, at) => {
      const [first, second] = [{ at: dayOf(dayAt(at)) }, { ...nobody, at: dayOf(dayAt(at) + 1) }];
      const amount = (more: number) => decimal(1_013 + at * 7 + more);
      const pair = [left(`l${at}`, amount(0), first), right(`r${at}`, amount(0), second)];
      const alone = [left(`alone ${at}`, amount(2), first), right(`alone ${at}`, amount(4), second)];
      return isAlone ? [...pair, ...alone] : pair;
    }).flat();
  const sureOf = async (records: GivenRecord[]) => {
    await putRecords(acme.warehouse, records);
    return sure(await matched(acme.warehouse, passes('weighed_evidence'))).length;
  };
  const onPaydays = (at: number) => (at % 5) * 30;
  expect(await sureOf(onDays((at) => at, true))).toBeGreaterThan(140);
  expect(await sureOf(onDays(onPaydays, true))).toBe(0);
  expect(await sureOf(onDays(onPaydays, false))).toBe(150);
});
