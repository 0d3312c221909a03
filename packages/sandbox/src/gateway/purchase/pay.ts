import { feeFor } from '../fees.ts';
import { isCard, usableMethods } from '../payment-methods.ts';
import { refused, wrongStatus } from '../refusal.ts';
import { raisePurchaseEvent } from '../webhook/events.ts';
import { PAYABLE } from './amounts.ts';
import { acquirerFor } from './choices.ts';
import { mailClient } from './mail.ts';
import { moveMoney, moveTo, noteAttempt } from './moves.ts';
import { waitForAcquirer } from './pending.ts';
import type { Attempt, Purchase, Received } from './records.ts';
import { schedule } from './state.ts';
import { saveToken } from './tokens.ts';
import type { PurchaseWorld } from './world.ts';

const DAY = 24 * 3600_000;

export type PaymentChoice = {
  /** By default the first usable method. */
  method?: string | undefined;
  flow?: string | undefined;
  /** The customer agrees that the card is saved. */
  remembersCard?: boolean | undefined;
};

/** The payment methods that are available for a purchase. */
export function methodsOf({ currency, asked, total }: Purchase): string[] {
  return usableMethods({
    currency,
    skipCapture: asked.skip_capture,
    preauthorization: total === 0n,
    whitelist: asked.payment_method_whitelist,
  });
}

/** Checks that the customer may try to pay now, and returns the payment method. */
function admit(purchase: Purchase, choice: PaymentChoice): string {
  if (!PAYABLE.has(purchase.status)) throw wrongStatus('pay', purchase.status);
  if (purchase.asked.purchase.single_attempt && purchase.attempts.length > 0)
    throw refused('A single attempt was allowed, and it was made.', 'purchase_single_attempt');
  const methods = methodsOf(purchase);
  const method = choice.method ?? methods[0];
  if (method === undefined || !methods.includes(method))
    throw refused('This payment method cannot be used here.', 'invalid_choice', 'method');
  return method;
}

/** The customer pays. The payment is pending at first if the acquirer is slow. */
export function pay(world: PurchaseWorld, purchase: Purchase, choice: PaymentChoice, at: number): void {
  purchase.method = admit(purchase, choice);
  purchase.flow = choice.flow ?? 'payform';
  const isKept = isCard(purchase.method) && (choice.remembersCard === true || purchase.asked.force_recurring);
  if (acquirerFor(purchase.asked.purchase.notes, world.state.acquirer) !== 'slow') {
    completePayment(world, purchase, isKept, at);
    return;
  }
  const operation = { operation: 'execute', amount: purchase.total, keepsCard: isKept, willFail: false } as const;
  waitForAcquirer(world, purchase, operation, 'pending_execute', at);
  raisePurchaseEvent(world, 'purchase.pending_execute', purchase, at);
}

/** payment-gateway.md › Purchase status, customer pays: preauthorized if the total is 0, held with skip_capture, otherwise paid. */
export function completePayment(world: PurchaseWorld, purchase: Purchase, keepsCard: boolean, at: number): void {
  const isPreauthorization = purchase.total === 0n;
  if (isPreauthorization || keepsCard) saveToken(world, purchase, at);
  if (!isPreauthorization && !purchase.asked.skip_capture) {
    noteAttempt(purchase, at, 'execute', feeOf(purchase, purchase.total));
    receive(world, purchase, purchase.total, at);
    return;
  }
  noteAttempt(purchase, at, 'authorize', 0n);
  purchase.held = purchase.total;
  moveTo(world, purchase, isPreauthorization ? 'preauthorized' : 'hold', at);
  raisePurchaseEvent(world, isPreauthorization ? 'purchase.preauthorized' : 'purchase.hold', purchase, at);
}

const feeOf = ({ method, currency }: Purchase, amount: bigint) => feeFor(method, amount, currency);

/** The payment succeeds: the purchase is paid, with callback and event. Settlement follows later. */
export function receive(
  world: PurchaseWorld,
  purchase: Purchase,
  amount: bigint,
  at: number,
  event: 'purchase.paid' | 'purchase.captured' = 'purchase.paid',
): void {
  const { reserve } = world;
  enter(world, purchase, at, {
    amount,
    fee: feeOf(purchase, amount),
    reserve: reserve === undefined ? 0n : (amount * BigInt(reserve.basisPoints)) / 10_000n,
    reservedUntil: reserve === undefined ? null : at + reserve.days * DAY,
    paidAt: at,
  });
  if (world.choices.cardsClear && isCard(purchase.method))
    schedule(world.state, { at: at + DAY, kind: 'clear', id: purchase.id });
  raisePurchaseEvent(world, event, purchase, at, true);
}

