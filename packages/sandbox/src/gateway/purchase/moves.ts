import { enterPurchase, enterRelated } from './book-entries.ts';
import type { Attempt, Purchase, PurchaseStatus, RelatedPayment } from './records.ts';
import type { PurchaseWorld } from './world.ts';

/** Sets the status of a purchase and updates its history and its entry in the book. */
export function moveTo(
  world: PurchaseWorld,
  purchase: Purchase,
  status: PurchaseStatus,
  at: number,
  paymentId: string | null = null,
): void {
  purchase.status = status;
  purchase.updatedAt = at;
  purchase.history.push({ status, at, paymentId });
  enterPurchase(world, purchase);
}

/** Records an attempt at the acquirer as the first of the list. */
export function noteAttempt(
  purchase: Purchase,
  at: number,
  operation: Attempt['operation'],
  fee: bigint,
  error: Attempt['error'] = null,
): void {
  purchase.attempts.unshift({ operation, at, method: purchase.method, flow: purchase.flow, fee, error });
}

export const REFUSED = { code: 'acquirer_refused', description: 'The acquirer refused.' };

/** Adds a further movement to a purchase, such as a refund. */
export function moveMoney(
  world: PurchaseWorld,
  purchase: Purchase,
  payment: Omit<RelatedPayment, 'id' | 'purchaseId' | 'settledAt'>,
): RelatedPayment {
  const made = { ...payment, id: world.uuid(), purchaseId: purchase.id, settledAt: null };
  world.state.related.set(made.id, made);
  enterRelated(world, purchase, made);
  return made;
}
