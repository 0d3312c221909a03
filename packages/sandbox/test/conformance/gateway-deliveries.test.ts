import { describe, expect, it } from 'vitest';
import { attemptOffset } from '../../src/gateway/webhook/deliveries.ts';
import { HOOK, startHeard } from '../gateway-harness.ts';
import { HOUR, START } from '../harness.ts';

const CALLBACK = 'https://merchant.example/paid?shop=1';
const MINUTE = 60_000;
type Heard = Parameters<typeof startHeard>;

/** A created purchase, of which an endpoint hears that answers as given. */
async function startListening(...given: Heard) {
  const shop = await startHeard(...given);
  await shop.listen('purchase.created');
  return { ...shop, id: (await shop.create()).id };
}
const fails = () => 500;

describe('payment-gateway.md › Events › Delivery protocol', () => {
  it('rule 1: a 2xx is a success, anything else is none: another status, a redirect, a cut connection', async () => {
    const answers: Array<number | 'silence'> = [500, 302, 'silence', 404, 204];
    const { pass, deliveries, received } = await startListening(() => answers.shift() ?? 200);
    await pass(200 * MINUTE);
    expect(received).toHaveLength(5);
    const attempts = [500, 302, null, 404, 204].map((status) => ({ status }));
    expect(await deliveries()).toMatchObject([{ state: 'delivered', attempts }]);
  });

  it('rule 2: up to 8 more attempts, at growing intervals', async () => {
    // in seconds instead of minutes, so that all of them fall before the 36 hours are over
    const { pass, deliveries, received } = await startListening(fails, { deliveryUnitSeconds: 1 });
    await pass(40 * HOUR);
    expect(received).toHaveLength(9);
    const attempts = [0, 2, 8, 26, 80, 242, 728, 2186, 6560].map((after) => ({ at: START + after * 1000 }));
    expect(await deliveries()).toMatchObject([{ state: 'given_up', attempts }]);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  it('rule 2: attempt n falls 3^(n-1) - 1 minutes after the trigger, by the clock of the sandbox', async () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map(attemptOffset)).toEqual([0, 2, 8, 26, 80, 242, 728, 2186]);
    const { pass, received } = await startListening(fails);
    const counts = [];
    for (const minutes of [0, 1, 1, 5, 1, 17, 1]) {
      await pass(minutes * MINUTE);
      counts.push(received.length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4]);
  });

  it('rule 3: no attempt after 36 hours from the trigger', async () => {
    const { pass, received, deliveries } = await startListening(fails);
    for (const hours of [36, 400]) {
      await pass(hours * HOUR);
      expect(received).toHaveLength(7);
      const [{ state, attempts }] = await deliveries();
      expect(state).toBe('given_up');
      expect(attempts.at(-1).at - START).toBe(728 * MINUTE);
    }
  });

  it('rule 4: the same callback may arrive more than once: after a lost confirmation, or on order', async () => {
    let isLost = true;
    const { paid, pass, received, admin, deliveries } = await startHeard(() => (isLost ? 'silence' : 200));
    await paid({ success_callback: CALLBACK });
    isLost = false;
    await pass(2 * MINUTE);
    const [{ id }] = await deliveries();
    await admin.inject({ method: 'POST', url: `/gateway/deliveries/${id}/repeat` });
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  it('rule 5: no purchase.paid is delivered until all purchase.created of the object have succeeded', async () => {
    let isDown = true;
    const { paid, pass, listen, events, received } = await startHeard(({ event }) =>
      event === 'purchase.created' && isDown ? 500 : 200,
    );
    await listen();
    await listen('purchase.created');
    const { id } = await paid({ success_callback: CALLBACK }, {}, { method: 'fpx' });
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
    await post('/webhooks/', { callback: HOOK, events: ['purchase.created', 'purchase.viewed'] });
    await post('/webhooks/', { callback: 'https://merchant.example/down', events: ['purchase.created'] });
    await customer((await create()).id, 'view');
    const seen = () => received.filter(({ event }) => event === 'purchase.viewed').length;
    await pass(30 * MINUTE);
    expect(seen()).toBe(0);
    down.path = '/up';
    await pass(60 * MINUTE);
    expect(seen()).toBe(1);
  });

  it.each([
    [true, 0],
    [false, 1],
  ])('rule 5: a delivery that was given up blocks later ones; by choice (%s) it does not', async (blocks, arrived) => {
    const { customer, id, pass, listen, events } = await startListening(
      ({ event }) => (event === 'purchase.created' ? 500 : 200),
      { givenUpDeliveryBlocks: blocks },
    );
    await listen('purchase.viewed');
    await pass(30 * HOUR);
    await customer(id, 'view');
    await pass(10 * HOUR);
    expect(events().filter((event) => event === 'purchase.viewed')).toHaveLength(arrived);
  });

  it('a webhook that is deleted receives nothing more, and holds nothing back', async () => {
    const { create, customer, pass, listen, send, events } = await startHeard(({ event }) =>
      event === 'purchase.created' ? 500 : 200,
    );
    const gone = await listen('purchase.created');
    await listen('purchase.viewed');
    await customer((await create()).id, 'view');
    await send('DELETE', `/webhooks/${gone.id}/`);
    await pass(HOUR);
    expect(events()).toEqual(['purchase.created', 'purchase.viewed']);
  });
});
