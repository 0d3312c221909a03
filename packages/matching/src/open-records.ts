import { exactRelations } from './amounts.ts';
import { batchesLessFees } from './batches.ts';
import { type Doubt, doubtsOf } from './doubts.ts';
import { type GivenRecord, weighedRecord } from './given-record.ts';
import { isSurePair, learnScale, matchPairs, type Scale } from './match-pairs.ts';
import { isCutWithin, type Window } from './reach.ts';
import { nameOf, type WeighedRecord } from './record.ts';
import { reversalsOf } from './reversals.ts';
import { teach } from './sums.ts';
import { sumsOfDays } from './sums-of-days.ts';
import { sumsOfGroups } from './sums-of-groups.ts';
import { sumsOfNames } from './sums-of-names.ts';
import { sumsOfNumbers } from './sums-of-numbers.ts';
import { wordsOf } from './text.ts';

/** Records that belong together, by their keys in order. Records of one side that cancel each other have none of the other. */
export type Match = {
  lefts: string[];
  rights: string[];
  /** What else fits, the likeliest first: names of records (`left:KEY`), those of a sum with ` + ` between them. Null for a sure match. */
  runnersUp: string[] | null;
  /** Whether everything that fits was compared; null for a sure pair. */
  isExhausted: boolean | null;
  /** What keeps a suggested pair from being sure; null for all others. */
  doubts: Doubt[] | null;
};

/**
 * Records for which a search did not look at everything that they may belong to, by their keys. nearest: compared with the nearest ones
 * only; group: of a group that is too large to be solved; sums_of_…: too many with one number, with one name, or of a few days; steps:
 * the search of their sums was cut short.
 */
export type Bound = {
  bound: 'nearest' | 'group' | 'sums_of_number' | 'sums_of_name' | 'sums_of_days' | 'steps';
  lefts: string[];
  rights: string[];
};

/** What a search found. Bounds are of suggestions only: after them, no further search is made. */
export type Found = { matches: Match[]; bounds: Bound[] };

type Settings = {
  /** False: what is sure. True: what is likely as well, for records that no other search made sure. */
  isSuggested: boolean;
  /** Words that never name anybody. */
  stopWords: readonly string[];
};

export type PairSettings = Settings & {
  /** Equal amounts, stated and learned fees only. */
  isExact: boolean;
  /** The probability that a sure pair may leave for everything else. */
  mostFalse: number;
  /** The days from left to right, at most those from firstLag to lastLag. */
  window: Window;
};

export type SumSettings = Settings & {
  /** Sums of records of a few days that nothing but their amounts holds together, in place of sums of names. */
  byDay: boolean;
};

const keysOf = (records: readonly WeighedRecord[]): string[] => records.map(({ key }) => key).sort();

function boundOf(bound: Bound['bound'], records: Iterable<WeighedRecord>): Bound[] {
  const keysOn = (on: WeighedRecord['side']) => [...records].filter(({ side }) => side === on).map(({ key }) => key);
  const [lefts, rights] = [keysOn('left'), keysOn('right')];
  return lefts.length + rights.length === 0 ? [] : [{ bound, lefts, rights }];
}

/** The margin from which a record has a likely partner, and is no item of a sum. */
const likelyMargin = 4;

function likelyPartners(open: ReadonlySet<WeighedRecord>, scale: Scale): Set<WeighedRecord> {
  const pairs = matchPairs(open, scale).filter(
    ({ evidence: { relation }, margin }) => exactRelations.includes(relation) && margin > likelyMargin,
  );
  return new Set(pairs.flatMap(({ left, right }) => [left, right]));
}

/**
 * The unmatched records of one currency of both sides. They are learned from once for all searches with the same stop words. A search
 * leaves them as they are: its caller removes those of the matches that it keeps. Equal weights are decided by the order of the records,
 * which should not depend on their arrival.
 */
export class OpenRecords {
  /** By their names, in the order in which they were added. */
  readonly #records = new Map<string, WeighedRecord>();
  /** By stop words. */
  readonly #scales = new Map<string, Scale>();
  /** The texts of records that were added since the last search. */
  readonly #texts = new Map<string, string>();

  constructor(records: Iterable<GivenRecord> = []) {
    for (const record of records) this.add(record);
  }

