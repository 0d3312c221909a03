import { z } from 'zod';

/** The records of the payout specification, strict: a field that is not known or not there fails. */

const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const stored = { id: z.int(), created_at: timestamp, updated_at: timestamp };
const named = z.string().min(1).max(65_535);

/** payout-service.md › Account. */
export const accountRecord = z.strictObject({
  ...stored,
  status: z.literal('active'),
  currency: z.literal('MYR'),
  settlement_convert_approvals_count: z.int().positive(),
  send_fee: z.number(),
  send_fee_type: z.literal('flat'),
  account_verification_fee: z.number(),
  account_verification_fee_type: z.literal('flat'),
  convertible_balance_from_statement: z.number(),
  current_balance: z.number(),
});

/** payout-service.md › Send limit; the last three fields were seen besides. */
export const sendLimitRecord = z.strictObject({
  ...stored,
  currency: z.literal('MYR'),
  fee_type: z.literal('flat'),
  transaction_type: z.enum(['in', 'out']),
  amount: z.number(),
  fee: z.number(),
  net_amount: z.number(),
  from_settlement: z.iso.date(),
  // beyond those named: approved for an allocation
  status: z.enum(['pending', 'success', 'expired', 'approved']),
  approvals_required: z.int(),
  approvals_received: z.int(),
  send_instruction_id: z.int().nullable(),
  bank_account_id: z.int().nullable(),
  approvals_details: z.array(
    z.strictObject({
      destination_type: z.literal('email'),
      destination: z.email(),
      status: z.enum(['pending', 'approved', 'expired']),
      approved_at: timestamp.nullable(),
      expires_at: timestamp,
    }),
  ),
});

/** payout-service.md › Bank account. */
export const bankAccountRecord = z.strictObject({
  ...stored,
  status: z.enum(['pending', 'verified', 'rejected']),
  account_number: z.string().regex(/^\d+$/),
  bank_code: z.string().regex(/^[A-Z]{6}[A-Z0-9]{2}$/),
  group_id: z.int().nullable(),
  name: named,
  reference: named,
  is_debiting_account: z.boolean(),
  is_crediting_account: z.boolean(),
  rejection_reason: named.nullable(),
  deleted_at: timestamp.nullable(),
});

/** payout-service.md › Send instruction; details, reason, slug and receipt were seen besides. */
export const instructionRecord = z.strictObject({
  ...stored,
  bank_account_id: z.int(),
  bank_account_details: z.strictObject({ name: z.string(), bank_code: z.string(), account_number: z.string() }),
  amount: z.string().regex(/^\d+\.\d\d$/),
  state: z.string().min(1),
  email: z.email(),
  description: z.string(),
  reference: z.string(),
  send_recipient_receipt: z.boolean(),
  rejection_reason: z.string().nullable(),
  slug: z.string(),
  receipt_url: z.url().nullable(),
});

export const groupRecord = z.strictObject({ ...stored, name: z.string() });

export const webhookRecord = z.strictObject({
  ...stored,
  name: z.string(),
  public_key: z.string(),
  callback_url: z.url(),
  email: z.string().nullable(),
  event_hooks: z.array(z.string()),
});

/** payout-service.md › Pagination envelope, around records. */
export const envelopeOf = <T extends z.ZodType>(record: T) =>
  z.strictObject({
    results: z.array(record),
    meta: z.strictObject({
      pagination: z.strictObject({
        current_page: z.int(),
        prev_page: z.int().nullable(),
        next_page: z.int().nullable(),
        total_pages: z.int(),
        total_count: z.int(),
      }),
    }),
  });

export const errorRecord = z.strictObject({ message: z.string(), code: z.int(), data: z.strictObject({}) });
