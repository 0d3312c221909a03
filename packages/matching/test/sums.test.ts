import { describe, expect, test } from 'vitest';
import { matchesBy, pairs, sums } from './given/matching.ts';
import { dayOf, decimal, nameOf, ordinaryPairs } from './given/ordinary-pairs.ts';
import { amongOrdinary, harvest, lefts, ofSunrise, rights, sunrise, text } from './given/weighed-pairs.ts';
import type { WrittenRecord } from './given/written-record.ts';

const { result, sureOf } = amongOrdinary(sums());
const [duitnow, number3501] = [text('DUITNOW'), text('DUITNOW 3501')];

describe('A name', () => {
  const several = lefts({ A: '1234.56', B: '2345.67', C: '345.78' }, sunrise);
  const two = lefts({ A: '1234.56', B: '2345.67' }, sunrise);
  const total = rights({ R: '3580.23' }, ofSunrise);

  test.each<[string, WrittenRecord[], string[]]>([
    [
      'holds several invoices and one deposit together',
      [
        ...lefts({ A: '1234.56' }, sunrise),
        ...lefts({ B: '2345.67' }, { ...sunrise, at: dayOf(17) }),
        ...lefts({ C: '345.78' }, { ...sunrise, at: dayOf(19) }),
        ...rights({ R: '3926.01' }, ofSunrise),
      ],
      ['A+B+C = R'],
    ],
    [
      'holds one invoice and several deposits together',
      [
        ...lefts({ L: '3926.01' }, sunrise),
        ...rights({ A: '1234.56' }, ofSunrise),
        ...rights({ B: '2345.67' }, { ...ofSunrise, at: dayOf(27) }),
        ...rights({ C: '345.78' }, { ...ofSunrise, at: dayOf(31) }),
      ],
      ['L = A+B+C'],
    ],
    ['leaves what is not part of the sum', [...several, ...rights({ R: '1580.34' }, ofSunrise)], ['A+C = R']],
    [
      'does not hold records of other parties',
      [...lefts({ A: '1234.56' }, sunrise), ...lefts({ B: '2345.67' }, harvest), ...total],
      [],
    ],
    // 4000 less 419.77
    ['does not hold records of the other sign', [...lefts({ A: '4000', B: '-419.77' }, sunrise), ...total], []],
    [
      'does not make a sum of multiples of one price sure',
      [...lefts({ A: '19.90', B: '39.80', C: '99.50' }, sunrise), ...rights({ R: '59.70' }, ofSunrise)],
      ['A+B ? R'],
    ],
    [
      'makes the same with other amounts sure',
      [...lefts({ A: '19.91', B: '39.83', C: '99.57' }, sunrise), ...rights({ R: '59.74' }, ofSunrise)],
      ['A+B = R'],
    ],
    [
      'does not make a sum sure of which an item could be part of another',
      // A is part of both
      [...several, ...total, ...rights({ S: '1580.34' }, ofSunrise)],
      ['A+B ? R'],
    ],
  ])('%s', (_, records, expected) => {
    expect(result(records)).toEqual(expected);
  });

  test.each([
    [10, ['A+B = R']],
    [9, []],
  ])('holds records of the window together: day %i', (day, expected) => {
    const records = [
      ...lefts({ A: '1234.56' }, sunrise),
      ...lefts({ B: '2345.67' }, { ...sunrise, at: dayOf(day) }),
      ...rights({ R: '3580.23' }, { ...ofSunrise, at: dayOf(55) }),
    ];
    expect(result(records)).toEqual(expected);
  });

  test('suggests one of two sums that fit, with the other as runner-up', () => {
    const fitting = lefts({ A: '100.11', B: '200.25', C: '110.13', D: '190.23' }, sunrise);
    const records = [...ordinaryPairs(), ...fitting, ...rights({ R: '300.36' }, ofSunrise)];
    const [match, ...further] = matchesBy(records, sums());
    expect(further).toEqual([]);
    expect(match).toMatchObject({ rights: ['R'], isSuggested: true });
    expect([match?.lefts, match?.runnersUp]).toEqual(
      match?.lefts[0] === 'A' ? [['A', 'B'], ['left:C + left:D']] : [['C', 'D'], ['left:A + left:B']],
    );
  });

  test('makes a sum of equal instalments sure, whatever else the party has', () => {
    const other = lefts({ C: '345.78' }, sunrise);
    const first = lefts({ A: '1234.56' }, sunrise);
    const second = lefts({ B: '1234.56' }, { ...sunrise, at: dayOf(17) });
    const records = [...first, ...second, ...other, ...rights({ R: '2469.12' }, ofSunrise)];
    expect(result(records)).toEqual(['A+B = R']);
    // a third multiple of their amount is one more sum that chance may give
    expect(result([...records, ...lefts({ D: '4938.24' }, sunrise)])).toEqual(['A+B ? R']);
  });

  test('does not make a sum sure that many other records have as their amount', () => {
    const records = [...lefts({ A: '1000.25', B: '579.75' }, sunrise), ...rights({ R: '1580' }, ofSunrise)];
    const among = ordinaryPairs().map((record, at) => (at < 10 ? { ...record, amount: '1580' } : record));
    expect(result(records, { among })).toEqual(['A+B ? R']);
    expect(result(records)).toEqual(['A+B = R']);
  });

  test('does not make a sum sure of which an item has a likely partner', () => {
    const records = [...two, ...total, ...rights({ 'A own': '1234.56' }, ofSunrise)];
    expect(result(records)).toEqual(['A+B ? R']);
    expect(result(records, { by: [pairs(), sums()] })).toEqual(['A = A own']);
  });
});

