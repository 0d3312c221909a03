import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { newKeyPair } from '../../key-pair.ts';
import { pageOf } from '../paging.ts';
import { unix } from '../purchase/answers.ts';
import { callbackUrl } from '../purchase/callback-url.ts';
import { read } from '../purchase/routes.ts';
import type { Webhook } from '../purchase/state.ts';
import type { PurchaseWorld } from '../purchase/world.ts';
import { notFound, refused } from '../refusal.ts';
import { EVENT_KINDS } from './events.ts';

const fields = z.object({
  title: z.string().max(100, 'At most 100 characters.'),
  all_events: z.boolean(),
  events: z.array(z.enum(EVENT_KINDS)),
  callback: callbackUrl,
});
const changes = fields.partial();
const webhookBody = changes.required({ callback: true });
const idParams = z.object({ id: z.string() });

function webhookAnswer(webhook: Webhook) {
  return {
    type: 'webhook',
    id: webhook.id,
    created_on: unix(webhook.createdAt),
    updated_on: unix(webhook.updatedAt),
    title: webhook.title,
    all_events: webhook.allEvents,
    events: webhook.events,
    callback: webhook.callback,
    public_key: webhook.publicKey,
  };
}

/** A webhook with its own key pair. */
async function createWebhook(world: PurchaseWorld, body: z.output<typeof webhookBody>): Promise<Webhook> {
  const { publicKey, privateKey } = await newKeyPair(world.choices.signingKeyBits);
  const at = world.now();
  const webhook: Webhook = {
    id: world.uuid(),
    ...EMPTY,
    callback: '',
    publicKey,
    privateKey,
    createdAt: at,
    updatedAt: at,
  };
  change(webhook, body, at);
  world.state.webhooks.set(webhook.id, webhook);
  return webhook;
}

const EMPTY = { title: '', allEvents: false, events: [] };

function change(webhook: Webhook, asked: z.output<typeof changes>, at: number): Webhook {
  const allEvents = asked.all_events ?? webhook.allEvents;
  const events = asked.events === undefined ? webhook.events : [...new Set(asked.events)];
  if (!allEvents && events.length === 0) throw refused('At least one event, or all_events.', 'required', 'events');
  Object.assign(webhook, { allEvents, events, updatedAt: at });
  webhook.title = asked.title ?? webhook.title;
  webhook.callback = asked.callback ?? webhook.callback;
  return webhook;
}

/** All routes of webhooks. The gateway generates the key pair, and the merchant cannot set it. */
export function webhookRoutes(app: FastifyInstance, world: PurchaseWorld): void {
  const { webhooks, deliveries } = world.state;
  const base = '/api/v1/webhooks/';
  const webhookOf = (params: unknown) => {
    const webhook = webhooks.get(idParams.parse(params).id.toLowerCase());
    if (webhook === undefined) throw notFound();
    return webhook;
  };
  app.post(base, async (request, reply) =>
    reply.code(201).send(webhookAnswer(await createWebhook(world, read(webhookBody, request.body)))),
  );
  app.get(base, (request) => pageOf([...webhooks.values()].reverse(), request, world.origin(), webhookAnswer));
  app.get(`${base}:id/`, (request) => webhookAnswer(webhookOf(request.params)));
  app.put(`${base}:id/`, (request) => {
    const webhook = webhookOf(request.params);
    const body = read(webhookBody, request.body);
    return webhookAnswer(change(webhook, { title: '', all_events: false, events: [], ...body }, world.now()));
  });
  app.patch(`${base}:id/`, (request) => {
    const webhook = webhookOf(request.params);
    return webhookAnswer(change(webhook, read(changes, request.body), world.now()));
  });
  app.delete(`${base}:id/`, async (request, reply) => {
    const { id } = webhookOf(request.params);
    webhooks.delete(id);
    for (const delivery of deliveries) {
      if (delivery.webhookId === id && delivery.state === 'waiting') delivery.state = 'dropped';
    }
    return reply.code(204).send();
  });
}
