/** A record of the books (`left`) or of the bank or the card provider (`right`). */
export type LedgerRecord = {
  company: string;
  side: 'left' | 'right';
  key: string;
  /** Decimal text in the account's view: `-12.50` is money out. */
  amount: string;
  /** `YYYY-MM-DD`. Bank lines are of the period; the books also have open items of up to two weeks before it. */
  at: string;
  counterparty?: string | null;
  reference?: string | null;
  description: string;
  /**
   * The fee where one is stated. On the left the amount is before it: amount less fee arrives. On the right the
   * amount is after it: amount and fee together are what the customer paid.
   */
  fee?: string | null;
};

/**
 * What somebody who sees only the records could use to find what belongs together: a number that all records show, a
 * name that both sides show, amounts that agree after stated fees. Of two records, a name or an amount counts only if
 * no other record within two weeks has it too (a name: with the same amount).
 */
export type LedgerEvidence = 'reference' | 'name' | 'amount' | 'none';

export type LedgerTruth = {
  /** Sorted. */
  keys: string[];
  phenomenon: string;
  evidence: LedgerEvidence[];
};

export type LooseRecord = {
  key: string;
  phenomenon: string;
};

export function shopsAndCouriers(options: {
  seed: number;
  /** The approximate number on both sides together. */
  records: number;
  days: number;
  company?: string;
  level?: 'easy' | 'hard';
}): { records: LedgerRecord[]; truth: LedgerTruth[]; loose: LooseRecord[] };
