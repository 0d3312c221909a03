import { exactRelations, type Fee } from './amounts.ts';
import { assign } from './assignment.ts';
import { candidates, withFees } from './candidates.ts';
import { copiesOf } from './copies.ts';
import type { Pair } from './evidence.ts';
import { firstLag, type Learned, lastLag, learn, statedFees, unlearned } from './learned.ts';
import { type Rarity, rarityOf } from './rarity.ts';
import { type Reach, Reaches, type Window } from './reach.ts';
import type { WeighedRecord } from './record.ts';
import { isContradicted, type Weighed, weightOf } from './weight.ts';
import { withheldShares } from './withheld.ts';

/** What the records of one company and currency teach, and the pairs that may belong together, also of records that are matched by now, for all passes of a matching. */
export type Scale = {
  /** All open records, those of matches found since included. */
  records: readonly WeighedRecord[];
  rarity: Rarity;
  learned: Learned;
  pairs: readonly Weighed[];
  /** Records that were compared with some of their possible partners only. */
  bounded: ReadonlyMap<WeighedRecord, Reach>;
  /** The items of each right record that is a sum, as far as passes found them: they teach the fees of batches. */
  taught: Map<WeighedRecord, readonly WeighedRecord[]>;
};

/** A pair of the best assignment. margin: how much likelier it is than everything else, as a logarithm. */
export type WeighedPair = Weighed & {
  margin: number;
  /** The other candidates of its records, the likeliest first. */
  rivals: readonly { record: WeighedRecord; weight: number }[];
  isContradicted: boolean;
  /** Whether every possible partner was compared, and its group solved. */
  isExhausted: boolean;
};

/** The weight of an amount from which an equal one nearby is more than chance. */
const rareAmount = Math.log(0.9 / 0.0025);
/** The greatest margin of a pair beside which an equal record is left over. */
const doubtful = 3;

/**
 * Records beside which an equal one is left over that could as well be the partner: often one of the two is a duplicate, and nothing but
 * its texts tells which.
 */
function besideDuplicates(
  pairs: readonly Weighed[],
  held: ReadonlySet<WeighedRecord>,
  learned: Learned,
): Set<WeighedRecord> {
  const beside = new Set<WeighedRecord>();
  for (const pair of pairs) {
    const { left, right, evidence } = pair;
    if (!exactRelations.includes(evidence.relation) || isContradicted(pair, learned)) continue;
    const isShared = evidence.name > 0 || evidence.number.kind === 'shared';
    if (!isShared && Math.log(0.9 / evidence.chanceOfAmount) < rareAmount) continue;
    if (held.has(left) && !held.has(right)) beside.add(left);
    if (held.has(right) && !held.has(left)) beside.add(right);
  }
  return beside;
}

/** The other candidates of the records of a pair, the likeliest first. */
function rivalsOf(
  { left, right }: Pair,
  ofLeft: readonly Weighed[],
  ofRight: readonly Weighed[],
): WeighedPair['rivals'] {
  if (ofLeft.length === 1 && ofRight.length === 1) return noRivals;
  const others: { record: WeighedRecord; weight: number }[] = [];
  for (const other of ofLeft) if (other.right !== right) others.push({ record: other.right, weight: other.weight });
  for (const other of ofRight) if (other.left !== left) others.push({ record: other.left, weight: other.weight });
  return others.sort((a, b) => b.weight - a.weight || (a.record.key < b.record.key ? -1 : 1));
}
const noRivals: WeighedPair['rivals'] = [];

/** How many rivals of a pair are shown. */
const mostRivals = 4;

/** How much likelier all rivals together are than the likeliest of them, as a logarithm. */
function spread(rivals: WeighedPair['rivals']): number {
  const [best] = rivals;
  if (best === undefined) return 0;
  return Math.log(rivals.reduce((sum, { weight }) => sum + Math.exp(weight - best.weight), 0));
}

/** Numbers for records, in the order in which they are asked for, and the pairs of each. */
class Numbers {
  readonly #numbers = new Map<WeighedRecord, number>();
  readonly pairs: Weighed[][] = [];

  of(record: WeighedRecord, pair: Weighed): number {
    const known = this.#numbers.get(record);
    if (known !== undefined) {
      this.pairs[known]?.push(pair);
      return known;
    }
    this.#numbers.set(record, this.pairs.length);
    this.pairs.push([pair]);
    return this.pairs.length - 1;
  }
}

/**
 * The best assignment of pairs. Pairs without a positive weight take no part in it. unsolved: the records of groups that are too large to be
 * solved are added.
 */
function assignPairs(
  pairs: readonly Weighed[],
  { learned, bounded }: Pick<Scale, 'learned' | 'bounded'>,
  unsolved = new Set<WeighedRecord>(),
): WeighedPair[] {
  const weighed = pairs.filter(({ weight }) => weight > 0);
  const [lefts, rights] = [new Numbers(), new Numbers()];
  const edges = weighed.map((pair) => ({
    left: lefts.of(pair.left, pair),
    right: rights.of(pair.right, pair),
    weight: pair.weight,
    pair,
  }));
  const ofUnsolved: typeof edges = [];
  const assigned = assign(edges, ofUnsolved);
  for (const { pair } of ofUnsolved) unsolved.add(pair.left).add(pair.right);
  const held = new Set<WeighedRecord>();
  for (const { edge } of assigned) held.add(edge.pair.left).add(edge.pair.right);
  const beside = besideDuplicates(weighed, held, learned);
  return assigned.map(({ edge, margin, isSolved }) => {
    const { pair } = edge;
    const { left, right, evidence, weight } = pair;
    const rivals = rivalsOf(pair, lefts.pairs[edge.left] ?? [], rights.pairs[edge.right] ?? []);
    return {
      left,
      right,
      evidence,
      weight,
      margin: Math.min(margin - spread(rivals), beside.has(left) || beside.has(right) ? doubtful : Infinity),
      rivals: rivals.slice(0, mostRivals),
      isContradicted: isContradicted(pair, learned),
      isExhausted: isSolved && !bounded.has(left),
    };
  });
}

