import { paymentAnswer, purchaseAnswer } from '../purchase/answers.ts';
import type { Purchase, RelatedPayment } from '../purchase/records.ts';
import type { Delivery } from '../purchase/state.ts';
import type { PurchaseWorld } from '../purchase/world.ts';

/** payment-gateway.md › Webhooks names five events. The other events come from the operator's reference. */
export const EVENT_KINDS = [
  'purchase.created',
  'purchase.paid',
  'purchase.payment_failure',
  'purchase.refund_failure',
  'purchase.capture_failure',
  'purchase.release_failure',
  'purchase.pending_execute',
  'purchase.pending_charge',
  'purchase.cancelled',
  'purchase.hold',
  'purchase.captured',
  'purchase.pending_capture',
  'purchase.released',
  'purchase.pending_release',
  'purchase.preauthorized',
  'purchase.pending_recurring_token_delete',
  'purchase.recurring_token_deleted',
  'purchase.subscription_charge_failure',
  'purchase.pending_refund',
  'purchase.viewed',
  'purchase.settled',
  'payment.refunded',
  'payment.charged_back',
  'payment.chargeback_reversed',
  'payout.created',
  'payout.pending',
  'payout.success',
  'payout.failed',
  'billing_template_client.subscription_billing_cancelled',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Queues an event for the subscribed webhooks and, for some events, for the purchase's success callback. */
function queue(world: PurchaseWorld, event: EventKind, answer: { id: string }, at: number, callback: string): void {
  const { state } = world;
  const receivers: Array<Pick<Delivery, 'webhookId' | 'url'>> = [...state.webhooks.values()]
    .filter(({ allEvents, events }) => allEvents || events.includes(event))
    .map((webhook) => ({ webhookId: webhook.id, url: webhook.callback }));
  if (callback !== '') receivers.push({ webhookId: null, url: callback });
  if (receivers.length === 0) return;
  state.lastEvent += 1;
  const body = JSON.stringify({ ...answer, event_type: event });
  for (const receiver of receivers) {
    state.deliveries.push({
      ...receiver,
      id: state.deliveries.length + 1,
      event,
      eventNumber: state.lastEvent,
      objectId: answer.id,
      body,
      state: 'waiting',
      triggeredAt: at,
      dueAt: at,
      endedAt: null,
      attempts: [],
    });
  }
}

/** Raises an event of a purchase. Every receiver gets the purchase as it is now, even if the delivery is later. */
export function raisePurchaseEvent(
  world: PurchaseWorld,
  event: EventKind,
  purchase: Purchase,
  at: number,
  hasCallback = false,
): void {
  queue(world, event, purchaseAnswer(world, purchase), at, hasCallback ? purchase.asked.success_callback : '');
}

/** Raises an event of a refund, a chargeback or its reversal. */
export function raisePaymentEvent(
  world: PurchaseWorld,
  event: EventKind,
  purchase: Purchase,
  payment: RelatedPayment,
): void {
  queue(world, event, paymentAnswer(world, purchase, payment), payment.at, '');
}
