import { type Book, byTime, type Payment, uuidsFrom } from '../gateway/book.ts';
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
  net: bigint;
  allocated: bigint;
  deposited: bigint;
  reference: string;
};

/**
 * The settlement batches of a life, by day and currency: what was allocated to the payout account is not deposited, the
 * rest is, in one transfer. Days whose payments the life does not settle any more have none.
 */
export function settlementBatches(
  book: Book,
  zone: string,
  settlementOn: (day: string, currency: string) => bigint,
  sendLimits: readonly SendLimit[],
): Batch[] {
  const time = localTime(zone);
  const settled = new Set<string>();
  for (const { settledAt, currency } of book.payments)
    if (settledAt !== null) settled.add(`${time.day(settledAt)} ${currency}`);
  const allocations = new Map<string, bigint>();
  for (const { transactionType, status, currency, fromSettlement, amount } of sendLimits) {
    if (transactionType !== 'in' || status !== 'approved') continue;
    const key = `${fromSettlement} ${currency}`;
    allocations.set(key, (allocations.get(key) ?? 0n) + amount);
  }
  return [...settled].sort().map((key) => {
    const [day = '', currency = ''] = key.split(' ');
    const net = settlementOn(day, currency);
    const allocated = allocations.get(key) ?? 0n;
    return { day, currency, net, allocated, deposited: net - allocated, reference: `SETTLE-${day}-${currency}` };
  });
}

/** Takes each batch out of the gateway's balance, at ten in the morning: to the bank, or to the payout account. */
export function disburse(book: Book, batches: readonly Batch[], seed: number, zone: string): void {
  const uuid = uuidsFrom(seed, 'disbursement');
  const time = localTime(zone);
  for (const { day, currency, allocated, deposited, reference } of batches) {
    const at = time.startOf(day) + 10 * 3_600_000;
    if (deposited > 0n)
      book.payments.push(
        transfer(uuid(), currency, deposited, reference, 'Disbursement to the merchant’s bank account', at),
      );
    if (allocated > 0n)
      book.payments.push(
        transfer(uuid(), currency, allocated, `${reference}-P`, 'Transfer to the payout account', at + 1_000),
      );
  }
  book.payments.sort(byTime);
}

function transfer(
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
