import { wrongStatus } from '../refusal.ts';
import { raisePurchaseEvent } from '../webhook/events.ts';
import type { Purchase } from './records.ts';
import type { RecurringToken } from './state.ts';
import type { PurchaseWorld } from './world.ts';

/** Keeps the card with which a purchase is being paid; the token has the purchase's id. */
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

/** Forgets the card that a purchase saved. */
export function deleteTokenOf(world: PurchaseWorld, purchase: Purchase, at: number): void {
  if (!purchase.isToken) throw wrongStatus('delete_recurring_token', 'no recurring token');
  purchase.isToken = false;
  purchase.updatedAt = at;
  world.state.tokens.delete(purchase.id);
  raisePurchaseEvent(world, 'purchase.recurring_token_deleted', purchase, at);
}

/** Forgets a client's card: the same as by its purchase. */
export function deleteToken(world: PurchaseWorld, token: RecurringToken, at: number): void {
  const purchase = world.state.purchases.get(token.id);
  if (purchase === undefined) world.state.tokens.delete(token.id);
  else deleteTokenOf(world, purchase, at);
}
