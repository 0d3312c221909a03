import { describe, expect, it } from 'vitest';
import { attemptOffset } from '../../src/gateway/webhook/deliveries.ts';
import { START } from '../gateway-harness.ts';
import { HOOK, startHeard } from '../merchant-endpoint.ts';
import { HOUR, startShop, unix } from '../purchase-harness.ts';

const CALLBACK = 'https://merchant.example/paid?shop=1';
const MINUTE = 60_000;

describe('payment-gateway.md › Events › Callback URL rules', () => {
  const places = [
    [
      'success_callback',
      async (shop: Awaited<ReturnType<typeof startShop>>, url: string) =>
        shop.refused(shop.post('/purchases/', shop.body({ success_callback: url }))),
    ],
    [
      'callback',
      async (shop: Awaited<ReturnType<typeof startShop>>, url: string) =>
        shop.refused(shop.post('/webhooks/', { callback: url, all_events: true })),
    ],
  ] as const;

  it.each(places)(
    'rule 1: %s with an explicit port, even :80 or :443, gives webhooks_callback_port',
    async (field, refusalFor) => {
      const shop = await startShop();
      const ports = [
        'http://m.example:80/',
        'https://m.example:443',
        'https://m.example:8443/a',
        'http://u:p@m.example:1/',
      ];
      for (const url of [...ports, 'http://[::1]:80/', 'http://m.example:/'])
        expect(await refusalFor(shop, url), url).toEqual({ status: 400, [field]: 'webhooks_callback_port' });
    },
  );

  it.each(places)(
    'rule 2: %s with another scheme than http and https gives webhooks_callback_scheme',
    async (field, refusalFor) => {
      const shop = await startShop();
      for (const url of ['ftp://m.example/', 'ws://m.example/', 'file:///etc/passwd', 'ftp://m.example:21/'])
        expect(await refusalFor(shop, url), url).toEqual({ status: 400, [field]: 'webhooks_callback_scheme' });
      for (const url of ['m.example/paid', 'http//m.example', 'javascript:alert(1)'])
        expect(await refusalFor(shop, url), url).toEqual({ status: 400, [field]: 'invalid' });
    },
  );

  it('a colon elsewhere is no port', async () => {
    const { create } = await startShop();
    for (const success_callback of [
      'http://m.example/a:80',
      'HTTPS://m.example?x=a:443',
      'https://u:p@m.example/',
      'http://[::1]/',
    ])
      expect((await create({ success_callback })).success_callback).toBe(success_callback);
  });

  it('rule 3: the redirect fields accept a custom port', async () => {
    const { create } = await startShop();
    const url = 'http://localhost:3000/back';
    const redirects = { success_redirect: url, failure_redirect: url, cancel_redirect: url };
    expect(await create(redirects)).toMatchObject(redirects);
  });
});

