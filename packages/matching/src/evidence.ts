import type { Relation } from './amounts.ts';
import { type ComparedTexts, hasText, isSimilar, isSimilarTo, type Word } from './compared-texts.ts';
import { chanceOfAmount, chanceOfNear, lagBy, mostOfReference, type Rarity } from './rarity.ts';
import type { WeighedRecord } from './record.ts';

/** What the numbers of two records say of each other, and how likely chance would say it. */
type NumberEvidence =
  /** isReference: it is the left record's own, and few records have it. isItsOwn: it is the reference of this record alone, and no date or lot. */
  | { kind: 'shared'; chance: number; isReference: boolean; isItsOwn: boolean }
  /** The number of the right record is that of the left one with one digit wrong. */
  | { kind: 'similar' }
  /** It is the reference of another left record. */
  | { kind: 'of_another' }
  /** It has the form of the left side's numbers, and is none of them. */
  | { kind: 'unknown' }
  /** The left record has a reference that the right one does not have. */
  | { kind: 'absent' }
  | { kind: 'none' };

// most pairs have nothing more to say, and need no object of their own
const similarNumber: NumberEvidence = { kind: 'similar' };
const numberOfAnother: NumberEvidence = { kind: 'of_another' };
const unknownNumber: NumberEvidence = { kind: 'unknown' };
const absentNumber: NumberEvidence = { kind: 'absent' };
const noNumber: NumberEvidence = { kind: 'none' };

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

/** known, strange: of the words that a right record has for itself, names of other left records, and rare words that the left side does not know. */
type NameFound = { gain: number; found: number; unfound: number; known: number; strange: number };

/** The first of some words that may be the same name as a word, without those that are taken. */
function similarTo(word: Word, others: readonly Word[], taken: readonly Word[]): Word | undefined {
  for (const other of others) if (isSimilar(word, other) && !taken.includes(other)) return other;
  return undefined;
}

const noWords: readonly Word[] = [];

/**
 * The words of the left record that the right one has, and those of the right one that are left. Loops in place of callbacks: millions of
 * pairs are compared, and each callback is an object for the garbage collector.
 */
function findNames(left: ComparedTexts, right: ComparedTexts): NameFound {
  let gain = 0;
  let found = 0;
  let unfound = 0;
  let known = right.rareKnown;
  let strange = right.rareStrange;
  let taken = noWords;
  for (const word of left.names.all) {
    if (hasText(right.names, word)) {
      if (!word.isRareRight) continue;
      gain += Math.log(likelyName / word.shareRight);
      found += 1;
      known -= 1;
      continue;
    }
    if (!word.isRareLeft) continue;
    const similar = similarTo(word, right.unknown, taken);
    if (similar === undefined) {
      unfound += 1;
      continue;
    }
    taken = [...taken, similar];
    gain += Math.max(0, Math.log(likelySimilar / Math.max(2 * similar.shareRight, word.shareLeft)));
    found += 1;
    if (similar.isRareRight && similar.isStrange) strange -= 1;
  }
  return { gain, found, unfound, known, strange };
}

/** How much likelier the names of two records are if they belong together, and whether the right record names somebody else. */
export const nameEvidence = (left: WeighedRecord, right: WeighedRecord, rarity: Rarity): NameEvidence =>
  ofNames(rarity.textsOf(left), rarity.textsOf(right), rarity);

type NameEvidence = Pick<Evidence, 'name' | 'namesAnother'>;
const noName: NameEvidence = { name: 0, namesAnother: false };
const nameOfAnother: NameEvidence = { name: -4.5, namesAnother: true };
const strangeName: NameEvidence = { name: -1.5, namesAnother: true };
const unfoundName: NameEvidence = { name: -0.3, namesAnother: false };

/** The same for the texts of two records. */
export function ofNames(left: ComparedTexts, right: ComparedTexts, rarity: Rarity): NameEvidence {
  const { gain, found, unfound, known, strange } = findNames(left, right);
  if (found > 0 && gain > 0.5) {
    // a common first name with another family name is another person
    const against =
      0.4 * Math.min(unfound, 3) +
      (unfound > 0 ? 2.5 : 1.2) * Math.min(known, 3) +
      (unfound > 0 ? 1 : 0) * Math.min(strange, 3);
    const name = Math.min(gain, Math.log(2 * rarity.count.right + 1)) - against;
    // half of a name or more is missing, and a name of somebody else in the books is in its place
    return { name, namesAnother: name < 0 || (unfound >= found && known > 0) };
  }
  if (unfound === 0) return noName;
  if (known > 0) return nameOfAnother;
  if (strange > 0) return strangeName;
  return unfoundName;
}

/** What the numbers of two records say. Numbers that many right records have say nothing. */
export const numberEvidence = (left: WeighedRecord, right: WeighedRecord, { textsOf }: Rarity): NumberEvidence =>
  ofNumbers(textsOf(left), textsOf(right));

/** Whether a number of the left record's own reference is one of the right record's with a digit wrong. */
function hasSimilarNumber({ own }: ComparedTexts, { references }: ComparedTexts): boolean {
  for (const number of own) for (const other of references) if (isSimilarTo(number, other)) return true;
  return false;
}

/** The same for the texts of two records. */
export function ofNumbers(left: ComparedTexts, right: ComparedTexts): NumberEvidence {
  let chance = Infinity;
  let isReference = false;
  let isItsOwn = false;
  for (const number of left.numbers.all) {
    if (!hasText(right.numbers, number)) continue;
    // each number of the right record is a try
    chance = Math.min(chance, Math.max(number.share, right.numbers.all.length * number.perTry));
    if (!left.own.includes(number)) continue;
    isReference ||= number.mayRefer && number.owners <= mostOfReference;
    isItsOwn ||= right.ofOneRecord.includes(number);
  }
  if (chance < Infinity) return { kind: 'shared', chance, isReference, isItsOwn };
  if (hasSimilarNumber(left, right)) return similarNumber;
  if (right.hasReference) return numberOfAnother;
  if (right.hasForm) return unknownNumber;
  return left.own.length > 0 ? absentNumber : noNumber;
}

function chanceOf(relation: Relation, left: WeighedRecord, right: WeighedRecord, fees: number, rarity: Rarity): number {
  switch (relation) {
    case 'equal':
      // where a fee is stated, as many amounts are expected less the fee
      return chanceOfAmount(rarity, right.amount) * (left.fee ? 2 : 1);
    case 'near':
      return chanceOfNear(rarity, left.amount);
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

/**
 * The evidence of a pair whose amounts are in a relation, before numbers that differ are compared: they count as similar, which is the most
 * that they can say for it. `fees` is the number of learned fees.
 */
export function likeliestEvidence(
  left: ComparedTexts,
  right: ComparedTexts,
  relation: Relation,
  fees: number,
  rarity: Rarity,
): Evidence {
  const { name, namesAnother } = ofNames(left, right, rarity);
  return {
    relation,
    chanceOfAmount: Math.max(1e-12, chanceOf(relation, left.record, right.record, fees, rarity)),
    daysLater: right.record.day - left.record.day,
    lag: lagBy(left.record, right.record, right.booked),
    name,
    namesAnother,
    number: (left.numbers.bits & right.numbers.bits) === 0 ? similarNumber : ofNumbers(left, right),
  };
}

/** The evidence of a pair whose amounts are in a relation; `fees` is the number of learned fees. */
export const evidenceOf = (
  left: ComparedTexts,
  right: ComparedTexts,
  relation: Relation,
  fees: number,
  rarity: Rarity,
): Evidence => ({ ...likeliestEvidence(left, right, relation, fees, rarity), number: ofNumbers(left, right) });
