import { createSign } from 'node:crypto';
import { fetch } from 'undici';
import type { Webhook } from './records.ts';
import type { Delivery } from './state.ts';
import type { PayoutWorld } from './world.ts';

/** Retries after the first attempt, over about three weeks. */
export const RETRIES = 25;
const ATTEMPT_TIMEOUT_MS = 10_000;

/** The delay after the n-th failed attempt: (n-1)^4 + 15 seconds. All 25 delays add up to 20.4 days. */
export function retryDelaySeconds(failedAttempts: number): number {
  return (failedAttempts - 1) ** 4 + 15;
}

/** base64 of RSA PKCS#1 v1.5 over SHA-512 of the body as it is sent. */
export function signatureOf(body: string, privateKey: string): string {
  return createSign('RSA-SHA512').update(body).sign(privateKey, 'base64');
}

/** Attempts every delivery due at an instant, in order for each webhook. A failed delivery is retried up to 25 times. */
export async function deliverDue(world: PayoutWorld, now: number): Promise<void> {
  const due = world.state.deliveries.filter((delivery) => delivery.state === 'waiting' && delivery.dueAt <= now);
  const webhookIds = [...new Set(due.map((delivery) => delivery.webhookId))];
  await Promise.all(
    webhookIds.map(async (webhookId) => {
      const webhook = world.state.webhooks.get(webhookId);
      for (const delivery of due) {
        if (delivery.webhookId !== webhookId) continue;
        world.changed();
        if (webhook === undefined) delivery.state = 'given_up';
        else await attempt(delivery, webhook, now);
      }
    }),
  );
}

async function attempt(delivery: Delivery, webhook: Webhook, now: number): Promise<void> {
  const outcome = await post(delivery, webhook);
  delivery.attempts.push({ at: now, ...outcome });
  if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) delivery.state = 'delivered';
  else if (delivery.attempts.length > RETRIES) delivery.state = 'given_up';
  else delivery.dueAt = now + retryDelaySeconds(delivery.attempts.length) * 1000;
}

async function post(delivery: Delivery, webhook: Webhook): Promise<{ status: number | null; error: string | null }> {
  try {
    const response = await fetch(webhook.callbackUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'event-type': delivery.event,
        'x-signature': signatureOf(delivery.body, webhook.privateKey),
      },
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return { status: response.status, error: null };
  } catch (cause) {
    return { status: null, error: cause instanceof Error ? cause.message : String(cause) };
  }
}
