import * as published from 'dinero.js/currencies';
import { expect, test } from 'vitest';
import { currencies, currencyProblem, exponentOf } from '../../src/domain/currencies.ts';

/** ISO 4217, list one: every currency whose minor unit is not a hundredth. */
const notHundredths: Record<string, number> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
  CLF: 4,
  UYW: 4,
};

test('Exponents are those of ISO 4217', () => {
  const differing = currencies.filter(({ exponent }) => exponent !== 2);
  expect(Object.fromEntries(differing.map(({ code, exponent }) => [code, exponent]))).toEqual(notHundredths);
  // hundredths in the standard, although CLDR shows them without decimals or the package has a base of five
  for (const code of ['MYR', 'HUF', 'AFN', 'IDR', 'PKR', 'TWD', 'MRU', 'MGA', 'XAD']) expect(exponentOf(code)).toBe(2);
});

test('Only the ariary and the ouguiya have a non-decimal minor unit', () => {
  const inFifths = Object.values(published).filter(({ base }) => Number(base) !== 10);
  expect(inFifths.map(({ code }) => code).sort()).toEqual(['MGA', 'MRU']);
});

test('The table lists every currency in use, in order, each with its code as a symbol', () => {
  const codes = currencies.map(({ code }) => code);
  expect(codes.length).toBeGreaterThan(160);
  expect(codes).toEqual([...new Set(codes)].sort());
  for (const { code, symbols, exponent } of currencies) {
    expect(code).toMatch(/^[A-Z]{3}$/);
    expect(symbols[0]).toBe(code);
    expect([0, 2, 3, 4]).toContain(exponent);
  }
});

test.each(['PLN', 'BRL', 'MXN', 'CZK', 'HUF', 'CLF', 'COU'])('%s is accepted as a company’s currency', (code) => {
  expect(currencyProblem(code)).toBeUndefined();
});

test.each(['XAU', 'XDR', 'XTS', 'XXX'])('%s is rejected: it has no minor unit', (code) => {
  expect(currencyProblem(code)).toMatch(new RegExp(`ISO 4217 defines no minor unit for ${code} \\([a-zA-Z ]+\\)`));
  expect(() => exponentOf(code)).toThrow(code);
});

test.each(['myr', 'RM', 'ZZZ', 'HRK', ''])('"%s" is rejected: it is not in ISO 4217', (code) => {
  expect(currencyProblem(code)).toBe('must be an ISO 4217 currency code in capitals, such as MYR');
  expect(() => exponentOf(code)).toThrow(RangeError);
});
