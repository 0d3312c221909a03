import { createVerify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PurchaseChoices } from '../../../src/sandbox/gateway/purchase/choices.ts';
import { attemptOffset } from '../../../src/sandbox/gateway/webhook/deliveries.ts';
import { EVENT_KINDS } from '../../../src/sandbox/gateway/webhook/events.ts';
import { paymentRecord, purchaseRecord } from '../../../src/sources/gateway/purchase-schemas.ts';
import { webhook as webhookRecord } from '../../../src/sources/gateway/schemas.ts';
import { strictly } from '../../../src/sources/record-schema.ts';
import { START } from '../gateway-harness.ts';
import { merchantEndpoint } from '../merchant-endpoint.ts';
import { HOUR, NOBODY, startShop, unix } from '../purchase-harness.ts';

const CALLBACK = 'https://merchant.example/paid?shop=1';
const HOOK = 'https://merchant.example/hooks';
const MINUTE = 60_000;

const isSigned = (body: string, signature: string, publicKey: string) =>
  createVerify('RSA-SHA256').update(body).verify(publicKey, signature, 'base64');

async function startHeard(answer?: Parameters<typeof merchantEndpoint>[0], choices: Partial<PurchaseChoices> = {}) {
  const endpoint = await merchantEndpoint(answer);
  const shop = await startShop({ purchases: { deliverTo: endpoint.origin, ...choices } });
  const listen = async (...events: string[]) => {
    const body = events.length === 0 ? { all_events: true } : { events };
    return webhookRecord.parse((await shop.post('/webhooks/', { title: 'Ledger', callback: HOOK, ...body })).body);
  };
  const deliveries = async () => (await shop.admin.inject('/gateway/deliveries')).json();
  return { ...shop, ...endpoint, endpoint, listen, deliveries };
}

describe('payment-gateway.md › Events › Success callbacks', () => {
  it('a purchase with skip_capture=false is paid: the purchase as it was at that moment, with event_type', async () => {
    const { create, customer, received, operate, pass } = await startHeard();
    const { id } = await create({ success_callback: CALLBACK });
    expect(received).toEqual([]);
    await customer(id, 'pay');
    await operate(id, 'refund');
    await pass(0);
    expect(received).toHaveLength(1);
    const { event_type, ...purchase } = JSON.parse(received[0]?.body ?? '');
    expect(event_type).toBe('purchase.paid');
    strictly(purchaseRecord).parse(purchase);
    expect(purchase).toMatchObject({ id, status: 'paid', refundable_amount: 10_000, success_callback: CALLBACK });
    expect(received[0]).toMatchObject({ path: '/paid?shop=1', host: 'merchant.example' });
  });

  it('a purchase with skip_capture=true is captured, and not when it is held', async () => {
    const { create, customer, operate, received, pass, events } = await startHeard();
    const { id } = await create({ success_callback: CALLBACK, skip_capture: true });
    await customer(id, 'pay');
    expect(received).toEqual([]);
    await operate(id, 'capture');
    await pass(0);
    expect(events()).toEqual(['purchase.captured']);
  });

  it('a purchase is paid with a recurring token, a slow one as well', async () => {
    const { create, customer, operate, pass, events, received } = await startHeard();
    const token = await create({ success_callback: CALLBACK, skip_capture: true }, { total_override: 0 });
    await customer(token.id, 'pay');
    expect(received).toEqual([]);
    const slow = await create({ success_callback: CALLBACK }, { notes: 'slow' });
    await operate(slow.id, 'charge', { recurring_token: token.id });
    await pass(0);
    expect(received).toEqual([]);
    await pass(10 * MINUTE);
    expect(events()).toEqual(['purchase.paid']);
  });

  it('placed inside of purchase it is ignored silently: the request succeeds, nothing is stored or delivered', async () => {
    const { create, customer, received, pass } = await startHeard();
    const urls = { success_callback: CALLBACK, success_redirect: HOOK, failure_redirect: HOOK, cancel_redirect: HOOK };
    const made = await create({}, urls);
    expect(made).toMatchObject({
      success_callback: '',
      success_redirect: '',
      failure_redirect: '',
      cancel_redirect: '',
    });
    expect(made.purchase).not.toHaveProperty('success_callback');
    const { body } = await customer(made.id, 'pay');
    expect(body).not.toHaveProperty('redirect_to');
    await pass(HOUR);
    expect(received).toEqual([]);
  });

  it('redirects: the customer is sent back to the success or the failure address', async () => {
    const { create, customer } = await startShop();
    const success_redirect = 'https://shop.example:8443/done';
    const { id } = await create({ success_redirect, failure_redirect: 'https://shop.example/failed' });
    expect((await customer(id, 'fail')).body.redirect_to).toBe('https://shop.example/failed');
    expect((await customer(id, 'pay')).body.redirect_to).toBe(success_redirect);
  });
});

