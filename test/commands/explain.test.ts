import { expect, test } from 'vitest';
import { withCurrency } from '../../src/commands/explain.ts';

test('An amount whose record has no currency is shown without one', () => {
  expect(withCurrency('0.0100', 'MYR')).toBe('MYR 0.01');
  expect(withCurrency('0.0100', null)).toBe('0.0100');
  expect(withCurrency(null, 'MYR')).toBeNull();
});
