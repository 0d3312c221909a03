import { z } from 'zod';
import { beyond, named, unneeded } from '../record-schema.ts';

const time = z.iso.datetime();
/** Major units. A JSON number here is only looked at; the figures are read from the text that came. */
const money = z.number();
const id = z.int();

/** payout-service.md › Account. */
export const payoutAccount = z.object({
  id,
  status: named('active'),
  currency: z.string(),
  settlement_convert_approvals_count: unneeded(z.int()),
  send_fee: unneeded(money),
  send_fee_type: unneeded(named('flat', 'percentage')),
  account_verification_fee: unneeded(money),
  account_verification_fee_type: unneeded(named('flat', 'percentage')),
  convertible_balance_from_statement: unneeded(money),
  current_balance: money,
  created_at: unneeded(time),
  updated_at: time,
});

const approval = z.object({
  destination_type: unneeded(z.string()),
  destination: unneeded(z.string()),
  status: unneeded(z.string()),
  approved_at: unneeded(time),
  expires_at: unneeded(time),
});

/** payout-service.md › Send limit (budget allocation record), with what live records carry beside it. */
export const sendLimit = z.object({
  id,
  currency: z.string(),
  fee_type: unneeded(named('flat', 'percentage')),
  transaction_type: named('in', 'out'),
  amount: money,
  fee: money,
  net_amount: money,
  from_settlement: unneeded(z.iso.date()),
  status: named('pending', 'approved', 'success', 'expired'),
  approvals_required: unneeded(z.int()),
  approvals_received: unneeded(z.int()),
  created_at: time,
  updated_at: time,
  send_instruction_id: beyond(id),
  bank_account_id: beyond(id),
  approvals_details: beyond(z.array(approval)),
});

/** payout-service.md › Bank account (recipient). */
export const bankAccount = z.object({
  id,
  status: named('pending', 'verified', 'rejected', 'received', 'reviewing'),
  account_number: z.string(),
  bank_code: z.string(),
  group_id: unneeded(id),
  name: z.string(),
  reference: unneeded(z.string()),
  is_debiting_account: unneeded(z.boolean()),
  is_crediting_account: unneeded(z.boolean()),
  rejection_reason: unneeded(z.string()),
  created_at: time,
  updated_at: unneeded(time),
  deleted_at: unneeded(time),
});

/** payout-service.md › Send instruction, with what live records carry beside it. */
export const sendInstruction = z.object({
  id,
  bank_account_id: id,
  amount: z.string().regex(/^-?\d+\.\d{2}$/, 'a decimal with two places'),
  state: named('received', 'enquiring', 'executing', 'reviewing', 'accepted', 'completed', 'rejected', 'deleted'),
  email: unneeded(z.string()),
  description: unneeded(z.string()),
  reference: z.string(),
  send_recipient_receipt: unneeded(z.boolean()),
  created_at: time,
  updated_at: unneeded(time),
  bank_account_details: beyond(
    z.object({ name: unneeded(z.string()), bank_code: unneeded(z.string()), account_number: unneeded(z.string()) }),
  ),
  rejection_reason: beyond(z.string()),
  slug: beyond(z.string()),
  receipt_url: beyond(z.string()),
});

/** payout-service.md › Group: its fields are not shown; these were seen. */
export const bankAccountGroup = z.object({
  id,
  name: beyond(z.string()),
  created_at: beyond(time),
  updated_at: beyond(time),
});

/** payout-service.md › Pagination envelope. */
export const pagination = z.object({
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

/** payout-service.md › Errors, and the answer to a resend; `data` is empty, an object or (live) a list. */
export const payoutError = z.object({
  message: z.string(),
  code: z.int(),
  data: unneeded(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])),
});
export const resendAnswer = z.object({
  success: z.boolean(),
  code: z.int(),
  data: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]),
});
