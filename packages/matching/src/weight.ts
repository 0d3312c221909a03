import type { Pair } from './evidence.ts';
import { differenceBin, differenceBins, firstLag, type Learned } from './learned.ts';
import { chanceOfDay, type Rarity } from './rarity.ts';

/** A pair with its weight by what was learned so far. */
export type Weighed = Pair & { weight: number };

function timeWeight(
  { right, evidence: { lag } }: Pair,
  { lags, lagsOf }: Learned,
  method: string,
  rarity: Rarity,
): number {
  const ofMethod = lagsOf.get(method) ?? lags;
  return Math.log((ofMethod[lag - firstLag] ?? 0) / chanceOfDay(rarity, right.day));
}

function amountWeight({ left, right, evidence }: Pair, learned: Learned, method: string): number {
  const { relation, chanceOfAmount } = evidence;
  const relations = learned.relationsOf.get(method) ?? learned.relations;
  const weight = Math.log(relations[relation] / chanceOfAmount);
  if (relation !== 'near') return weight;
  return weight + Math.log(differenceBins * (learned.differences[differenceBin(left.amount, right.amount)] ?? 0));
}

/** The share of numbers that are found from which the reference of another record counts. */
export const leastFound = 0.15;

function numberWeight({ evidence: { number } }: Pair, learned: Learned, method: string): number {
  const { numberFound, numberFoundOf } = learned;
  const found = numberFoundOf.get(method) ?? numberFound;
  switch (number.kind) {
    case 'shared':
      return Math.max(0, Math.log((found * 1.5) / number.chance));
    // the most that numbers that differ can say (likeliestEvidence)
    case 'similar':
      return 1;
    case 'of_another':
      return numberFound > leastFound ? -4 : 0;
    case 'unknown':
      return -3;
    case 'absent':
      return Math.log(Math.max(0.05, 1 - found));
    case 'none':
      return 0;
  }
}

/** The records without a partner that are added on each side: a few records cannot show that every record has a partner. */
const alwaysAlone = 1;

/**
 * The logarithm of how much likelier it is that a pair belongs together than that neither record has a partner. It adds up how likely
 * amount, days, name and number are for a match and for chance, and the number of records that chance could have taken.
 */
export function weightOf(pair: Pair, learned: Learned, rarity: Rarity): number {
  const { left, right } = rarity.count;
  const partners = learned.matched * Math.min(left, right);
  const before =
    Math.log(partners) - Math.log(left - partners + alwaysAlone) - Math.log(right - partners + alwaysAlone);
  const method = rarity.methods.get(pair.right) ?? '';
  return (
    before +
    amountWeight(pair, learned, method) +
    timeWeight(pair, learned, method, rarity) +
    pair.evidence.name +
    numberWeight(pair, learned, method)
  );
}

/**
 * Whether name or number speak for another partner. With an exact amount, a reference of the left record alone outweighs a name: another
 * party may pay an invoice.
 */
export function isContradicted(
  { evidence: { relation, namesAnother, number } }: Pair,
  { numberFound }: Learned,
): boolean {
  if (number.kind === 'shared')
    return namesAnother && !(number.isItsOwn && (relation === 'equal' || relation === 'fee'));
  return namesAnother || number.kind === 'unknown' || (number.kind === 'of_another' && numberFound > leastFound);
}
