import type { FastifyInstance } from 'fastify';
import { clientRoutes } from '../client/routes.ts';
import { paymentMethodRoute } from '../payment-methods.ts';
import { deliverDue } from '../webhook/deliveries.ts';
import { webhookRoutes } from '../webhook/routes.ts';
import { readBodies } from './bodies.ts';
import { checkoutPages } from './checkout.ts';
import { runDueTasks } from './due-tasks.ts';
import { purchaseRoutes } from './routes.ts';
import type { PurchaseWorld } from './world.ts';

/** Purchases, clients, payment methods and webhooks on the gateway's server; due tasks run before each request. */
export function purchaseService(app: FastifyInstance, world: PurchaseWorld): void {
  readBodies(app);
  app.addHook('onRequest', async () => runDueTasks(world, world.now()));
  purchaseRoutes(app, world);
  clientRoutes(app, world);
  paymentMethodRoute(app);
  webhookRoutes(app, world);
  checkoutPages(app, world);
}

/** Runs due tasks, then attempts due deliveries after the deliveries of the previous call are done. */
export function catchUpOf(world: PurchaseWorld): () => Promise<void> {
  let lastDelivery = Promise.resolve();
  return () => {
    runDueTasks(world, world.now());
    lastDelivery = lastDelivery.then(() => deliverDue(world, world.now()));
    return lastDelivery;
  };
}