describe('A number', () => {
  const invoice = { reference: 'INV-3501' };
  const payout = { reference: 'POMM2AE7U4' };
  const ofPayout = text('PAYOUT POMM2AE7U4');

  test.each<[string, WrittenRecord[], string[]]>([
    [
      'holds one invoice and several deposits together',
      [
        ...lefts({ L: '4321.65' }, invoice),
        ...rights({ R1: '2000.11' }, number3501),
        ...rights({ R2: '2321.54' }, text('3501')),
      ],
      ['L = R1+R2'],
    ],
    [
      'holds several records of both sides together',
      [...lefts({ L1: '1000', L2: '250', L3: '50' }, invoice), ...rights({ R1: '700', R2: '600' }, number3501)],
      ['L1+L2+L3 = R1+R2'],
    ],
    [
      'holds nothing together if the sums differ',
      [...lefts({ L: '4321.65' }, invoice), ...rights({ R1: '2000', R2: '2321.64' }, number3501)],
      [],
    ],
    [
      'does not hold two items and a payout less fees together',
      [...lefts({ A: '500.25', B: '499.75' }, payout), ...rights({ R: '990' }, ofPayout)],
      [],
    ],
    [
      'of each of several records in one text holds them together',
      [
        ...lefts({ L1: '1234.56' }, invoice),
        ...lefts({ L2: '2345.67' }, { reference: 'INV-3688' }),
        ...rights({ R: '3580.23' }, text('DUITNOW 3501 3688')),
      ],
      ['L1+L2 = R'],
    ],
    [
      'of each of several records of the bank in one text of the books holds them together',
      [
        ...lefts({ L: '3580.23' }, { ...invoice, ...text('Invoice for 778801 and 778802') }),
        ...rights({ R1: '1234.56' }, { ...duitnow, reference: '778801' }),
        ...rights({ R2: '2345.67' }, { ...duitnow, reference: '778802' }),
      ],
      ['L = R1+R2'],
    ],
  ])('%s', (_, records, expected) => {
    expect(result(records)).toEqual(expected);
  });

  test.each([
    // 15 % of 1,000
    ['850', ['A+B+C = R']],
    ['849.99', []],
    ['990', ['A+B+C = R']],
    ['1000.01', []],
  ])('holds three items of 1000 and a payout of %s less fees together up to 15 %', (net, expected) => {
    const items = lefts({ A: '500.25', B: '300.50', C: '199.25' }, payout);
    expect(result([...items, ...rights({ R: net }, ofPayout)])).toEqual(expected);
  });

  test('does not hold what was sent and came back', () => {
    const records = [...lefts({ L: '1234.56' }, invoice), ...rights({ R1: '1000', R2: '234.56' }, number3501)];
    expect(result(records)).toEqual(['L = R1+R2']);
    const both = { sent: '500.05', returned: '-500.05' };
    expect(result([...records, ...lefts(both, invoice)])).toEqual([]);
    expect(result([...records, ...rights(both, text('3501'))])).toEqual([]);
  });

  test.each([
    [50, ['L = R1+R2']],
    [51, []],
  ])('holds what is at most 45 days before the last deposit: day 5 and %i', (day, expected) => {
    const records = [
      ...lefts({ L: '3580.23' }, { ...invoice, at: dayOf(5) }),
      ...rights({ R1: '1234.56' }, { ...number3501, at: dayOf(20) }),
      ...rights({ R2: '2345.67' }, { ...number3501, at: dayOf(day) }),
    ];
    expect(result(records)).toEqual(expected);
  });
});

