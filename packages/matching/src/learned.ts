import { type Fee, lessFee, type Relation } from './amounts.ts';
import type { Pair } from './evidence.ts';
import type { Rarity } from './rarity.ts';
import type { WeighedRecord } from './record.ts';

/** What the likely pairs of the data teach. All shares are probabilities among records that belong together. */
export type Learned = {
  /** The share of records that have a partner. */
  matched: number;
  relations: Readonly<Record<Relation, number>>;
  /** The same by method. */
  relationsOf: ReadonlyMap<string, Readonly<Record<Relation, number>>>;
  /** Of near amounts, the share by difference (differenceBin). */
  differences: readonly number[];
  /** By days from left to right, from firstLag to lastLag. */
  lags: readonly number[];
  /** The same by method. */
  lagsOf: ReadonlyMap<string, readonly number[]>;
  /** How often a left record with a reference shares a number with its partner. */
  numberFound: number;
  /** The same by method. */
  numberFoundOf: ReadonlyMap<string, number>;
  fees: readonly Fee[];
};

/** The days from a left record to its right one, from the first to the last; records further apart are no pair and no sum. */
export const firstLag = -7;
export const lastLag = 45;

/** Lags before anything is known: most within three days, a long tail, few before. */
function usualLags(): number[] {
  const lags = Array.from({ length: lastLag - firstLag + 1 }, (_, index) => {
    const lag = firstLag + index;
    return lag < 0 ? 0.02 * 0.4 ** -lag : 0.25 * 0.72 ** lag + 0.002;
  });
  const all = lags.reduce((sum, each) => sum + each, 0);
  return lags.map((each) => each / all);
}

/** Half percents of the left amount from -5 % to 5 %. */
export const differenceBins = 20;
export const differenceBin = (left: number, right: number): number =>
  Math.min(differenceBins - 1, Math.max(0, Math.floor(((left - right) / left) * 200) + 10));

export const unlearned: Learned = {
  matched: 0.5,
  relations: { equal: 0.9, fee: 0.4, learned_fee: 0.04, near: 0.02, digits: 0.004, sign: 0.002, differs: 0.004 },
  relationsOf: new Map(),
  // less arrives more often than more
  differences: Array.from({ length: differenceBins }, (_, bin) => (bin < 10 ? 0.02 : 0.08)),
  lags: usualLags(),
  lagsOf: new Map(),
  numberFound: 0.3,
  numberFoundOf: new Map(),
  fees: [],
};

/** Counts as shares: the usual shares count as `weight` further matches, and each count a little for its neighbours. */
function smoothed(counts: readonly number[], usual: readonly number[], weight: number): number[] {
  const all = counts.reduce((sum, each) => sum + each, 0);
  return usual.map((each, at) => {
    // a count of one may be the pair itself, which does not prove its own
    const others = (place: number) => ((counts[place] ?? 0) > 1 ? (counts[place] ?? 0) : 0);
    const counted = 0.8 * others(at) + 0.1 * (others(at - 1) + others(at + 1));
    return (each * weight + counted) / (all + weight);
  });
}

const share = (found: number, all: number, usual: number, weight: number): number =>
  (found + usual * weight) / (all + weight);

/** Flat parts of fees that are tried, in ten-thousandths. */
const flats = [0, 1_000, 2_000, 2_500, 3_000, 5_000, 10_000, 15_000];
const [leastVotes, leastShare, mostFees] = [5, 0.12, 6];

export type Difference = { amount: number; less: number };

/** The fees that explain a difference: each flat amount, and each percentage in steps of 0.05 % that rounds to it. */
function feesOf({ amount, less }: Difference): string[] {
  const fees = [`0|${less}`];
  for (const flat of flats) {
    const low = ((less - flat - 60) / amount) * 10_000;
    const high = ((less - flat + 60) / amount) * 10_000;
    if (high - low > 12) continue;
    for (let at = Math.max(10, Math.ceil(low / 5) * 5); at <= Math.min(high, 1_500); at += 5)
      fees.push(`${at}|${flat}`);
  }
  return [...new Set(fees)];
}

