import { Beliefs, concerning, type Hypothesis } from './beliefs.ts';
import { nameEvidence, numberEvidence } from './evidence.ts';
import type { Scale } from './match-pairs.ts';
import { chanceOfAmount } from './rarity.ts';
import { groupBy, type WeighedRecord } from './record.ts';
import { SubsetSums, waysOf } from './subset-sums.ts';
import { grainOf, openOf, type SumMatch, sureSum, take } from './sums.ts';
import { isContradicted, leastFound } from './weight.ts';

/** The sizes of sums, the days from the first to the last item, and from the last one to their sum. */
const [sizes, spans, lags] = [
  [2, 3, 4, 5, 6],
  [0, 1, 2],
  [0, 1, 2, 3, 4, 5, 6],
];
/** How often items are of one day, of two and of three, before anything is known. */
const usualSpans = [0.6, 0.25, 0.15];
/** The most comparisons of one search: the totals of later days are not searched beyond it. */
const mostSteps = 50_000_000;
/** The number of chance sums from which a size is not searched. */
const mostChance = 0.5;
/** The probability that a total is a sum, before anything is known. */
const usuallySums = 0.2;
/** The probability that a record is part of a sum, before anything is known. */
const usuallyItem = 0.3;
/** The share of sums of other sizes and days. */
const others = 0.05;
const [searches, rounds, weighings] = [2, 4, 8];
/** Odds from which a sum does not become likely, as a logarithm. */
const hopeless = -8;
/** The odds from which a sum is sure, and suggested, as logarithms. */
const [leastSure, leastSuggested] = [5, -1];

type Cell = { span: number; lag: number; size: number };
type Candidate = Cell & {
  total: WeighedRecord;
  items: WeighedRecord[];
  /** The records that were in the window. */
  pool: readonly WeighedRecord[];
  chance: number;
};

type Shares = {
  sums: Map<string, number>;
  items: Map<number, number>;
  spans: number[];
  lags: number[];
  sizes: number[];
};

/** Whether the texts of a total allow an item: of two that name different ones, the item is none. */
function mayBeItem(item: WeighedRecord, total: WeighedRecord, { rarity, learned }: Scale): boolean {
  const { kind } = numberEvidence(item, total, rarity);
  if (kind === 'unknown' || (kind === 'of_another' && learned.numberFound > leastFound)) return false;
  return !nameEvidence(item, total, rarity).namesAnother;
}

/** bounded: becomes the totals whose sums are not all searched, with their possible items. */
function candidatesOf(open: ReadonlySet<WeighedRecord>, scale: Scale, bounded: Set<WeighedRecord>): Candidate[] {
  const { rarity } = scale;
  const lefts = openOf(open, 'left');
  const byDay = groupBy(lefts, ({ day, amount }) => [`${day}|${Math.sign(amount)}`]);
  // by their last day, and by span and sign
  const pools = new Map<number, Map<string, SubsetSums<WeighedRecord>>>();
  const poolOf = (last: number, span: number, sign: number): SubsetSums<WeighedRecord> => {
    const ofDay = pools.get(last) ?? new Map<string, SubsetSums<WeighedRecord>>();
    pools.set(last, ofDay);
    const key = `${span}|${sign}`;
    const known = ofDay.get(key);
    if (known !== undefined) return known;
    const days = Array.from({ length: span + 1 }, (_, back) => byDay.get(`${last - back}|${sign}`) ?? []);
    const pool = new SubsetSums(days.flat());
    ofDay.set(key, pool);
    return pool;
  };
  const found: Candidate[] = [];
  bounded.clear();
  let steps = 0;
  const leftOut = new Set<readonly WeighedRecord[]>();
  for (const total of openOf(open, 'right')) {
    // the records are in the order of days: sums of days that no later total reaches are not kept
    for (const last of pools.keys()) if (last < total.day - lags.length) pools.delete(last);
    // what names somebody is a sum of that party, or none
    if (rarity.textsOf(total).identifying.some(({ isKnown }) => isKnown)) continue;
    const density = chanceOfAmount(rarity, total.amount);
    for (const lag of lags)
      for (const span of spans) {
        const last = total.day - lag;
        const pool = poolOf(last, span, Math.sign(total.amount));
        for (const size of sizes) {
          const ways = waysOf(size, pool.items.length);
          if (size > pool.items.length || ways * density > mostChance) break;
          if (steps <= mostSteps && pool.canTry(size)) steps += pool.steps(size);
          else {
            bounded.add(total);
            leftOut.add(pool.items);
            break;
          }
          for (const items of pool.find(total.amount, size)) {
            const days = items.map(({ day }) => day);
            if (!days.includes(last) || !days.includes(last - span)) continue;
            if (!items.every((item) => mayBeItem(item, total, scale))) continue;
            const chance = Math.max(density, 0.2 * grainOf(items));
            found.push({ total, items, pool: pool.items, chance, span, lag, size });
          }
        }
      }
  }
  for (const items of leftOut) for (const item of items) bounded.add(item);
  return found;
}

