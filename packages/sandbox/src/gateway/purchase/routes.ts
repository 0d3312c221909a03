import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { queryOf } from '../filters.ts';
import { pageOf } from '../paging.ts';
import { notFound } from '../refusal.ts';
import { findPurchase, purchaseIds } from './adopt.ts';
import { paymentAnswer, purchaseAnswer } from './answers.ts';
import { createBody } from './body.ts';
import { charge } from './charge.ts';
import { cancel, createPurchase, sendInvoice } from './create.ts';
import { capture, release } from './holds.ts';
import { markAsPaid } from './pay.ts';
import type { Purchase } from './records.ts';
import { refund } from './refunds.ts';
import { deleteTokenOf } from './tokens.ts';
import type { PurchaseWorld } from './world.ts';

const minor = z.int('Not a whole number of minor units.').transform(BigInt).optional();
const amountBody = z.object({ amount: minor });
const paidBody = z.object({ paid_on: z.int('Not a Unix timestamp.').min(0).optional() });
const chargeBody = z.object({ recurring_token: z.uuid('Not a UUID.') });
const idParams = z.object({ id: z.string() });

/** The purchase with the id in the path, or 404. */
export function purchaseOf(world: PurchaseWorld, params: unknown): Purchase {
  const purchase = findPurchase(world, idParams.parse(params).id.toLowerCase());
  if (purchase === undefined) throw notFound();
  return purchase;
}

/** Reads a body; a missing body counts as an empty body. */
export function read<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  return schema.parse(body ?? {}, { reportInput: true });
}

/** payment-gateway.md › Endpoints: the operations on purchases. */
export function purchaseRoutes(app: FastifyInstance, world: PurchaseWorld): void {
  const base = '/api/v1/purchases/';
  const answer = (purchase: Purchase) => purchaseAnswer(world, purchase);
  app.post(base, async (request, reply) => {
    const brand_id = new URLSearchParams(queryOf(request.url)).get('brand_id');
    const given = typeof request.body === 'object' && request.body !== null ? request.body : {};
    const body = read(createBody, brand_id === null ? given : { brand_id, ...given });
    return reply.code(201).send(answer(createPurchase(world, body, world.now())));
  });
  app.get(base, (request) =>
    pageOf(purchaseIds(world), request, world.origin(), (id) => answer(purchaseOf(world, { id }))),
  );
  app.get(`${base}:id/`, (request) => answer(purchaseOf(world, request.params)));

  const operation = (name: string, act: (purchase: Purchase, body: unknown, at: number) => unknown) => {
    app.post(`${base}:id/${name}/`, (request) => {
      const purchase = purchaseOf(world, request.params);
      return act(purchase, request.body, world.now()) ?? answer(purchase);
    });
  };
  operation('cancel', (purchase, _body, at) => cancel(world, purchase, at));
  operation('resend_invoice', (purchase, _body, at) => sendInvoice(world, purchase, at));
  operation('capture', (purchase, body, at) => capture(world, purchase, read(amountBody, body).amount, at));
  operation('release', (purchase, _body, at) => release(world, purchase, at));
  operation('charge', (purchase, body, at) => charge(world, purchase, read(chargeBody, body).recurring_token, at));
  operation('delete_recurring_token', (purchase, _body, at) => deleteTokenOf(world, purchase, at));
  operation('mark_as_paid', (purchase, body, at) => markAsPaid(world, purchase, read(paidBody, body).paid_on, at));
  operation('refund', (purchase, body, at) => {
    const payment = refund(world, purchase, read(amountBody, body).amount, at);
    return payment === undefined ? undefined : paymentAnswer(world, purchase, payment);
  });
}
