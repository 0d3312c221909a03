import { z } from 'zod';

/** The records of the payout specification, strict: a field that is not known or not there fails. */

const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const times = { created_at: timestamp, updated_at: timestamp };
const date = z.string().regex(/^\d{4}-\d\d-\d\d$/);

export const accountRecord = z.strictObject({
  id: z.int(),
  status: z.string(),
  currency: z.string(),
  settlement_convert_approvals_count: z.int(),
  send_fee: z.number(),
  send_fee_type: z.string(),
  account_verification_fee: z.number(),
  account_verification_fee_type: z.string(),
  convertible_balance_from_statement: z.number(),
  current_balance: z.number(),
  ...times,
});

export const sendLimitRecord = z.strictObject({
  id: z.int(),
  currency: z.string(),
  fee_type: z.string(),
  transaction_type: z.enum(['in', 'out']),
  amount: z.number(),
  fee: z.number(),
  net_amount: z.number(),
  from_settlement: date,
  status: z.string(),
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
  ...times,
});

export const bankAccountRecord = z.strictObject({
  id: z.int(),
  status: z.enum(['pending', 'verified', 'rejected']),
  account_number: z.string(),
  bank_code: z.string(),
  group_id: z.int().nullable(),
  name: z.string().min(1).max(65_535),
  reference: z.string().min(1).max(65_535),
  is_debiting_account: z.boolean(),
  is_crediting_account: z.boolean(),
  rejection_reason: z.string().max(65_535).nullable(),
  ...times,
  deleted_at: timestamp.nullable(),
});

export const instructionRecord = z.strictObject({
  id: z.int(),
  bank_account_id: z.int(),
  bank_account_details: z.strictObject({ name: z.string(), bank_code: z.string(), account_number: z.string() }),
  amount: z.string().regex(/^\d+\.\d\d$/),
  state: z.string(),
  email: z.email(),
  description: z.string(),
  reference: z.string(),
  send_recipient_receipt: z.boolean(),
  rejection_reason: z.string().nullable(),
  slug: z.string(),
  receipt_url: z.url().nullable(),
  ...times,
});

export const groupRecord = z.strictObject({ id: z.int(), name: z.string(), ...times });

export const webhookRecord = z.strictObject({
  id: z.int(),
  name: z.string(),
  public_key: z.string(),
  callback_url: z.url(),
  email: z.string().nullable(),
  event_hooks: z.array(z.string()),
  ...times,
});

/** The pagination envelope around records. */
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
