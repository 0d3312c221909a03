import { cent, grossSchedule, type Schedule } from './batch-fees.ts';
import { evidenceOf, type Learned, Lines, learnKinds, leastEvidence, nettedFor, setsFor } from './batch-kinds.ts';
import { type BatchSet, type Counted, Habits } from './batch-sets.ts';
import { type PlacesOf, placesBefore } from './batch-windows.ts';
import { beliefsOf } from './beliefs.ts';
import { nameEvidence, numberEvidence } from './evidence.ts';
import type { Scale } from './match-pairs.ts';
import { groupBy, type WeighedRecord } from './record.ts';
import { openOf, type SumMatch, sureSum, take } from './sums.ts';
import { leastFound } from './weight.ts';

/** The odds from which a batch is sure, and suggested, as logarithms. */
const [leastSure, leastSuggested] = [Math.log(500), 0];
/** How often the habits of a kind are learned from what they make likely. */
const rounds = 2;
/** The share of batches of a kind with a fee that arrive without it. */
const usuallyGross = 0.1;
/** The most other sets of a line that are shown. */
const mostOthers = 4;

type Candidate = { line: WeighedRecord; set: BatchSet; weight: number };

/** The sets that the open lines of a kind may be, with their weights. */
function candidatesOf({ items, lines, schedule }: Learned, placesOf: PlacesOf): Candidate[] {
  const ways: { schedule: Schedule; share: number }[] =
    schedule === grossSchedule
      ? [{ schedule, share: 1 }]
      : [
          { schedule, share: 1 - usuallyGross },
          { schedule: grossSchedule, share: usuallyGross },
        ];
  const netted = ways.map((way) => ({ ...way, of: nettedFor(items, lines, way.schedule) }));
  const habits = new Habits();
  const last = new Map<WeighedRecord, Counted[]>();
  let candidates: Candidate[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    candidates = [];
    for (const line of lines.records) {
      // what a line is does not prove itself
      const before = last.get(line);
      if (before !== undefined) habits.add(before, -1);
      const { share } = habits;
      const sets = netted.flatMap((each) =>
        setsFor(line, items, lines, each.schedule, each.of, placesOf, habits, round === rounds ? 2 : 1).map((set) => ({
          ...set,
          prior: set.prior * each.share,
        })),
      );
      const odds = sets.map(({ prior, chance }) => (share * prior) / chance / (1 - share));
      const all = 1 + odds.reduce((sum, each) => sum + each, 0);
      const counted = sets.map((set, at) => ({ ...set, likely: (odds[at] ?? 0) / all }));
      habits.add(counted);
      last.set(line, counted);
      if (!lines.taught.has(line))
        candidates.push(...sets.map((set, at) => ({ line, set, weight: Math.log(odds[at] ?? 0) })));
    }
  }
  return candidates;
}

/** The share of the numbers of a form on the lines of a kind, up to which they are the bank's own numbering. */
const mostKnown = 0.2;
/** The share of the lines of a kind from which a word of theirs names nobody else, and their fewest. */
const [usualWord, leastOfWord] = [0.15, 3];

/** Whether the texts of a line speak for something else than the items. */
function contradictionOf(lines: readonly WeighedRecord[], { rarity, learned }: Scale) {
  const times = groupBy(lines, ({ names }) => names);
  // what many lines of a kind say is no name of a customer
  const named = ({ names }: WeighedRecord) =>
    names.filter((word) => (times.get(word)?.length ?? 0) < Math.max(leastOfWord, usualWord * lines.length));
  const ofLength = new Map<number, { all: number; known: number }>();
  for (const number of lines.flatMap(({ numbers }) => numbers)) {
    const count = ofLength.get(number.length) ?? { all: 0, known: 0 };
    ofLength.set(number.length, count);
    count.all += 1;
    if (rarity.owners.has(number)) count.known += 1;
  }
  const isOwn = ({ length }: string): boolean => {
    const { all, known } = ofLength.get(length) ?? { all: 0, known: 0 };
    return known <= mostKnown * all;
  };
  // each is compared with many items, and its texts are read once
  const others = new Map<WeighedRecord, WeighedRecord>();
  return (line: WeighedRecord, items: readonly WeighedRecord[]): boolean => {
    const areOwn = line.numbers.every(isOwn);
    const other = others.get(line) ?? { ...line, names: named(line) };
    others.set(line, other);
    const known = rarity.textsOf(other).identifying.filter(({ isKnown }) => isKnown);
    if (known.length > 0 && !items.some(({ names }) => known.some(({ text }) => names.includes(text)))) return true;
    return items.some((item) => {
      const { kind } = numberEvidence(item, line, rarity);
      if (kind === 'unknown' && !areOwn) return true;
      if (kind === 'of_another' && !areOwn && learned.numberFound > leastFound) return true;
      return nameEvidence(item, other, rarity).namesAnother;
    });
  };
}

