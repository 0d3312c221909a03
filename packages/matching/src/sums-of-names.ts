import { ofNames } from './evidence.ts';
import { firstFrom } from './first-from.ts';
import { firstLag, lastLag } from './learned.ts';
import type { Scale } from './match-pairs.ts';
import { chanceOfAmount } from './rarity.ts';
import { groupBy, type Side, type WeighedRecord } from './record.ts';
import { type SumQuestion, searchSums } from './sum-search.ts';
import { divisorOf, grainOf, mostChanceOf, openOf, type SumMatch } from './sums.ts';

const [mostItems, mostSolutions] = [12, 4];
/** The steps of the search for one total, and for all totals of a side. */
const [mostStepsEach, mostSteps] = [20_000, 4_000_000];
/** The most records of a party that are searched. */
const mostOfPool = 60;
/** The evidence of a name from which records are of one party. */
const leastName = 4;
/** The greatest number of sums that chance may give among multiples of the items' common divisor. */
const mostGrain = 0.5;
/** A word of more records than this finds nobody. */
const mostOfWord = 400;
/** How many records of such a word are looked at to see whether it names the party. */
const mostSampled = 5;

type NameSum = {
  total: WeighedRecord;
  items: WeighedRecord[];
  others: WeighedRecord[][];
  isExhausted: boolean;
  chance: number;
  grain: number;
};

/** The records of parties that have too many records to be searched, and of searches that were cut short without a result. */
export type NameBounds = { sums_of_name: Set<WeighedRecord>; steps: Set<WeighedRecord> };

/** The number of ways to take at most `most` of `of` things. */
function waysUpTo(most: number, of: number): number {
  let [ways, all] = [1, 1];
  for (let size = 1; size <= most; size += 1) {
    ways = (ways * (of - size + 1)) / size;
    all += ways;
  }
  return all;
}

/** The number of sets that are as simple as this one: of few records, or of all but few. */
const waysOf = (taken: number, pool: number): number => Math.min(waysUpTo(taken, pool), waysUpTo(pool - taken, pool));

/** The number of sums that chance may give among the records of a pool that are multiples of the items' common divisor. */
function grainIn(pool: readonly WeighedRecord[], items: readonly WeighedRecord[]): number {
  const divisor = divisorOf(items);
  const multiples = pool.filter(({ amount }) => amount % divisor === 0);
  return waysOf(items.length, multiples.length) * grainOf(items);
}

/** bounded: the records of a search that was cut short are added where it found nothing. */
function sumIn(
  total: WeighedRecord,
  pool: readonly WeighedRecord[],
  { rarity }: Scale,
  budget: { steps: number },
  { steps: bounded }: NameBounds,
): NameSum | undefined {
  const byKey = new Map(pool.map((item) => [item.key, item]));
  const question: SumQuestion = {
    total: BigInt(Math.abs(total.amount)),
    tolerance: 0n,
    items: pool.map(({ key, amount, day }) => ({ key, amount: BigInt(Math.abs(amount)), day })),
    mostItems,
    mostSolutions,
    mostSteps: Math.min(mostStepsEach, budget.steps),
  };
  const { solutions, isExhausted, steps } = searchSums(question);
  budget.steps -= steps;
  const [items, ...others] = solutions.map((keys) => keys.flatMap((key) => byKey.get(key) ?? []));
  if (items === undefined) {
    if (!isExhausted) for (const record of [total, ...pool]) bounded.add(record);
    return undefined;
  }
  const ways = waysOf(items.length, pool.length);
  return {
    total,
    items,
    others,
    isExhausted,
    chance: ways * chanceOfAmount(rarity, total.amount),
    grain: grainIn(pool, items),
  };
}

/**
 * The records of the other side that may be part of a total: of its party, its sign and near its day. Of more than are searched, some of
 * them. byWord: in the order of days. skipped is called for the words of a party that too many records have.
 */
