import { type Book, insertByTime, type Payment, uuidsFrom } from '../gateway/book.ts';
import type { DayTotal } from '../gateway/settlement.ts';
import { localTime, weekdayOf } from '../local-time.ts';
import type { SendLimit } from '../payout/records.ts';

/**
 * Which settlements the merchant asks to have for payouts: in ringgit those of Monday, Tuesday and Thursday, each whole.
 * What is not asked for, or not approved, goes to the bank.
 */
export function isForPayouts(day: string): boolean {
  return [1, 2, 4].includes(weekdayOf(day));
}

/** One currency's settlement of a day, and where it went; minor units. */
export type Batch = {
  day: string;
  currency: string;
  /** Of the purchases that are settled on the day. */
  net: bigint;
  /** Held in reserve until now: always deposited. */
  released: bigint;
  allocated: bigint;
  deposited: bigint;
  reference: string;
};

/**
 * The settlement batches of a life, by day and currency: what was allocated to the payout account is not deposited, the
 * rest is, in one transfer.
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
      // where more was allocated than there was, the bank is not asked for it
      const deposited = (net > allocated ? net - allocated : 0n) + released;
      const reference = `SETTLE-${day}-${currency}`;
      return deposited + allocated === 0n ? [] : [{ day, currency, net, released, allocated, deposited, reference }];
    }),
  );
}

/** One batch in twelve is sent in two transfers, which the bank deposits in one sum: no break, but harder to see. */
export function splitBatches(batches: readonly Batch[]): Set<string> {
  return new Set(batches.filter((_, index) => index % 12 === 11).map(({ reference }) => reference));
}

/** What the gateway sent to the bank: one transfer, or one of the two that a batch was sent in. */
export type Transfer = {
  day: string;
  currency: string;
  amount: bigint;
  reference: string;
  /** As the gateway's book has it: the payment's id after the word. */
  key: string;
  /** Sent in two, and deposited in one sum. */
  isSplit: boolean;
};

/**
 * Takes each batch out of the gateway's balance, at ten in the morning or another hour: to the bank, or to the payout
 * account. Batches named in `split` are sent to the bank in two transfers.
 */
export function disburse(
  book: Book,
  batches: readonly Batch[],
  seed: number | string,
  zone: string,
  { split = new Set(), hour = 10 }: { split?: ReadonlySet<string>; hour?: number } = {},
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
      book.payments.push(transfer(uuid(), currency, allocated, `${reference}-P`, TO_PAYOUTS, at + 5_000));
  }
  insertByTime(book, payments);
  return sent;
}

export const TO_BANK = 'Disbursement to the merchant’s bank account';
export const TO_PAYOUTS = 'Transfer to the payout account';

/** Money that leaves the gateway's balance for another account of the merchant's. */
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
