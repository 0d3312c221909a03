/**
 * The payout service's records as plain data: money in bigint minor units, instants in milliseconds since the epoch, days
 * as ISO dates. `answers.ts` converts them to their API representation.
 */

export type FeeTerms = {
  type: 'flat' | 'percentage';
  /** Minor units when flat, basis points when percentage. */
  value: bigint;
};

export type Account = {
  id: number;
  status: string;
  currency: string;
  sendFee: FeeTerms;
  verificationFee: FeeTerms;
  /** A difference that the ledger does not explain: zero unless a break is planted. */
  unexplained: bigint;
  createdAt: number;
  updatedAt: number;
};

export type Approval = {
  destination: string;
  token: string;
  status: 'pending' | 'approved' | 'expired';
  approvedAt: number | null;
  expiresAt: number;
};

/** One row of the ledger: an allocation (`in`), a send or a bank account verification (`out`). */
export type SendLimit = {
  id: number;
  currency: string;
  feeType: 'flat' | 'percentage';
  transactionType: 'in' | 'out';
  amount: bigint;
  fee: bigint;
  netAmount: bigint;
  fromSettlement: string;
  status: string;
  approvalsRequired: number;
  approvals: Approval[];
  sendInstructionId: number | null;
  bankAccountId: number | null;
  createdAt: number;
  updatedAt: number;
};

export type BankAccount = {
  id: number;
  status: string;
  accountNumber: string;
  bankCode: string;
  groupId: number | null;
  name: string;
  reference: string;
  isDebitingAccount: boolean;
  isCreditingAccount: boolean;
  rejectionReason: string | null;
  createdAt: number;
  updatedAt: number;
  deletedAt: number | null;
};

export type SendInstruction = {
  id: number;
  bankAccountId: number;
  amount: bigint;
  state: string;
  email: string;
  description: string;
  reference: string;
  sendRecipientReceipt: boolean;
  rejectionReason: string | null;
  slug: string;
  createdAt: number;
  updatedAt: number;
};

export type Group = { id: number; name: string; createdAt: number; updatedAt: number };

export const WEBHOOK_EVENTS = ['bank_account_status', 'send_instruction_status', 'budget_allocation_status'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export type Webhook = {
  id: number;
  name: string;
  callbackUrl: string;
  email: string | null;
  events: WebhookEvent[];
  publicKey: string;
  privateKey: string;
  createdAt: number;
  updatedAt: number;
};
