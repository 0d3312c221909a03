import type { FastifyInstance } from 'fastify';
import { clientRoutes } from '../client/routes.ts';
import { paymentMethodRoute } from '../payment-methods.ts';
import { deliverDue } from '../webhook/deliveries.ts';
import { webhookRoutes } from '../webhook/routes.ts';
import { doWhatIsDue } from './agenda.ts';
import { readBodies } from './bodies.ts';
import { checkoutPages } from './checkout.ts';
import { purchaseRoutes } from './routes.ts';
import type { PurchaseWorld } from './world.ts';

/** Purchases, clients, payment methods and webhooks on the gateway's server; what is due is done before each answer. */
export function purchaseService(app: FastifyInstance, world: PurchaseWorld): void {
  readBodies(app);
  app.addHook('onRequest', async () => doWhatIsDue(world, world.now()));
  purchaseRoutes(app, world);
  clientRoutes(app, world);
  paymentMethodRoute(app);
  webhookRoutes(app, world);
  checkoutPages(app, world);
}

/** Does what is due and attempts what is to be delivered, one caller after the other. */
export function catchUpOf(world: PurchaseWorld): () => Promise<void> {
  let lastDelivery = Promise.resolve();
  return () => {
    doWhatIsDue(world, world.now());
    lastDelivery = lastDelivery.then(() => deliverDue(world, world.now()));
    return lastDelivery;
  };
}
