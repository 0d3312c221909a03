import type { ClientFields } from '../client/fields.ts';
import type { Original } from '../conversion.ts';
import type { CreateBody } from './body.ts';

/**
 * The gateway's records of purchases and their later movements, as plain data: amounts are bigint in minor units, instants
 * are in milliseconds since the epoch. `answers.ts` converts the records to their API representation.
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

/** The money received for a purchase: amount = net + fee + reserve. */
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
  /** The body of the create request. Its amounts are converted if the currency is. */
  asked: Omit<CreateBody, 'client' | 'client_id'>;
  currency: string;
  timezone: string;
  issued: string;
  total: bigint;
  /** The amount before conversion. */
  original: Original | null;
  clientId: string;
  /** The client at creation; later changes to the client do not apply. */
  client: ClientFields;
  referenceGenerated: string;
  status: PurchaseStatus;
  history: StatusEntry[];
  createdAt: number;
  updatedAt: number;
  viewedAt: number | null;
  dueAt: number | null;
  isMarkedAsPaid: boolean;
  /** Whether the purchase saved a reusable token. */
  isToken: boolean;
  /** The id of the token that paid the purchase, which is the id of the purchase that saved the token. */
  paidWithToken: string | null;
  method: string;
  flow: string;
  /** Newest first. */
  attempts: Attempt[];
  /** The amount held on the card and not captured. */
  held: bigint;
  received: Received | null;
  refunded: bigint;
  pending: PendingOperation | null;
  /** The status to restore when a chargeback is reversed. */
  beforeDispute: PurchaseStatus | null;
  settledAt: number | null;
};

/** A further movement of a purchase, such as a refund. */
export type RelatedPayment = {
  id: string;
  kind: 'refund' | 'chargeback' | 'chargeback_reversal' | 'second_payment';
  purchaseId: string;
  isOutgoing: boolean;
  amount: bigint;
  fee: bigint;
  at: number;
  /** Only second payments have a settlement. */
  settledAt: number | null;
};
