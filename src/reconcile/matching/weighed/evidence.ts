import { nearShare, type Relation } from './amounts.ts';
import {
  chanceOfAmount,
  chanceOfNear,
  isOwnNumber,
  isRare,
  lagOf,
  mayRefer,
  mostOfReference,
  type Rarity,
  shareOf,
} from './rarity.ts';
import type { WeighedRecord } from './record.ts';
import { isSimilarNumber, isSimilarWord } from './text.ts';

/** What the numbers of two records say of each other, and how likely chance would say it. */
type NumberEvidence =
  /** isReference: it is the left record's own, and few records have it. */
  | { kind: 'shared'; chance: number; isReference: boolean }
  /** The number of the right record is that of the left one with one digit wrong. */
  | { kind: 'similar' }
  /** It is the reference of another left record. */
  | { kind: 'of_another' }
  /** It has the form of the left side's numbers, and is none of them. */
  | { kind: 'unknown' }
  /** The left record has a reference that the right one does not have. */
  | { kind: 'absent' }
  | { kind: 'none' };

/** What speaks for and against a pair, whatever other pairs teach. */
export type Evidence = {
  relation: Relation;
  /** The probability that an unrelated right record has an amount in this relation. */
  chanceOfAmount: number;
  daysLater: number;
  /** The same in days on which records like the right one are booked. */
  lag: number;
  /** The logarithm of how much likelier the names are if the records belong together. */
  name: number;
  /** Whether the right record names somebody else. */
  namesAnother: boolean;
  number: NumberEvidence;
};

/** Two records that may belong together. */
export type Pair = { left: WeighedRecord; right: WeighedRecord; evidence: Evidence };

/** How likely a name of the left record is on its right record, written out and misspelt or cut short. */
const [likelyName, likelySimilar] = [0.8, 0.25];

type NameFound = { gain: number; found: number; unfound: number; others: Set<string> };

/** The words of the left record that the right one has, and the words of the right one that are left. */
function findNames(left: WeighedRecord, right: WeighedRecord, { words, count, stopWords }: Rarity): NameFound {
  const others = new Set(right.names.filter((word) => !stopWords.has(word)));
  let [gain, found, unfound] = [0, 0, 0];
  for (const word of left.names) {
    if (stopWords.has(word)) continue;
    if (others.delete(word)) {
      if (!isRare(words.right, count.right, word)) continue;
      gain += Math.log(likelyName / shareOf(words.right, count.right, word));
      found += 1;
      continue;
    }
    if (!isRare(words.left, count.left, word)) continue;
    const leftShare = shareOf(words.left, count.left, word);
    const similar = [...others].find((other) => !words.left.has(other) && isSimilarWord(word, other));
    if (similar === undefined) {
      unfound += 1;
      continue;
    }
    others.delete(similar);
    gain += Math.max(0, Math.log(likelySimilar / Math.max(2 * shareOf(words.right, count.right, similar), leftShare)));
    found += 1;
  }
  return { gain, found, unfound, others };
}

/** Of the words that a right record has for itself: names of other left records, and rare words that the left side does not know. */
function countOthers(others: ReadonlySet<string>, { words, count, terms }: Rarity): { known: number; strange: number } {
  let [known, strange] = [0, 0];
  for (const word of others) {
    if (!isRare(words.right, count.right, word)) continue;
    if (words.left.has(word)) known += 1;
    else if (!terms.has(word) && (words.right.get(word) ?? 0) <= Math.max(3, count.right / 300)) strange += 1;
  }
  return { known, strange };
}

/** How much likelier the names of two records are if they belong together, and whether the right record names somebody else. */
export function nameEvidence(
  left: WeighedRecord,
  right: WeighedRecord,
  rarity: Rarity,
): Pick<Evidence, 'name' | 'namesAnother'> {
  const { gain, found, unfound, others } = findNames(left, right, rarity);
  const { known, strange } = countOthers(others, rarity);
  if (found > 0 && gain > 0.5) {
    // a common first name with another family name is another person
    const against =
      0.4 * Math.min(unfound, 3) +
      (unfound > 0 ? 2.5 : 1.2) * Math.min(known, 3) +
      (unfound > 0 ? 1 : 0) * Math.min(strange, 3);
    const name = Math.min(gain, Math.log(2 * rarity.count.right + 1)) - against;
    return { name, namesAnother: name < 0 };
  }
  if (unfound === 0) return { name: 0, namesAnother: false };
  if (known > 0) return { name: -4.5, namesAnother: true };
  if (strange > 0) return { name: -1.5, namesAnother: true };
  return { name: -0.3, namesAnother: false };
}

/** The share of the numbers of a form that have to be known for an unknown number of the form to be strange. */
const knownForm = 0.5;

/** What the numbers of two records say. Numbers that many right records have say nothing. */
export function numberEvidence(left: WeighedRecord, right: WeighedRecord, rarity: Rarity): NumberEvidence {
  const { numbers, owners, count, known } = rarity;
  const shared = left.numbers.filter((number) => right.numbers.includes(number));
  if (shared.length > 0) {
    // each number of the right record is a try
    const chances = shared.map((number) =>
      Math.max(
        shareOf(numbers.right, count.right, number),
        shareOf(numbers.left, count.left, number),
        right.numbers.length * 10 ** -number.length,
      ),
    );
    const isReference = shared.some(
      (number) => left.own.includes(number) && mayRefer(rarity, number) && (owners.get(number) ?? 0) <= mostOfReference,
    );
    return { kind: 'shared', chance: Math.min(...chances), isReference };
  }
  const references = right.numbers.filter((number) => mayRefer(rarity, number));
  if (left.own.some((own) => references.some((number) => isSimilarNumber(own, number)))) return { kind: 'similar' };
  const theirs = references.filter((number) => !isOwnNumber(rarity, right, number));
  if (theirs.some((number) => owners.has(number))) return { kind: 'of_another' };
  if (theirs.some((number) => (known.get(number.length) ?? 0) > knownForm)) return { kind: 'unknown' };
  return { kind: left.own.length > 0 ? 'absent' : 'none' };
}

function chanceOf(relation: Relation, left: WeighedRecord, right: WeighedRecord, fees: number, rarity: Rarity): number {
  switch (relation) {
    case 'equal':
      // where a fee is stated, as many amounts are expected less the fee
      return chanceOfAmount(rarity, right.amount) * (left.fee ? 2 : 1);
    case 'near':
      return chanceOfNear(rarity, left.amount, nearShare);
    case 'learned_fee':
      // each fee is a further try, within a cent
      return chanceOfAmount(rarity, right.amount) * 3 * fees;
    case 'digits':
      return chanceOfAmount(rarity, right.amount) * 12;
    case 'fee':
    case 'sign':
      return chanceOfAmount(rarity, right.amount);
    case 'differs':
      return 1;
  }
}

/** The evidence of a pair whose amounts are in a relation; `fees` is the number of learned fees. */
export function evidenceOf(
  left: WeighedRecord,
  right: WeighedRecord,
  relation: Relation,
  fees: number,
  rarity: Rarity,
): Evidence {
  return {
    relation,
    chanceOfAmount: Math.max(1e-12, chanceOf(relation, left, right, fees, rarity)),
    daysLater: right.day - left.day,
    lag: lagOf(left, right, rarity),
    ...nameEvidence(left, right, rarity),
    number: numberEvidence(left, right, rarity),
  };
}