describe('A day', () => {
  // a word of three lines or fewer could be a name
  const paydays = [10, 20, 30, 40, 50];
  /** What a payday costs in cents: five odd amounts. */
  const wages = (payday: number) => [1, 2, 3, 4, 5].map((person) => 210_007 + person * 11_213 + payday * 37);
  const totalOf = (payday: number) => decimal(-wages(payday).reduce((sum, each) => sum + each, 0));
  const employees = paydays.flatMap((payday) =>
    wages(payday).flatMap((cents, person) => {
      const counterparty = `Employee ${['Quix', 'Wurz', 'Yolb', 'Zapf', 'Vrim'][person]}`;
      const paid = { at: dayOf(payday), counterparty, description: 'Payroll' };
      return lefts({ [`P${payday}-${person}`]: decimal(-cents) }, paid);
    }),
  );
  const lines = (textOf = (_: number) => 'PAYROLL DD', lag = 1) =>
    paydays.flatMap((payday) =>
      rights({ [`R${payday}`]: totalOf(payday) }, { description: textOf(payday), at: dayOf(payday + lag) }),
    );
  const sumOf = (payday: number) => `${[0, 1, 2, 3, 4].map((person) => `P${payday}-${person}`).join('+')} = R${payday}`;
  const everyPayday = paydays.map(sumOf);
  const without20 = everyPayday.filter((match) => !match.endsWith('R20'));

  test('of a kind of payment is one line of the bank', () => {
    // other payments of the day
    const rents = paydays.flatMap((payday) => {
      const rent = { at: dayOf(payday), counterparty: 'Landlord', description: 'Rent' };
      return lefts({ [`rent ${payday}`]: decimal(-99_900 - payday) }, rent);
    });
    expect(result([...employees, ...rents, ...lines()])).toEqual(everyPayday);
  });

  test('is one line of the bank less the stated fees', () => {
    const at = dayOf(70);
    const sales = [
      ...lefts({ A: '1234.56' }, { fee: '12.35', at }),
      ...lefts({ B: '2345.67' }, { fee: '23.46', at }),
      ...lefts({ C: '345.78' }, { fee: '3.46', at }),
    ];
    // 3926.01 - 39.27
    expect(result([...sales, ...rights({ R: '3886.74' }, { ...duitnow, at: dayOf(72) })])).toEqual(['A+B+C = R']);
  });

  test('is not the line of another name', () => {
    const named = lines((payday) => (payday === 20 ? `${nameOf(3)} TRADING` : 'PAYROLL DD'));
    expect(result([...employees, ...named])).toEqual(without20);
  });

  test('is a line of a provider that pays another day as well, and of no stranger', () => {
    const paidBy = (days: readonly number[], provider = 'ZENPAY WAGES') =>
      lines((payday) => (days.includes(payday) ? provider : 'PAYROLL DD'));
    expect(result([...employees, ...paidBy([20, 30])])).toEqual(everyPayday);
    expect(sureOf([...employees, ...paidBy([20])])).toEqual(without20);
    // the line says what it is for
    expect(result([...employees, ...paidBy([20], 'ZENPAY PAYROLL')])).toEqual(everyPayday);
    // a loan has the sum of two invoices of a day
    const invoices = [...lefts({ A: '3120.51' }, sunrise), ...lefts({ B: '1820.13' }, harvest)];
    expect(sureOf([...invoices, ...rights({ R: '4940.64' }, text('LOAN ZAINAL ABIDIN'))])).toEqual([]);
  });

  test.each([
    [7, everyPayday],
    [8, []],
    [-2, []],
  ])('is a line of at most a week later: %i days', (lag, expected) => {
    expect(result([...employees, ...lines(undefined, lag)])).toEqual(expected);
  });

  test('is not sure where two lines have its sum', () => {
    const again = rights({ again: totalOf(20) }, text('PAYROLL DD'));
    expect(sureOf([...employees, ...lines(), ...again])).toEqual(without20);
  });

  test('is not sure where another day has the same sum', () => {
    const line = rights({ R: '1580.23' }, { ...duitnow, at: dayOf(73) });
    const day = lefts({ A1: '1234.56', A2: '345.67' }, { at: dayOf(70) });
    expect(result([...day, ...line])).toEqual(['A1+A2 = R']);
    const another = lefts({ B1: '987.65', B2: '592.58' }, { at: dayOf(72) });
    expect(sureOf([...day, ...another, ...line])).toEqual([]);
  });

  test('of equal amounts is not sure', () => {
    const equal = lefts({ E1: '100', E2: '100', E3: '100', E4: '100', E5: '100' }, { at: dayOf(70) });
    expect(sureOf([...equal, ...rights({ R: '500' }, { ...duitnow, at: dayOf(71) })])).toEqual([]);
  });
});

describe('A number proves no sum', () => {
  const of30011 = { reference: 'INV-30011' };

  test('that is a year', () => {
    const invoices = ['1234.56', '345.67', '500.05'].flatMap((amount, at) =>
      lefts({ [`L${at}`]: amount }, { counterparty: nameOf(at + 70), reference: `INV/2026/30${at}1` }),
    );
    expect(sureOf([...invoices, ...rights({ R: '1900.00' }, text('INSURANCE 2026'))])).toEqual([]);
  });

  test('that names two sums of the same amount', () => {
    const one = lefts({ A: '600.10', B: '400.20' }, of30011);
    const other = lefts({ C: '700.15', D: '300.15' }, { reference: 'INV-30022' });
    expect(sureOf([...one, ...other, ...rights({ R: '1000.30' }, text('DUITNOW 30011 30022'))])).toEqual([]);
    expect(result([...one, ...rights({ R: '1000.30' }, text('DUITNOW 30011'))])).toEqual(['A+B = R']);
  });

  test('of records that are months apart', () => {
    const records = lefts({ A: '1234.56', B: '345.67' }, of30011);
    const late = rights({ R: '1580.23' }, { ...text('DUITNOW 30011'), at: dayOf(90) });
    expect(sureOf([...records, ...late])).toEqual([]);
  });
});