describe('payment-gateway.md › Events › Webhooks', () => {
  it('all verbs: created with a key of its own, listed, read, replaced, changed in part and deleted', async () => {
    const { post, get, send, refused } = await startShop();
    const made = await post('/webhooks/', { title: 'Ledger', callback: HOOK, events: ['purchase.paid'] });
    expect(made.status).toBe(201);
    strictly(webhookRecord).parse(made.body);
    expect(made.body).toMatchObject({ title: 'Ledger', callback: HOOK, all_events: false, events: ['purchase.paid'] });
    const other = (await post('/webhooks/', { callback: HOOK, all_events: true })).body;
    expect(other.public_key).not.toBe(made.body.public_key);
    const path = `/webhooks/${made.body.id}/`;
    expect((await get('/webhooks/')).body).toMatchObject({
      results: [{ id: other.id }, { id: made.body.id }],
      next: null,
      previous: null,
    });
    expect((await get(path)).body).toEqual(made.body);
    const changed = { ...made.body, title: 'Other' };
    expect((await send('PATCH', path, { title: 'Other', public_key: 'mine' })).body).toEqual(changed);
    expect((await send('PUT', path, { callback: HOOK, all_events: true })).body).toMatchObject({
      title: '',
      events: [],
      all_events: true,
      public_key: made.body.public_key,
    });
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await get(path)).status).toBe(404);
    expect(await refused(get(`/webhooks/${NOBODY}/`))).toEqual({ status: 404, __all__: 'not_found' });
  });

  it('what a webhook must have: a callback, a known event or all, a title of at most 100 characters', async () => {
    const { post, refused } = await startShop();
    const told = (body: object) => refused(post('/webhooks/', body));
    expect(await told({ all_events: true })).toEqual({ status: 400, callback: 'required' });
    expect(await told({ callback: HOOK })).toEqual({ status: 400, events: 'required' });
    expect(await told({ callback: HOOK, events: ['purchase.dreamt'] })).toEqual({
      status: 400,
      events: 'invalid_choice',
    });
    expect(await told({ callback: HOOK, all_events: true, title: 'x'.repeat(101) })).toEqual({
      status: 400,
      title: 'max_length',
    });
    expect(await told({ callback: HOOK.padEnd(501, 'x'), all_events: true })).toEqual({
      status: 400,
      callback: 'max_length',
    });
  });

  it('the kinds that are named: purchase.created, .paid, .pending_refund, .preauthorized and payment.refunded', async () => {
    const { create, customer, operate, pass, listen, received, acquirer } = await startHeard();
    await listen(
      ...['purchase.created', 'purchase.paid', 'purchase.pending_refund', 'purchase.preauthorized', 'payment.refunded'],
    );
    const { id } = await create();
    await customer(id, 'pay');
    await acquirer('slow');
    await operate(id, 'refund', { amount: 100 });
    await pass(10 * MINUTE);
    const preauthorized = await create({ skip_capture: true }, { total_override: 0 });
    await acquirer('prompt');
    await customer(preauthorized.id, 'pay');
    const of = (wanted: string) => received.filter((one) => one.id === wanted).map(({ event }) => event);
    expect(of(id)).toEqual(['purchase.created', 'purchase.paid', 'purchase.pending_refund']);
    expect(of(preauthorized.id)).toEqual(['purchase.created', 'purchase.preauthorized']);
    const refund = received.find(({ event }) => event === 'payment.refunded');
    const { event_type: _event, ...payment } = JSON.parse(refund?.body ?? '');
    strictly(paymentRecord).parse(payment);
    expect(payment).toMatchObject({
      payment: { is_outgoing: true, payment_type: 'refund', amount: 100, net_amount: 100, fee_amount: 0 },
      related_to: { type: 'purchase', id },
      reference: 'INV-1',
    });
  });

  it('every other kind that the states of a purchase raise', async () => {
    const { create, customer, operate, pass, listen, events, acquirer, clock } = await startHeard();
    await listen();
    const card = { skip_capture: true };
    const held = async () => {
      const { id } = await create(card);
      await customer(id, 'pay');
      return id;
    };
    const { id } = await create();
    await customer(id, 'view');
    await customer(id, 'fail');
    await customer(id, 'pay');
    await customer(id, 'dispute');
    await customer(id, 'reverse_dispute');
    await operate((await create()).id, 'cancel');
    await operate(await held(), 'capture');
    await operate(await held(), 'release');
    const ids = [await held(), await held(), await held(), await held()];
    await acquirer('refuses');
    await operate(ids[0] ?? '', 'capture');
    await operate(ids[1] ?? '', 'release');
    await operate(id, 'refund');
    await acquirer('slow');
    await operate(ids[2] ?? '', 'capture');
    await operate(ids[3] ?? '', 'release');
    await customer((await create()).id, 'pay');
    await acquirer('prompt');
    const token = await create({ force_recurring: true });
    await customer(token.id, 'pay', { method: 'visa' });
    await acquirer('slow');
    await operate((await create()).id, 'charge', { recurring_token: token.id });
    await operate(token.id, 'delete_recurring_token');
    clock.at += 72 * HOUR;
    await pass(0);
    const own = EVENT_KINDS.filter((kind) => /^(purchase|payment)\./.test(kind));
    const elsewhere = ['purchase.pending_refund', 'purchase.preauthorized', 'payment.refunded'];
    // there are no subscriptions
    const never = ['purchase.subscription_charge_failure'];
    expect([...new Set(events())].sort()).toEqual(
      own.filter((kind) => ![...elsewhere, ...never].includes(kind)).sort(),
    );
  });

  it('only the kinds that were asked for', async () => {
    const { create, customer, listen, events } = await startHeard();
    await listen('purchase.viewed');
    const { id } = await create();
    await customer(id, 'view');
    await customer(id, 'pay');
    expect(events()).toEqual(['purchase.viewed']);
  });
});

