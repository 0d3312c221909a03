import { exponentOf } from '../iso-codes.ts';
import { drawFrom } from '../payout/draw.ts';
import type { Original } from './conversion.ts';

/** A movement or attempted movement in the gateway's book. Amounts are in minor units, instants in milliseconds since the epoch. */
export type Payment = {
  id: string;
  kind: 'purchase' | 'refund' | 'custom' | 'chargeback' | 'chargeback_reversal';
  isOutgoing: boolean;
  currency: string;
  amount: bigint;
  fee: bigint;
  /** The reserve is withheld from the net amount until `reservedUntil`. Without a reserve the fields are zero and null. */
  reserve: bigint;
  reservedUntil: number | null;
  status: string;
  method: string;
  reference: string;
  description: string;
  relatedTo: string | null;
  createdAt: number;
  paidAt: number | null;
  settledAt: number | null;
  /** The expected settlement of a purchase that was marked as paid; it follows from the later of marking and payment. */
  settlesAt?: number | undefined;
  updatedAt: number;
  clientName: string;
  clientEmail: string;
  product: string;
  flow: string;
  country: string;
  /** A planted break: settlement is due, but the gateway keeps the money. */
  isHeld?: boolean;
  /** Paid with a recurring token. */
  isTokenized?: boolean | undefined;
  /** The amount in the customer's currency, before conversion. */
  original?: Original | undefined;
};

/** A planted break: how the statement shows a payment differently from the book. */
export type StatementError = {
  isLeftOut?: true;
  isTwice?: true;
  /** The statement shows the payment, but turnover and balance leave it out. */
  isUncounted?: true;
  amount?: bigint;
  fee?: bigint;
};

export type Book = {
  payments: Payment[];
  /** How often an existing payment was changed. */
  rewrites?: number;
  /** How often payments were inserted in order of time, so that positions in the list changed. */
  reorders?: number;
  /** By payment id. */
  statementErrors: Map<string, StatementError>;
  /** Differences that only the statements of this format have, by payment id. */
  formatErrors?: Partial<Record<'csv' | 'xlsx', Map<string, StatementError>>>;
};

/** Converts minor units to exact decimal text in major units. */
export function majorText(minor: bigint, currency: string): string {
  const exponent = exponentOf(currency);
  const size = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0');
  const whole = size.slice(0, size.length - exponent);
  return `${minor < 0n ? '-' : ''}${whole}${exponent === 0 ? '' : `.${size.slice(-exponent)}`}`;
}

/** Converts minor units to a JSON number. Throws if the number cannot be exact. */
export function jsonNumber(minor: bigint): number {
  const number = Number(minor);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${minor} has no exact JSON number`);
  return number;
}

const HEX = Buffer.from('0123456789abcdef', 'latin1');
const HYPHENS = new Set([8, 13, 18, 23]);

/**
 * Version 4 UUIDs derived from the seed, so that the same seed gives the same ids. The digits are written into bytes,
 * because concatenated strings take ten times the memory, and a scenario may have a million ids.
 */
export function uuidsFrom(seed: number | string, purpose: string): () => string {
  const draw = drawFrom(seed, `uuid ${purpose}`);
  return () => {
    const text = Buffer.alloc(36, '-', 'latin1');
    let bits = 0;
    let left = 0;
    for (let at = 0; at < 36; at += 1) {
      if (HYPHENS.has(at)) continue;
      if (left === 0) [bits, left] = [draw.int(0, 0xffffff), 6];
      // digit 14 is the version; digit 19 begins with the two bits of the variant
      const digit = at === 14 ? 4 : at === 19 ? 8 + (bits & 3) : bits & 15;
      text[at] = HEX[digit] ?? 0;
      bits >>= 4;
      left -= 1;
    }
    return text.toString('latin1');
  };
}

/** Whether money moved, so that turnover and balance count it. */
export function isMoved(payment: Payment): payment is Payment & { paidAt: number } {
  return payment.paidAt !== null;
}

/** Inserts payments in order of time. */
export function insertByTime(book: Book, added: readonly Payment[]): void {
  if (added.length === 0) return;
  book.payments.push(...added);
  book.payments.sort(byTime);
  book.reorders = (book.reorders ?? 0) + 1;
}

/** Sorts the oldest first, and payments of the same instant by id. */
export function byTime(a: Payment, b: Payment): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}
