import { describe, expect } from 'vitest';
import { HOOK, it, refused, startShop } from '../gateway-harness.ts';
import { paymentRecord, purchaseRecord, statementRecord, turnoverRecord } from '../gateway-records.ts';

describe('payment-gateway.md › Resources and their fields', () => {
  it('Purchase, core object, product item, Payment: every field of the tables, and no other', async ({ shop }) => {
    const { create, paid, customer, operate, get } = shop;
    const redirects = { success_redirect: HOOK, failure_redirect: HOOK, cancel_redirect: HOOK };
    const options = { due: 1_900_000_000, payment_method_whitelist: ['visa'], tags: ['a'], ...redirects };
    const token = await paid(options, { debt: 1 }, { remember_card: true });
    const failed = await create({ skip_capture: true });
    await customer(failed.id, 'fail');
    const charged = await create();
    await operate(charged.id, 'charge', { recurring_token: token.id });
    paymentRecord.parse((await operate(charged.id, 'refund', { amount: 10 })).body);
    await customer((await create()).id, 'view');
    const purchases = purchaseRecord.array().parse((await get('/purchases/')).body.results);
    expect(purchases.map(({ status }) => status)).toEqual(['viewed', 'refunded', 'error', 'paid']);
  });

  it('Company statement: the same; query_string has the query parameters used', async ({ shop }) => {
    const query = 'currency=MYR&paid_from=1';
    const { body } = await shop.post(`/company_statements/?${query}`, { format: 'csv', timezone: 'UTC' });
    await shop.pass(1000);
    const ready = (await shop.get(`/company_statements/${body.id}/`)).body;
    for (const record of [body, ready])
      expect(statementRecord.parse(record)).toMatchObject({ query_string: query, is_test: true });
  });

  it('Turnover record: incoming and outgoing, each with turnover, fee_sell and count.all', async ({ shop }) => {
    turnoverRecord.parse(await shop.turnover());
  });
});

describe('payment-gateway.md › Errors', () => {
  it('an object keyed by field name or __all__, each value a message and a code; as lists by choice', async () => {
    const { post } = await startShop();
    const answered = { message: expect.any(String), code: 'required' };
    expect((await post('/webhooks/')).body).toEqual({ callback: answered });
    const lists = await startShop({ purchases: { problemShape: 'array' } });
    expect((await lists.post('/webhooks/')).body).toEqual({ callback: [answered] });
    const missing = { __all__: [{ message: 'Not found.', code: 'not_found' }] };
    expect((await lists.get('/purchases/x/')).body).toEqual(missing);
    const { body } = await lists.send('GET', '/purchases/', undefined, { authorization: '' });
    expect(body.__all__[0].code).toBe('authentication_failed');
  });

  it('a body that is no JSON is answered in the same shape', async ({ shop: { post } }) => {
    expect(await refused(post('/company_statements/', '{'))).toEqual({ status: 400, __all__: 'parse_error' });
  });
});

describe('payment-gateway.md › Versioning', () => {
  it('the path prefix is /api/v1', async ({ shop: { gateway, get } }) => {
    expect(new URL(gateway.url).pathname).toBe('/api/v1');
    expect((await get(`${new URL(gateway.url).origin}/api/v2/purchases/`)).status).toBe(404);
  });
});
