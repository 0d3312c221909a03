import { expect, test } from 'vitest';
import { givenRules } from '../given/rules.ts';

const acme = givenRules();

test.each([
  ['MYR', '3300', 'MYR 3,300.00'],
  ['MYR', '-1234567.5', 'MYR -1,234,567.50'],
  ['MYR', '-0.5', 'MYR -0.50'],
  ['MYR', '0.0105', 'MYR 0.0105'],
  ['MYR', '999.99', 'MYR 999.99'],
  ['MYR', '123456.7', 'MYR 123,456.70'],
  ['JPY', '100', 'JPY 100'],
  ['JPY', '1200', 'JPY 1,200'],
  ['JPY', '1000000.5', 'JPY 1,000,000.5'],
  ['KWD', '12.5', 'KWD 12.500'],
  ['KWD', '1234.5678', 'KWD 1,234.5678'],
])('%s %s is parsed as %s', async (currency, amount, text) => {
  const rows = await acme.rows('select core.money_text($currency, $amount::decimal(18, 4)) as text', {
    currency,
    amount,
  });
  expect(rows).toEqual([{ text }]);
});
