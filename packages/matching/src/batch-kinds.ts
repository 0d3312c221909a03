import {
  grossSchedule,
  proposalsOf,
  type Schedule,
  scheduleByWord,
  schedulesOf,
  statedByWord,
  statedSchedule,
  type Trial,
  taughtTrial,
  trialsOf,
} from './batch-fees.ts';
import { type BatchSet, type Depth, Habits, type Netted, nettedBy, setsOf, taughtSet } from './batch-sets.ts';
import { type PlacesOf, type Timeline, timelineOf } from './batch-windows.ts';
import type { Scale } from './match-pairs.ts';
import { groupBy, type WeighedRecord } from './record.ts';

/** The fewest items and lines of a kind. */
const [leastItems, leastLines] = [6, 3];
/** How many kinds of each side are tried with each other, those of most records first. */
const [mostItemKinds, mostLineKinds] = [10, 10];
/** The most kinds with a word in common. */
const mostShared = 30;
/** The most lines of a kind that teach its fee. */
const mostTaught = 60;
/** The evidence from which a kind has a schedule, as a logarithm of odds against chance. */
export const leastEvidence = Math.log(10_000);
/** The most evidence of lines that are known. */
const mostOfTaught = 16;
/** The evidence from which the ways to round a fee are compared. */
const leastPromising = 1;
/** What a further word has to add to the evidence of a kind. */
const leastOfWord = 5;
/** How many kinds are learned. */
const mostLearned = 8;
/** How many words are tried as a further one. */
const mostWords = 12;

/** Records of one side with one of these words in common. */
export type Kind = { words: readonly string[]; records: readonly WeighedRecord[] };
/** What arrives of the items of a kind, as the lines of another one show. evidence: the logarithm of how much likelier the lines are by it than by chance. */
export type Learned = { items: Items; lines: Lines; schedule: Schedule; evidence: number };

/** The items of the lines that are known. */
export type Taught = ReadonlyMap<WeighedRecord, readonly WeighedRecord[]>;

/** The share of lines that have to name a place, and of items, for items to be told apart by it. */
const [markedLines, markedItems] = [0.8, 0.4];

/** The lines of a kind in the order of their days, with the places that they name, if nearly all name one of several. */
export class Lines {
  readonly words: readonly string[];
  readonly records: readonly WeighedRecord[];
  readonly marks: ReadonlySet<string>;

  /** taught: the items of lines that are known. */
  readonly taught: Taught;

  constructor({ words, records }: Kind, taught: Taught) {
    this.words = words;
    this.taught = taught;
    this.records = records.toSorted((a, b) => a.day - b.day || (a.key < b.key ? -1 : 1));
    const counts = new Map<string, number>();
    for (const { marks } of records) for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
    const usual = [...counts].filter(([, times]) => times >= leastLines).map(([mark]) => mark);
    const named = records.filter(({ marks }) => usual.filter((mark) => marks.includes(mark)).length === 1).length;
    this.marks = new Set(usual.length > 1 && named >= markedLines * records.length ? usual : []);
  }

  /** The place that a record names. */
  markOf({ marks }: WeighedRecord): string | undefined {
    return marks.find((mark) => this.marks.has(mark));
  }
}

/** The items of a kind by the places that they name. */
export class Items {
  readonly words: readonly string[];
  readonly records: readonly WeighedRecord[];
  readonly #marked = new Map<Lines, boolean>();
  readonly #timelines = new Map<string, Timeline>();
  readonly #days = new Map<WeighedRecord, number>();

  /** isMoved: what was sent back counts on the day of what had been sent. */
  constructor({ words, records }: Kind, isMoved: boolean) {
    this.words = words;
    this.records = records;
    if (isMoved) this.#move();
  }

  #move(): void {
    const sent = groupBy(
      this.records.filter(({ amount }) => amount > 0),
      ({ own }) => own,
    );
    for (const item of this.records) {
      if (item.amount > 0) continue;
      const first = item.own.flatMap((number) => sent.get(number) ?? []).find(({ amount }) => amount === -item.amount);
      if (first !== undefined) this.#days.set(item, first.day);
    }
  }

  /** Whether all records are of this kind. */
  hasAll(records: readonly WeighedRecord[]): boolean {
    return records.every(({ names, words }) => this.words.some((word) => words.includes(word) || names.includes(word)));
  }

  get isMoved(): boolean {
    return this.#days.size > 0;
  }

  /** Some of the items, as they count here. */
  only(isKept: (record: WeighedRecord) => boolean): Items {
    return new Items({ words: this.words, records: this.records.filter(isKept) }, this.isMoved);
  }

  /** Whether the items are told apart by the places that the lines name. */
  isMarked(lines: Lines): boolean {
    if (lines.marks.size === 0) return false;
    const known = this.#marked.get(lines);
    if (known !== undefined) return known;
    const named = this.records.filter((item) => lines.markOf(item) !== undefined).length;
    const isMarked = named >= markedItems * this.records.length;
    this.#marked.set(lines, isMarked);
    return isMarked;
  }

  /** The items that may be of a line: those that name its place, and with `isWide` those that name none. */
  timelineOf(lines: Lines, line: WeighedRecord, isMarked: boolean, isWide: boolean): Timeline {
    const mark = isMarked ? lines.markOf(line) : undefined;
    const id = mark === undefined ? '' : `${lines.words.join()}|${mark}|${isWide}`;
    const known = this.#timelines.get(id);
    if (known !== undefined) return known;
    const timeline = timelineOf(
      mark === undefined
        ? this.records
        : this.records.filter((item) => [mark, ...(isWide ? [undefined] : [])].includes(lines.markOf(item))),
      (item) => this.#days.get(item) ?? item.day,
    );
    this.#timelines.set(id, timeline);
    return timeline;
  }
}

