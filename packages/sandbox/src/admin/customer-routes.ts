import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { paymentAnswer, purchaseAnswer, unix } from '../gateway/purchase/answers.ts';
import type { Acquirer } from '../gateway/purchase/choices.ts';
import { view } from '../gateway/purchase/create.ts';
import { DECLINED, FRAUD, failAttempt, pay, payAgain } from '../gateway/purchase/pay.ts';
import type { Purchase } from '../gateway/purchase/records.ts';
import { dispute, reverseDispute } from '../gateway/purchase/refunds.ts';
import { purchaseOf, read } from '../gateway/purchase/routes.ts';
import type { PurchaseWorld } from '../gateway/purchase/world.ts';
import { notFound } from '../gateway/refusal.ts';
import { deliveryOf, repeat } from '../gateway/webhook/deliveries.ts';

const paymentBody = z.object({
  method: z.string().optional(),
  flow: z.string().optional(),
  remember_card: z.boolean().optional(),
});
const failing = paymentBody.extend({ code: z.string().min(1).optional(), description: z.string().optional() });
const acquirer = z.object({
  behaviour: z.enum(['prompt', 'slow', 'refuses', 'slow_then_refuses'] satisfies [Acquirer, ...Acquirer[]]),
});

/**
 * Actions of the gateway's customers, their banks and its staff: open the payment form, pay, fail, pay twice, dispute,
 * reverse a dispute; set the acquirer's behaviour; read deliveries and e-mails. An action on a purchase returns the
 * purchase after the action, with the address to which the customer is redirected.
 */
export function customerRoutes(app: FastifyInstance, world: PurchaseWorld, catchUp: () => Promise<void>): void {
  const prefix = world.isTest ? '/gateway' : '/gateway/live';
  const { state } = world;
  type Body = z.output<typeof failing>;
  const act = (name: string, does: (purchase: Purchase, body: Body, at: number) => string | undefined) => {
    app.post(`${prefix}/purchases/:id/${name}`, async (request) => {
      await catchUp();
      const purchase = purchaseOf(world, request.params);
      const redirect = does(purchase, read(failing, request.body), world.now());
      await catchUp();
      return { ...purchaseAnswer(world, purchase), ...(redirect ? { redirect_to: redirect } : {}) };
    });
  };
  const choiceOf = ({ method, flow, remember_card }: Body) => ({ method, flow, remembersCard: remember_card });
  act('view', (purchase, _body, at) => {
    view(world, purchase, at);
    return undefined;
  });
  act('pay', (purchase, body, at) => {
    pay(world, purchase, choiceOf(body), at);
    return purchase.asked.success_redirect;
  });
  const failWith = (name: string, status: 'error' | 'blocked', fallback: typeof DECLINED) => {
    act(name, (purchase, body, at) => {
      const { code = fallback.code, description = fallback.description } = body;
      failAttempt(world, purchase, choiceOf(body), { status, error: { code, description } }, at);
      return purchase.asked.failure_redirect;
    });
  };
  failWith('fail', 'error', DECLINED);
  failWith('block', 'blocked', FRAUD);
  act('pay_again', (purchase, _body, at) => {
    payAgain(world, purchase, at);
    return undefined;
  });
  act('dispute', (purchase, _body, at) => {
    dispute(world, purchase, at);
    return undefined;
  });
  act('reverse_dispute', (purchase, _body, at) => {
    reverseDispute(world, purchase, at);
    return undefined;
  });
  app.get(`${prefix}/purchases/:id/payments`, (request) => {
    const purchase = purchaseOf(world, request.params);
    const own = [...state.related.values()].filter(({ purchaseId }) => purchaseId === purchase.id);
    return own.map((payment) => paymentAnswer(world, purchase, payment));
  });
  app.post(`${prefix}/acquirer`, (request) => {
    state.acquirer = read(acquirer, request.body).behaviour;
    return { behaviour: state.acquirer };
  });
  app.get(`${prefix}/deliveries`, () => state.deliveries);
  app.post(`${prefix}/deliveries/:id/repeat`, async (request) => {
    const { id } = z.object({ id: z.coerce.number() }).parse(request.params);
    const delivery = deliveryOf(state, id);
    if (delivery === undefined) throw notFound();
    await repeat(world, delivery, world.now());
    return delivery;
  });
  app.get(`${prefix}/outbox`, () =>
    state.outbox.map(({ sentAt, purchaseId, ...mail }) => ({
      ...mail,
      sent_on: unix(sentAt),
      purchase_id: purchaseId,
    })),
  );
}
