import { type Found, type Match, OpenRecords, type PairSettings, type SumSettings } from '../../src/matching.ts';
import { givenRecords, type WrittenRecord } from './written-record.ts';

/** Words that are common to payments, which name nobody. */
const stopWords = [
  ...['payment', 'transfer', 'deposit', 'credit', 'debit', 'from', 'to', 'for', 'the', 'of', 'and', 'ref', 'no', 'inv'],
  ...['invoice', 'duitnow', 'bank', 'cash', 'counter', 'settlement', 'void', 'customer', 'service', 'charge', 'fee'],
];

/** A search for what is sure, and later for what is suggested. */
export type Pass = (records: OpenRecords, isSuggested: boolean) => Found;

type Further<S> = Partial<Omit<S, 'isSuggested'>>;

export const pairs =
  ({ stopWords: further = [], ...settings }: Further<PairSettings> = {}): Pass =>
  (records, isSuggested) =>
    records.pairs({
      ...{ isExact: false, mostFalse: 0.002, window: { before: 7, after: 45 }, isSuggested, ...settings },
      stopWords: [...stopWords, ...further],
    });

/** Sure pairs of equal amounts and known fees. */
export const exactPairs: Pass = (records, isSuggested) =>
  isSuggested ? { matches: [], bounds: [] } : pairs({ isExact: true })(records, false);

export const sums =
  (settings: Further<SumSettings> = {}): Pass =>
  (records, isSuggested) =>
    records.sums({ byDay: false, stopWords, isSuggested, ...settings });

/** What passes match one after the other, first what is sure by all of them and then what is suggested. */
export function matchesBy(written: readonly WrittenRecord[], ...passes: readonly Pass[]) {
  const records = new OpenRecords(givenRecords(written));
  const found: (Match & { isSuggested: boolean })[] = [];
  for (const isSuggested of [false, true])
    for (const pass of passes)
      for (const match of pass(records, isSuggested).matches) {
        const { lefts, rights } = match;
        records.remove([...lefts.map((key) => `left:${key}`), ...rights.map((key) => `right:${key}`)]);
        found.push({ ...match, isSuggested });
      }
  return found;
}

/** A match as `left+left = right+right`, with a question mark for a suggestion. */
export const textOf = ({ lefts, rights, isSuggested }: ReturnType<typeof matchesBy>[number]): string =>
  `${lefts.join('+')} ${isSuggested ? '?' : '='} ${rights.join('+')}`;
