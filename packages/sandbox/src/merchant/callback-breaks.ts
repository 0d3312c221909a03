import { type Book, isMoved, majorText, type Payment, uuidsFrom } from '../gateway/book.ts';
import type { LocalTime } from '../local-time.ts';
import { drawFrom } from '../payout/draw.ts';

export type Paid = Payment & { paidAt: number };

/** Planted differences between callbacks and payments, by payment id, and planted callbacks without a payment. */
export type CallbackErrors = {
  lost: Set<string>;
  amounts: Map<string, bigint>;
  claimed: { payment: Paid; isForged: boolean; isOtherMode?: boolean }[];
};

export const noCallbackErrors = (): CallbackErrors => ({ lost: new Set(), amounts: new Map(), claimed: [] });

/** A callback is certainly lost only if later callbacks arrived: payment-gateway.md › Delivery protocol, rule 3. */
const CERTAIN_AFTER_MS = 3 * 86_400_000;
const EACH = 2;

/** Plants lost callbacks, callbacks with a wrong amount, callbacks without a payment, and forged ones. */
export function plantCallbackErrors(book: Book, seed: number): CallbackErrors {
  const draw = drawFrom(seed, 'callback breaks');
  const uuid = uuidsFrom(seed, 'callback break');
  const errors = noCallbackErrors();
  const count = new Map<string, number>();
  for (const { reference } of book.payments) count.set(reference, (count.get(reference) ?? 0) + 1);
  const last = book.payments.reduce((latest, { paidAt }) => Math.max(latest, paidAt ?? 0), 0);
  const isFree = (payment: Payment) =>
    payment.kind === 'purchase' && count.get(payment.reference) === 1 && !book.statementErrors.has(payment.id);
  const paid = book.payments.filter(isMoved).filter((one) => isFree(one) && one.paidAt < last - CERTAIN_AFTER_MS);
  const unpaid = book.payments.filter((one) => isFree(one) && !isMoved(one));
  const take = <T>(from: T[]): T | undefined => from.splice(draw.int(0, from.length - 1), 1)[0];
  for (let n = 1; n <= EACH; n += 1) {
    const lost = take(paid);
    if (lost !== undefined) errors.lost.add(lost.id);
    const wrong = take(paid);
    if (wrong !== undefined) errors.amounts.set(wrong.id, wrong.amount + BigInt(n));
    for (const isForged of [false, true]) {
      const like = take(paid);
      if (like === undefined) continue;
      const payment = { ...like, id: uuid(), reference: `INV-${isForged ? 'FORGED' : 'CLAIMED'}-${n}` };
      errors.claimed.push({ payment, isForged });
    }
    const other = take(paid);
    if (other !== undefined) {
      const payment = { ...other, id: uuid(), reference: `INV-MODE-${n}` };
      errors.claimed.push({ payment, isForged: false, isOtherMode: true });
    }
    const open = take(unpaid);
    if (open !== undefined) errors.claimed.push({ payment: { ...open, paidAt: open.createdAt }, isForged: false });
  }
  return errors;
}

const kindWords: Partial<Record<Payment['kind'], string>> = {
  purchase: 'payment',
  refund: 'refund',
  chargeback: 'chargeback',
  chargeback_reversal: 'chargeback_reversal',
};

/** Ground truth of callbacks_to_statement: callbacks against the statement, including the errors planted in the statement. */
export function* callbackTruth(book: Book, errors: CallbackErrors, time: LocalTime) {
  const entry = (outcome: string, reason_code: string, payment: Paid, key: string, amount: bigint, note: string) => ({
    reconciliation: 'callbacks_to_statement',
    outcome,
    reason_code,
    key,
    note,
    currency: payment.currency,
    business_date: time.day(payment.paidAt),
    amount: majorText(amount, payment.currency),
  });
  for (const payment of book.payments) {
    const word = kindWords[payment.kind];
    if (word === undefined || !isMoved(payment)) continue;
    const { id, reference, amount } = payment;
    const stated = book.statementErrors.get(id);
    const reported = errors.amounts.get(id) ?? amount;
    const shown = stated?.amount ?? amount;
    if (stated?.isLeftOut) {
      const note = `${reference} has a callback and is missing in the statement`;
      yield entry('missing_right', 'callback_without_line', payment, `${word}:${id}`, -reported, note);
    } else if (errors.lost.has(id)) {
      yield entry(
        'missing_left',
        'line_without_callback',
        payment,
        id,
        shown,
        `the message about ${reference} was lost`,
      );
    } else if (reported !== shown) {
      const note = `${reference}: callback and statement show different amounts`;
      yield entry('amount_differs', 'amount_differs', payment, id, shown - reported, note);
    }
  }
  // a statement by the time of payment has no line for an unpaid purchase
  for (const { payment, isForged, isOtherMode } of errors.claimed) {
    const [outcome, reason] =
      isForged || isOtherMode
        ? (['control_breach', isForged ? 'not_signed' : 'other_mode'] as const)
        : (['missing_right', 'callback_without_line'] as const);
    const note = `${payment.reference} has a ${isForged ? 'forged ' : ''}callback and was not paid`;
    yield entry(outcome, reason, payment, `payment:${payment.id}`, -payment.amount, note);
  }
}
