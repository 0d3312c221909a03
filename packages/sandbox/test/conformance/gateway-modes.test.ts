import { describe, expect } from 'vitest';
import { it, KEY, startHeard, startShop } from '../gateway-harness.ts';

const LIVE_KEY = 'sk_live_1';
const authorization = `Bearer ${LIVE_KEY}`;

/** A shop with both keys, and its requests with the key of live mode. */
async function startBothModes() {
  const shop = await startShop({ liveSecretKey: LIVE_KEY });
  const live = (method: string, path: string, body?: unknown) => shop.send(method, path, body, { authorization });
  return { ...shop, live };
}

describe('payment-gateway.md › Authentication', () => {
  it('rule 1: test and live keys are separate, and each acts on its own objects only', async () => {
    const { live, body, create, post, get } = await startBothModes();
    const tested = await create();
    await post('/webhooks/', { callback: 'https://m.example/', all_events: true });
    await post('/company_statements/', { format: 'csv', timezone: 'UTC' });
    for (const path of ['/purchases/', '/clients/', '/webhooks/', '/company_statements/']) {
      expect((await get(path)).body.results, path).toHaveLength(1);
      expect((await live('GET', path)).body.results, path).toEqual([]);
    }
    expect((await live('GET', `/purchases/${tested.id}/`)).status).toBe(404);
    expect((await live('POST', `/purchases/${tested.id}/cancel/`)).status).toBe(404);
    expect((await live('GET', `/clients/${tested.client_id}/`)).status).toBe(404);
    const made = await live('POST', '/purchases/', body());
    expect(made.body).toMatchObject({ is_test: false, status: 'created' });
    expect((await get(`/purchases/${made.body.id}/`)).status).toBe(404);
  });

  it('rule 1: statement, turnover and balance of each mode know nothing of the other', async () => {
    const { live, send, body, paid, admin, turnover, pass } = await startBothModes();
    await paid({}, {}, { method: 'fpx' });
    const { id } = (await live('POST', '/purchases/', body({}, { products: [{ name: 'a', price: 777 }] }))).body;
    await admin.inject({ method: 'POST', url: `/gateway/live/purchases/${id}/pay`, payload: { method: 'fpx' } });
    await pass(1000);
    expect((await turnover()).incoming).toMatchObject({ turnover: 10_000, count: { all: 1 } });
    const ofLive = (await live('GET', '/account/json/turnover/?currency=MYR')).body;
    expect(ofLive.incoming).toMatchObject({ turnover: 777, count: { all: 1 } });
    expect((await live('GET', '/account/json/balance/')).body.MYR).toMatchObject({ balance: 677 });
    const statement = (await live('POST', '/company_statements/', { format: 'csv', timezone: 'UTC' })).body;
    await pass(1000);
    const done = (await live('GET', `/company_statements/${statement.id}/`)).body;
    expect(done).toMatchObject({ is_test: false, status: 'success' });
    const file = (await send('GET', done.download_url, undefined, { authorization: '' })).text;
    expect([file.includes('7.77'), file.includes('100.00')]).toEqual([true, false]);
  });

  it('rule 1: an unknown key is refused, and so is the test key for objects of live mode', async () => {
    const { send, gateway } = await startBothModes();
    const status = async (url: string, key: string) =>
      (await send('GET', url, undefined, { authorization: `Bearer ${key}` })).status;
    const origin = gateway.url.replace('/api/v1', '');
    expect(await status('/purchases/', `${LIVE_KEY}x`)).toBe(401);
    expect(await status(`${origin}/live/api/v1/purchases/`, KEY)).toBe(401);
    expect(await status('/purchases/', LIVE_KEY)).toBe(200);
  });

  it('rule 1: without a live key there is no live mode, also not for an empty one', async ({ shop }) => {
    const { send, gateway } = shop;
    const live = `${gateway.url.replace('/api/v1', '')}/live/api/v1/purchases/`;
    for (const path of ['/purchases/', live])
      expect((await send('GET', path, undefined, { authorization: 'Bearer ' })).status).not.toBe(200);
  });

  it('rule 2: the key is in no answer, page or delivery', async () => {
    const { paid, received, get, send, listen } = await startHeard();
    await listen();
    const made = await paid();
    const page = await send('GET', made.checkout_url, undefined, { authorization: '' });
    const answers = [JSON.stringify(made), (await get('/purchases/')).text, page.text];
    const texts = [...answers, ...received.map(({ body }) => body)];
    expect(texts.length).toBeGreaterThan(4);
    for (const text of texts) expect(text).not.toContain(KEY);
  });
});
