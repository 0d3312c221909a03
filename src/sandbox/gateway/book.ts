import { drawFrom } from '../payout/draw.ts';

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
  updatedAt: number;
  clientName: string;
  clientEmail: string;
  product: string;
  flow: string;
  country: string;
};

/** How a statement departs from the book, where a break is planted. */
export type StatementError = { isLeftOut?: true; isTwice?: true; amount?: bigint; fee?: bigint };

export type Book = {
  payments: Payment[];
  /** By payment id. */
  statementErrors: Map<string, StatementError>;
};

const exponents: Record<string, number> = { JPY: 0, KRW: 0, VND: 0, BHD: 3, JOD: 3, KWD: 3, OMR: 3, TND: 3 };

/** ISO 4217: how many decimals a currency has. */
export function exponentOf(currency: string): number {
  return exponents[currency] ?? 2;
}

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

/** A UUID of version 4 from the seed, so that the same seed gives the same ids. */
export function uuidsFrom(seed: number, purpose: string): () => string {
  const draw = drawFrom(seed, `uuid ${purpose}`);
  const hex = (digits: number) => Array.from({ length: digits }, () => draw.int(0, 15).toString(16)).join('');
  return () => `${hex(8)}-${hex(4)}-4${hex(3)}-${draw.pick(['8', '9', 'a', 'b'])}${hex(3)}-${hex(12)}`;
}

/** Whether money moved, so that turnover and balance count it. */
export function isMoved(payment: Payment): payment is Payment & { paidAt: number } {
  return payment.paidAt !== null;
}

/** Oldest first; the id decides between records of one instant. */
export function byTime(a: Payment, b: Payment): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}
