import { createVerify } from 'node:crypto';
import { describe, expect } from 'vitest';
import { EVENT_KINDS } from '../../src/gateway/webhook/events.ts';
import { HOOK, it, startHeard } from '../gateway-harness.ts';
import { gatewayWebhookRecord, paymentRecord, purchaseRecord } from '../gateway-records.ts';
import { HOUR, words } from '../harness.ts';

const CALLBACK = 'https://merchant.example/paid?shop=1';
const MINUTE = 60_000;
const card = { skip_capture: true };

const isSigned = (body: string, signature: string, publicKey: string) =>
  createVerify('RSA-SHA256').update(body).verify(publicKey, signature, 'base64');

/** What a delivery carries beside the name of its event. */
function payloadOf({ body }: { body: string }): object {
  const { event_type: _event, ...payload } = JSON.parse(body);
  return payload;
}

describe('payment-gateway.md › Events › Success callbacks', () => {
  it('a purchase with skip_capture=false is paid: the purchase as it was at that moment, with event_type', async () => {
    const { create, customer, received, operate, pass } = await startHeard();
    const { id } = await create({ success_callback: CALLBACK });
    expect(received).toEqual([]);
    await customer(id, 'pay');
    await operate(id, 'refund');
    await pass(0);
    expect(received).toMatchObject([{ event: 'purchase.paid', path: '/paid?shop=1', host: 'merchant.example' }]);
    const [purchase] = received.map(payloadOf);
    const paid = { id, status: 'paid', refundable_amount: 10_000, success_callback: CALLBACK };
    expect(purchaseRecord.parse(purchase)).toMatchObject(paid);
  });

  it('a purchase with skip_capture=true is captured, and not when it is held', async () => {
    const { paid, operate, received, pass, events } = await startHeard();
    const { id } = await paid({ success_callback: CALLBACK, ...card });
    expect(received).toEqual([]);
    await operate(id, 'capture');
    await pass(0);
    expect(events()).toEqual(['purchase.captured']);
  });

  it('a purchase is paid with a recurring token, a slow one as well', async () => {
    const { create, paid, operate, pass, events, received } = await startHeard();
    const token = await paid({ success_callback: CALLBACK, ...card }, { total_override: 0 });
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
    for (const name of Object.keys(urls)) expect(made, name).toHaveProperty(name, '');
    expect(made.purchase).not.toHaveProperty('success_callback');
    expect((await customer(made.id, 'pay')).body).not.toHaveProperty('redirect_to');
    await pass(HOUR);
    expect(received).toEqual([]);
  });
});

describe('payment-gateway.md › Events › Webhooks', () => {
  it('all verbs: created with its own key, listed, read, replaced, changed in part and deleted', async ({ shop }) => {
    const { post, get, send } = shop;
    const made = await post('/webhooks/', { title: 'Ledger', callback: HOOK, events: ['purchase.paid'] });
    expect(made.status).toBe(201);
    const given = { title: 'Ledger', callback: HOOK, all_events: false, events: ['purchase.paid'] };
    expect(gatewayWebhookRecord.parse(made.body)).toMatchObject(given);
    const other = (await post('/webhooks/', { callback: HOOK, all_events: true })).body;
    expect(other.public_key).not.toBe(made.body.public_key);
    const path = `/webhooks/${made.body.id}/`;
    const results = [{ id: other.id }, { id: made.body.id }];
    expect((await get('/webhooks/')).body).toMatchObject({ results, next: null, previous: null });
    expect((await get(path)).body).toEqual(made.body);
    const changed = { ...made.body, title: 'Other' };
    expect((await send('PATCH', path, { title: 'Other', public_key: 'mine' })).body).toEqual(changed);
    const replaced = { ...made.body, title: '', events: [], all_events: true };
    expect((await send('PUT', path, { callback: HOOK, all_events: true })).body).toEqual(replaced);
    expect((await send('DELETE', path)).status).toBe(204);
    expect((await get(path)).status).toBe(404);
  });

  it('the kinds that are named: purchase.created, .paid, .pending_refund, .preauthorized and payment.refunded', async () => {
    const { paid, savedCard, operate, pass, listen, received } = await startHeard();
    const kinds = words('created paid pending_refund preauthorized').map((kind) => `purchase.${kind}`);
    await listen(...kinds, 'payment.refunded');
    const { id } = await paid({}, { notes: 'slow' });
    await pass(10 * MINUTE);
    await operate(id, 'refund', { amount: 100 });
    await pass(10 * MINUTE);
    const preauthorized = await savedCard();
    const of = (wanted: string) => received.filter((one) => one.id === wanted).map(({ event }) => event);
    expect(of(id)).toEqual(['purchase.created', 'purchase.paid', 'purchase.pending_refund']);
    expect(of(preauthorized)).toEqual(['purchase.created', 'purchase.preauthorized']);
    const [payment] = received.filter(({ event }) => event === 'payment.refunded').map(payloadOf);
    expect(paymentRecord.parse(payment)).toMatchObject({
      payment: { is_outgoing: true, payment_type: 'refund', amount: 100, net_amount: 100, fee_amount: 0 },
      related_to: { type: 'purchase', id },
      reference: 'INV-1',
    });
  });

  it('every other kind that the states of a purchase raise', async () => {
    const { create, paid, act, operate, pass, listen, events, acquirer } = await startHeard();
    await listen();
    const held = async () => (await paid(card)).id;
    const { id } = await create();
    for (const name of ['view', 'fail', 'pay', 'dispute', 'reverse_dispute']) await act(id, name);
    await operate((await create()).id, 'cancel');
    await operate(await held(), 'capture');
    await operate(await held(), 'release');
    const [first, second, third, fourth] = [await held(), await held(), await held(), await held()];
    const token = await paid({ force_recurring: true }, {}, { method: 'visa' });
    await acquirer('refuses');
    await operate(first, 'capture');
    await operate(second, 'release');
    await operate(id, 'refund');
    await acquirer('slow');
    await operate(third, 'capture');
    await operate(fourth, 'release');
    await act((await create()).id, 'pay');
    await operate((await create()).id, 'charge', { recurring_token: token.id });
    await operate(token.id, 'delete_recurring_token');
    await pass(72 * HOUR);
    const own = EVENT_KINDS.filter((kind) => /^(purchase|payment)\./.test(kind));
    const elsewhere = ['purchase.pending_refund', 'purchase.preauthorized', 'payment.refunded'];
    // there are no subscriptions
    const never = ['purchase.subscription_charge_failure'];
    const expected = own.filter((kind) => ![...elsewhere, ...never].includes(kind));
    expect([...new Set(events())].sort()).toEqual(expected.sort());
  });
});

describe('payment-gateway.md › Authentication', () => {
  it('rule 3: success callbacks are signed with the company-wide key that GET /public_key/ returns', async () => {
    const { paid, received, get } = await startHeard();
    const key = JSON.parse((await get('/public_key/')).text);
    for (const reference of ['INV-1', 'INV-2']) await paid({ success_callback: CALLBACK, reference });
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
