import { createVerify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EVENT_KINDS } from '../../src/gateway/webhook/events.ts';
import { gatewayWebhookRecord, paymentRecord, purchaseRecord } from '../gateway-records.ts';
import { HOOK, startHeard } from '../merchant-endpoint.ts';
import { HOUR, NOBODY, startShop } from '../purchase-harness.ts';

const CALLBACK = 'https://merchant.example/paid?shop=1';
const MINUTE = 60_000;

const isSigned = (body: string, signature: string, publicKey: string) =>
  createVerify('RSA-SHA256').update(body).verify(publicKey, signature, 'base64');

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
    purchaseRecord.parse(purchase);
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
  it('all verbs: created with its own key, listed, read, replaced, changed in part and deleted', async () => {
    const { post, get, send, refused } = await startShop();
    const made = await post('/webhooks/', { title: 'Ledger', callback: HOOK, events: ['purchase.paid'] });
    expect(made.status).toBe(201);
    gatewayWebhookRecord.parse(made.body);
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

  it('required: a callback, a known event or all, a title of at most 100 characters', async () => {
    const { post, refused } = await startShop();
    const refusalOf = (body: object) => refused(post('/webhooks/', body));
    expect(await refusalOf({ all_events: true })).toEqual({ status: 400, callback: 'required' });
    expect(await refusalOf({ callback: HOOK })).toEqual({ status: 400, events: 'required' });
    expect(await refusalOf({ callback: HOOK, events: ['purchase.dreamt'] })).toEqual({
      status: 400,
      events: 'invalid_choice',
    });
    expect(await refusalOf({ callback: HOOK, all_events: true, title: 'x'.repeat(101) })).toEqual({
      status: 400,
      title: 'max_length',
    });
    expect(await refusalOf({ callback: HOOK.padEnd(501, 'x'), all_events: true })).toEqual({
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
    paymentRecord.parse(payment);
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

  it('only the subscribed events', async () => {
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
    const { create, listen, received, pass } = await startHeard(undefined, { signingKeyBits: 2048 });
    const { public_key } = await listen('purchase.created');
    await create({ reference: 'größer' });
    await pass(0);
    const [{ body = '', signature = '' } = {}] = received;
    expect(Buffer.from(signature, 'base64')).toHaveLength(256);
    expect(isSigned(body, signature, public_key)).toBe(true);
    expect(createVerify('RSA-SHA512').update(body).verify(public_key, signature, 'base64')).toBe(false);
  });
});
