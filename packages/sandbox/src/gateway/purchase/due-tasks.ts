import { raisePurchaseEvent } from '../webhook/events.ts';
import { enterPurchase, entryOf } from './book-entries.ts';
import { failCharge } from './charge.ts';
import { completeHold, failHold } from './holds.ts';
import { moveTo } from './moves.ts';
import { completePayment, fallDue } from './pay.ts';
import type { Purchase } from './records.ts';
import { completeRefund, failRefund } from './refunds.ts';
import type { Task } from './state.ts';
import { forgetToken } from './tokens.ts';
import type { PurchaseWorld } from './world.ts';

/** Completes or fails a pending operation when the acquirer's response is due. */
function answer(world: PurchaseWorld, purchase: Purchase, at: number): void {
  const { pending } = purchase;
  if (pending === null) return;
  purchase.pending = null;
  const { operation, amount, willFail } = pending;
  if (operation === 'execute') completePayment(world, purchase, pending.keepsCard, at);
  else if (operation === 'charge') {
    if (willFail) failCharge(world, purchase, at);
    else completePayment(world, purchase, false, at);
  } else if (operation === 'refund') {
    if (willFail) failRefund(world, purchase, at, pending.before);
    else completeRefund(world, purchase, amount, at);
  } else if (willFail) failHold(world, purchase, operation, at);
  else completeHold(world, purchase, operation, amount, at);
}

function clear(world: PurchaseWorld, purchase: Purchase, at: number): void {
  if (purchase.status === 'paid') moveTo(world, purchase, 'cleared', at);
}

/** Settles a purchase: sets the settlement date and raises the event. The status changes only for cleared purchases. */
function settle(world: PurchaseWorld, purchase: Purchase, at: number): void {
  purchase.settledAt = at;
  purchase.updatedAt = at;
  if (purchase.status === 'cleared') moveTo(world, purchase, 'settled', at);
  else enterPurchase(world, purchase);
  raisePurchaseEvent(world, 'purchase.settled', purchase, at);
}

function settleSecond(world: PurchaseWorld, id: string, at: number): void {
  const [payment, line] = [world.state.related.get(id), entryOf(world.book, id)];
  if (payment !== undefined) payment.settledAt = at;
  if (line !== undefined) line.settledAt = at;
}

const DUTIES: Record<Task['kind'], (world: PurchaseWorld, purchase: Purchase, at: number) => void> = {
  due: fallDue,
  answer,
  clear,
  settle,
  forget: forgetToken,
};

/**
 * Runs all due tasks in order of time, each with its due time as the current time. A clock that is moved by thirty days
 * therefore gives the same records as a clock that ran for thirty days.
 */
export function runDueTasks(world: PurchaseWorld, now: number): void {
  for (let task = world.state.tasks[0]; task !== undefined && task.at <= now; task = world.state.tasks[0]) {
    world.state.tasks.shift();
    world.changed();
    const purchase = world.state.purchases.get(task.id);
    if (purchase !== undefined) DUTIES[task.kind](world, purchase, task.at);
    else settleSecond(world, task.id, task.at);
  }
}