describe('payment-gateway.md › Events › Delivery protocol', () => {
  it('rule 1: a 2xx is a success, anything else is none: another status, a redirect, a cut connection', async () => {
    const answers: Array<number | 'silence'> = [500, 302, 'silence', 404, 204];
    const { create, listen, pass, deliveries, received } = await startHeard(() => answers.shift() ?? 200);
    await listen('purchase.created');
    await create();
    await pass(200 * MINUTE);
    expect(received).toHaveLength(5);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({ state: 'delivered' });
    expect(delivery.attempts.map(({ status }: { status: number | null }) => status)).toEqual([
      500,
      302,
      null,
      404,
      204,
    ]);
  });

  it('rule 2: up to 8 more attempts, at growing intervals', async () => {
    // in seconds instead of minutes, so that all of them fall before the 36 hours are over
    const { create, listen, pass, deliveries, received } = await startHeard(() => 500, { deliveryUnitSeconds: 1 });
    await listen('purchase.created');
    await create();
    await pass(40 * HOUR);
    expect(received).toHaveLength(9);
    const [delivery] = await deliveries();
    const after = delivery.attempts.map(({ at }: { at: number }) => (at - START) / 1000);
    expect(after).toEqual([0, 2, 8, 26, 80, 242, 728, 2186, 6560]);
    expect(delivery.state).toBe('given_up');
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  it('rule 2: attempt n falls 3^(n-1) - 1 minutes after the trigger, by the clock of the sandbox', async () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map(attemptOffset)).toEqual([0, 2, 8, 26, 80, 242, 728, 2186]);
    const { create, listen, pass, received } = await startHeard(() => 500);
    await listen('purchase.created');
    await create();
    const counts = [];
    for (const minutes of [0, 1, 1, 5, 1, 17, 1]) {
      await pass(minutes * MINUTE);
      counts.push(received.length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4]);
  });

  it('rule 3: no attempt after 36 hours from the trigger', async () => {
    const { create, listen, pass, received, deliveries } = await startHeard(() => 500);
    await listen('purchase.created');
    await create();
    await pass(36 * HOUR);
    expect(received).toHaveLength(7);
    expect((await deliveries())[0].state).toBe('given_up');
    await pass(100 * HOUR);
    expect(received).toHaveLength(7);
    expect((await deliveries())[0].state).toBe('given_up');
  });

  it('rule 4: the same callback may arrive more than once: after a lost confirmation, or on order', async () => {
    let isLost = true;
    const { create, customer, pass, received, admin, deliveries } = await startHeard(() => (isLost ? 'silence' : 200));
    await customer((await create({ success_callback: CALLBACK })).id, 'pay');
    isLost = false;
    await pass(2 * MINUTE);
    const [{ id }] = await deliveries();
    await admin.inject({ method: 'POST', url: `/gateway/deliveries/${id}/repeat` });
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  it('rule 5: no purchase.paid is delivered until all purchase.created of the object have succeeded', async () => {
    let isDown = true;
    const { create, customer, pass, listen, events, received } = await startHeard(({ event }) =>
      event === 'purchase.created' && isDown ? 500 : 200,
    );
    await listen();
    await listen('purchase.created');
    const { id } = await create({ success_callback: CALLBACK });
    await customer(id, 'pay', { method: 'fpx' });
    await pass(MINUTE);
    expect(events()).toEqual(['purchase.created', 'purchase.created']);
    isDown = false;
    await pass(MINUTE);
    expect(events().slice(2, 4)).toEqual(['purchase.created', 'purchase.created']);
    // one to the webhook that listens to all, one to the callback
    expect(events().slice(4)).toEqual(['purchase.paid', 'purchase.paid']);
    expect(received.at(-1)?.id).toBe(id);
  });

  it('rule 5: one receiver of two that fails holds the later events back from both', async () => {
    const down = { path: '/down' };
    const { create, customer, pass, post, received } = await startHeard(({ path }) => (path === down.path ? 500 : 200));
    const events = ['purchase.created', 'purchase.viewed'];
    await post('/webhooks/', { callback: HOOK, events });
    await post('/webhooks/', { callback: 'https://merchant.example/down', events: ['purchase.created'] });
    const one = await create();
    await customer(one.id, 'view');
    await pass(30 * MINUTE);
    const seen = () => received.filter(({ event }) => event === 'purchase.viewed').length;
    expect(seen()).toBe(0);
    down.path = '/up';
    await pass(60 * MINUTE);
    expect(seen()).toBe(1);
  });

  it('rule 5: a delivery that was given up blocks later ones; the other reading can be chosen', async () => {
    const run = async (givenUpDeliveryBlocks: boolean) => {
      const { create, customer, pass, listen, events } = await startHeard(
        ({ event }) => (event === 'purchase.created' ? 500 : 200),
        { givenUpDeliveryBlocks },
      );
      await listen('purchase.created', 'purchase.viewed');
      const { id } = await create();
      await pass(30 * HOUR);
      await customer(id, 'view');
      await pass(10 * HOUR);
      return events().filter((event) => event === 'purchase.viewed').length;
    };
    expect(await run(true)).toBe(0);
    expect(await run(false)).toBe(1);
  });

  it('a webhook that is deleted receives nothing more, and holds nothing back', async () => {
    const { create, customer, pass, listen, send, events } = await startHeard(({ event }) =>
      event === 'purchase.created' ? 500 : 200,
    );
    const gone = await listen('purchase.created');
    await listen('purchase.viewed');
    const { id } = await create();
    await customer(id, 'view');
    await send('DELETE', `/webhooks/${gone.id}/`);
    await pass(HOUR);
    expect(events()).toEqual(['purchase.created', 'purchase.viewed']);
  });
});

describe('payment-gateway.md › Limits', () => {
  it('callback delivery: up to 8 additional attempts, none 36 hours after the trigger', async () => {
    const { create, listen, pass, deliveries } = await startHeard(() => 500);
    await listen('purchase.created');
    await create();
    await pass(400 * HOUR);
    const [{ attempts }] = await deliveries();
    expect(attempts.length - 1).toBeLessThanOrEqual(8);
    const last = attempts.at(-1).at;
    expect(last - START).toBeLessThanOrEqual(36 * HOUR);
    expect(unix(last)).toBe(unix(START) + 728 * 60);
  });
});