/** The items that each line may have by a schedule. */
export function nettedFor(items: Items, lines: Lines, schedule: Schedule): (line: WeighedRecord) => Netted {
  const isMarked = items.isMarked(lines);
  const known = new Map<Timeline, Netted>();
  return (line) => {
    const timeline = items.timelineOf(lines, line, isMarked, true);
    const mark = isMarked ? lines.markOf(line) : undefined;
    const netted =
      known.get(timeline) ??
      nettedBy(timeline, schedule, (item) => mark !== undefined && lines.markOf(item) === undefined);
    known.set(timeline, netted);
    return netted;
  };
}

const wordsOf = ({ names, words }: WeighedRecord): Set<string> => new Set([...names, ...words]);

/** The kinds of some records by word, the largest first. Of words that the same records have, the first. */
export function kindsOf(records: readonly WeighedRecord[], least: number): Kind[] {
  const seen = new Set<string>();
  return [...groupBy(records, wordsOf)]
    .filter(([, { length }]) => length >= least)
    .sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
    .map(([word, all]) => ({ words: [word], records: all }))
    .filter(({ records: all }) => {
      const id = `${all.length}|${all[0]?.key}|${all[Math.floor(all.length / 2)]?.key}|${all.at(-1)?.key}`;
      return seen.size < seen.add(id).size;
    });
}

const union = (one: Kind, other: Kind): Kind => ({
  words: [...one.words, ...other.words],
  records: [...new Set([...one.records, ...other.records])],
});

/** The sets that a line may be, or that it is known to be. */
export function setsFor(
  line: WeighedRecord,
  items: Items,
  lines: Lines,
  schedule: Schedule,
  nettedOf: (line: WeighedRecord) => Netted,
  placesOf: PlacesOf,
  habits: Habits,
  depth: Depth,
): BatchSet[] {
  const taught = lines.taught.get(line);
  if (taught === undefined) return setsOf(line, nettedOf(line), placesOf, habits, depth);
  return items.hasAll(taught) ? taughtSet(line, taught, schedule, placesOf, habits) : [];
}

/** How much likelier the lines are as batches of a schedule than by chance, each judged by the ones before it. */
export function evidenceOf(items: Items, lines: Lines, schedule: Schedule, placesOf: PlacesOf, depth: Depth): number {
  const nettedOf = nettedFor(items, lines, schedule);
  const habits = new Habits();
  let [evidence, ofTaught] = [0, 0];
  for (const line of lines.records.slice(-mostTaught)) {
    const { share } = habits;
    const sets = setsFor(line, items, lines, schedule, nettedOf, placesOf, habits, depth);
    const odds = sets.map(({ prior, chance }) => (share * prior) / chance);
    const all = 1 - share + odds.reduce((sum, each) => sum + each, 0);
    if (lines.taught.has(line)) ofTaught += Math.log(all);
    else evidence += Math.log(all);
    habits.add(sets.map((set, at) => ({ ...set, likely: (odds[at] ?? 0) / all })));
  }
  // what is known proves the schedule, and not that the other lines are batches
  return evidence + Math.min(mostOfTaught, ofTaught - Math.log(schedule.rivals));
}

type Best = { schedule: Schedule; evidence: number };

/** Learns from items and lines, with what is the same for all of them. */
class Learner {
  readonly #placesOf: PlacesOf;

  constructor(placesOf: PlacesOf) {
    this.#placesOf = placesOf;
  }

  #bestOf(items: Items, lines: Lines, schedules: readonly Schedule[], depth: Depth): Best {
    let best: Best = { schedule: grossSchedule, evidence: -Infinity };
    for (const schedule of schedules) {
      const evidence = evidenceOf(items, lines, schedule, this.#placesOf, depth);
      if (evidence > best.evidence) best = { schedule, evidence };
    }
    return best;
  }