  /** Adds a record; what was learned without it is forgotten. */
  add(given: GivenRecord): void {
    const record = weighedRecord(given, this.#texts);
    this.#records.set(nameOf(record), record);
    this.#scales.clear();
  }

  /** Removes matched records by their names, `left:KEY` and `right:KEY`. Names of no open record are ignored. */
  remove(names: Iterable<string>): void {
    for (const name of names) this.#records.delete(name);
  }

  /** The records and what they taught, or nothing where a side has none. */
  #learn(stopWords: readonly string[]): { open: Set<WeighedRecord>; scale: Scale } | undefined {
    const open = new Set(this.#records.values());
    if (new Set([...open].map(({ side }) => side)).size < 2) return undefined;
    this.#texts.clear();
    const words = new Set(wordsOf(...stopWords));
    const id = JSON.stringify([...words]);
    const known = this.#scales.get(id) ?? learnScale([...open], words);
    // records that are matched never open again
    const pairs = known.pairs.filter(({ left, right }) => open.has(left) && open.has(right));
    const scale = { ...known, pairs };
    this.#scales.set(id, scale);
    return { open, scale };
  }

  /**
   * Returns pairs by all their evidence, weighed by how rare it is in the records; before sure ones, records of one side that cancel each
   * other.
   */
  pairs({ isExact, mostFalse, window, isSuggested, stopWords }: PairSettings): Found {
    const learned = this.#learn(stopWords);
    if (learned === undefined) return { matches: [], bounds: [] };
    const { open, scale } = learned;
    const matches: Match[] = [];
    if (!isSuggested)
      for (const { first, later } of reversalsOf(open, scale)) {
        for (const record of [first, later]) open.delete(record);
        const keys = keysOf([first, later]);
        const [lefts, rights] = first.side === 'left' ? [keys, []] : [[], keys];
        matches.push({ lefts, rights, runnersUp: null, isExhausted: null, doubts: null });
      }
    const unsolved = new Set<WeighedRecord>();
    for (const pair of matchPairs(open, scale, window, unsolved)) {
      if (isExact && !exactRelations.includes(pair.evidence.relation)) continue;
      // what other searches made sure meanwhile is a suggestion as well
      if (!isSuggested && !isSurePair(pair, mostFalse)) continue;
      matches.push({
        lefts: [pair.left.key],
        rights: [pair.right.key],
        runnersUp: isSuggested ? pair.rivals.map(({ record }) => nameOf(record)) : null,
        isExhausted: isSuggested ? pair.isExhausted : null,
        doubts: isSuggested ? doubtsOf(pair, scale.learned, pair.rivals.length > 0) : null,
      });
    }
    if (!isSuggested) return { matches, bounds: [] };
    const cut = [...scale.bounded].filter(([record, reach]) => open.has(record) && isCutWithin(reach, window));
    const nearest = cut.map(([record]) => record);
    return { matches, bounds: [...boundOf('nearest', nearest), ...boundOf('group', unsolved)] };
  }

  /**
   * Returns sums that a number, a day or a name holds together: one for several, several for one, and several for several with one number; batches
   * of one kind less a fee. With `isSuggested`, the sure ones are found again, with the suggested ones.
   */
  sums({ byDay, isSuggested, stopWords }: SumSettings): Found {
    const learned = this.#learn(stopWords);
    if (learned === undefined) return { matches: [], bounds: [] };
    const { open, scale } = learned;
    const none = () => new Set<WeighedRecord>();
    const bounded = { sums_of_number: none(), sums_of_name: none(), sums_of_days: none(), steps: none() };
    const sums = [...sumsOfNumbers(open, scale, bounded.sums_of_number), ...sumsOfGroups(open, scale)];
    const paired = likelyPartners(open, scale);
    if (!isSuggested) teach(sums, scale);
    // one of the two searches suggests
    if (!byDay || !isSuggested) sums.push(...batchesLessFees(open, scale, paired, !isSuggested));
    if (byDay) sums.push(...sumsOfDays(open, scale, !isSuggested, bounded.sums_of_days));
    else sums.push(...sumsOfNames(open, scale, paired, bounded));
    const wanted = sums.filter(({ isSure }) => isSure || isSuggested);
    const matches = wanted.map(({ lefts, rights, others, isSure, isExhausted }) => ({
      lefts: keysOf(lefts),
      rights: keysOf(rights),
      runnersUp: isSure ? null : others.map((items) => items.map(nameOf).join(' + ')),
      isExhausted,
      doubts: null,
    }));
    if (!isSuggested) return { matches, bounds: [] };
    const kinds = ['sums_of_number', 'sums_of_name', 'sums_of_days', 'steps'] as const;
    return { matches, bounds: kinds.flatMap((kind) => boundOf(kind, bounded[kind])) };
  }
}
