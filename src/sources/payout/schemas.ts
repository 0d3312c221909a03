import { z } from 'zod';

const time = z.string();
const money = z.number();

/** payout-service.md › Account. Major units. */
export const payoutAccount = z.object({
  id: z.number().int(),
  status: z.string(),
  currency: z.string(),
  settlement_convert_approvals_count: z.number().int(),
  send_fee: money,
  send_fee_type: z.string(),
  account_verification_fee: money,
  account_verification_fee_type: z.string(),
  convertible_balance_from_statement: money,
  current_balance: money,
  created_at: time,
  updated_at: time,
});

/** payout-service.md › Send limit, with what live records carry beside it. */
export const sendLimit = z.object({
  id: z.number().int(),
  currency: z.string(),
  fee_type: z.string(),
  transaction_type: z.string(),
  amount: money,
  fee: money,
  net_amount: money,
  from_settlement: z.string().nullable(),
  status: z.string(),
  approvals_required: z.number().int(),
  approvals_received: z.number().int(),
  created_at: time,
  updated_at: time,
  send_instruction_id: z.number().int().nullish(),
  bank_account_id: z.number().int().nullish(),
  approvals_details: z
    .array(
      z.object({
        destination_type: z.string(),
        destination: z.string(),
        status: z.string(),
        approved_at: z.string().nullish(),
        expires_at: z.string().nullish(),
      }),
    )
    .nullish(),
});

/** payout-service.md › Bank account (recipient). */
export const bankAccount = z.object({
  id: z.number().int(),
  status: z.string(),
  account_number: z.string(),
  bank_code: z.string(),
  group_id: z.number().int().nullable(),
  name: z.string(),
  reference: z.string(),
  is_debiting_account: z.boolean(),
  is_crediting_account: z.boolean(),
  rejection_reason: z.string().nullable(),
  created_at: time,
  updated_at: time,
  deleted_at: time.nullable(),
});

/** payout-service.md › Send instruction, with what live records carry beside it. */
export const sendInstruction = z.object({
  id: z.number().int(),
  bank_account_id: z.number().int(),
  amount: z.string().regex(/^-?\d+\.\d{2}$/),
  state: z.string(),
  email: z.string(),
  description: z.string(),
  reference: z.string(),
  send_recipient_receipt: z.boolean(),
  created_at: time,
  updated_at: time,
  bank_account_details: z.object({ name: z.string(), bank_code: z.string(), account_number: z.string() }).nullish(),
  rejection_reason: z.string().nullish(),
  slug: z.string().nullish(),
  receipt_url: z.string().nullish(),
});

/** payout-service.md › Pagination envelope. */
export const pagination = z.object({
  current_page: z.number().int(),
  prev_page: z.number().int().nullable(),
  next_page: z.number().int().nullable(),
  total_pages: z.number().int(),
  total_count: z.number().int(),
});
