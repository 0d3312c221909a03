import type { Scale } from './match-pairs.ts';
import type { WeighedRecord } from './record.ts';

/** Records of both sides that belong together as sums. others: the items of further sums that fit. */
export type SumMatch = {
  lefts: readonly WeighedRecord[];
  rights: readonly WeighedRecord[];
  isSure: boolean;
  others: readonly (readonly WeighedRecord[])[];
  isExhausted: boolean;
};

/** The sum of amounts, or not a number where it could not be exact. */
export function totalOf(records: readonly WeighedRecord[]): number {
  const sum = records.reduce((sofar, { amount }) => sofar + amount, 0);
  return Number.isSafeInteger(sum) ? sum : Number.NaN;
}

export const sureSum = (lefts: readonly WeighedRecord[], rights: readonly WeighedRecord[]): SumMatch => ({
  lefts,
  rights,
  isSure: true,
  others: [],
  isExhausted: true,
});

/** The greatest common divisor of amounts. */
export const divisorOf = (items: readonly WeighedRecord[]): number =>
  items.reduce((sofar, { amount }) => {
    let [a, b] = [sofar, Math.abs(amount)];
    while (b !== 0) [a, b] = [b, a % b];
    return a;
  }, 0);

/** The greatest common divisor of amounts as a share of their sum: sums of equal prices are equal by chance more often. */
export const grainOf = (items: readonly WeighedRecord[]): number => divisorOf(items) / Math.abs(totalOf(items));

/** Whether two of the records have opposite amounts: what was sent and came back is no part of a sum. */
export function hasOpposites(records: readonly WeighedRecord[]): boolean {
  const amounts = new Set(records.map(({ amount }) => amount));
  return records.some(({ amount }) => amounts.has(-amount));
}

/** The records of one side that are open. */
export const openOf = (open: Iterable<WeighedRecord>, side: WeighedRecord['side']): WeighedRecord[] =>
  [...open].filter((record) => record.side === side);

export function take(open: Set<WeighedRecord>, match: SumMatch): SumMatch {
  for (const record of [...match.lefts, ...match.rights]) open.delete(record);
  return match;
}

/**
 * The number of sums that chance may give, up to which a sum is sure. Where few records have a partner at all, as of two files that have
 * nothing to do with each other, a sum has to be less likely as well.
 */
export const mostChanceOf = ({ learned: { matched } }: Scale): number => 0.002 * Math.min(1, matched / (1 - matched));

/** Keeps the sure sums of several left records, from which the fees of batches are learned. */
export function teach(sums: readonly SumMatch[], { taught }: Scale): void {
  for (const { lefts, rights, isSure } of sums) {
    const [right] = rights;
    if (isSure && right !== undefined && rights.length === 1 && lefts.length > 1) taught.set(right, lefts);
  }
}
