/** One record of the books ('left') or of the bank or a provider ('right'). */
export interface LedgerRecord {
  company: string;
  side: 'left' | 'right';
  key: string;
  /** Decimal text with the sign in the account's view: '-12.50' is money out. */
  amount: string;
  /** 'YYYY-MM-DD' */
  at: string;
  counterparty?: string | null;
  reference?: string | null;
  description: string;
  /**
   * The fee where one is stated. On the left the amount is before it: amount less fee arrives. On the right the
   * amount is after it: amount and fee together are what the customer paid.
   */
  fee?: string | null;
}

export interface LedgerOptions {
  seed: number;
  /** The approximate number on both sides together. */
  records: number;
  days: number;
  company?: string;
  level?: 'easy' | 'hard';
}

/** What somebody who sees only the records could use to find what belongs together. */
export type Evidence = 'reference' | 'name' | 'amount' | 'none';

export interface Ledger {
  records: LedgerRecord[];
  /** Every set of records that belong together; keys are sorted. Voids and reversals are sets of one side. */
  truth: { keys: string[]; phenomenon: string; evidence: Evidence[] }[];
  /** Every record that belongs to nothing, and why. */
  loose: { key: string; phenomenon: string }[];
}
