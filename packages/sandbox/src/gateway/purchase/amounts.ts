import { isCard } from '../payment-methods.ts';
import type { Purchase, PurchaseStatus } from './records.ts';
import type { PurchaseWorld } from './world.ts';

/** payment-gateway.md › Purchase status: purchases in these statuses can still be paid or cancelled. */
export const PAYABLE: ReadonlySet<PurchaseStatus> = new Set([
  ...(['created', 'sent', 'viewed', 'overdue', 'error', 'blocked'] satisfies PurchaseStatus[]),
]);

/** The statuses in which the merchant has the money, less refunds. */
export const PAID: ReadonlySet<PurchaseStatus> = new Set([
  ...(['paid', 'cleared', 'settled', 'refunded'] satisfies PurchaseStatus[]),
]);

/** The amount received less refunds, in minor units, at least 0. */
export function leftOf(purchase: Purchase): bigint {
  const left = (purchase.received?.amount ?? 0n) - purchase.refunded;
  return left > 0n ? left : 0n;
}

/** payment-gateway.md › Purchase, refundable_amount: at least 0, and 0 if refunds are not available. */
export function refundableOf(world: Pick<PurchaseWorld, 'choices'>, purchase: Purchase): bigint {
  const isOutside = purchase.isMarkedAsPaid && world.choices.markedAsPaid === 'outside';
  if (!PAID.has(purchase.status) || isOutside || purchase.asked.refund_availability === 'none') return 0n;
  return leftOf(purchase);
}

export function canBeDisputed(purchase: Purchase): boolean {
  return PAID.has(purchase.status) && !purchase.isMarkedAsPaid && leftOf(purchase) > 0n;
}

export const isPaidByCard = (purchase: Purchase) => isCard(purchase.method);