const shareOf = (list: readonly number[], at: number): number => list[at] ?? 0;

/** The logarithm of how much likelier a sum is than that its records are something else. */
function weigh(
  { total, chance, pool, span, lag, size }: Candidate,
  shares: Shares,
  { rarity: { methods } }: Scale,
): number {
  const sums = shares.sums.get(methods.get(total) ?? '') ?? 0;
  const cell = shareOf(shares.spans, span) * shareOf(shares.lags, lag) * shareOf(shares.sizes, size - 2);
  const items = shares.items.get(Math.sign(total.amount)) ?? usuallyItem;
  const sets = waysOf(size, Math.max(size, items * pool.length));
  return Math.log((sums * cell) / (sets * chance * (1 - sums + sums * others))) + size * Math.log(items / (1 - items));
}

/** The pairs that records may be part of instead. */
function pairsOf(open: ReadonlySet<WeighedRecord>, scale: Scale): Hypothesis[] {
  return scale.pairs
    .filter(
      (pair) => pair.weight > 0 && open.has(pair.left) && open.has(pair.right) && !isContradicted(pair, scale.learned),
    )
    .map(({ left, right, weight }) => ({ records: [left, right], weight }));
}

/** The candidates with their odds, and what likely ones have in common. */
function learnShares(
  candidates: readonly Candidate[],
  open: ReadonlySet<WeighedRecord>,
  usual: Shares,
  scale: Scale,
  times: number,
): { shares: Shares; odds: number[] } {
  const { methods } = scale.rarity;
  const sets = candidates.map(({ total, items }) => [total, ...items]);
  const pairs = concerning(sets.flat(), pairsOf(open, scale));
  const beliefs = new Beliefs([...sets, ...pairs.map(({ records }) => records)]);
  const ofPairs = pairs.map(({ weight }) => weight);
  const [allOfMethod, allOfSign] = [new Map<string, number>(), new Map<number, number>()];
  const plus = <K>(counts: Map<K, number>, key: K, count: number) => counts.set(key, (counts.get(key) ?? 0) + count);
  for (const record of open) {
    if (record.side === 'right') plus(allOfMethod, methods.get(record) ?? '', 1);
    else plus(allOfSign, Math.sign(record.amount), 1);
  }
  let shares = usual;
  let odds: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const now = shares;
    const weights = candidates.map((each) => weigh(each, now, scale));
    odds = [...beliefs.odds([...weights, ...ofPairs]).subarray(0, candidates.length)];
    const believed = odds.map((each) => 1 / (1 + Math.exp(-each)));
    const count = (usualShares: readonly number[], placeOf: (each: Candidate) => number): number[] => {
      const counts = usualShares.map((share) => share * 5);
      for (const [index, each] of candidates.entries())
        counts[placeOf(each)] = (counts[placeOf(each)] ?? 0) + (believed[index] ?? 0);
      const all = counts.reduce((sum, each) => sum + each, 0);
      return counts.map((each) => each / all);
    };
    const [ofMethod, ofSign] = [new Map<string, number>(), new Map<number, number>()];
    for (const [index, { total, size }] of candidates.entries()) {
      plus(ofMethod, methods.get(total) ?? '', believed[index] ?? 0);
      plus(ofSign, Math.sign(total.amount), size * (believed[index] ?? 0));
    }
    shares = {
      sums: new Map(
        [...allOfMethod].map(([method, all]) => [
          method,
          Math.min(0.95, ((ofMethod.get(method) ?? 0) + 2 * (usual.sums.get(method) ?? 0)) / (all + 2)),
        ]),
      ),
      items: new Map(
        [...allOfSign].map(([sign, all]) => [
          sign,
          Math.min(0.9, ((ofSign.get(sign) ?? 0) + 20 * (usual.items.get(sign) ?? usuallyItem)) / (all + 20)),
        ]),
      ),
      spans: count(usual.spans, ({ span }) => span),
      lags: count(usual.lags, ({ lag }) => lag),
      sizes: count(usual.sizes, ({ size }) => size - 2),
    };
  }
  return { shares, odds };
}