/** What was sent and came back: with both of them in a batch or neither, its total is the same. */
function returnsIn(items: readonly WeighedRecord[]): [WeighedRecord, WeighedRecord][] {
  const sentBack = groupBy(
    items.filter(({ amount }) => amount < 0),
    ({ own }) => own,
  );
  return items.flatMap((item) => {
    const back = item.own.flatMap((number) => sentBack.get(number) ?? []).find(({ amount }) => amount === -item.amount);
    return back === undefined ? [] : [[item, back] as [WeighedRecord, WeighedRecord]];
  });
}

/** Whether something of the days of a batch that was sent and came back is no part of it. */
function leavesReturns(items: readonly WeighedRecord[], returns: readonly [WeighedRecord, WeighedRecord][]): boolean {
  const inside = new Set(items);
  const [first, last] = [items[0]?.day ?? 0, items.at(-1)?.day ?? 0];
  return returns.some(
    ([sent, back]) => sent.day >= first && sent.day <= last && !inside.has(sent) && !inside.has(back),
  );
}

/**
 * Batches: items of one kind and of successive days that arrive as one line, less a fee that the lines of a kind have in common. They are
 * taken from the open records.
 */
export function batchesLessFees(
  open: Set<WeighedRecord>,
  scale: Scale,
  paired: ReadonlySet<WeighedRecord>,
  isSure: boolean,
): SumMatch[] {
  const placesOf = placesBefore(scale.rarity);
  const isFree = (record: WeighedRecord) => open.has(record) && !paired.has(record);
  const items = openOf(open, 'left').filter(isFree);
  const lines = openOf(open, 'right').filter((record) => isFree(record) && record.amount >= cent);
  const matches: SumMatch[] = [];
  for (const [at, learned] of learnKinds(items, lines, scale, placesOf).entries()) {
    const ofItems = learned.items.only(isFree);
    const ofLines = new Lines(
      { ...learned.lines, records: learned.lines.records.filter((line) => isFree(line) || scale.taught.has(line)) },
      scale.taught,
    );
    if (at > 0 && evidenceOf(ofItems, ofLines, learned.schedule, placesOf, 1) < leastEvidence) continue;
    const candidates = candidatesOf({ ...learned, items: ofItems, lines: ofLines }, placesOf);
    const odds = beliefsOf(candidates.map(({ line, set, weight }) => ({ records: [line, ...set.items], weight })));
    const contradicts = contradictionOf(ofLines.records.filter(isFree), scale);
    const returns = returnsIn(ofItems.records);
    const byLine = new Map<WeighedRecord, Candidate[]>();
    for (const candidate of candidates) byLine.set(candidate.line, [...(byLine.get(candidate.line) ?? []), candidate]);
    const likely = candidates
      .map((candidate, index) => ({ ...candidate, odds: odds[index] ?? 0 }))
      .filter((each) => each.odds >= leastSuggested)
      .sort((a, b) => b.odds - a.odds);
    for (const { line, set, odds: ofSet } of likely) {
      if (![line, ...set.items].every((record) => open.has(record))) continue;
      const isProven =
        ofSet >= leastSure && !set.hasTwin && !contradicts(line, set.items) && !leavesReturns(set.items, returns);
      if (isSure && !isProven) continue;
      const others = (byLine.get(line) ?? []).filter((other) => other.set !== set);
      const sum = {
        ...sureSum(set.items, [line]),
        isSure: isProven,
        others: isProven ? [] : others.slice(0, mostOthers).map((other) => other.set.items),
      };
      matches.push(take(open, sum));
      if (isProven && isSure) scale.taught.set(line, set.items);
    }
  }
  return matches;
}
