import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateText, isoDateText, numberText } from '../../src/xlsx/date-text.ts';
import { styleOf, styleOfFormat } from '../../src/xlsx/workbook.ts';

const cents = fc.integer({ min: -9_999_999_999, max: 9_999_999_999 });
/** Whole cents as a decimal, without any float. */
const exact = (amount: number) => {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  const decimals = digits.slice(-2).replace(/0+$/, '');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}${decimals === '' ? '' : `.${decimals}`}`;
};

describe('A number', () => {
  test.each([
    ['51.899999999999999', '51.9'],
    ['0.30000000000000004', '0.3'],
    // a remainder that goes beyond the last two digits is not rounded away
    ['9.9999999976716936E-2', '0.09999999997671694'],
    ['0.333333333333333', '0.333333333333333'],
    ['0.33333333333333331', '0.3333333333333333'],
    ['1E-3', '0.001'],
    ['1.23E+5', '123000'],
    ['1.230E5', '123000'],
    ['-2.5e-7', '-0.00000025'],
    ['007', '007'],
    ['1E+300', `1${'0'.repeat(300)}`],
    [' 12 ', '12'],
    // not numbers, and numbers that no binary number holds, stay as they are
    ['12,50', '12,50'],
    ['NaN', 'NaN'],
    ['1E+999', `1${'0'.repeat(999)}`],
    ['123456789012345678', '123456789012345680'],
  ])('%s is read as %s', (written, text) => {
    expect(numberText(written)).toBe(text);
  });

  test('of any amount is exact, with the 17 digits that a spreadsheet writes', () => {
    fc.assert(
      fc.property(cents, (amount) => {
        const written = Number(exact(amount)).toPrecision(17);
        const plain = numberText(written);
        expect(plain.includes('.') ? plain.replace(/\.?0+$/, '') : plain).toBe(exact(amount));
      }),
    );
  });

  test('that is a sum or a difference of amounts is exact while its remainder is past the 15th digit', () => {
    const small = fc.integer({ min: 1, max: 9_999_999 });
    fc.assert(
      fc.property(small, small, fc.boolean(), (one, other, isSum) => {
        const result = isSum ? one + other : one - other;
        const binary = isSum ? one / 100 + other / 100 : one / 100 - other / 100;
        const text = numberText(String(binary));
        // a difference of close amounts keeps its remainder visible: then it is no amount, never a wrong one
        if (/^-?\d+(\.\d{1,2})?$/.test(text)) expect(text).toBe(exact(result));
        if (isSum) expect(text).toBe(exact(result));
      }),
    );
  });

  test('written with up to 15 digits is the text of the file', () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{0,11}(\.[0-9]{1,2})?$/);
    fc.assert(
      fc.property(digits, (written) => {
        expect(numberText(written)).toBe(written);
      }),
    );
  });
});

describe('A date', () => {
  test.each([
    ['46328.375', 'day', 1900, '2026-11-02 09:00:00'],
    ['46328.416667', 'day', 1900, '2026-11-02 10:00:00'],
    ['46328.99999999999', 'day', 1900, '2026-11-03'],
    ['46328.999999', 'day', 1900, '2026-11-03'],
    // a time that the number does express to the millisecond keeps its day
    ['46328.99999537037', 'day', 1900, '2026-11-02 23:59:59.600'],
    ['44866.375', 'day', 1904, '2026-11-02 09:00:00'],
    ['0', 'day', 1904, '1904-01-01'],
    ['1', 'day', 1900, '1900-01-01'],
    ['59', 'day', 1900, '1900-02-28'],
    ['60', 'day', 1900, '1900-02-29'],
    ['61', 'day', 1900, '1900-03-01'],
    ['0', 'day', 1900, '1900-01-00'],
    ['2958465', 'day', 1900, '9999-12-31'],
    ['2958466', 'day', 1900, '2958466'],
    ['-1', 'day', 1900, '-1'],
    ['0.375', 'time', 1900, '09:00:00'],
    ['46328.375', 'time', 1900, '2026-11-02 09:00:00'],
    ['1.5', 'duration', 1900, '36:00:00'],
    ['soon', 'day', 1900, 'soon'],
  ] as const)('%s as %s from %i is %s', (written, style, system, text) => {
    expect(dateText(written, style, system)).toBe(text);
  });

  test.each([
    ['2026-11-02', '2026-11-02'],
    ['2026-11-02T00:00:00', '2026-11-02'],
    ['2026-11-02T09:00:00.000', '2026-11-02 09:00:00'],
    ['2026-11-02T09:00', '2026-11-02 09:00:00'],
    ['2026-11-02T09:00:00.25', '2026-11-02 09:00:00.25'],
    ['2026-11-02T09:00:00+08:00', '2026-11-02T09:00:00+08:00'],
    ['02/11/2026', '02/11/2026'],
  ])('%s in a date cell is %s', (written, text) => {
    expect(isoDateText(written)).toBe(text);
  });

  test('of any second from 1950 to 2080 is that second in both numberings', () => {
    const second = fc.integer({ min: -631_152_000, max: 3_471_292_800 });
    fc.assert(
      fc.property(second, (at) => {
        const text = new Date(at * 1000).toISOString().replace('T', ' ').slice(0, 19).replace(' 00:00:00', '');
        const days = at / 86_400;
        expect(dateText(String(days + 25_569), 'day', 1900)).toBe(text);
        expect(dateText((days + 24_107).toPrecision(17), 'day', 1904)).toBe(text);
      }),
    );
  });
});

describe('A number format', () => {
  test.each([
    ['General', 'number'],
    ['0.00E+00', 'number'],
    ['#,##0.00;[Red]-#,##0.00', 'number'],
    ['"RM" #,##0.00', 'number'],
    ['[$MYR] #,##0.00', 'number'],
    ['0 "days"', 'number'],
    ['@', 'number'],
    ['yyyy-mm-dd', 'day'],
    ['[$-409]d" day "mmm yyyy;@', 'day'],
    ['dd\\/mm\\/yyyy hh:mm', 'day'],
    ['mmm', 'day'],
    ['hh:mm:ss', 'time'],
    ['h:mm AM/PM', 'time'],
    ['mm:ss.0', 'time'],
    ['[h]:mm', 'duration'],
    ['[Blue]0.00', 'number'],
  ])('%s shows a %s', (code, style) => {
    expect(styleOfFormat(code)).toBe(style);
  });

  test('that is built in has a number', () => {
    const days = [14, 15, 16, 17, 22, 27, 30, 36, 50, 54, 57, 58];
    for (const id of days) expect(styleOf(id, new Map()), String(id)).toBe('day');
    for (const id of [18, 19, 20, 21, 32, 33, 45, 47, 55]) expect(styleOf(id, new Map()), String(id)).toBe('time');
    for (const id of [0, 1, 2, 4, 9, 11, 37, 44, 48, 49, 164])
      expect(styleOf(id, new Map()), String(id)).toBe('number');
    expect(styleOf(46, new Map())).toBe('duration');
    expect(styleOf(165, new Map([[165, '000000']]))).toEqual({ digits: 6 });
  });
});
