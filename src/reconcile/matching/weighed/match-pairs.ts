import { exactRelations } from './amounts.ts';
import { assign } from './assignment.ts';
import { candidates, withFees } from './candidates.ts';
import { copiesOf } from './copies.ts';
import type { Pair } from './evidence.ts';
import { firstLag, type Learned, lastLag, learn, statedFees, unlearned } from './learned.ts';
import { type Rarity, rarityOf } from './rarity.ts';
import { nameOf, type WeighedRecord } from './record.ts';
import { isContradicted, weightOf } from './weight.ts';

/** What the records of one company and currency teach, and the pairs that may belong together, also of records that are matched by now, for all passes of a matching. */
export type Scale = {
  rarity: Rarity;
  learned: Learned;
  pairs: readonly Pair[];
  records: ReadonlyMap<string, WeighedRecord>;
  /** Left records that were compared with some of their possible partners only. */
  bounded: ReadonlySet<WeighedRecord>;
  /** The items of each right record that is a sum, as far as passes found them: they teach the fees of batches. */
  taught: Map<WeighedRecord, readonly WeighedRecord[]>;
};

/** A pair of the best assignment. margin: how much likelier it is than everything else, as a logarithm. */
export type WeighedPair = Pair & {
  margin: number;
  /** The other candidates of its records, the likeliest first. */
  rivals: readonly { record: WeighedRecord; weight: number }[];
  isContradicted: boolean;
  /** Whether every possible partner was compared, and its group solved. */
  isExhausted: boolean;
};

type Weighed = Pair & { weight: number };

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

function rivalsOf({ left, right }: Pair, byRecord: ReadonlyMap<WeighedRecord, Weighed[]>): WeighedPair['rivals'] {
  const others = [...(byRecord.get(left) ?? []), ...(byRecord.get(right) ?? [])]
    .filter((other) => (other.left === left) !== (other.right === right) && other.weight > 0)
    .map((other) => ({ record: other.left === left ? other.right : other.left, weight: other.weight }));
  return others.sort((a, b) => b.weight - a.weight || (a.record.key < b.record.key ? -1 : 1));
}

/** How many rivals of a pair are shown. */
const mostRivals = 4;

/** How much likelier all rivals together are than the likeliest of them, as a logarithm. */
function spread(pair: Pair, byRecord: ReadonlyMap<WeighedRecord, Weighed[]>): number {
  const rivals = rivalsOf(pair, byRecord);
  const [best] = rivals;
  if (best === undefined) return 0;
  return Math.log(rivals.reduce((sum, { weight }) => sum + Math.exp(weight - best.weight), 0));
}

function assignPairs(
  pairs: readonly Pair[],
  { rarity, learned, bounded }: Pick<Scale, 'rarity' | 'learned' | 'bounded'>,
): WeighedPair[] {
  const weighed = pairs
    .map((pair) => ({ ...pair, weight: weightOf(pair, learned, rarity) }))
    .filter(({ weight }) => weight > 0);
  const numbers = new Map<WeighedRecord, number>();
  const numberOf = (record: WeighedRecord): number => {
    const number = numbers.get(record) ?? numbers.size;
    numbers.set(record, number);
    return number;
  };
  const ofEdge = new Map(
    weighed.map(
      (pair) => [{ left: numberOf(pair.left), right: numberOf(pair.right), weight: pair.weight }, pair] as const,
    ),
  );
  const byRecord = new Map<WeighedRecord, Weighed[]>();
  for (const pair of weighed)
    for (const record of [pair.left, pair.right]) {
      const list = byRecord.get(record);
      if (list === undefined) byRecord.set(record, [pair]);
      else list.push(pair);
    }
  const assigned = assign([...ofEdge.keys()]).flatMap(({ edge, margin, isSolved }) => {
    const pair = ofEdge.get(edge);
    return pair === undefined ? [] : [{ pair, margin, isSolved }];
  });
  const held = new Set(assigned.flatMap(({ pair: { left, right } }) => [left, right]));
  const beside = besideDuplicates(weighed, held, learned);
  return assigned.map(({ pair, margin, isSolved }) => ({
    left: pair.left,
    right: pair.right,
    evidence: pair.evidence,
    margin: Math.min(
      margin - spread(pair, byRecord),
      beside.has(pair.left) || beside.has(pair.right) ? doubtful : Infinity,
    ),
    rivals: rivalsOf(pair, byRecord).slice(0, mostRivals),
    isContradicted: isContradicted(pair, learned),
    isExhausted: isSolved && !bounded.has(pair.left),
  }));
}

