import { daysAfter, localTime, weekdayOf } from '../local-time.ts';
import type { Payment } from './book.ts';

/** The terms that decide when the gateway settles payments. */
export type SettlementTerms = {
  /** Days after the payment, at least 1. Weekend days count only if the gateway settles at weekends. */
  lagDays: number;
  isSettledAtWeekends: boolean;
};

export const DEFAULT_SETTLEMENT_TERMS: SettlementTerms = { lagDays: 2, isSettledAtWeekends: false };

const NINE_MINUTES = 9 * 60_000;

/** The settlement time of an amount that becomes available at an instant: 00:09 on its settlement day in the company's zone. */
export function settlementTimes(
  zone: string,
  terms: SettlementTerms = DEFAULT_SETTLEMENT_TERMS,
): (at: number) => number {
  const time = localTime(zone);
  const isSettled = (day: string) => terms.isSettledAtWeekends || weekdayOf(day) <= 5;
  const settledOn = new Map<string, number>();
  return (at) => {
    const from = time.day(at);
    let settledAt = settledOn.get(from);
    if (settledAt === undefined) {
      let day = from;
      for (let left = Math.max(1, terms.lagDays); left > 0; ) {
        day = daysAfter(day, 1);
        if (isSettled(day)) left -= 1;
      }
      settledAt = time.startOf(day) + NINE_MINUTES;
      settledOn.set(from, settledAt);
    }
    return settledAt;
  };
}

/** When a payment was settled or is expected to be. */
export function settlementOf(
  { settledAt, settlesAt, paidAt }: Pick<Payment, 'settledAt' | 'settlesAt'> & { paidAt: number },
  settlementTime: (paidAt: number) => number,
): number {
  return settledAt ?? settlesAt ?? settlementTime(paidAt);
}

type Payments = { payments: readonly Payment[]; rewrites?: number };
/** Minor units by day and currency. */
export type DayTotal = (day: string, currency: string) => bigint;

/** Sums by day and currency, recomputed when the book changes. */
function dayTotals(
  book: Payments,
  add: (payment: Payment, sum: (key: string, amount: bigint) => void) => void,
): DayTotal {
  let sums = new Map<string, bigint>();
  let summed = '';
  return (day, currency) => {
    const version = `${book.payments.length} ${book.rewrites ?? 0}`;
    if (summed !== version) {
      sums = new Map();
      for (const payment of book.payments)
        add(payment, (on, amount) => {
          const key = `${on} ${payment.currency}`;
          sums.set(key, (sums.get(key) ?? 0n) + amount);
        });
      summed = version;
    }
    return sums.get(`${day} ${currency}`) ?? 0n;
  };
}

/**
 * The gateway's settlement of a day in a currency, in minor units: the purchases of that day less fees and reserve. A
 * purchase that is not settled yet counts on its expected day. Refunds and chargebacks reduce the balance, not a
 * settlement, so the payout service converts the total by the statement's settlement dates.
 */
export function settlementsOf(book: Payments, zone: string, terms?: SettlementTerms): DayTotal {
  const time = localTime(zone);
  const settlementTime = settlementTimes(zone, terms);
  return dayTotals(book, ({ kind, paidAt, settledAt, settlesAt, amount, fee, reserve, isHeld }, sum) => {
    if (kind !== 'purchase' || paidAt === null || isHeld === true) return;
    sum(time.day(settlementOf({ paidAt, settledAt, settlesAt }, settlementTime)), amount - fee - reserve);
  });
}

/** The reserve settled on a day, like a payment made at the instant of its release. No statement line shows it. */
export function releasesOf(book: Payments, zone: string, terms?: SettlementTerms): DayTotal {
  const time = localTime(zone);
  const settlementTime = settlementTimes(zone, terms);
  return dayTotals(book, ({ kind, reserve, reservedUntil }, sum) => {
    if (kind === 'purchase' && reservedUntil !== null) sum(time.day(settlementTime(reservedUntil)), reserve);
  });
}
