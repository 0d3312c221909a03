import { z } from 'zod';
import { clientFields } from '../client/fields.ts';
import { savedOriginal } from '../saved-entry.ts';
import { createFields } from './body.ts';
import { enterPurchase, enterRelated, entryOf } from './book-entries.ts';
import { PURCHASE_STATUSES } from './records.ts';
import type { PurchaseState } from './state.ts';
import type { PurchaseWorld } from './world.ts';

/** The schema of the saved state, with the same maps and bigints as in memory. */

const times = { createdAt: z.number(), updatedAt: z.number() };
const instant = z.number().nullable();
const status = z.enum(PURCHASE_STATUSES);
const recordsOf = <T extends z.ZodType>(record: T) => z.map(z.string(), record);

const attempt = z.strictObject({
  operation: z.enum(['execute', 'authorize', 'capture', 'release', 'charge', 'refund']),
  at: z.number(),
  method: z.string(),
  flow: z.string(),
  fee: z.bigint(),
  error: z.strictObject({ code: z.string(), description: z.string() }).nullable(),
});

const purchase = z.strictObject({
  id: z.string(),
  asked: createFields.omit({ client: true, client_id: true }),
  currency: z.string(),
  timezone: z.string(),
  issued: z.string(),
  total: z.bigint(),
  original: savedOriginal.nullable(),
  clientId: z.string(),
  client: clientFields,
  referenceGenerated: z.string(),
  status,
  history: z.array(z.strictObject({ status, at: z.number(), paymentId: z.string().nullable() })),
  ...times,
  viewedAt: instant,
  dueAt: instant,
  isMarkedAsPaid: z.boolean(),
  isToken: z.boolean(),
  paidWithToken: z.string().nullable(),
  method: z.string(),
  flow: z.string(),
  attempts: z.array(attempt),
  held: z.bigint(),
  received: z
    .strictObject({
      amount: z.bigint(),
      fee: z.bigint(),
      reserve: z.bigint(),
      reservedUntil: instant,
      paidAt: z.number(),
    })
    .nullable(),
  refunded: z.bigint(),
  pending: z
    .strictObject({
      operation: z.enum(['execute', 'capture', 'release', 'charge', 'refund']),
      amount: z.bigint(),
      keepsCard: z.boolean(),
      before: status,
      willFail: z.boolean(),
    })
    .nullable(),
  beforeDispute: status.nullable(),
  settledAt: instant,
});

const relatedPayment = z.strictObject({
  id: z.string(),
  kind: z.enum(['refund', 'chargeback', 'chargeback_reversal', 'second_payment']),
  purchaseId: z.string(),
  isOutgoing: z.boolean(),
  amount: z.bigint(),
  fee: z.bigint(),
  at: z.number(),
  settledAt: instant,
});

const webhook = z.strictObject({
  id: z.string(),
  title: z.string(),
  allEvents: z.boolean(),
  events: z.array(z.string()),
  callback: z.string(),
  publicKey: z.string(),
  privateKey: z.string(),
  ...times,
});

const delivery = z.strictObject({
  id: z.int(),
  webhookId: z.string().nullable(),
  url: z.string(),
  event: z.string(),
  eventNumber: z.int(),
  objectId: z.string(),
  body: z.string(),
  state: z.enum(['waiting', 'delivered', 'given_up', 'dropped']),
  triggeredAt: z.number(),
  dueAt: z.number(),
  endedAt: instant,
  attempts: z.array(z.strictObject({ at: z.number(), status: instant, error: z.string().nullable() })),
});

const token = z.strictObject({
  id: z.string(),
  clientId: z.string(),
  method: z.string(),
  description: z.string(),
  ...times,
});

const mail = z.strictObject({
  sentAt: z.number(),
  to: z.string(),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  subject: z.string(),
  purchaseId: z.string(),
});

const task = z.strictObject({
  at: z.number(),
  kind: z.enum(['due', 'answer', 'clear', 'settle', 'forget']),
  id: z.string(),
});

const statement = z.strictObject({
  id: z.string(),
  format: z.enum(['csv', 'xlsx']),
  timezone: z.string(),
  query: z.string(),
  createdAt: z.number(),
  isCancelled: z.boolean(),
});

export const savedPurchaseState = z.strictObject({
  purchases: recordsOf(purchase),
  related: recordsOf(relatedPayment),
  clients: recordsOf(z.strictObject({ id: z.string(), fields: clientFields, ...times })),
  tokens: recordsOf(token),
  webhooks: recordsOf(webhook),
  deliveries: z.array(delivery),
  lastEvent: z.int(),
  tasks: z.array(task),
  outbox: z.array(mail),
  statements: recordsOf(statement),
  acquirer: z.enum(['prompt', 'slow', 'refuses', 'slow_then_refuses']),
}) satisfies z.ZodType<PurchaseState>;

/** The state of both modes, and the company's private key as PEM. If the key is null, a new key pair is made. */
export const savedGateway = z.strictObject({
  test: savedPurchaseState,
  live: savedPurchaseState,
  companyKey: z.string().nullable(),
});
export type SavedGateway = z.infer<typeof savedGateway>;

/** Adds the saved records to the book, because the seed regenerates only the original book. */
export function reenterBookEntries(world: PurchaseWorld): void {
  const { purchases, related } = world.state;
  const entries = [
    ...[...purchases.values()].map((one) => ({ at: one.createdAt, enter: () => enterPurchase(world, one) })),
    ...[...related.values()].map((payment) => ({
      at: payment.at,
      enter: () => {
        const of = purchases.get(payment.purchaseId);
        if (of !== undefined && entryOf(world.book, payment.id) === undefined) enterRelated(world, of, payment);
      },
    })),
  ];
  for (const { enter } of entries.sort((a, b) => a.at - b.at)) enter();
}
