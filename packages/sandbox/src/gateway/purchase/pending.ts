import { moveTo } from './moves.ts';
import type { PendingOperation, Purchase, PurchaseStatus } from './records.ts';
import { schedule } from './state.ts';
import type { PurchaseWorld } from './world.ts';

/** Makes the purchase pending until the response of the slow acquirer is due. */
export function waitForAcquirer(
  world: PurchaseWorld,
  purchase: Purchase,
  operation: Omit<PendingOperation, 'before'>,
  status: PurchaseStatus,
  at: number,
): void {
  purchase.pending = { ...operation, before: purchase.status };
  moveTo(world, purchase, status, at);
  schedule(world.state, { at: at + world.choices.slowAcquirerSeconds * 1000, kind: 'answer', id: purchase.id });
}
