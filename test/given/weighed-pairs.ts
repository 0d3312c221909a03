import { type GivenRecord, matchesBy } from './matching.ts';
import { apartFromOrdinary, dayOf, ordinaryPairs } from './ordinary-pairs.ts';
import { givenRules } from './rules.ts';

/** The records of a test that stand among ordinary pairs: by key their amounts, and what they have in common. */
type Rest = Omit<GivenRecord, 'side' | 'key' | 'amount'>;
type Amounts = Readonly<Record<string, string>>;

const recordsOf = (side: 'left' | 'right', amounts: Amounts, rest: Rest): GivenRecord[] =>
  Object.entries(amounts).map(([key, amount]) => ({ side, key, amount, ...rest }));

export const lefts = (amounts: Amounts, rest: Rest = {}): GivenRecord[] =>
  recordsOf('left', amounts, { at: dayOf(20), ...rest });
export const rights = (amounts: Amounts, rest: Rest = {}): GivenRecord[] =>
  recordsOf('right', amounts, { at: dayOf(22), ...rest });

export const sunrise = { counterparty: 'Sunrise Holdings' };
export const harvest = { counterparty: 'Golden Harvest' };
export const text = (description: string) => ({ description });
/** Texts of the bank that name nobody, and that party. */
export const nobody = text('DUITNOW TRANSFER');
export const ofSunrise = text('DUITNOW SUNRISE HOLDINGS');
export const ofHarvest = text('DUITNOW GOLDEN HARVEST');

export const numbered = ordinaryPairs({ isNumbered: true });

type Terms = { by?: readonly string[]; among?: readonly GivenRecord[] };

/** What passes match among ordinary pairs, in a warehouse for the tests of a file. */
export function givenAmongOrdinary(...usual: readonly string[]) {
  const acme = givenRules();
  /** The matches apart from the ordinary ones: `left = right`, with a question mark for a suggestion. */
  async function result(records: readonly GivenRecord[], { by = usual, among = ordinaryPairs() }: Terms = {}) {
    const matches = await matchesBy(acme.warehouse, [...among, ...records], ...by);
    return apartFromOrdinary(matches).map((match) => match.replace(/^\w+: /, ''));
  }
  return { acme, result, sureOf: async (...asked: Parameters<typeof result>) => sure(await result(...asked)) };
}

export const sure = (matches: readonly string[]) => matches.filter((match) => match.includes(' = '));
