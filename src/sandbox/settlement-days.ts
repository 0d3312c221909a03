import { Temporal } from 'temporal-polyfill';
import type { Book } from './gateway/book.ts';
import { settlementTimeOf } from './gateway/life.ts';

/**
 * What the gateway settles on a day in a currency, in minor units: the purchases whose settlement falls on it, less their
 * fees; those that are still to be settled count on the day that is expected. What is held in reserve is settled like a
 * payment of the moment when it becomes free. Refunds and chargebacks are taken from the balance, not from a settlement.
 * So the payout service converts what the statement's settlement dates add up to.
 */
export function settlementsOf(book: Book, zone: string): (day: string, currency: string) => bigint {
  const sums = new Map<string, bigint>();
  const settle = (availableAt: number, currency: string, amount: bigint) => {
    const settledAt = Temporal.Instant.fromEpochMilliseconds(settlementTimeOf(availableAt, zone));
    const key = `${settledAt.toZonedDateTimeISO(zone).toPlainDate()} ${currency}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  };
  for (const { kind, paidAt, amount, fee, reserve, reservedUntil, currency } of book.payments) {
    if (kind !== 'purchase' || paidAt === null) continue;
    settle(paidAt, currency, amount - fee - reserve);
    if (reservedUntil !== null) settle(reservedUntil, currency, reserve);
  }
  return (day, currency) => sums.get(`${day} ${currency}`) ?? 0n;
}