  #trialsOf(items: Items, lines: Lines, isLoose: boolean): Trial[] {
    const isMarked = items.isMarked(lines);
    const some = lines.records.slice(-mostTaught);
    const known = some.flatMap((line, at) => {
      const taught = lines.taught.get(line);
      return taught === undefined || !items.hasAll(taught) ? [] : taughtTrial(line, at, taught);
    });
    const open = some.map((line) => (lines.taught.has(line) ? undefined : line));
    return [...known, ...trialsOf((line) => items.timelineOf(lines, line, isMarked, false), open, isLoose)];
  }

  /** The best schedule: of the known ones, or of the ways to round a proposed fee. */
  learn(items: Items, lines: Lines, known: readonly Schedule[], isShared: boolean): Best {
    const depth = isShared ? 1 : 0;
    const proposals = proposalsOf(this.#trialsOf(items, lines, isShared), isShared ? 2 : leastLines);
    let best = this.#bestOf(items, lines, known, depth);
    for (const proposal of proposals) {
      const schedules = schedulesOf(proposal);
      const { evidence } = this.#bestOf(items, lines, [...schedules.slice(0, 1), ...schedules.slice(-1)], depth);
      if (evidence < leastPromising) continue;
      const rounded = this.#bestOf(items, lines, schedules, depth);
      if (rounded.evidence > best.evidence) best = rounded;
    }
    if (!isShared || best.evidence < leastPromising) return best;
    return { ...best, evidence: Math.max(best.evidence, evidenceOf(items, lines, best.schedule, this.#placesOf, 2)) };
  }

  /** Adds the words whose items make the lines likelier. */
  extend(learned: Learned, kinds: readonly Kind[]): Learned {
    let best = learned;
    for (;;) {
      const before = best;
      for (const kind of kinds.slice(0, mostWords)) {
        if (before.items.words.some((word) => kind.words.includes(word))) continue;
        const items = new Items(union(before.items, kind), before.items.isMoved);
        if (items.records.length === before.items.records.length && before.items.records.length > 0) continue;
        const evidence = evidenceOf(items, before.lines, before.schedule, this.#placesOf, 0);
        if (evidence > best.evidence + leastOfWord) best = { ...before, items, evidence };
      }
      if (best === before) return best;
    }
  }
}

/** The kinds of items that arrive as batches, with their schedules, the most evident first. */
export function learnKinds(
  items: readonly WeighedRecord[],
  lines: readonly WeighedRecord[],
  { records: all, taught }: Scale,
  placesOf: PlacesOf,
): Learned[] {
  const learner = new Learner(placesOf);
  const isOpen = new Set(items);
  const every = [...items, ...[...taught.values()].flat()];
  const opened = ({ words, records }: Kind, isMoved: boolean) =>
    new Items({ words, records: records.filter((record) => isOpen.has(record)) }, isMoved);
  const areOpen = new Set(lines);
  const hasOpen = ({ records }: Kind) => records.some((line) => areOpen.has(line));
  const [ofItems, ofLines] = [
    kindsOf(every, leastItems),
    kindsOf([...lines, ...taught.keys()], leastLines).filter(hasOpen),
  ];
  const stated = statedByWord(all);
  const known = [grossSchedule, statedSchedule, ...(stated.size > 0 ? [scheduleByWord(stated)] : [])];
  const learned: Learned[] = [];
  const byWord = groupBy(every, wordsOf);
  const shared = ofLines
    .filter(({ words: [word = ''] }) => (byWord.get(word)?.length ?? 0) >= leastItems)
    .slice(0, mostShared);
  const keep = (one: Items, other: Lines, best: Best, tried: number) => {
    if (best.evidence > leastEvidence + Math.log(tried)) learned.push({ items: one, lines: other, ...best });
  };
  for (const kind of shared) {
    const records = byWord.get(kind.words[0] ?? '') ?? [];
    const other = new Lines(kind, taught);
    const [asBooked, moved] = [false, true].map((isMoved) => {
      const one = opened({ words: kind.words, records }, isMoved);
      return isMoved && !one.isMoved ? undefined : { one, best: learner.learn(one, other, known, true) };
    });
    const better =
      asBooked !== undefined && (moved?.best.evidence ?? -Infinity) <= asBooked.best.evidence ? asBooked : moved;
    if (better !== undefined) keep(better.one, other, better.best, shared.length);
  }
  const some = ofItems.slice(0, mostItemKinds);
  const pairs = some
    .flatMap((one, at) => [one, ...some.slice(at + 1).map((other) => union(one, other))])
    .map((kind) => opened(kind, false));
  const others = ofLines.slice(0, mostLineKinds).map((kind) => new Lines(kind, taught));
  for (const one of pairs)
    for (const other of others) keep(one, other, learner.learn(one, other, [], false), pairs.length * others.length);
  return learned
    .sort((a, b) => b.evidence - a.evidence)
    .slice(0, mostLearned)
    .map((each) =>
      learner.extend(
        each,
        ofItems.map(({ words, records }) => ({ words, records: records.filter((record) => isOpen.has(record)) })),
      ),
    )
    .sort((a, b) => b.evidence - a.evidence);
}