/** The probability of a margin. */
export const posteriorOf = (margin: number): number => 1 / (1 + Math.exp(-margin));

/** How often the pairs are weighed, each time with what the weighing before taught. */
const rounds = 3;
/** A pair of less weight does not become likely by what is learned. */
const hopeless = -6;

/** Learns from records how common their amounts and texts are, and what their likely pairs have in common. */
export function learnScale(records: readonly WeighedRecord[], stopWords: ReadonlySet<string>): Scale {
  const rarity = rarityOf(records, stopWords);
  const lefts = records.filter(({ side }) => side === 'left');
  const rights = records.filter(({ side }) => side === 'right');
  const stated = statedFees(records);
  let learned = unlearned;
  const bounded = new Set<WeighedRecord>();
  let pairs = candidates(lefts, rights, rarity, bounded);
  for (let round = 0; round <= rounds; round += 1) {
    // the pairs and their evidence change with the fees alone, which the first weighing teaches
    if (round === 1 && learned.fees.length > 0) pairs = withFees(pairs, lefts, rights, learned.fees, rarity);
    const now = learned;
    pairs = pairs.filter((pair) => weightOf(pair, now, rarity) > hopeless);
    if (round === rounds) break;
    const assigned = assignPairs(pairs, { rarity, learned, bounded });
    const taught = learn(
      assigned.map((pair) => ({ pair, posterior: posteriorOf(pair.margin) })),
      rarity,
      stated,
    );
    learned = round === 0 ? taught : { ...taught, fees: learned.fees };
  }
  const taught: Scale['taught'] = new Map();
  return {
    rarity,
    learned,
    pairs,
    bounded,
    taught,
    records: new Map(records.map((record) => [nameOf(record), record])),
  };
}

/** The days from left to right that a pass allows. */
export type Window = { before: number; after: number };

/** The best assignment of the open records within a window, whatever its margins. */
export function matchPairs(
  open: ReadonlySet<WeighedRecord>,
  scale: Scale,
  { before, after }: Window = { before: -firstLag, after: lastLag },
): WeighedPair[] {
  const pairs = scale.pairs.filter(
    ({ left, right, evidence: { daysLater } }) =>
      open.has(left) && open.has(right) && daysLater >= -before && daysLater <= after,
  );
  const { rarity, learned } = scale;
  const assigned = assignPairs(pairs, scale);
  const partners = new Map(
    assigned.flatMap(({ left, right }) => [
      [left, right],
      [right, left],
    ]),
  );
  const weighed = pairs.map((pair) => ({ ...pair, weight: weightOf(pair, learned, rarity) }));
  const copies = copiesOf(
    weighed.filter(({ weight }) => weight > 0),
    partners,
    open,
    rarity,
  );
  if (copies.size === 0) return assigned;
  return assignPairs(
    pairs.filter(({ left, right }) => !copies.has(left) && !copies.has(right)),
    scale,
  );
}

/** The greatest part that a margin of a near amount may leave for everything else. */
const mostFalseOfNear = 0.002;

/**
 * Whether a pair is sure: its margin leaves at most `mostFalse` for everything else, and nothing speaks for another partner. A slip of
 * digits or the opposite sign needs a number in common, and a near amount a number or a name.
 */
export function isSurePair(
  { evidence: { relation, name, number }, margin, isContradicted: isDoubted }: WeighedPair,
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
