import type { FastifyInstance } from 'fastify';
import { webhookAnswer } from './answers.ts';
import { cachedList } from './list-cache.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { recordOf } from './routes.ts';
import { newestFirst } from './state.ts';
import { changeWebhook, createWebhook, webhookBody, webhookChanges } from './webhooks.ts';
import type { PayoutWorld } from './world.ts';

/** All operations on webhooks. The list is cached like the list of instructions. */
export function webhookRoutes(app: FastifyInstance, world: PayoutWorld): void {
  const { state, choices } = world;
  app.get('/webhooks', (request) => {
    const query = pageQuery.parse(request.query);
    state.webhookList = cachedList(state.webhookList, world, () =>
      newestFirst(state.webhooks.values()).map(webhookAnswer),
    );
    return pageOf(state.webhookList.results, query, choices);
  });
  app.post('/webhooks', async (request) =>
    webhookAnswer(await createWebhook(world, webhookBody.parse(request.body), world.now())),
  );
  app.get('/webhooks/:id', (request) => webhookAnswer(recordOf(state.webhooks, request.params)));
  app.put('/webhooks/:id', (request) =>
    webhookAnswer(
      changeWebhook(recordOf(state.webhooks, request.params), webhookBody.parse(request.body), world.now()),
    ),
  );
  app.patch('/webhooks/:id', (request) =>
    webhookAnswer(
      changeWebhook(recordOf(state.webhooks, request.params), webhookChanges.parse(request.body), world.now()),
    ),
  );
  app.delete('/webhooks/:id', (request) => {
    const webhook = recordOf(state.webhooks, request.params);
    state.webhooks.delete(webhook.id);
    return webhookAnswer(webhook);
  });
}
