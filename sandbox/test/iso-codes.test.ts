import { describe, expect, it } from 'vitest';
import { countryCode, currencyCode, exponentOf } from '../src/iso-codes.ts';
import { startSandbox } from '../src/start.ts';
import { startTestGateway } from './gateway-harness.ts';

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

  it.each(['ZZZ', 'XX', 'myr', 'XTS', ''])('%j is neither a currency nor a country', (code) => {
    expect(currencyCode.safeParse(code).success).toBe(false);
    expect(countryCode.safeParse(code).success).toBe(false);
  });

  it('the gateway refuses them in bodies and in filters, and names the list', async () => {
    const { get, post } = await startTestGateway({});
    const client = (country: string) => post('/clients/', { email: 'a@example.org', country });
    expect((await client('MY')).status).toBe(201);
    expect(await client('XX')).toMatchObject({
      status: 400,
      body: { country: { message: 'Not an ISO 3166-1 alpha-2 code.', code: 'invalid' } },
    });
    const turnover = await get('/account/json/turnover/?currency=ZZZ');
    expect(turnover).toMatchObject({ status: 400, body: { currency: { code: 'invalid' } } });
    expect((await get('/account/json/turnover/?currency=MYR&country=XX')).status).toBe(400);
  });

  it('a sandbox with a currency that does not exist does not start', async () => {
    const options = { seed: 1, days: 1, until: '2026-11-18', ordersPerDay: 1 };
    for (const wrong of [
      { currencies: ['MYR', 'ZZZ'] },
      { conversion: { to: 'MYR', rates: { ZZZ: '4.21' } } },
      { purchases: { defaultCurrency: 'ZZZ' } },
    ])
      await expect(startSandbox({ ...options, ...wrong })).rejects.toMatchObject({ code: 'CURRENCY_UNKNOWN' });
  });
});
