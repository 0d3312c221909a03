import type { GivenRecord } from '../../given/matching.ts';

/** About how many records on both sides together, in how many days. */
export type LedgerOptions = { seed: number; records: number; days: number; company?: string };

export type Ledger = {
  /**
   * The books on the left, the bank or a provider on the right. A fee is part of the amount on the left, where amount less fee arrives,
   * and not on the right, where amount and fee together are what the customer paid.
   */
  records: GivenRecord[];
  /** Every set of records that belong together; keys are sorted. Voids and reversals are sets of one side. */
  truth: { keys: string[]; phenomenon: string }[];
};
