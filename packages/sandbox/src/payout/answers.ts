import { Temporal } from 'temporal-polyfill';
import { toDecimal, toJsonNumber } from './money.ts';
import type { Account, BankAccount, FeeTerms, Group, SendInstruction, SendLimit, Webhook } from './records.ts';
import type { Mail } from './state.ts';

/** ISO 8601 UTC with milliseconds. */
export function timestamp(at: number): string {
  return Temporal.Instant.fromEpochMilliseconds(at).toString({ fractionalSecondDigits: 3 });
}

const timestamps = (record: { createdAt: number; updatedAt: number }) => ({
  created_at: timestamp(record.createdAt),
  updated_at: timestamp(record.updatedAt),
});

/** Flat fees are money; percentages are basis points divided by a hundred, exactly. */
const feeNumber = (terms: FeeTerms) => toJsonNumber(terms.value);

export type AccountFigures = { approvals: number; convertible: bigint; currentBalance: bigint };

export function accountAnswer(account: Account, figures: AccountFigures) {
  return {
    id: account.id,
    status: account.status,
    currency: account.currency,
    settlement_convert_approvals_count: figures.approvals,
    send_fee: feeNumber(account.sendFee),
    send_fee_type: account.sendFee.type,
    account_verification_fee: feeNumber(account.verificationFee),
    account_verification_fee_type: account.verificationFee.type,
    convertible_balance_from_statement: toJsonNumber(figures.convertible),
    current_balance: toJsonNumber(figures.currentBalance),
    ...timestamps(account),
  };
}

export function sendLimitAnswer(row: SendLimit) {
  return {
    id: row.id,
    currency: row.currency,
    fee_type: row.feeType,
    transaction_type: row.transactionType,
    amount: toJsonNumber(row.amount),
    fee: toJsonNumber(row.fee),
    net_amount: toJsonNumber(row.netAmount),
    from_settlement: row.fromSettlement,
    status: row.status,
    approvals_required: row.approvalsRequired,
    approvals_received: row.approvals.filter((approval) => approval.status === 'approved').length,
    send_instruction_id: row.sendInstructionId,
    bank_account_id: row.bankAccountId,
    approvals_details: row.approvals.map((approval) => ({
      destination_type: 'email',
      destination: approval.destination,
      status: approval.status,
      approved_at: approval.approvedAt === null ? null : timestamp(approval.approvedAt),
      expires_at: timestamp(approval.expiresAt),
    })),
    ...timestamps(row),
  };
}

export function bankAccountAnswer(account: BankAccount) {
  return {
    id: account.id,
    status: account.status,
    account_number: account.accountNumber,
    bank_code: account.bankCode,
    group_id: account.groupId,
    name: account.name,
    reference: account.reference,
    is_debiting_account: account.isDebitingAccount,
    is_crediting_account: account.isCreditingAccount,
    rejection_reason: account.rejectionReason,
    ...timestamps(account),
    deleted_at: account.deletedAt === null ? null : timestamp(account.deletedAt),
  };
}

export function instructionAnswer(instruction: SendInstruction, recipient: BankAccount | undefined, origin: string) {
  return {
    id: instruction.id,
    bank_account_id: instruction.bankAccountId,
    bank_account_details: {
      name: recipient?.name ?? '',
      bank_code: recipient?.bankCode ?? '',
      account_number: recipient?.accountNumber ?? '',
    },
    amount: toDecimal(instruction.amount),
    state: instruction.state,
    email: instruction.email,
    description: instruction.description,
    reference: instruction.reference,
    send_recipient_receipt: instruction.sendRecipientReceipt,
    rejection_reason: instruction.rejectionReason,
    slug: instruction.slug,
    receipt_url: instruction.state === 'completed' ? `${origin}/receipts/${instruction.slug}` : null,
    ...timestamps(instruction),
  };
}

export function groupAnswer(group: Group) {
  return { id: group.id, name: group.name, ...timestamps(group) };
}

export function webhookAnswer(webhook: Webhook) {
  return {
    id: webhook.id,
    name: webhook.name,
    public_key: webhook.publicKey,
    callback_url: webhook.callbackUrl,
    email: webhook.email,
    event_hooks: webhook.events,
    ...timestamps(webhook),
  };
}

/** An e-mail as the admin API shows it. */
export function mailAnswer(mail: Mail) {
  const { id, to, subject, text, html, delivery, error } = mail;
  const about = { send_limit_id: mail.sendLimitId, approve_url: mail.approveUrl };
  return { id, sent_at: timestamp(mail.sentAt), to, subject, text, html, ...about, delivery, error };
}
