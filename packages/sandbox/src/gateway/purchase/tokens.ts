import { wrongStatus } from '../refusal.ts';
import { raisePurchaseEvent } from '../webhook/events.ts';
import { acquirerFor } from './choices.ts';
import type { Purchase } from './records.ts';
import { type RecurringToken, schedule } from './state.ts';
import type { PurchaseWorld } from './world.ts';

/** Saves the card that pays a purchase; the token has the purchase's id. */
export function saveToken(world: PurchaseWorld, purchase: Purchase, at: number): void {
  purchase.isToken = true;
  world.state.tokens.set(purchase.id, {
    id: purchase.id,
    clientId: purchase.clientId,
    method: purchase.method,
    description: `${purchase.method} ending in 1111`,
    createdAt: at,
    updatedAt: at,
  });
}

/** Deletes the card that a purchase saved: at once, or later if the acquirer is slow. */
export function deleteTokenOf(world: PurchaseWorld, purchase: Purchase, at: number): void {
  if (!purchase.isToken) throw wrongStatus('delete_recurring_token', 'no recurring token');
  if (acquirerFor(purchase.asked.purchase.notes, world.state.acquirer) !== 'slow') {
    forgetToken(world, purchase, at);
    return;
  }
  schedule(world.state, { at: at + world.choices.slowAcquirerSeconds * 1000, kind: 'forget', id: purchase.id });
  raisePurchaseEvent(world, 'purchase.pending_recurring_token_delete', purchase, at);
}

export function forgetToken(world: PurchaseWorld, purchase: Purchase, at: number): void {
  if (!purchase.isToken) return;
  purchase.isToken = false;
  purchase.updatedAt = at;
  world.state.tokens.delete(purchase.id);
  raisePurchaseEvent(world, 'purchase.recurring_token_deleted', purchase, at);
}

/** Deletes a client's saved card in the same way as the purchase that saved it. */
export function deleteToken(world: PurchaseWorld, token: RecurringToken, at: number): void {
  const purchase = world.state.purchases.get(token.id);
  if (purchase === undefined) world.state.tokens.delete(token.id);
  else deleteTokenOf(world, purchase, at);
}