function poolOf(
  total: WeighedRecord,
  byWord: ReadonlyMap<string, WeighedRecord[]>,
  { rarity }: Scale,
  skipped: (items: readonly WeighedRecord[]) => void,
): WeighedRecord[] {
  const isRight = total.side === 'right';
  const [first, last] = isRight
    ? [total.day - lastLag, total.day - firstLag]
    : [total.day + firstLag, total.day + lastLag];
  const texts = rarity.textsOf(total);
  const isOfParty = (item: WeighedRecord): boolean => {
    const ofItem = rarity.textsOf(item);
    const evidence = isRight ? ofNames(ofItem, texts, rarity) : ofNames(texts, ofItem, rarity);
    return item.amount * total.amount > 0 && evidence.name >= leastName;
  };
  const near = new Set<WeighedRecord>();
  for (const word of total.names) {
    const items = byWord.get(word) ?? [];
    const from = firstFrom(items, ({ day }) => day, first);
    if (items.length > mostOfWord) {
      const sample = items.slice(from, from + mostSampled).filter(({ day }) => day <= last);
      if (sample.some(isOfParty)) skipped(items);
      continue;
    }
    for (let at = from; at < items.length; at += 1) {
      const item = items[at];
      if (item === undefined || item.day > last) break;
      if (item.amount * total.amount > 0) near.add(item);
    }
  }
  const pool: WeighedRecord[] = [];
  for (const item of near) {
    if (isOfParty(item)) pool.push(item);
    if (pool.length > mostOfPool) break;
  }
  return pool;
}

function sumsOfSide(open: ReadonlySet<WeighedRecord>, side: Side, scale: Scale, bounds: NameBounds): NameSum[] {
  const items = openOf(open, side === 'right' ? 'left' : 'right').sort((a, b) => a.day - b.day);
  const byWord = groupBy(items, ({ names }) => names.filter((word) => !scale.rarity.stopWords.has(word)));
  const budget = { steps: mostSteps };
  const long = new Set<readonly WeighedRecord[]>();
  const sums = openOf(open, side).flatMap((total) => {
    const pool = poolOf(total, byWord, scale, (ofWord) => {
      bounds.sums_of_name.add(total);
      long.add(ofWord);
    });
    if (pool.length > mostOfPool) for (const record of [total, ...pool]) bounds.sums_of_name.add(record);
    if (pool.length < 2 || pool.length > mostOfPool) return [];
    return sumIn(total, pool, scale, budget, bounds) ?? [];
  });
  for (const ofWord of long) for (const item of ofWord) bounds.sums_of_name.add(item);
  return sums;
}

/**
 * Sums of records of one party, the least likely to be chance first, each record once. A sum is sure if it is the only one that fits,
 * chance is unlikely, no other sum claims a record of it, and none of them has a likely partner of its own (`paired`). bounds: records whose
 * search was bounded are added.
 */
export function sumsOfNames(
  open: ReadonlySet<WeighedRecord>,
  scale: Scale,
  paired: ReadonlySet<WeighedRecord>,
  bounds: NameBounds,
): SumMatch[] {
  const sums = [...sumsOfSide(open, 'right', scale, bounds), ...sumsOfSide(open, 'left', scale, bounds)];
  const claims = new Map<WeighedRecord, number>();
  for (const { total, items, others } of sums)
    for (const record of new Set([total, ...items, ...others.flat()]))
      claims.set(record, (claims.get(record) ?? 0) + 1);
  const used = new Set<WeighedRecord>();
  const matches: SumMatch[] = [];
  for (const { total, items, others, isExhausted, chance, grain } of sums.sort((a, b) => a.chance - b.chance)) {
    const all = [total, ...items];
    if (all.some((record) => used.has(record))) continue;
    for (const record of all) used.add(record);
    const isAlone = others.length === 0 && all.every((record) => claims.get(record) === 1 && !paired.has(record));
    const [lefts, rights] = total.side === 'right' ? [items, [total]] : [[total], items];
    matches.push({
      lefts,
      rights,
      isSure: isAlone && isExhausted && chance <= mostChanceOf(scale) && grain <= mostGrain,
      others,
      isExhausted,
    });
  }
  return matches;
}
