import type { ClientFields } from '../client/fields.ts';
import type { Original } from '../conversion.ts';
import type { CreateBody } from './body.ts';

/**
 * The gateway's records of purchases and of what follows from them, as plain data: money in bigint minor units, instants
 * in milliseconds since the epoch. `answers.ts` converts them to their API representation.
 */

/** payment-gateway.md › Purchase status values. */
export const PURCHASE_STATUSES = [
  'created',
  'sent',
  'viewed',
  'error',
  'cancelled',
  'overdue',
  'expired',
  'blocked',
  'hold',
  'released',
  'pending_release',
  'pending_capture',
  'preauthorized',
  'paid',
  'pending_execute',
  'pending_charge',
  'cleared',
  'settled',
  'chargeback',
  'pending_refund',
  'refunded',
] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];

/** An attempt at the acquirer and its result. */
export type Attempt = {
  operation: 'execute' | 'authorize' | 'capture' | 'release' | 'charge' | 'refund';
  at: number;
  method: string;
  flow: string;
  fee: bigint;
  error: { code: string; description: string } | null;
};

/** The money received by a purchase: amount = net + fee + reserve. */
export type Received = {
  amount: bigint;
  fee: bigint;
  reserve: bigint;
  reservedUntil: number | null;
  paidAt: number;
};

/** An operation that the acquirer has not responded to yet. */
export type PendingOperation = {
  operation: 'execute' | 'capture' | 'release' | 'charge' | 'refund';
  amount: bigint;
  keepsCard: boolean;
  /** The status to restore after a failure. */
  before: PurchaseStatus;
  willFail: boolean;
};

export type StatusEntry = { status: PurchaseStatus; at: number; paymentId: string | null };

export type Purchase = {
  id: string;
  /** The body of the create request, its amounts converted if applicable. */
  asked: Omit<CreateBody, 'client' | 'client_id'>;
  currency: string;
  timezone: string;
  issued: string;
  total: bigint;
  /** The amount before conversion. */
  original: Original | null;
  clientId: string;
  /** As of creation: later changes of the client do not apply. */
  client: ClientFields;
  referenceGenerated: string;
  status: PurchaseStatus;
  history: StatusEntry[];
  createdAt: number;
  updatedAt: number;
  viewedAt: number | null;
  dueAt: number | null;
  isMarkedAsPaid: boolean;
  /** Whether it saved a reusable token. */
  isToken: boolean;
  /** The purchase whose token paid it. */
  paidWithToken: string | null;
  method: string;
  flow: string;
  /** Newest first. */
  attempts: Attempt[];
  /** Held on the card, not captured. */
  held: bigint;
  received: Received | null;
  refunded: bigint;
  pending: PendingOperation | null;
  /** The status to restore when a chargeback is reversed. */
  beforeDispute: PurchaseStatus | null;
  settledAt: number | null;
};

/** A movement that follows from a purchase, besides its own payment. */
export type RelatedPayment = {
  id: string;
  kind: 'refund' | 'chargeback' | 'chargeback_reversal' | 'second_payment';
  purchaseId: string;
  isOutgoing: boolean;
  amount: bigint;
  fee: bigint;
  at: number;
  /** Of a second payment only. */
  settledAt: number | null;
};
