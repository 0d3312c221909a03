import { z } from 'zod';
import { fields } from './harness.ts';

/** The records of the payout specification, strict: a field that is not known or not there fails. */

const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const whole = z.int();
const text = z.string();
const named = z.string().min(1).max(65_535);
const stored = { ...fields(whole, 'id'), ...fields(timestamp, 'created_at', 'updated_at') };

/** payout-service.md › Account. */
export const accountRecord = z.strictObject({
  ...stored,
  status: z.literal('active'),
  currency: z.literal('MYR'),
  ...fields(whole.positive(), 'settlement_convert_approvals_count'),
  ...fields(z.number(), 'send_fee', 'account_verification_fee'),
  ...fields(z.literal('flat'), 'send_fee_type', 'account_verification_fee_type'),
  ...fields(z.number(), 'convertible_balance_from_statement', 'current_balance'),
});

const approval = z.strictObject({
  destination_type: z.literal('email'),
  destination: z.email(),
  status: z.enum(['pending', 'approved', 'expired']),
  approved_at: timestamp.nullable(),
  expires_at: timestamp,
});

/** payout-service.md › Send limit. */
export const sendLimitRecord = z.strictObject({
  ...stored,
  currency: z.literal('MYR'),
  fee_type: z.literal('flat'),
  transaction_type: z.enum(['in', 'out']),
  // beyond those named: approved for an allocation
  status: z.enum(['pending', 'success', 'expired', 'approved']),
  from_settlement: z.iso.date(),
  ...fields(z.number(), 'amount', 'fee', 'net_amount'),
  ...fields(whole, 'approvals_required', 'approvals_received'),
  // these were seen besides
  ...fields(whole.nullable(), 'send_instruction_id', 'bank_account_id'),
  approvals_details: z.array(approval),
});

/** payout-service.md › Bank account. */
export const bankAccountRecord = z.strictObject({
  ...stored,
  status: z.enum(['pending', 'verified', 'rejected']),
  account_number: z.string().regex(/^\d+$/),
  bank_code: z.string().regex(/^[A-Z]{6}[A-Z0-9]{2}$/),
  ...fields(whole.nullable(), 'group_id'),
  ...fields(named, 'name', 'reference'),
  ...fields(named.nullable(), 'rejection_reason'),
  ...fields(z.boolean(), 'is_debiting_account', 'is_crediting_account'),
  ...fields(timestamp.nullable(), 'deleted_at'),
});

/** payout-service.md › Send instruction. */
export const instructionRecord = z.strictObject({
  ...stored,
  amount: z.string().regex(/^\d+\.\d\d$/),
  email: z.email(),
  ...fields(whole, 'bank_account_id'),
  ...fields(text.min(1), 'state'),
  ...fields(text, 'description', 'reference'),
  ...fields(z.boolean(), 'send_recipient_receipt'),
  // these were seen besides
  bank_account_details: z.strictObject(fields(text, 'name', 'bank_code', 'account_number')),
  ...fields(text.nullable(), 'rejection_reason'),
  ...fields(text, 'slug'),
  ...fields(z.url().nullable(), 'receipt_url'),
});

export const groupRecord = z.strictObject({ ...stored, name: text });

export const webhookRecord = z.strictObject({
  ...stored,
  ...fields(text, 'name', 'public_key'),
  ...fields(text.nullable(), 'email'),
  ...fields(z.url(), 'callback_url'),
  ...fields(z.array(text), 'event_hooks'),
});

const pagination = z.strictObject({
  ...fields(whole, 'current_page', 'total_pages', 'total_count'),
  ...fields(whole.nullable(), 'prev_page', 'next_page'),
});

/** payout-service.md › Pagination envelope, around records. */
export const envelopeOf = <T extends z.ZodType>(record: T) =>
  z.strictObject({ results: z.array(record), meta: z.strictObject({ pagination }) });

export const errorRecord = z.strictObject({ message: text, code: whole, data: z.strictObject({}) });
