/** One record of the books ('left') or of the bank account ('right'). */
export interface LedgerRecord {
  company: string;
  side: 'left' | 'right';
  key: string;
  /** Decimal text with the sign in the account's view: '-12.50' is money out. */
  amount: string;
  /** 'YYYY-MM-DD' */
  at: string;
  /** Books only: banks put everything into the description. */
  counterparty?: string | null;
  reference?: string | null;
  description: string;
  /** Only where the books state a fee of this record. */
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

export type Evidence = 'reference' | 'name' | 'amount' | 'none';

export interface Ledger {
  records: LedgerRecord[];
  /** Every set of records that belong together; keys are sorted. Voids and reversals are sets of one side. */
  truth: { keys: string[]; phenomenon: string; evidence: Evidence[] }[];
  /** Every record that belongs to nothing, and why. */
  loose: { key: string; phenomenon: string }[];
}

export function checksAndWires(options: LedgerOptions): Ledger;