describe('payment-gateway.md › Authentication', () => {
  it('rule 3: success callbacks are signed with the company-wide key that GET /public_key/ returns', async () => {
    const { create, customer, received, get } = await startHeard();
    const key = JSON.parse((await get('/public_key/')).text);
    for (const reference of ['INV-1', 'INV-2'])
      await customer((await create({ success_callback: CALLBACK, reference })).id, 'pay');
    expect(received).toHaveLength(2);
    for (const { body, signature } of received) {
      expect(isSigned(body, signature, key)).toBe(true);
      expect(isSigned(`${body} `, signature, key)).toBe(false);
    }
  });

  it('rule 4: webhook deliveries are signed with a key pair dedicated to the webhook, its public_key', async () => {
    const { create, listen, received, get, pass } = await startHeard();
    const [one, two] = [await listen('purchase.created'), await listen('purchase.created')];
    await create();
    await pass(0);
    const company = JSON.parse((await get('/public_key/')).text);
    const by = ({ body, signature }: { body: string; signature: string }) =>
      [one.public_key, two.public_key, company].map((key) => isSigned(body, signature, key));
    expect(received.map(by).sort()).toEqual([
      [false, true, false],
      [true, false, false],
    ]);
  });

  it('rule 5: RSA with PKCS#1 v1.5 over SHA-256 of the raw body, in base64', async () => {
    const { create, listen, received, pass } = await startHeard();
    const { public_key } = await listen('purchase.created');
    await create({ reference: 'größer' });
    await pass(0);
    const [{ body = '', signature = '' } = {}] = received;
    expect(Buffer.from(signature, 'base64')).toHaveLength(256);
    expect(isSigned(body, signature, public_key)).toBe(true);
    expect(createVerify('RSA-SHA512').update(body).verify(public_key, signature, 'base64')).toBe(false);
  });
});

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
    async (field, tell) => {
      const shop = await startShop();
      const ports = [
        'http://m.example:80/',
        'https://m.example:443',
        'https://m.example:8443/a',
        'http://u:p@m.example:1/',
      ];
      for (const url of [...ports, 'http://[::1]:80/', 'http://m.example:/'])
        expect(await tell(shop, url), url).toEqual({ status: 400, [field]: 'webhooks_callback_port' });
    },
  );

  it.each(places)(
    'rule 2: %s with another scheme than http and https gives webhooks_callback_scheme',
    async (field, tell) => {
      const shop = await startShop();
      for (const url of ['ftp://m.example/', 'ws://m.example/', 'file:///etc/passwd', 'ftp://m.example:21/'])
        expect(await tell(shop, url), url).toEqual({ status: 400, [field]: 'webhooks_callback_scheme' });
      for (const url of ['m.example/paid', 'http//m.example', 'javascript:alert(1)'])
        expect(await tell(shop, url), url).toEqual({ status: 400, [field]: 'invalid' });
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

  it('rule 5: what was given up never succeeded, and holds the later ones back; the other way can be chosen', async () => {
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
