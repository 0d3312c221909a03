import type { Account, BankAccount, SendInstruction, SendLimit } from './records.ts';

/** A payout on its way into a life: one ledger row, or none or two where a break is planted; likewise its instruction. */
export type PayoutDraft = { instruction: SendInstruction | null; rows: SendLimit[] };

/** A life before its ledger rows have their ids. */
export type LifeDraft = {
  account: Account;
  allocations: SendLimit[];
  verifications: SendLimit[];
  bankAccounts: BankAccount[];
  payouts: PayoutDraft[];
};

/** Where the ids of each kind begin: apart from each other, so that a join by the wrong id finds nothing. */
export const FIRST_ID = { account: 31, bankAccount: 701, instruction: 5001, sendLimit: 20001 } as const;
