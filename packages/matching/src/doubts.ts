import type { Relation } from './amounts.ts';
import type { Pair } from './evidence.ts';
import type { Learned } from './learned.ts';
import { leastFound } from './weight.ts';

/** What keeps a pair from being sure, as codes. */
export type Doubt =
  | 'names_another'
  | 'number_of_another'
  | 'unknown_number'
  | 'similar_number'
  | 'near_amount'
  | 'digits'
  | 'opposite_sign'
  | 'other_amount'
  | 'little_evidence';

const ofAmounts: Partial<Record<Relation, Doubt>> = {
  near: 'near_amount',
  digits: 'digits',
  sign: 'opposite_sign',
  differs: 'other_amount',
};

/** What speaks against a pair. A pair without rivals and contradictions has too little evidence. */
export function doubtsOf(
  { evidence: { relation, namesAnother, number } }: Pair,
  { numberFound }: Learned,
  hasRivals: boolean,
): Doubt[] {
  const doubts: Doubt[] = [];
  if (namesAnother) doubts.push('names_another');
  if (number.kind === 'of_another' && numberFound > leastFound) doubts.push('number_of_another');
  if (number.kind === 'unknown') doubts.push('unknown_number');
  if (number.kind === 'similar') doubts.push('similar_number');
  const ofAmount = ofAmounts[relation];
  if (ofAmount !== undefined) doubts.push(ofAmount);
  return doubts.length === 0 && !hasRivals ? ['little_evidence'] : doubts;
}