/** The most other sets of a total that are shown. */
const mostOthers = 4;

/**
 * The likely sums, the likeliest first, each record once; sure ones only where no equal record could be the item as well. They are taken
 * from the open records.
 */
function takeLikely(
  candidates: readonly Candidate[],
  odds: readonly number[],
  open: Set<WeighedRecord>,
  isSure: boolean,
): SumMatch[] {
  const byAmount = groupBy(openOf(open, 'left'), ({ amount }) => [amount]);
  const hasTwin = ({ items }: Candidate): boolean =>
    items.some((item) =>
      byAmount
        .get(item.amount)
        ?.some((other) => Math.abs(item.day - other.day) <= 1 && !items.some(({ key }) => key === other.key)),
    );
  const likely = candidates
    .map((candidate, index) => ({ candidate, odds: odds[index] ?? 0 }))
    .filter((each) => (isSure ? each.odds >= leastSure && !hasTwin(each.candidate) : each.odds >= leastSuggested))
    .sort((a, b) => b.odds - a.odds);
  return likely.flatMap(({ candidate: { items, total } }) => {
    if (![total, ...items].every((record) => open.has(record))) return [];
    const sum = take(open, sureSum(items, [total]));
    if (isSure) return [sum];
    const others = candidates.filter((other) => other.total === total && other.items !== items);
    return [{ ...sum, isSure, others: others.slice(0, mostOthers).map((other) => other.items) }];
  });
}

/** The candidates whose records are all open, with the open records of their windows. */
function stillOpen(candidates: readonly Candidate[], open: ReadonlySet<WeighedRecord>): Candidate[] {
  const pools = new Map<readonly WeighedRecord[], WeighedRecord[]>();
  return candidates
    .filter(({ total, items }) => [total, ...items].every((record) => open.has(record)))
    .map((candidate) => {
      const pool = pools.get(candidate.pool) ?? candidate.pool.filter((item) => open.has(item));
      pools.set(candidate.pool, pool);
      return { ...candidate, pool };
    });
}

/**
 * Sums of records of one to three days that no name or number holds together. Each total is weighed against all sets that fit it, the
 * pairs and sums that its records may be part of instead, and chance. What is found leaves fewer records for chance, so the search is repeated.
 * bounded: becomes the totals whose sums are not all searched, with their possible items.
 */
export function sumsOfDays(
  open: Set<WeighedRecord>,
  scale: Scale,
  isSure: boolean,
  bounded: Set<WeighedRecord>,
): SumMatch[] {
  const { matched } = scale.learned;
  const usually = usuallySums * Math.min(1, matched / (1 - matched));
  const matches: SumMatch[] = [];
  let usual: Shares = {
    sums: new Map(openOf(open, 'right').map((total) => [scale.rarity.methods.get(total) ?? '', usually])),
    items: new Map(),
    spans: usualSpans,
    lags: lags.map(() => 1 / lags.length),
    sizes: sizes.map(() => 1 / sizes.length),
  };
  for (let search = 0; search < searches; search += 1) {
    const before = matches.length;
    let candidates = candidatesOf(open, scale, bounded);
    for (let round = 0; round < rounds; round += 1) {
      const first = learnShares(candidates, open, usual, scale, 1);
      candidates = candidates.filter((_, index) => (first.odds[index] ?? 0) > hopeless);
      const { shares, odds } = learnShares(candidates, open, first.shares, scale, weighings);
      const found = takeLikely(candidates, odds, open, isSure);
      if (found.length === 0) break;
      matches.push(...found);
      usual = shares;
      candidates = stillOpen(candidates, open);
    }
    if (matches.length === before) break;
  }
  return matches;
}
