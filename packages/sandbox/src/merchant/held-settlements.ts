import { type Book, isMoved, majorText, type Payment } from '../gateway/book.ts';
import { daysAfter, type LocalTime } from '../local-time.ts';
import { drawFrom } from '../payout/draw.ts';

type Settled = Payment & { paidAt: number; settledAt: number };

/** A payment made this many days before the end should be settled under any terms. */
const CERTAIN_DAYS = 11;
const HELD = 3;

/**
 * Plants payments that the gateway does not settle: some are due on the last day, some are long overdue. They stay in the
 * gateway's balance and are in no batch.
 */
export function plantHeldSettlements(book: Book, seed: number, until: string, time: LocalTime): void {
  const draw = drawFrom(seed, 'held settlements');
  const refunded = new Set(book.payments.map(({ relatedTo }) => relatedTo));
  const fit = book.payments.filter(
    (payment): payment is Settled =>
      isMoved(payment) &&
      payment.kind === 'purchase' &&
      payment.status === 'paid' &&
      payment.settledAt !== null &&
      !refunded.has(payment.id) &&
      !book.statementErrors.has(payment.id),
  );
  const due = fit.filter(({ settledAt }) => time.day(settledAt) === until);
  const old = fit.filter(({ paidAt }) => time.day(paidAt) <= daysAfter(until, -CERTAIN_DAYS));
  for (const from of [due, old]) {
    for (let n = 0; n < HELD && from.length > 0; n += 1) {
      const [held] = from.splice(draw.int(0, from.length - 1), 1);
      if (held !== undefined) Object.assign(held, { settledAt: null, isHeld: true } satisfies Partial<Payment>);
    }
  }
}

/** Ground truth of payments_to_settlement: the days with withheld payments, with the amounts in the statement. */
export function heldTruth(book: Book, until: string, time: LocalTime) {
  const days = new Map<string, { day: string; currency: string; amount: bigint; references: string[] }>();
  for (const payment of book.payments) {
    const stated = book.statementErrors.get(payment.id);
    if (payment.isHeld !== true || !isMoved(payment) || stated?.isLeftOut) continue;
    const [day, { currency }] = [time.day(payment.paidAt), payment];
    const key = `settlement:${currency}:${day}`;
    const known = days.get(key) ?? { day, currency, amount: 0n, references: [] };
    known.amount += (stated?.amount ?? payment.amount) - (stated?.fee ?? payment.fee);
    known.references.push(payment.reference);
    days.set(key, known);
  }
  return [...days].map(([key, { day, currency, amount, references }]) => {
    const isLong = day <= daysAfter(until, -CERTAIN_DAYS);
    return {
      reconciliation: 'payments_to_settlement',
      currency,
      business_date: day,
      key,
      outcome: isLong ? 'missing_right' : 'overdue',
      reason_code: isLong ? 'not_settled' : 'settlement_late',
      amount: majorText(-amount, currency),
      note: `the gateway withholds ${references.join(', ')}`,
    };
  });
}
