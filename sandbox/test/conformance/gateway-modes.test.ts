import { describe, expect, it } from 'vitest';
import { KEY } from '../gateway-harness.ts';
import { startHeard } from '../merchant-endpoint.ts';
import { startShop } from '../purchase-harness.ts';

const LIVE_KEY = 'sk_live_1';
const authorization = `Bearer ${LIVE_KEY}`;
const everywhere = ['/purchases/', '/clients/', '/webhooks/', '/company_statements/'];

describe('payment-gateway.md › Authentication', () => {
  it('rule 1: test and live keys are separate, and each acts on its own objects only', async () => {
    const { send, body, create, post, get } = await startShop({ liveSecretKey: LIVE_KEY });
    const live = (method: string, path: string, given?: unknown) => send(method, path, given, { authorization });
    const tested = await create();
    await post('/webhooks/', { callback: 'https://m.example/', all_events: true });
    await post('/company_statements/', { format: 'csv', timezone: 'UTC' });
    for (const path of everywhere) {
      expect((await get(path)).body.results, path).toHaveLength(1);
      expect((await live('GET', path)).body.results, path).toEqual([]);
    }
    expect((await live('GET', `/purchases/${tested.id}/`)).status).toBe(404);
    expect((await live('POST', `/purchases/${tested.id}/cancel/`)).status).toBe(404);
    const made = await live('POST', '/purchases/', body());
    expect(made.body).toMatchObject({ is_test: false, status: 'created' });
    expect(tested.is_test).toBe(true);
    expect((await get(`/purchases/${made.body.id}/`)).status).toBe(404);
    expect((await live('GET', `/clients/${tested.client_id}/`)).status).toBe(404);
  });

  it('rule 1: statement, turnover and balance of each mode know nothing of the other', async () => {
    const { send, body, customer, create, admin, get, clock } = await startShop({ liveSecretKey: LIVE_KEY });
    const live = (path: string, given?: unknown) =>
      send(given === undefined ? 'GET' : 'POST', path, given, { authorization });
    await customer((await create()).id, 'pay', { method: 'fpx' });
    const { id } = (await live('/purchases/', body({}, { products: [{ name: 'a', price: 777 }] }))).body;
    await admin.inject({ method: 'POST', url: `/gateway/live/purchases/${id}/pay`, payload: { method: 'fpx' } });
    clock.at += 1000;
    const turnover = '/account/json/turnover/?currency=MYR';
    expect((await get(turnover)).body.incoming).toMatchObject({ turnover: 10_000, count: { all: 1 } });
    expect((await live(turnover)).body.incoming).toMatchObject({ turnover: 777, count: { all: 1 } });
    expect((await live('/account/json/balance/')).body.MYR).toMatchObject({ balance: 677 });
    const statement = (await live('/company_statements/', { format: 'csv', timezone: 'UTC' })).body;
    clock.at += 1000;
    const done = (await live(`/company_statements/${statement.id}/`)).body;
    expect(done).toMatchObject({ is_test: false, status: 'success' });
    const file = (await send('GET', done.download_url, undefined, { authorization: '' })).text;
    expect([file.includes('7.77'), file.includes('100.00')]).toEqual([true, false]);
  });

  it('rule 1: an unknown key is refused, and so is the test key for objects of live mode', async () => {
    const { send, gateway } = await startShop({ liveSecretKey: LIVE_KEY });
    const status = async (url: string, key: string) =>
      (await send('GET', url, undefined, { authorization: `Bearer ${key}` })).status;
    const origin = gateway.url.replace('/api/v1', '');
    expect(await status(`${gateway.url}/purchases/`, `${LIVE_KEY}x`)).toBe(401);
    expect(await status(`${origin}/live/api/v1/purchases/`, KEY)).toBe(401);
    expect(await status(`${gateway.url}/purchases/`, LIVE_KEY)).toBe(200);
  });

  it('rule 1: without a live key there is no live mode, also not for an empty one', async () => {
    const { send, gateway } = await startShop();
    const origin = gateway.url.replace('/api/v1', '');
    for (const path of [`${gateway.url}/purchases/`, `${origin}/live/api/v1/purchases/`])
      expect((await send('GET', path, undefined, { authorization: 'Bearer ' })).status).not.toBe(200);
  });

  it('rule 2: the key is in no answer, page or delivery', async () => {
    const { create, customer, received, get, send, listen } = await startHeard();
    await listen();
    const made = await create();
    await customer(made.id, 'pay');
    const texts = [
      JSON.stringify(made),
      (await get('/purchases/')).text,
      (await send('GET', made.checkout_url ?? '', undefined, { authorization: '' })).text,
      ...received.map(({ body }) => body),
    ];
    expect(texts.length).toBeGreaterThan(4);
    for (const text of texts) expect(text).not.toContain(KEY);
  });
});