function enter(world: PurchaseWorld, purchase: Purchase, at: number, received: Received): void {
  purchase.received = received;
  purchase.held = 0n;
  moveTo(world, purchase, 'paid', at);
  const isOutside = purchase.isMarkedAsPaid && world.choices.markedAsPaid === 'outside';
  const settlesAt = world.settlesAt(Math.max(at, received.paidAt));
  if (!isOutside) schedule(world.state, { at: settlesAt, kind: 'settle', id: purchase.id });
  if (purchase.asked.send_receipt) mailClient(world, purchase, 'Receipt', at);
}

/**
 * payment-gateway.md › Purchase status, mark_as_paid: the merchant states that the purchase was paid, and pays no fee.
 * The purchase must still be payable, or expired.
 */
export function markAsPaid(world: PurchaseWorld, purchase: Purchase, paidOn: number | undefined, at: number): void {
  if (!PAYABLE.has(purchase.status) && purchase.status !== 'expired')
    throw wrongStatus('mark_as_paid', purchase.status);
  purchase.isMarkedAsPaid = true;
  const paidAt = paidOn === undefined ? at : paidOn * 1000;
  enter(world, purchase, at, { amount: purchase.total, fee: 0n, reserve: 0n, reservedUntil: null, paidAt });
  raisePurchaseEvent(world, 'purchase.paid', purchase, at, !purchase.asked.skip_capture);
}

export type Failure = NonNullable<Attempt['error']>;
export const DECLINED: Failure = { code: 'payment_declined', description: 'The payment instrument was declined.' };
export const FRAUD: Failure = { code: 'blocked_by_fraud_check', description: 'Fraud scoring blocked the attempt.' };

/** An attempt fails at the instrument (error) or is blocked by fraud scoring. A due time that has passed still applies. */
export function failAttempt(
  world: PurchaseWorld,
  purchase: Purchase,
  choice: PaymentChoice,
  failure: { status: 'error' | 'blocked'; error: Failure },
  at: number,
): void {
  if (purchase.status !== 'pending_execute') {
    purchase.method = admit(purchase, choice);
    purchase.flow = choice.flow ?? 'payform';
  }
  purchase.pending = null;
  world.state.tasks = world.state.tasks.filter(({ kind, id }) => kind !== 'answer' || id !== purchase.id);
  noteAttempt(purchase, at, purchase.asked.skip_capture ? 'authorize' : 'execute', 0n, failure.error);
  moveTo(world, purchase, failure.status, at);
  raisePurchaseEvent(world, 'purchase.payment_failure', purchase, at);
  if (purchase.dueAt !== null && purchase.dueAt <= at) fallDue(world, purchase, at);
}

/** payment-gateway.md › Purchase status, the due time passes: overdue and still payable, or expired if due is strict. */
export function fallDue(world: PurchaseWorld, purchase: Purchase, at: number): void {
  if (!PAYABLE.has(purchase.status) || purchase.status === 'overdue') return;
  const isStrict = purchase.asked.purchase.due_strict;
  moveTo(world, purchase, isStrict ? 'expired' : 'overdue', at);
}

/** The customer pays a paid purchase again: a separate payment with the same reference. */
export function payAgain(world: PurchaseWorld, purchase: Purchase, at: number): void {
  const amount = purchase.received?.amount;
  if (amount === undefined || purchase.isMarkedAsPaid) throw wrongStatus('pay_again', purchase.status);
  const fee = feeOf(purchase, amount);
  const payment = moveMoney(world, purchase, { kind: 'second_payment', isOutgoing: false, amount, fee, at });
  noteAttempt(purchase, at, 'execute', fee);
  schedule(world.state, { at: world.settlesAt(at), kind: 'settle', id: payment.id });
  moveTo(world, purchase, purchase.status, at, payment.id);
  raisePurchaseEvent(world, 'purchase.paid', purchase, at, !purchase.asked.skip_capture);
}
