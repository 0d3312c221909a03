import { exponentOf } from '../iso-codes.ts';
import { drawFrom } from '../payout/draw.ts';
import type { Original } from './conversion.ts';

/** One movement, or attempt at one, in the gateway's book. Amounts in minor units; instants in milliseconds since the epoch. */
export type Payment = {
  id: string;
  kind: 'purchase' | 'refund' | 'custom' | 'chargeback' | 'chargeback_reversal';
  isOutgoing: boolean;
  currency: string;
  amount: bigint;
  fee: bigint;
  /** Held back from the net amount until an instant; zero and null where nothing is. */
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
  /** When it will be settled, where the time of payment does not say it: what was marked as paid after the fact. */
  settlesAt?: number | undefined;
  updatedAt: number;
  clientName: string;
  clientEmail: string;
  product: string;
  flow: string;
  country: string;
  /** Due, and kept by the gateway: a break. */
  isHeld?: boolean;
  /** Paid with a recurring token. */
  isTokenized?: boolean | undefined;
  /** What was asked for in another currency. */
  original?: Original | undefined;
};

/** How a statement departs from the book, where a break is planted. */
export type StatementError = {
  isLeftOut?: true;
  isTwice?: true;
  /** The statement shows it, and neither turnover nor balance counts it. */
  isUncounted?: true;
  amount?: bigint;
  fee?: bigint;
};

export type Book = {
  payments: Payment[];
  /** How often a payment that was there already was written again. */
  rewrites?: number;
  /** How often payments were put where they belong in time, among those that were there. */
  reorders?: number;
  /** By payment id. */
  statementErrors: Map<string, StatementError>;
};

/** Exact decimal text in major units. */
export function majorText(minor: bigint, currency: string): string {
  const exponent = exponentOf(currency);
  const size = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0');
  const whole = size.slice(0, size.length - exponent);
  return `${minor < 0n ? '-' : ''}${whole}${exponent === 0 ? '' : `.${size.slice(-exponent)}`}`;
}

/** A JSON integer of minor units; beyond what JSON numbers hold exactly there is no answer. */
export function jsonNumber(minor: bigint): number {
  const number = Number(minor);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${minor} has no exact JSON number`);
  return number;
}

const HEX = Buffer.from('0123456789abcdef', 'latin1');
const HYPHENS = new Set([8, 13, 18, 23]);

/**
 * A UUID of version 4 from the seed, so that the same seed gives the same ids. Written into bytes first: pieces put
 * together would keep ten times the memory, and a life has a million.
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
      // the version, and the two bits of the variant
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

/** Adds what belongs somewhere among the payments that are there. */
export function insertByTime(book: Book, added: readonly Payment[]): void {
  if (added.length === 0) return;
  book.payments.push(...added);
  book.payments.sort(byTime);
  book.reorders = (book.reorders ?? 0) + 1;
}

/** Oldest first; the id decides between records of one instant. */
export function byTime(a: Payment, b: Payment): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}
