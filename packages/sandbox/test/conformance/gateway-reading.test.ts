import { describe, expect } from 'vitest';
import { it, KEY, refused } from '../gateway-harness.ts';

const asked = { format: 'csv', timezone: 'UTC' };

describe('payment-gateway.md › Authentication', () => {
  it.for(['', 'Bearer', `Bearer ${KEY}x`, KEY, 'Bearer sk_live_1'])(
    'rule 1: the bearer header on every request, also to a path that is not there: not %j',
    async (authorization, { shop: { send } }) => {
      const unauthorized = { status: 401, __all__: 'authentication_failed' };
      for (const path of ['/company_statements/', '/nothing/'])
        expect(await refused(send('GET', path, undefined, { authorization }))).toEqual(unauthorized);
      expect((await send('GET', '/nothing/')).status).toBe(404);
    },
  );
});

describe('payment-gateway.md › Company statement and its status', () => {
  it('is scheduled, passes pending and processing to success, and its link returns the file', async ({ shop }) => {
    const { post, get, clock, send, now } = shop;
    const made = await post('/company_statements/?currency=MYR', asked);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      ...asked,
      type: 'company_statement',
      status: 'pending',
      download_url: null,
      query_string: 'currency=MYR',
      created_on: now(),
    });
    const read = async () => (await get(`/company_statements/${made.body.id}/`)).body;
    clock.at += 150;
    expect(await read()).toMatchObject({ status: 'processing', download_url: null });
    clock.at += 150;
    const done = await read();
    expect(done.status).toBe('success');
    // a path of its own, without the key
    expect(done.download_url).not.toContain('/api/v1');
    const file = await send('GET', done.download_url, undefined, { authorization: '' });
    expect(file.status).toBe(200);
    expect(file.text).toContain('Reference Nr.');
    clock.at += 16 * 60_000;
    expect((await send('GET', done.download_url)).status).toBe(403);
  });

  it('cancel: before it is done', async ({ shop: { post, get } }) => {
    const { id } = (await post('/company_statements/', asked)).body;
    expect((await post(`/company_statements/${id}/cancel/`)).body.status).toBe('cancelled');
    expect((await get(`/company_statements/${id}/`)).body.status).toBe('cancelled');
  });

  it.for([
    ['total', 'total=1'],
    ['total', 'total=1&total=2&total=3'],
    ['paid_to', 'paid_to=yesterday'],
    ['currency', 'currency=myr'],
    ['currency', 'currency=ZZZ'],
    ...['from', 'to', 'paid_from', 'paid_to', 'updated_from', 'updated_to'].map((name) => [
      name,
      `${name}=1&${name}=2`,
    ]),
    ...['brand_id', 'shop_id'].map((name) => [name, `${name}=mine`]),
  ])('filter %s: exactly two totals, a time bound once, currency in capitals, UUIDs; not %s', async (row, { shop }) => {
    const [field = '', query] = row;
    const answer = refused(shop.post(`/company_statements/?${query}`, asked));
    expect(await answer).toEqual({ status: 400, [field]: 'invalid' });
  });
});

describe('payment-gateway.md › Turnover record', () => {
  it.for([
    ['currency', '', 'required'],
    ['currency', 'currency=MYR&currency=SGD', 'invalid'],
    ['currency', 'currency=ZZZ', 'invalid'],
    ['payment_method', 'currency=MYR&payment_method=cash', 'invalid_choice'],
    ['tokenized', 'currency=MYR&tokenized=maybe', 'invalid_choice'],
    ['country', 'currency=MYR&country=XX', 'invalid'],
    ...['from', 'to'].map((name) => [name, `currency=MYR&${name}=1&${name}=2`, 'invalid']),
    ...['brand', 'terminal_uid'].map((name) => [name, `currency=MYR&${name}=mine`, 'invalid']),
  ])('filter %s: exactly one currency, a time bound once, known values; not %j', async (row, { shop }) => {
    const [field = '', query, code] = row;
    expect(await refused(shop.get(`/account/json/turnover/?${query}`))).toEqual({ status: 400, [field]: code });
  });
});
