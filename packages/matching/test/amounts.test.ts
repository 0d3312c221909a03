import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { digitSlips, type Fee, lessFee, relationOf } from '../src/amounts.ts';
import { weighedRecord } from './given/weighed-record.ts';
import { scaled } from './given/written-record.ts';

type Fees = { left?: string; right?: string; learned?: Fee[] };
const ofScaled = (left: number, right: number, fees: Fees = {}) =>
  relationOf(
    weighedRecord('left', { amount: left, fee: fees.left === undefined ? null : scaled(fees.left) }),
    weighedRecord('right', { amount: right, fee: fees.right === undefined ? null : scaled(fees.right) }),
    fees.learned ?? [],
  );
const relation = (left: string, right: string, fees: Fees = {}) => ofScaled(scaled(left), scaled(right), fees);

/** 2.9 % and 0.30. */
const cardFee: Fee = { basisPoints: 290, flat: 3000 };

describe('The relation of two amounts', () => {
  test.each([
    ['100', '100', 'equal'],
    ['-0.0001', '-0.0001', 'equal'],
    ['100', '-100', 'sign'],
    ['-12.34', '12.34', 'sign'],
    // 5 % of 100 is 5
    ['100', '95', 'near'],
    ['100', '105', 'near'],
    ['100', '94.9999', 'differs'],
    ['100', '105.0001', 'differs'],
    ['-100', '-95', 'near'],
    ['100', '-95', 'differs'],
    // digits exchanged or added, within 5 % as well
    ['123.45', '132.45', 'digits'],
    ['123.45', '1293.45', 'digits'],
    ['123.45', '12993.45', 'differs'],
    ['123.45', '-132.45', 'differs'],
    // two exchanges, and an exchange of digits that are apart
    ['123.45', '213.54', 'differs'],
    ['123.45', '321.45', 'differs'],
    // a currency without decimals
    ['12345', '13245', 'digits'],
    ['12345', '1245', 'digits'],
    ['12345', '12344', 'near'],
    ['12345', '-12345', 'sign'],
    ['1', '2', 'differs'],
    // an amount with three decimals can have a slip as well; 5 % of 12.345 is 0.61725
    ['12.345', '12.345', 'equal'],
    ['12.345', '12.344', 'near'],
    ['12.345', '11.728', 'near'],
    ['12.345', '11.727', 'differs'],
    ['12.345', '13.245', 'digits'],
    ['12.345', '12.354', 'digits'],
    ['12.340', '13.240', 'digits'],
  ])('%s and %s: %s', (left, right, expected) => {
    expect(relation(left, right)).toBe(expected);
  });

  const two = [
    { basisPoints: 0, flat: 3000 },
    { basisPoints: 1000, flat: 0 },
  ];
  test.each<[string, string, Fees, string]>([
    // the stated fee of either side, in either direction
    ['100', '98.50', { left: '1.50' }, 'fee'],
    ['100', '98.50', { right: '1.50' }, 'fee'],
    ['98.50', '100', { left: '1.50' }, 'fee'],
    ['100', '98.50', { left: '-1.50' }, 'fee'],
    ['-100', '-101.50', { left: '1.50' }, 'fee'],
    // further than 5 %
    ['100', '60', { left: '40' }, 'fee'],
    ['100', '100', { left: '1.50', right: '1.50' }, 'equal'],
    // another stated fee, none, and zero
    ['100', '98.49', { left: '1.50' }, 'near'],
    ['100', '98.50', {}, 'near'],
    ['100', '100.50', { left: '0' }, 'near'],
    // learned, up to a cent of rounding: 100 - 2.90 - 0.30 = 96.80
    ['100', '96.80', { learned: [cardFee] }, 'learned_fee'],
    ['100', '96.79', { learned: [cardFee] }, 'learned_fee'],
    ['100', '96.81', { learned: [cardFee] }, 'learned_fee'],
    ['100', '96.7899', { learned: [cardFee] }, 'near'],
    ['100', '96.82', { learned: [cardFee] }, 'near'],
    // any of several, also above 5 %
    ['200', '199.70', { learned: two }, 'learned_fee'],
    ['200', '180', { learned: two }, 'learned_fee'],
    ['200', '190', { learned: two }, 'near'],
    // to the thousandth: 12.345 * 97.1 % = 11.986995, rounded to 11.987
    ['12.345', '12.220', { left: '0.125' }, 'fee'],
    ['12.345', '12.221', { left: '0.125' }, 'near'],
    ['12.345', '11.987', { learned: [{ basisPoints: 290, flat: 0 }] }, 'learned_fee'],
    // only of what arrives, and only where less arrives
    ['96.80', '100', { learned: [cardFee] }, 'near'],
    ['-100', '-96.80', { learned: [cardFee] }, 'near'],
    ['-100', '-103.20', { learned: [cardFee] }, 'near'],
  ])('%s and %s with the fees %j: %s', (left, right, fees, expected) => {
    expect(relation(left, right, fees)).toBe(expected);
  });

  test('prefers a fee to a slip of digits, and a slip to a near amount', () => {
    // 4 and 5 are exchanged, which is a difference of 0.09
    expect(relation('100.45', '100.54', { left: '0.09' })).toBe('fee');
    expect(relation('100.45', '100.54')).toBe('digits');
  });
});

describe('Slips of digits', () => {
  test('are each neighbouring pair exchanged, each digit dropped, and each doubled', () => {
    const exchanged = ['21.34', '13.24', '12.43'];
    const dropped = ['2.34', '1.34', '1.24', '1.23'];
    const doubled = ['112.34', '122.34', '123.34', '123.44'];
    expect([...digitSlips(scaled('12.34'))].sort((a, b) => a - b)).toEqual(
      [...exchanged, ...dropped, ...doubled].map(scaled).sort((a, b) => a - b),
    );
  });

  test('never contain the amount itself or zero', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999, max: 999_999 }), (cents) => {
        const slips = digitSlips(cents * 100);
        expect(slips).not.toContain(cents * 100);
        expect(slips.every((each) => each !== 0)).toBe(true);
      }),
    );
  });

  test('give the relation of digits in both directions', () => {
    // without zeros, since a leading one disappears; from 1.00, since less has too few digits
    const amount = fc
      .integer({ min: 111, max: 9_999_999 })
      .filter((cents) => !String(cents).includes('0'))
      .chain((cents) => fc.constantFrom(cents * 100, -cents * 100));
    fc.assert(
      fc.property(amount, (each) => {
        for (const slip of digitSlips(each)) {
          expect(ofScaled(each, slip), `${each} and ${slip}`).toBe('digits');
          expect(ofScaled(slip, each), `${slip} and ${each}`).toBe('digits');
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('What arrives after a fee', () => {
  test.each([
    ['100', '96.80'],
    // 59.99 * 2.9 % = 1.73971
    ['59.99', '57.95'],
    ['0.30', '-0.01'],
    ['1000000', '970999.70'],
    // the fee is taken from what is sent as well
    ['-100', '-103.20'],
  ])('%s less the percentage and the flat part is %s', (amount, net) => {
    expect(lessFee(scaled(amount), cardFee)).toBe(scaled(net));
  });

  test('is the amount without a fee', () => {
    expect(lessFee(scaled('12.34'), { basisPoints: 0, flat: 0 })).toBe(scaled('12.34'));
  });

  test('is whole cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.nat({ max: 1500 }), (cents, basisPoints) => {
        expect(lessFee(cents * 100, { basisPoints, flat: 0 }) % 100).toBe(0);
      }),
    );
  });
});
