import { z } from 'zod';
import { openEnum, optional, undocumented } from '../record-schema.ts';

const time = z.iso.datetime({ offset: true });
/** Major units. The JSON number is only checked; figures are read from the received text. */
const money = z.number();
const id = z.int();

/** payout-service.md › Account. */
export const payoutAccount = z.object({
  id,
  status: openEnum('active'),
  currency: z.string(),
  settlement_convert_approvals_count: z.int(),
  send_fee: money,
  send_fee_type: openEnum('flat', 'percentage'),
  account_verification_fee: money,
  account_verification_fee_type: openEnum('flat', 'percentage'),
  convertible_balance_from_statement: optional(money),
  current_balance: money,
  created_at: optional(time),
  updated_at: time,
});

const approval = z.object({
  destination_type: optional(z.string()),
  destination: optional(z.string()),
  status: optional(z.string()),
  approved_at: optional(time),
  expires_at: optional(time),
});

/** payout-service.md › Send limit (budget allocation record), with additional fields of live records. */
export const sendLimit = z.object({
  id,
  currency: z.string(),
  fee_type: optional(openEnum('flat', 'percentage')),
  transaction_type: openEnum('in', 'out'),
  amount: money,
  fee: money,
  net_amount: money,
  from_settlement: optional(z.iso.date()),
  status: openEnum('pending', 'approved', 'success', 'expired'),
  approvals_required: optional(z.int()),
  approvals_received: optional(z.int()),
  created_at: time,
  updated_at: time,
  send_instruction_id: undocumented(id),
  bank_account_id: undocumented(id),
  approvals_details: undocumented(z.array(approval)),
});

/** payout-service.md › Bank account (recipient). */
export const bankAccount = z.object({
  id,
  status: openEnum('pending', 'verified', 'rejected', 'received', 'reviewing'),
  account_number: z.string(),
  bank_code: z.string(),
  group_id: optional(id),
  name: z.string(),
  reference: optional(z.string()),
  is_debiting_account: optional(z.boolean()),
  is_crediting_account: optional(z.boolean()),
  rejection_reason: optional(z.string()),
  created_at: time,
  updated_at: optional(time),
  deleted_at: optional(time),
});

/** payout-service.md › Send instruction, with additional fields of live records. */
export const sendInstruction = z.object({
  id,
  bank_account_id: id,
  amount: z.string().regex(/^-?\d+\.\d{2}$/, 'a decimal with two places'),
  state: openEnum('received', 'enquiring', 'executing', 'reviewing', 'accepted', 'completed', 'rejected', 'deleted'),
  email: optional(z.string()),
  description: optional(z.string()),
  reference: z.string(),
  send_recipient_receipt: optional(z.boolean()),
  created_at: time,
  updated_at: optional(time),
  bank_account_details: undocumented(
    z.object({ name: optional(z.string()), bank_code: optional(z.string()), account_number: optional(z.string()) }),
  ),
  rejection_reason: undocumented(z.string()),
  slug: undocumented(z.string()),
  receipt_url: undocumented(z.string()),
});

/** payout-service.md › Pagination envelope. */
const pagination = z.object({
  current_page: z.int(),
  prev_page: z.int().nullable(),
  next_page: z.int().nullable(),
  total_pages: z.int(),
  total_count: z.int(),
});

/** The envelope around records of one kind. */
export function pageOf<T extends z.ZodType>(record: T) {
  return z.object({ results: z.array(record), meta: z.object({ pagination }) });
}

/** Not in the specification: only the fields that verify a webhook's deliveries. */
export const webhookList = pageOf(z.object({ id, public_key: z.string() }));
