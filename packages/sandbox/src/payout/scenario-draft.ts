import type { Account, BankAccount, SendInstruction, SendLimit } from './records.ts';

/** A payout before its ledger rows have ids. A planted break can remove the instruction or the ledger row, or add a second row. */
export type PayoutDraft = { instruction: SendInstruction | null; rows: SendLimit[] };

/** A scenario before ids are assigned to its ledger rows. */
export type ScenarioDraft = {
  account: Account;
  allocations: SendLimit[];
  verifications: SendLimit[];
  bankAccounts: BankAccount[];
  payouts: PayoutDraft[];
};

/** The first id of each kind, far apart, so that a join by the wrong id finds nothing. */
export const FIRST_ID = { account: 31, bankAccount: 701, instruction: 5001, sendLimit: 20001 } as const;
