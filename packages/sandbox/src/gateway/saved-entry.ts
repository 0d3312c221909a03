import { z } from 'zod';
import type { Payment } from './book.ts';

const instant = z.number().nullable();

/** The amount of a purchase before conversion. */
export const savedOriginal = z.strictObject({ currency: z.string(), amount: z.bigint(), rate: z.string() });

/** The schema of a payment of the book in the state file. */
export const bookEntry = z.strictObject({
  id: z.string(),
  kind: z.enum(['purchase', 'refund', 'custom', 'chargeback', 'chargeback_reversal']),
  isOutgoing: z.boolean(),
  currency: z.string(),
  amount: z.bigint(),
  fee: z.bigint(),
  reserve: z.bigint(),
  reservedUntil: instant,
  status: z.string(),
  method: z.string(),
  reference: z.string(),
  description: z.string(),
  relatedTo: z.string().nullable(),
  createdAt: z.number(),
  paidAt: instant,
  settledAt: instant,
  settlesAt: z.number().optional(),
  updatedAt: z.number(),
  clientName: z.string(),
  clientEmail: z.string(),
  product: z.string(),
  flow: z.string(),
  country: z.string(),
  isTokenized: z.boolean().optional(),
  original: savedOriginal.optional(),
}) satisfies z.ZodType<Payment>;
