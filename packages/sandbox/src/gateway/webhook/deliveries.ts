import { createSign, type KeyLike } from 'node:crypto';
import { request } from 'undici';
import type { Delivery, PurchaseState } from '../purchase/state.ts';
import type { PurchaseWorld } from '../purchase/world.ts';

/** payment-gateway.md › Delivery protocol, rules 2 and 3. */
export const FURTHER_ATTEMPTS = 8;
export const LAST_ATTEMPT_AFTER_MS = 36 * 3600_000;
const ATTEMPT_TIMEOUT_MS = 10_000;
const AT_ONCE = 8;

/** The time from the trigger to attempt n (1 is the first), in units: 0, 2, 8, 26, 80, 242 … */
export function attemptOffset(n: number): number {
  return 3 ** (n - 1) - 1;
}

/** The RSA PKCS#1 v1.5 signature over SHA-256 of the exact body, in base64. */
export function signatureOf(body: string, privateKey: KeyLike): string {
  return createSign('RSA-SHA256').update(body).sign(privateKey, 'base64');
}

/** Attempts every due delivery, each with its due time as the current time. Each object gets its events in order. */
export async function deliverDue(world: PurchaseWorld, now: number): Promise<void> {
  const byObject = new Map<string, Delivery[]>();
  for (const one of world.state.deliveries) {
    if (one.state === 'waiting' && one.dueAt <= now) byObject.set(one.objectId, []);
  }
  if (byObject.size === 0) return;
  for (const one of world.state.deliveries) byObject.get(one.objectId)?.push(one);
  const objects = [...byObject.values()];
  const worker = async () => {
    for (let own = objects.pop(); own !== undefined; own = objects.pop()) await deliverFor(world, own, now);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Delivers the events of an object in order. The next event follows when no delivery of the previous event blocks it. */
async function deliverFor(world: PurchaseWorld, own: readonly Delivery[], now: number): Promise<void> {
  for (let next = nextOf(world, own, now); next !== undefined; next = nextOf(world, own, now)) {
    await attempt(world, next.delivery, next.at);
  }
}

type Due = { delivery: Delivery; at: number };

function nextOf(world: PurchaseWorld, own: readonly Delivery[], now: number): Due | undefined {
  let freeAt = -Infinity;
  let first: Due | undefined;
  let event: number | undefined;
  for (const delivery of own) {
    if (event !== undefined && delivery.eventNumber !== event) {
      // a waiting delivery blocks later events; a delivery that was given up does so only if givenUpDeliveryBlocks is true
      const before = own.filter(({ eventNumber }) => eventNumber === event);
      if (before.some(({ state }) => state === 'waiting')) break;
      if (world.choices.givenUpDeliveryBlocks && before.some(({ state }) => state === 'given_up')) break;
      freeAt = Math.max(freeAt, ...before.map(({ endedAt }) => endedAt ?? -Infinity));
    }
    event = delivery.eventNumber;
    const at = Math.max(delivery.dueAt, freeAt);
    if (delivery.state === 'waiting' && at <= now && at < (first?.at ?? Infinity)) first = { delivery, at };
  }
  return first;
}

function giveUp(delivery: Delivery, at: number): void {
  delivery.state = 'given_up';
  delivery.endedAt = at;
}

async function attempt(world: PurchaseWorld, delivery: Delivery, at: number): Promise<void> {
  world.changed();
  const last = delivery.triggeredAt + LAST_ATTEMPT_AFTER_MS;
  if (at > last) {
    giveUp(delivery, at);
    return;
  }
  const key = keyFor(world, delivery);
  if (key === undefined) {
    delivery.state = 'dropped';
    return;
  }
  const outcome = await post(world, delivery, key);
  delivery.attempts.push({ at, ...outcome });
  world.changed();
  if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) {
    delivery.state = 'delivered';
    delivery.endedAt = at;
    return;
  }
  const made = delivery.attempts.length;
  const wait = (attemptOffset(made + 1) - attemptOffset(made)) * world.choices.deliveryUnitSeconds * 1000;
  delivery.dueAt = at + wait;
  if (made > FURTHER_ATTEMPTS || delivery.dueAt > last) giveUp(delivery, at);
}

/** payment-gateway.md › Authentication, rules 3 and 4: success callbacks use the company's key, webhooks their own key. */
function keyFor(world: PurchaseWorld, { webhookId }: Delivery): KeyLike | undefined {
  return webhookId === null ? world.companyKeys().privateKey : world.state.webhooks.get(webhookId)?.privateKey;
}

/** Sends a delivery again, as if its confirmation had been lost. */
export async function repeat(world: PurchaseWorld, delivery: Delivery, at: number): Promise<void> {
  const key = keyFor(world, delivery);
  if (key !== undefined) delivery.attempts.push({ at, ...(await post(world, delivery, key)) });
}

async function post(
  world: PurchaseWorld,
  { url, body }: Delivery,
  key: KeyLike,
): Promise<{ status: number | null; error: string | null }> {
  try {
    const target = new URL(url);
    const to = world.choices.deliverTo ?? target.origin;
    const response = await request(`${to}${target.pathname}${target.search}`, {
      method: 'POST',
      headers: { host: target.host, 'content-type': 'application/json', 'x-signature': signatureOf(body, key) },
      body,
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    });
    await response.body.dump();
    return { status: response.statusCode, error: null };
  } catch (cause) {
    return { status: null, error: cause instanceof Error ? cause.message : String(cause) };
  }
}

export const deliveryOf = (state: PurchaseState, id: number) => state.deliveries.find((one) => one.id === id);
