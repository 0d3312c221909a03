import { refused, wrongStatus } from '../refusal.ts';
import { raisePurchaseEvent } from '../webhook/events.ts';
import { PAYABLE } from './amounts.ts';
import { acquirerFor } from './choices.ts';
import { moveTo, noteAttempt, REFUSED } from './moves.ts';
import { completePayment } from './pay.ts';
import { waitForAcquirer } from './pending.ts';
import type { Purchase } from './records.ts';
import type { PurchaseWorld } from './world.ts';

/** payment-gateway.md › Purchase status, charge with a recurring token: paid, held with skip_capture, or pending at a slow acquirer. */
export function charge(world: PurchaseWorld, purchase: Purchase, tokenId: string, at: number): void {
  if (!PAYABLE.has(purchase.status)) throw wrongStatus('charge', purchase.status);
  const token = world.state.tokens.get(tokenId);
  if (token === undefined) throw refused('There is no such recurring token.', 'does_not_exist', 'recurring_token');
  if (purchase.total === 0n) throw refused('There is nothing to charge.', 'purchase_charge_error');
  purchase.method = token.method;
  purchase.flow = 'api';
  const acquirer = acquirerFor(purchase.asked.purchase.notes, world.state.acquirer);
  if (acquirer === 'refuses') {
    failCharge(world, purchase, at);
    throw refused('The charge failed in payment processing.', 'purchase_charge_error');
  }
  purchase.paidWithToken = token.id;
  if (acquirer === 'prompt') {
    completePayment(world, purchase, false, at);
    return;
  }
  const willFail = acquirer === 'slow_then_refuses';
  const operation = { operation: 'charge', amount: purchase.total, keepsCard: false, willFail } as const;
  waitForAcquirer(world, purchase, operation, 'pending_charge', at);
  raisePurchaseEvent(world, 'purchase.pending_charge', purchase, at);
}

export function failCharge(world: PurchaseWorld, purchase: Purchase, at: number): void {
  purchase.paidWithToken = null;
  noteAttempt(purchase, at, 'charge', 0n, REFUSED);
  moveTo(world, purchase, 'error', at);
  raisePurchaseEvent(world, 'purchase.payment_failure', purchase, at);
}
