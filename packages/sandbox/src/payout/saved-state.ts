import { z } from 'zod';
import { WEBHOOK_EVENTS } from './records.ts';
import type { PayoutState } from './state.ts';

/** The schema of the saved state. It has the maps and bigints of the state in memory. */

const times = { createdAt: z.number(), updatedAt: z.number() };
const feeTerms = z.strictObject({ type: z.enum(['flat', 'percentage']), value: z.bigint() });
const recordsOf = <T extends z.ZodType>(record: T) => z.map(z.number(), record);

const account = z.strictObject({
  id: z.int(),
  status: z.string(),
  currency: z.string(),
  sendFee: feeTerms,
  verificationFee: feeTerms,
  unexplained: z.bigint(),
  ...times,
});

const approval = z.strictObject({
  destination: z.string(),
  token: z.string(),
  status: z.enum(['pending', 'approved', 'expired']),
  approvedAt: z.number().nullable(),
  expiresAt: z.number(),
});

const sendLimit = z.strictObject({
  id: z.int(),
  currency: z.string(),
  feeType: z.enum(['flat', 'percentage']),
  transactionType: z.enum(['in', 'out']),
  amount: z.bigint(),
  fee: z.bigint(),
  netAmount: z.bigint(),
  fromSettlement: z.string(),
  status: z.string(),
  approvalsRequired: z.int(),
  approvals: z.array(approval),
  sendInstructionId: z.int().nullable(),
  bankAccountId: z.int().nullable(),
  ...times,
});

const bankAccount = z.strictObject({
  id: z.int(),
  status: z.string(),
  accountNumber: z.string(),
  bankCode: z.string(),
  groupId: z.int().nullable(),
  name: z.string(),
  reference: z.string(),
  isDebitingAccount: z.boolean(),
  isCreditingAccount: z.boolean(),
  rejectionReason: z.string().nullable(),
  deletedAt: z.number().nullable(),
  ...times,
});

const instruction = z.strictObject({
  id: z.int(),
  bankAccountId: z.int(),
  amount: z.bigint(),
  state: z.string(),
  email: z.string(),
  description: z.string(),
  reference: z.string(),
  sendRecipientReceipt: z.boolean(),
  rejectionReason: z.string().nullable(),
  slug: z.string(),
  ...times,
});

const webhook = z.strictObject({
  id: z.int(),
  name: z.string(),
  callbackUrl: z.string(),
  email: z.string().nullable(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  publicKey: z.string(),
  privateKey: z.string(),
  ...times,
});

const task = z.strictObject({
  at: z.number(),
  kind: z.enum(['expire_send_limit', 'decide_bank_account', 'advance_instruction']),
  id: z.int(),
});

const mail = z.strictObject({
  id: z.int(),
  sentAt: z.number(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sendLimitId: z.int(),
  approveUrl: z.string(),
  delivery: z.enum(['kept', 'sending', 'sent', 'failed']),
  error: z.string().nullable(),
});

const delivery = z.strictObject({
  id: z.int(),
  webhookId: z.int(),
  event: z.enum(WEBHOOK_EVENTS),
  body: z.string(),
  state: z.enum(['waiting', 'delivered', 'given_up']),
  dueAt: z.number(),
  attempts: z.array(z.strictObject({ at: z.number(), status: z.number().nullable(), error: z.string().nullable() })),
});

const cachedList = z.strictObject({ takenAt: z.number(), results: z.array(z.record(z.string(), z.unknown())) });

export const savedPayoutState = z.strictObject({
  account,
  sendLimits: recordsOf(sendLimit),
  bankAccounts: recordsOf(bankAccount),
  instructions: recordsOf(instruction),
  groups: recordsOf(z.strictObject({ id: z.int(), name: z.string(), ...times })),
  webhooks: recordsOf(webhook),
  tasks: z.array(task),
  outbox: z.array(mail),
  deliveries: z.array(delivery),
  instructionList: cachedList.nullable(),
  webhookList: cachedList.nullable(),
  permission: z.enum(['all', 'read_only']),
  lastId: z.strictObject({
    sendLimit: z.int(),
    bankAccount: z.int(),
    instruction: z.int(),
    group: z.int(),
    webhook: z.int(),
  }),
}) satisfies z.ZodType<PayoutState>;
