import { describe, expect, test } from 'vitest';
import type { Bound } from '../../src/warehouse/duckdb-values.ts';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();

/** What an expression of SQL gives. */
const made = async (expression: string, bound: Bound) =>
  (await acme.rows(`select ${expression} as made`, bound))[0]?.made;

const read = (text: string, currency: string) =>
  made(
    `(select staging.money_from_text($text, list_concat(symbols, [currency]), exponent)::text
      from staging.currency where currency = $currency)`,
    { text, currency },
  );

describe('an amount is read when it has one meaning', () => {
  test.each([
    ['12', 'MYR', '12.0000'],
    ['12.5', 'MYR', '12.5000'],
    ['-12.50', 'MYR', '-12.5000'],
    ['1,234,567.89', 'MYR', '1234567.8900'],
    ['1,234', 'JPY', '1234.0000'],
    ['1,234', 'MYR', '1234.0000'],
    ['1234.567', 'KWD', '1234.5670'],
    ['RM 5.00', 'MYR', '5.0000'],
    ['RM\u00a05.00', 'MYR', '5.0000'],
    ['\u00a05.00\u202f', 'MYR', '5.0000'],
    ['RM-5', 'MYR', '-5.0000'],
    ['-RM 5', 'MYR', '-5.0000'],
    ['- 5.00', 'MYR', '-5.0000'],
    ['(RM 5.00)', 'MYR', '-5.0000'],
    ['(5.00)', 'MYR', '-5.0000'],
    ['5.00 MYR', 'MYR', '5.0000'],
    ['5.00RM', 'MYR', '5.0000'],
    ['MYR 1,000.00', 'MYR', '1000.0000'],
    ['99999999999999.99', 'MYR', '99999999999999.9900'],
  ])('%s in %s', async (text, currency, amount) => {
    expect(await read(text, currency)).toBe(amount);
  });
});

describe('an amount that would be a guess is not read', () => {
  test.each([
    ...['12.00-', '−12.00', '–12.00', '+12.00', '1 234.50', '1\u00a0234.50', '1\u2009234.50', "1'234.50", '1’234.50'],
    ...['0,500', '0,500.00', '01,500', '1,23', '1,2345', '12,34.00', ',123', '1,,234', '1.234,56', '1.2.3', '5.'],
    ...['.5', '5.005', '1e3', '0x10', '١٢'],
    ...['１２.00', '5.00 CR', '5.00 DR', '5.00CR', 'CR 5.00', 'SGD 5.00', '$5.00', 'RM 5.00 MYR', 'RM', '-', '()'],
    ...['(-5.00)', '(5.00', '5.00)', '--5', '-RM-5', '', ' ', '\u00a0', 'NaN', 'inf', '1_000', '100%', '#REF!', '1/2'],
    ...['999999999999999', '=5.00', "'5.00", '5.00 5.00', '5.00;'],
  ])('"%s"', async (text) => {
    expect(await read(text, 'MYR')).toBeNull();
  });

  test.each([
    ['1.5', 'JPY'],
    ['1.00', 'JPY'],
    ['1.2345', 'KWD'],
  ])('%s has more decimals than %s', async (text, currency) => {
    expect(await read(text, currency)).toBeNull();
  });
});

describe('an amount of a file with a decimal comma', () => {
  test.each([
    ['1.234,56', '1234.5600'],
    ['1 234,56', '1234.5600'],
    ['1\u00a0234\u202f567,89', '1234567.8900'],
    ['-12 345 678,9', '-12345678.9000'],
    ['1 234 EUR', '1234.0000'],
    ['0,5', '0.5000'],
    ['12 34,00', null],
    ['1 2345,00', null],
    ['12 1234,00', null],
    ['5,00 5,00', null],
    ['1,234', null],
  ])('%s', async (text, amount) => {
    const expression = `staging.money_from_text(staging.with_decimal_point($text, ','), ['EUR'], 2)::text`;
    expect(await made(expression, { text })).toBe(amount);
  });
});

describe('the sign of an amount of a bank', () => {
  test.each([
    ['50.00 DR', '-50.00'],
    ['50.00-', '-50.00'],
    ['50.00 CR', '50.00'],
    ['50.00+', '50.00'],
    ['+50.00', '50.00'],
    ['+ RM 50.00', 'RM 50.00'],
    ['-50.00', '-50.00'],
    // two signs are no amount, and stay as they are
    ['+-50.00', '+-50.00'],
    ['+50.00-', '+50.00-'],
    ['-50.00 DR', '-50.00 DR'],
    [null, null],
  ])('%s', async (text, signed) => {
    expect(await made('staging.signed_amount_text($text)', { text })).toBe(signed);
  });
});

describe('a figure in a bank table', () => {
  test.each([
    ["1'234.50", '.', '1234.50'],
    ["-CHF 1'234'567", '.', '-CHF 1234567'],
    ["1'234,50", ',', '1234.50'],
    ["0'500.00", '.', "0'500.00"],
    ["1'23.00", '.', "1'23.00"],
    ["1'234 500", '.', "1'234 500"],
    ['−5.00', '.', '-5.00'],
    ['– 5.00', '.', '- 5.00'],
    ['\u200e5.00\u200f', '.', '5.00'],
    ['\ufeff5.00', '.', '5.00'],
    ['\u202e5.00', '.', '\u202e5.00'],
    ['1,23,456.50', '.', '123456.50'],
    ['-12,34,567', '.', '-1234567'],
    ['123,45,678', '.', '123,45,678'],
    // in a file with a decimal comma the groups have no meaning
    ['1,23,456.50', ',', '1.23.456,50'],
    ['1,234.50', '.', '1,234.50'],
    ['1.234,50', ',', '1,234.50'],
    [null, '.', null],
  ])('%s with the mark %s', async (text, mark, figure) => {
    const [row] = await acme.rows(
      'select staging.bank_figure($text, $mark, false) as figure, staging.bank_figure($text, $mark, true) as lettered',
      { text, mark },
    );
    expect(row).toEqual({ figure, lettered: figure });
  });

  test.each([
    ['5.00 C', '5.00 CR'],
    ['5.00 D', '5.00 DR'],
    ['5.00 d', '5.00 d'],
    ['5.00D', '5.00DR'],
    ['5.00 USD', '5.00 USD'],
  ])('%s in a file with the letters C and D', async (text, figure) => {
    expect(await made(`staging.bank_figure($text, '.', true)`, { text })).toBe(figure);
  });

  test.each([
    ['12.5', true],
    ['12.50', true],
    ['1.2345', true],
    ['0.500', true],
    ['-RM 0.500', true],
    ['1234.567', true],
    ['1,234.567', true],
    ["1'234.567", true],
    ['1,234,567', true],
    ['1,23,456', true],
    ['1.234', false],
    ['1,234', false],
    ['12.345', false],
    ['1.234,567', false],
    ['1.234.567', false],
    ['1234', false],
  ])('%s proves a decimal point: %s', async (text, isProven) => {
    expect(await made('staging.proves_point($text)', { text })).toBe(isProven);
  });
});
