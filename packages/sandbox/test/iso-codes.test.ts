import { describe, expect, it } from 'vitest';
import { countryCode, currencyCode, exponentOf } from '../src/iso-codes.ts';
import { startSandbox } from '../src/start.ts';

describe('country and currency codes', () => {
  it.each([
    ['MYR', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['CLF', 4],
    ['MGA', 2],
  ])('%s has %i decimals', (code, decimals) => {
    expect(exponentOf(code)).toBe(decimals);
  });

  it('an unknown code has no decimals by default', () => {
    expect(() => exponentOf('ZZZ')).toThrow(RangeError);
  });

  it.each(['ZZZ', 'XX', 'myr', 'XTS', ''])(
    '%j is neither a currency nor a country, and the error names the list',
    (code) => {
      expect(currencyCode.safeParse(code).error?.issues[0]?.message).toBe('Not an ISO 4217 currency in uppercase.');
      expect(countryCode.safeParse(code).error?.issues[0]?.message).toBe('Not an ISO 3166-1 alpha-2 code.');
    },
  );

  it.each([
    { currencies: ['MYR', 'ZZZ'] },
    { conversion: { to: 'MYR', rates: { ZZZ: '4.21' } } },
    { purchases: { defaultCurrency: 'ZZZ' } },
  ])('a sandbox with a currency that does not exist does not start: %j', async (wrong) => {
    const options = { seed: 1, days: 1, until: '2026-11-18', ordersPerDay: 1, ...wrong };
    await expect(startSandbox(options)).rejects.toMatchObject({ code: 'CURRENCY_UNKNOWN' });
  });
});
