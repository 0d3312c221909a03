import { daysAfter, localTime, weekdayOf } from '../local-time.ts';
import type { Payment } from './book.ts';

/** When the gateway settles what was paid. */
export type SettlementTerms = {
  /** How many days after the payment; weekends count only where they are settled on. */
  lagDays: number;
  isSettledAtWeekends: boolean;
};

export const DEFAULT_SETTLEMENT_TERMS: SettlementTerms = { lagDays: 2, isSettledAtWeekends: false };

const NINE_MINUTES = 9 * 60_000;

/** When what becomes free at an instant is settled: 00:09 of its settlement day in the company's zone. */
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
      for (let left = terms.lagDays; left > 0; ) {
        day = daysAfter(day, 1);
        if (isSettled(day)) left -= 1;
      }
      while (!isSettled(day)) day = daysAfter(day, 1);
      settledAt = time.startOf(day) + NINE_MINUTES;
      settledOn.set(from, settledAt);
    }
    return settledAt;
  };
}

/**
 * What the gateway settles on a day in a currency, in minor units: the purchases whose settlement falls on it, less their
 * fees; those that are still to be settled count on the day that is expected. What is held in reserve is settled like a
 * payment of the moment when it becomes free. Refunds and chargebacks are taken from the balance, not from a settlement.
 * So the payout service converts what the statement's settlement dates add up to.
 */
export function settlementsOf(
  book: { payments: readonly Payment[] },
  zone: string,
  terms: SettlementTerms = DEFAULT_SETTLEMENT_TERMS,
): (day: string, currency: string) => bigint {
  const sums = new Map<string, bigint>();
  const time = localTime(zone);
  const settlementTime = settlementTimes(zone, terms);
  const settle = (availableAt: number, currency: string, amount: bigint) => {
    const key = `${time.day(settlementTime(availableAt))} ${currency}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  };
  for (const { kind, paidAt, amount, fee, reserve, reservedUntil, currency } of book.payments) {
    if (kind !== 'purchase' || paidAt === null) continue;
    settle(paidAt, currency, amount - fee - reserve);
    if (reservedUntil !== null) settle(reservedUntil, currency, reserve);
  }
  return (day, currency) => sums.get(`${day} ${currency}`) ?? 0n;
}