/** The probability of a margin. */
export const posteriorOf = (margin: number): number => 1 / (1 + Math.exp(-margin));

/** How often the pairs are weighed, each time with what the weighing before taught. */
const rounds = 3;
/** A pair of less weight does not become likely by what is learned. */
const hopeless = -6;

/** Weighs pairs by what is learned, in place, because there are millions; those that stay hopeless are left out. */
function reweigh(pairs: readonly Weighed[], learned: Learned, rarity: Rarity): Weighed[] {
  for (const pair of pairs) pair.weight = weightOf(pair, learned, rarity);
  return pairs.filter(({ weight }) => weight > hopeless);
}

/** The shares that are withheld, as far as records without a likely partner show them. */
function withheldFrom(
  assigned: readonly WeighedPair[],
  lefts: readonly WeighedRecord[],
  rights: readonly WeighedRecord[],
  rarity: Rarity,
): Fee[] {
  const held = new Set<WeighedRecord>();
  for (const { left, right, margin, evidence } of assigned)
    if (exactRelations.includes(evidence.relation) && margin > 0) held.add(left).add(right);
  const isOpen = (record: WeighedRecord) => !held.has(record);
  return withheldShares(lefts.filter(isOpen), rights.filter(isOpen), rarity);
}

/** Learns from records how common their amounts and texts are, and what their likely pairs have in common. */
export function learnScale(records: readonly WeighedRecord[], stopWords: ReadonlySet<string>): Scale {
  const rarity = rarityOf(records, stopWords);
  const lefts = records.filter(({ side }) => side === 'left');
  const rights = records.filter(({ side }) => side === 'right');
  const stated = statedFees(records);
  let learned = unlearned;
  const reaches = new Reaches();
  // most candidates are hopeless from the start, and are not kept
  const isKept = (pair: Weighed): boolean => {
    pair.weight = weightOf(pair, unlearned, rarity);
    return pair.weight > hopeless;
  };
  let pairs = candidates({ lefts, rights, rarity, reaches, isKept });
  const bounded = reaches.all();
  for (let round = 0; round < rounds; round += 1) {
    const assigned = assignPairs(pairs, { learned, bounded });
    const taught = learn(
      assigned.map((pair) => ({ pair, posterior: posteriorOf(pair.margin) })),
      rarity,
      stated,
    );
    // the pairs and their evidence change with the fees alone, which the first weighing teaches
    const fees = round === 0 ? [...taught.fees, ...withheldFrom(assigned, lefts, rights, rarity)] : learned.fees;
    learned = { ...taught, fees };
    if (round === 0 && fees.length > 0) pairs = withFees(pairs, lefts, rights, fees, rarity);
    pairs = reweigh(pairs, learned, rarity);
  }
  return { records, rarity, learned, pairs, bounded, taught: new Map() };
}

/** The best assignment of the open records within a window, whatever its margins. unsolved: as in assignPairs. */
export function matchPairs(
  open: ReadonlySet<WeighedRecord>,
  scale: Scale,
  { before, after }: Window = { before: -firstLag, after: lastLag },
  unsolved = new Set<WeighedRecord>(),
): WeighedPair[] {
  const pairs = scale.pairs.filter(
    ({ left, right, weight, evidence: { daysLater } }) =>
      weight > 0 && open.has(left) && open.has(right) && daysLater >= -before && daysLater <= after,
  );
  const assigned = assignPairs(pairs, scale, unsolved);
  const ofRecord = new Map<WeighedRecord, WeighedPair>();
  for (const pair of assigned) ofRecord.set(pair.left, pair).set(pair.right, pair);
  const copies = copiesOf(pairs, ofRecord, open, scale.rarity);
  if (copies.size === 0) return assigned;
  return assignPairs(
    pairs.filter(({ left, right }) => !copies.has(left) && !copies.has(right)),
    scale,
    unsolved,
  );
}

/** The greatest part that a margin of a near amount may leave for everything else. */
const mostFalseOfNear = 0.002;

/**
 * Whether a pair is sure: its margin leaves at most `mostFalse` for everything else, and nothing speaks for another partner. A slip of
 * digits or the opposite sign needs a number in common, and a near amount a number or a name.
 */
export function isSurePair(
  {
    evidence: { relation, name, number },
    margin,
    isContradicted: isDoubted,
  }: Pick<WeighedPair, 'evidence' | 'margin' | 'isContradicted'>,
  mostFalse: number,
): boolean {
  // an amount that is only near may be part of a sum
  const most = relation === 'near' ? Math.min(mostFalse, mostFalseOfNear) : mostFalse;
  if (isDoubted || posteriorOf(margin) < 1 - most) return false;
  const hasNumber = number.kind === 'shared' && number.isReference;
  if (relation === 'differs') return false;
  if (relation === 'digits' || relation === 'sign') return hasNumber;
  return relation !== 'near' || hasNumber || name > 4;
}
