import { type Book, insertByTime, type Payment, uuidsFrom } from '../gateway/book.ts';
import type { DayTotal } from '../gateway/settlement.ts';
import { localTime, weekdayOf } from '../local-time.ts';
import type { SendLimit } from '../payout/records.ts';

/**
 * The merchant requests the ringgit settlements of Monday, Tuesday and Thursday as allocations, each in full. All other
 * settlements, and settlements without approval, are deposited at the bank.
 */
export function isForPayouts(day: string): boolean {
  return [1, 2, 4].includes(weekdayOf(day));
}

/** The settlement of a day in a currency, and where it is sent. Amounts are in minor units. */
export type Batch = {
  day: string;
  currency: string;
  /** Net of the purchases settled on the day. */
  net: bigint;
  /** Released reserve: always deposited. */
  released: bigint;
  allocated: bigint;
  deposited: bigint;
  reference: string;
};

/**
 * The settlement batches by day and currency. The amount allocated to the payout account is not deposited; the rest is
 * deposited as one amount.
 */
export function settlementBatches(
  settlementOn: DayTotal,
  releasedOn: DayTotal,
  sendLimits: readonly SendLimit[],
  days: readonly string[],
  currencies: readonly string[],
): Batch[] {
  const allocations = new Map<string, bigint>();
  for (const { transactionType, status, currency, fromSettlement, amount } of sendLimits) {
    if (transactionType !== 'in' || status !== 'approved') continue;
    const key = `${fromSettlement} ${currency}`;
    allocations.set(key, (allocations.get(key) ?? 0n) + amount);
  }
  return days.flatMap((day) =>
    [...new Set(currencies)].sort().flatMap((currency) => {
      const [net, released] = [settlementOn(day, currency), releasedOn(day, currency)];
      const allocated = allocations.get(`${day} ${currency}`) ?? 0n;
      // if the allocation is above the settlement, the bank account does not pay the difference
      const deposited = (net > allocated ? net - allocated : 0n) + released;
      const reference = `SETTLE-${day}-${currency}`;
      return deposited + allocated === 0n ? [] : [{ day, currency, net, released, allocated, deposited, reference }];
    }),
  );
}

/** One batch in twelve is sent in two transfers and deposited by the bank as one. It is not a break, but is harder to match. */
export function splitBatches(batches: readonly Batch[]): Set<string> {
  return new Set(batches.filter((_, index) => index % 12 === 11).map(({ reference }) => reference));
}

/** A transfer from the gateway to the bank: a batch or half of one. */
export type Transfer = {
  day: string;
  currency: string;
  amount: bigint;
  reference: string;
  /** Its key in the gateway's book: the payment's id with a prefix. */
  key: string;
  /** Sent in two transfers and deposited as one. */
  isSplit: boolean;
};

/**
 * Moves each batch from the gateway's balance to the bank or to the payout account, at ten in the morning by default.
 * Batches in `split` are sent to the bank in two transfers; what goes to the payout account is sent `payoutsAfterMs` later.
 */
export function disburse(
  book: Book,
  batches: readonly Batch[],
  seed: number | string,
  zone: string,
  {
    split = new Set(),
    hour = 10,
    payoutsAfterMs = 5_000,
  }: { split?: ReadonlySet<string>; hour?: number; payoutsAfterMs?: number } = {},
): Transfer[] {
  const uuid = uuidsFrom(seed, 'disbursement');
  const time = localTime(zone);
  const sent: Transfer[] = [];
  const payments: Payment[] = [];
  for (const { day, currency, allocated, deposited, reference } of batches) {
    const at = time.startOf(day) + hour * 3_600_000;
    const parts = split.has(reference) ? [(deposited * 37n) / 100n, deposited - (deposited * 37n) / 100n] : [deposited];
    for (const [index, amount] of deposited > 0n ? parts.entries() : []) {
      const name = parts.length > 1 ? `${reference}-${index + 1}` : reference;
      const payment = transfer(uuid(), currency, amount, name, TO_BANK, at + index * 1_000);
      payments.push(payment);
      const key = `disbursement:${payment.id}`;
      sent.push({ day, currency, amount, reference: name, key, isSplit: parts.length > 1 });
    }
    if (allocated > 0n)
      book.payments.push(transfer(uuid(), currency, allocated, `${reference}-P`, TO_PAYOUTS, at + payoutsAfterMs));
  }
  insertByTime(book, payments);
  return sent;
}

export const TO_BANK = 'Disbursement to the merchant’s bank account';
export const TO_PAYOUTS = 'Transfer to the payout account';

/** A movement from the gateway's balance to another account of the merchant. */
export function transfer(
  id: string,
  currency: string,
  amount: bigint,
  reference: string,
  description: string,
  at: number,
): Payment {
  return {
    id,
    kind: 'custom',
    isOutgoing: true,
    currency,
    amount,
    fee: 0n,
    reserve: 0n,
    reservedUntil: null,
    status: 'paid',
    method: 'bank_transfer',
    reference,
    description,
    relatedTo: null,
    createdAt: at,
    paidAt: at,
    settledAt: null,
    updatedAt: at,
    clientName: '',
    clientEmail: '',
    product: 'custom_payment',
    flow: 'web_office',
    country: '',
  };
}
