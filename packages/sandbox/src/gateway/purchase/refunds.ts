import { refused, wrongStatus } from '../refusal.ts';
import { raisePaymentEvent, raisePurchaseEvent } from '../webhook/events.ts';
import { canBeDisputed, leftOf, PAID, refundableOf } from './amounts.ts';
import { acquirerFor } from './choices.ts';
import { moveMoney, moveTo, noteAttempt, REFUSED } from './moves.ts';
import { waitForAcquirer } from './pending.ts';
import type { Purchase, PurchaseStatus, RelatedPayment } from './records.ts';
import type { PurchaseWorld } from './world.ts';

/** Checks status, refund_availability and amount of a refund, and returns the amount to refund. */
function admit(world: PurchaseWorld, purchase: Purchase, asked: bigint | undefined): bigint {
  if (!PAID.has(purchase.status)) throw wrongStatus('refund', purchase.status);
  const availability = purchase.asked.refund_availability;
  if (availability === 'none') throw refused('Refunds are not available.', 'refund_not_available');
  const most = refundableOf(world, purchase);
  const amount = asked ?? most;
  if (amount > most || amount <= 0n) throw refused('More than 0 and at most refundable_amount.', 'max_value', 'amount');
  const isFull = amount === purchase.received?.amount;
  if (!isFull && availability === 'full_only')
    throw refused('Only a full refund is available.', 'refund_not_available', 'amount');
  if (isFull && (availability === 'partial_only' || availability === 'pis_partial'))
    throw refused('Only a partial refund is available.', 'refund_not_available', 'amount');
  return amount;
}

/** payment-gateway.md › Refund rules: returns the refund's payment, or undefined while a slow acquirer has not responded. */
export function refund(
  world: PurchaseWorld,
  purchase: Purchase,
  asked: bigint | undefined,
  at: number,
): RelatedPayment | undefined {
  const amount = admit(world, purchase, asked);
  const acquirer = acquirerFor(purchase.asked.purchase.notes, world.state.acquirer);
  if (acquirer === 'refuses') {
    failRefund(world, purchase, at, purchase.status);
    throw refused('The refund failed in payment processing.', 'purchase_refund_error');
  }
  if (acquirer === 'prompt') return completeRefund(world, purchase, amount, at);
  const willFail = acquirer === 'slow_then_refuses';
  waitForAcquirer(world, purchase, { operation: 'refund', amount, keepsCard: false, willFail }, 'pending_refund', at);
  raisePurchaseEvent(world, 'purchase.pending_refund', purchase, at);
  return undefined;
}

export function completeRefund(world: PurchaseWorld, purchase: Purchase, amount: bigint, at: number): RelatedPayment {
  const fee = BigInt(world.choices.refundFee);
  const payment = moveMoney(world, purchase, { kind: 'refund', isOutgoing: true, amount, fee, at });
  purchase.refunded += amount;
  noteAttempt(purchase, at, 'refund', fee);
  moveTo(world, purchase, 'refunded', at, payment.id);
  raisePaymentEvent(world, 'payment.refunded', purchase, payment);
  return payment;
}

/** The refund fails, and the newest attempt records the reason. */
export function failRefund(world: PurchaseWorld, purchase: Purchase, at: number, status: PurchaseStatus): void {
  noteAttempt(purchase, at, 'refund', 0n, REFUSED);
  if (purchase.status !== status) moveTo(world, purchase, status, at);
  raisePurchaseEvent(world, 'purchase.refund_failure', purchase, at);
}

/** payment-gateway.md › chargeback of the amount that was not refunded. */
export function dispute(world: PurchaseWorld, purchase: Purchase, at: number): RelatedPayment {
  if (!canBeDisputed(purchase)) throw wrongStatus('chargeback', purchase.status);
  const [amount, fee] = [leftOf(purchase), BigInt(world.choices.chargebackFee)];
  const payment = moveMoney(world, purchase, { kind: 'chargeback', isOutgoing: true, amount, fee, at });
  purchase.beforeDispute = purchase.status;
  moveTo(world, purchase, 'chargeback', at, payment.id);
  raisePaymentEvent(world, 'payment.charged_back', purchase, payment);
  return payment;
}

/** The merchant wins the dispute: the chargeback is reversed. */
export function reverseDispute(world: PurchaseWorld, purchase: Purchase, at: number): RelatedPayment {
  if (purchase.status !== 'chargeback') throw wrongStatus('chargeback_reversal', purchase.status);
  const amount = leftOf(purchase);
  const payment = moveMoney(world, purchase, { kind: 'chargeback_reversal', isOutgoing: false, amount, fee: 0n, at });
  moveTo(world, purchase, purchase.beforeDispute ?? 'paid', at, payment.id);
  purchase.beforeDispute = null;
  raisePaymentEvent(world, 'payment.chargeback_reversed', purchase, payment);
  return payment;
}
