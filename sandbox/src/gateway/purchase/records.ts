import type { ClientFields } from '../client/fields.ts';
import type { Original } from '../conversion.ts';
import type { CreateBody } from './body.ts';

/**
 * What the gateway keeps about purchases and what follows from them, as plain data: money in bigint minor units,
 * instants in milliseconds since the epoch. `answers.ts` turns them into what goes over the wire.
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

/** What was asked of the acquirer, and how it ended. */
export type Attempt = {
  operation: 'execute' | 'authorize' | 'capture' | 'release' | 'charge' | 'refund';
  at: number;
  method: string;
  flow: string;
  fee: bigint;
  error: { code: string; description: string } | null;
};

/** Money that came in by a purchase: amount = net + fee + what is held in reserve. */
export type Received = {
  amount: bigint;
  fee: bigint;
  reserve: bigint;
  reservedUntil: number | null;
  paidAt: number;
};

/** What the acquirer has not answered yet. */
export type PendingOperation = {
  operation: 'execute' | 'capture' | 'release' | 'charge' | 'refund';
  amount: bigint;
  keepsCard: boolean;
  /** The status to which a failure leads back. */
  before: PurchaseStatus;
  willFail: boolean;
};

export type StatusEntry = { status: PurchaseStatus; at: number; paymentId: string | null };

export type Purchase = {
  id: string;
  /** The create body as it was read, its amounts converted where that was due. */
  asked: Omit<CreateBody, 'client' | 'client_id'>;
  currency: string;
  timezone: string;
  issued: string;
  total: bigint;
  /** What was asked for in another currency; the body is converted too. */
  original: Original | null;
  clientId: string;
  /** As they were when the purchase was made: later changes of the client do not reach it. */
  client: ClientFields;
  referenceGenerated: string;
  status: PurchaseStatus;
  history: StatusEntry[];
  createdAt: number;
  updatedAt: number;
  viewedAt: number | null;
  dueAt: number | null;
  isMarkedAsPaid: boolean;
  /** Whether a reusable token was saved by it. */
  isToken: boolean;
  /** The token purchase that paid it. */
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
  /** The status to which a reversed chargeback leads back. */
  beforeDispute: PurchaseStatus | null;
  settledAt: number | null;
};

/** Money that moved because of a purchase, beside its own payment. */
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
