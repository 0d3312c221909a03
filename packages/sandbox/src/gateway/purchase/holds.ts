import { refused, wrongStatus } from '../refusal.ts';
import { raisePurchaseEvent } from '../webhook/events.ts';
import { acquirerFor } from './choices.ts';
import { moveTo, noteAttempt, REFUSED } from './moves.ts';
import { receive } from './pay.ts';
import { waitForAcquirer } from './pending.ts';
import type { Purchase } from './records.ts';
import type { PurchaseWorld } from './world.ts';

/** payment-gateway.md › Purchase status, capture of held funds, in full or in part. The rest is released. */
export function capture(world: PurchaseWorld, purchase: Purchase, amount: bigint | undefined, at: number): void {
  if (purchase.status !== 'hold') throw wrongStatus('capture', purchase.status);
  const captured = amount ?? purchase.held;
  if (captured <= 0n || captured > purchase.held)
    throw refused('More than 0 and at most what is held.', 'invalid', 'amount');
  askFor(world, purchase, 'capture', captured, at);
}

/** payment-gateway.md › Purchase status, release of held funds to the card. */
export function release(world: PurchaseWorld, purchase: Purchase, at: number): void {
  if (purchase.status !== 'hold') throw wrongStatus('release', purchase.status);
  askFor(world, purchase, 'release', purchase.held, at);
}

function askFor(
  world: PurchaseWorld,
  purchase: Purchase,
  operation: 'capture' | 'release',
  amount: bigint,
  at: number,
): void {
  const acquirer = acquirerFor(purchase.asked.purchase.notes, world.state.acquirer);
  if (acquirer === 'refuses') {
    failHold(world, purchase, operation, at);
    throw refused(`The ${operation} failed in payment processing.`, `purchase_${operation}_error`);
  }
  if (acquirer === 'prompt') {
    completeHold(world, purchase, operation, amount, at);
    return;
  }
  const willFail = acquirer === 'slow_then_refuses';
  waitForAcquirer(world, purchase, { operation, amount, keepsCard: false, willFail }, `pending_${operation}`, at);
  raisePurchaseEvent(world, `purchase.pending_${operation}`, purchase, at);
}

export function completeHold(
  world: PurchaseWorld,
  purchase: Purchase,
  operation: 'capture' | 'release',
  amount: bigint,
  at: number,
): void {
  noteAttempt(purchase, at, operation, 0n);
  if (operation === 'capture') {
    receive(world, purchase, amount, at, 'purchase.captured');
    return;
  }
  purchase.held = 0n;
  moveTo(world, purchase, 'released', at);
  raisePurchaseEvent(world, 'purchase.released', purchase, at);
}

/** A capture or release fails, and the funds stay held. */
export function failHold(world: PurchaseWorld, purchase: Purchase, operation: 'capture' | 'release', at: number): void {
  noteAttempt(purchase, at, operation, 0n, REFUSED);
  if (purchase.status !== 'hold') moveTo(world, purchase, 'hold', at);
  raisePurchaseEvent(world, `purchase.${operation}_failure`, purchase, at);
}
