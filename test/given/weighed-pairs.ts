import type { Warehouse } from '../../src/warehouse/open.ts';
import { type GivenRecord, matched, passes, putRecords } from './matching.ts';
import { apartFromOrdinary, dayOf, ordinaryPairs } from './ordinary-pairs.ts';

/** The records of a test that stand among ordinary pairs. */
type Rest = Omit<GivenRecord, 'side' | 'key' | 'amount'>;
export const left = (key: string, amount: string, rest: Rest = {}): GivenRecord => ({
  side: 'left',
  key,
  amount,
  at: dayOf(20),
  ...rest,
});
export const right = (key: string, amount: string, rest: Rest = {}): GivenRecord => ({
  side: 'right',
  key,
  amount,
  at: dayOf(22),
  ...rest,
});
export const sunrise = { counterparty: 'Sunrise Holdings' };
export const harvest = { counterparty: 'Golden Harvest' };
/** A text of the bank that names nobody. */
export const nobody = { description: 'DUITNOW TRANSFER' };
export const text = (description: string) => ({ description });

export const numbered = ordinaryPairs({ isNumbered: true });

/** The matches of records among ordinary ones: `left = right`, with a question mark for a suggestion. */
export async function resultIn(
  warehouse: Warehouse,
  records: readonly GivenRecord[],
  { pass = 'weighed_evidence', among = ordinaryPairs() }: { pass?: string; among?: GivenRecord[] } = {},
): Promise<string[]> {
  await putRecords(warehouse, [...among, ...records]);
  const matches = await matched(warehouse, passes(pass));
  return apartFromOrdinary(matches).map((match) => match.replace(/^\w+: /, ''));
}

export const sure = (matches: readonly string[]) => matches.filter((match) => match.includes(' = '));

/** What resultIn is given beside the warehouse. */
export type Given = Parameters<typeof resultIn> extends [Warehouse, ...infer Rest] ? Rest : never;
