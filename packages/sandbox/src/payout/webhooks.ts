import { z } from 'zod';
import { newKeyPair } from '../key-pair.ts';
import { WEBHOOK_EVENTS, type Webhook } from './records.ts';
import { nextId } from './state.ts';
import type { PayoutWorld } from './world.ts';

const LONGEST_URL = 500;

const fields = z.object({
  name: z.string().min(1).max(255),
  callback_url: z.url({ protocol: /^https?$/ }).max(LONGEST_URL),
  email: z.email().nullish(),
  event_hooks: z.array(z.enum(WEBHOOK_EVENTS)).min(1),
});
export const webhookBody = fields;
export const webhookChanges = fields.partial();

/** A webhook with its own key pair. */
export async function createWebhook(
  world: PayoutWorld,
  body: z.infer<typeof webhookBody>,
  now: number,
): Promise<Webhook> {
  const { publicKey, privateKey } = await newKeyPair(world.choices.signingKeyBits);
  const webhook: Webhook = {
    id: nextId(world.state, 'webhook'),
    name: body.name,
    callbackUrl: body.callback_url,
    email: body.email ?? null,
    events: [...new Set(body.event_hooks)],
    publicKey,
    privateKey,
    createdAt: now,
    updatedAt: now,
  };
  world.state.webhooks.set(webhook.id, webhook);
  return webhook;
}

export function changeWebhook(webhook: Webhook, changes: z.infer<typeof webhookChanges>, now: number): Webhook {
  webhook.name = changes.name ?? webhook.name;
  webhook.callbackUrl = changes.callback_url ?? webhook.callbackUrl;
  if (changes.email !== undefined) webhook.email = changes.email;
  if (changes.event_hooks !== undefined) webhook.events = [...new Set(changes.event_hooks)];
  webhook.updatedAt = now;
  return webhook;
}