/** The fees that many differences have in common. A percentage that is different each time teaches nothing. */
export function learnFees(differences: readonly Difference[]): Fee[] {
  let open = [...differences];
  const fees: Fee[] = [];
  while (fees.length < mostFees) {
    const votes = new Map<string, number>();
    for (const each of open) for (const fee of feesOf(each)) votes.set(fee, (votes.get(fee) ?? 0) + 1);
    const [best] = [...votes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    if (best === undefined || best[1] < Math.max(leastVotes, differences.length * leastShare)) return fees;
    const [basisPoints = 0, flat = 0] = best[0].split('|').map(Number);
    fees.push({ basisPoints, flat });
    open = open.filter(({ amount, less }) => Math.abs(less - (amount * basisPoints) / 10_000 - flat) > 100);
  }
  return fees;
}

/** The probability from which a pair teaches more than that it exists. */
const likely = 0.9;

const relationNames = Object.keys(unlearned.relations) as Relation[];

const foundShare = (pairs: readonly Pair[], isFound: (pair: Pair) => boolean, usual: number): number =>
  Math.min(0.97, share(pairs.filter(isFound).length, pairs.length, usual, 4));

/** The fewest records of a kind with a stated fee from which the fee of the kind is learned, and the share that it has to explain. */
const [leastOfKind, leastExplained, mostStated] = [8, 0.6, 8];

/** The gross amounts and fees of the records that state a fee, by each word of their texts. */
export function statedDifferences(records: readonly WeighedRecord[]): Map<string, Difference[]> {
  const byWord = new Map<string, Difference[]>();
  for (const { side, amount, fee, words } of records) {
    const gross = side === 'right' ? amount + Math.abs(fee ?? 0) : amount;
    if (!fee || gross <= 0) continue;
    for (const word of words) {
      const ofWord = byWord.get(word) ?? [];
      byWord.set(word, ofWord);
      ofWord.push({ amount: gross, less: Math.abs(fee) });
    }
  }
  return byWord;
}

/** The fees that stated fees show, by kind (a word of the text), for other lines of the kind without a stated fee. */
export function statedFees(records: readonly WeighedRecord[]): Fee[] {
  const explained = new Map<string, { fee: Fee; times: number }>();
  for (const differences of statedDifferences(records).values()) {
    if (differences.length < leastOfKind) continue;
    const [fee] = learnFees(differences);
    if (fee === undefined) continue;
    const times = differences.filter(
      ({ amount, less }) => Math.abs(amount - less - lessFee(amount, fee)) <= 100,
    ).length;
    const before = explained.get(keyOf(fee))?.times ?? 0;
    if (times >= leastExplained * differences.length)
      explained.set(keyOf(fee), { fee, times: Math.max(times, before) });
  }
  return [...explained.values()]
    .sort((a, b) => b.times - a.times || (keyOf(a.fee) < keyOf(b.fee) ? -1 : 1))
    .slice(0, mostStated)
    .map(({ fee }) => fee);
}

type Taught = { pair: Pair; posterior: number };

/** How the amounts of the pairs of each method are related, as shares. */
function relationsByMethod(
  pairs: readonly Taught[],
  all: Readonly<Record<Relation, number>>,
  { methods }: Rarity,
): Map<string, Record<Relation, number>> {
  const counts = new Map<string, Record<Relation, number>>();
  const partners = new Map<string, number>();
  for (const { pair, posterior } of pairs) {
    const method = methods.get(pair.right) ?? '';
    const ofMethod = counts.get(method) ?? {
      equal: 0,
      fee: 0,
      learned_fee: 0,
      near: 0,
      digits: 0,
      sign: 0,
      differs: 0,
    };
    counts.set(method, ofMethod);
    ofMethod[pair.evidence.relation] += posterior;
    partners.set(method, (partners.get(method) ?? 0) + posterior);
  }
  for (const [method, ofMethod] of counts)
    for (const relation of relationNames)
      ofMethod[relation] = share(ofMethod[relation], partners.get(method) ?? 0, all[relation], 20);
  return counts;
}

const keyOf = ({ basisPoints, flat }: Fee): string => `${basisPoints}|${flat}`;

/** The share of records with a partner before any is found: a few records cannot show that two files have nothing to do with each other. */
const usuallyMatched = (records: number): number => Math.max(0.05, 5 / (10 + records));

/** What pairs teach, each as far as it is likely (`posterior`). */
export function learn(pairs: readonly Taught[], rarity: Rarity, stated: readonly Fee[]): Learned {
  const good = pairs.filter(({ posterior }) => posterior >= likely).map(({ pair }) => pair);
  const partners = pairs.reduce((sum, { posterior }) => sum + posterior, 0);
  const ofRelation = (relation: Relation) =>
    pairs.reduce((sum, { pair, posterior }) => sum + (pair.evidence.relation === relation ? posterior : 0), 0);
  const relations = { ...unlearned.relations };
  // a stated fee is expected only where it is stated
  for (const relation of relationNames)
    if (relation !== 'fee')
      relations[relation] = share(ofRelation(relation), partners, unlearned.relations[relation], 20);
  const relationsOf = relationsByMethod(pairs, relations, rarity);
  const bins = unlearned.differences.map(() => 0);
  const lags = unlearned.lags.map(() => 0);
  const byMethod = new Map<string, number[]>();
  for (const { left, right, evidence } of good) {
    const lag = evidence.lag - firstLag;
    const method = rarity.methods.get(right) ?? '';
    const ofMethod = byMethod.get(method) ?? unlearned.lags.map(() => 0);
    byMethod.set(method, ofMethod);
    for (const counts of [lags, ofMethod]) counts[lag] = (counts[lag] ?? 0) + 1;
    const bin = differenceBin(left.amount, right.amount);
    if (evidence.relation === 'near') bins[bin] = (bins[bin] ?? 0) + 1;
  }
  const all = smoothed(lags, unlearned.lags, 20);
  const referred = good.filter(({ left }) => left.own.length > 0);
  const isFound = ({ evidence }: Pair) => evidence.number.kind === 'shared';
  const numberFound = foundShare(referred, isFound, unlearned.numberFound);
  const byReferred = new Map<string, Pair[]>();
  for (const pair of referred) {
    const method = rarity.methods.get(pair.right) ?? '';
    const ofMethod = byReferred.get(method) ?? [];
    byReferred.set(method, ofMethod);
    ofMethod.push(pair);
  }
  const held = pairs.filter(
    ({ pair: { left, right, evidence } }) =>
      ['near', 'learned_fee'].includes(evidence.relation) &&
      left.amount > right.amount &&
      left.amount > 0 &&
      (evidence.name > 1 || evidence.number.kind === 'shared'),
  );
  const differing = learnFees(
    held.map(({ pair: { left, right } }) => ({ amount: left.amount, less: left.amount - right.amount })),
  );
  const most = Math.min(rarity.count.left, rarity.count.right);
  return {
    matched: Math.min(0.95, share(partners, most, usuallyMatched(most), 2)),
    relations,
    relationsOf,
    differences: smoothed(bins, unlearned.differences, 10),
    lags: all,
    lagsOf: new Map([...byMethod].map(([method, counts]) => [method, smoothed(counts, all, 20)])),
    numberFound,
    numberFoundOf: new Map(
      [...byReferred].map(([method, ofMethod]) => [method, foundShare(ofMethod, isFound, numberFound)]),
    ),
    fees: [...new Map([...stated, ...differing].map((fee) => [keyOf(fee), fee])).values()],
  };
}
