import { matchesBy, type Pass, textOf } from './matching.ts';
import { apartFromOrdinary, dayOf, ordinaryPairs } from './ordinary-pairs.ts';
import type { WrittenRecord } from './written-record.ts';

/** The records of a test that stand among ordinary pairs: by key their amounts, and what they have in common. */
type Rest = Omit<WrittenRecord, 'side' | 'key' | 'amount'>;
type Amounts = Readonly<Record<string, string>>;

const recordsOf = (side: 'left' | 'right', amounts: Amounts, rest: Rest): WrittenRecord[] =>
  Object.entries(amounts).map(([key, amount]) => ({ side, key, amount, ...rest }));

export const lefts = (amounts: Amounts, rest: Rest = {}): WrittenRecord[] =>
  recordsOf('left', amounts, { at: dayOf(20), ...rest });
export const rights = (amounts: Amounts, rest: Rest = {}): WrittenRecord[] =>
  recordsOf('right', amounts, { at: dayOf(22), ...rest });

export const sunrise = { counterparty: 'Sunrise Holdings' };
export const harvest = { counterparty: 'Golden Harvest' };
export const text = (description: string) => ({ description });
/** Texts of the bank that name nobody, and that party. */
export const nobody = text('DUITNOW TRANSFER');
export const ofSunrise = text('DUITNOW SUNRISE HOLDINGS');
export const ofHarvest = text('DUITNOW GOLDEN HARVEST');

export const numbered = ordinaryPairs({ isNumbered: true });

type Terms = { by?: readonly Pass[]; among?: readonly WrittenRecord[] };

/** What passes match among ordinary pairs. */
export function amongOrdinary(...usual: readonly Pass[]) {
  /** The matches apart from the ordinary ones: `left = right`, with a question mark for a suggestion. */
  const result = (records: readonly WrittenRecord[], { by = usual, among = ordinaryPairs() }: Terms = {}): string[] =>
    apartFromOrdinary(
      matchesBy([...among, ...records], ...by)
        .map(textOf)
        .sort(),
    );
  return { result, sureOf: (...asked: Parameters<typeof result>) => sure(result(...asked)) };
}

export const sure = (matches: readonly string[]) => matches.filter((match) => match.includes(' = '));
