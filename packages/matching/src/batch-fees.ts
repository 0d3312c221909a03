import type { Fee } from './amounts.ts';
import type { Timeline } from './batch-windows.ts';
import { learnFees, statedDifferences } from './learned.ts';
import type { WeighedRecord } from './record.ts';

/** Ten-thousandths in a cent. */
export const cent = 100;

/**
 * netOf: the net amount of an item in cents; NaN where the schedule has no fee for it. ofBatch: the fee of a batch in cents. slackOf: the
 * largest rounding difference of a total in cents, by the number of its items.
 */
export type Schedule = {
  netOf: (item: WeighedRecord) => number;
  ofBatch: number;
  slackOf: (items: number) => number;
  /** The number of schedules that would have been as likely. */
  rivals: number;
};

const none = () => 0;
/** Three deviations of a sum of amounts that are rounded in an unknown way. */
const unknownRounding = (items: number): number => 0.5 + Math.sqrt(items);
const roundUp = (cents: number): number => Math.floor(cents + 0.5 + 1e-6);

/** A fee of so many cents: a stated one, or that of a schedule. A refund gives back what `feeOf` says of its amount. */
function netBy(feeOf: (cents: number, item: WeighedRecord) => number): Schedule['netOf'] {
  return (item) => {
    const cents = item.amount / cent;
    if (item.fee) return cents - Math.abs(item.fee) / cent;
    return cents - feeOf(cents, item);
  };
}

export const grossSchedule: Schedule = { netOf: ({ amount }) => amount / cent, ofBatch: 0, slackOf: none, rivals: 1 };
/** Only stated fees. */
export const statedSchedule: Schedule = { netOf: netBy(() => 0), ofBatch: 0, slackOf: none, rivals: 1 };

/** A percentage in hundredths and flat parts in cents, and the number of fees that are as round. */
export type Proposal = { basisPoints: number; flat: number; ofBatch: number; agreeing: number; rivals: number };

const levels = [
  [50, 50],
  [10, 10],
  [5, 5],
  [1, 1],
] as const;
const [mostBasisPoints, mostFlat] = [1_500, 300];

/** How many fees are as round as a fee, or rounder. */
function rivalsOf(basisPoints: number, flat: number): number {
  const level = levels.find(([ofPercent, ofFlat]) => basisPoints % ofPercent === 0 && flat % ofFlat === 0) ?? [1, 1];
  return levels.length * (mostBasisPoints / level[0] + 1) * (flat === 0 ? 1 : 2 * (mostFlat / level[1]));
}

/** The schedules of a fee by the ways in which it may be rounded. */
export function schedulesOf({ basisPoints, flat, ofBatch }: Proposal): Schedule[] {
  const share = basisPoints / 10_000;
  const rivals = rivalsOf(basisPoints, flat + ofBatch);
  const kept = (cents: number) => (cents > 0 ? roundUp(cents * share) + flat : 0);
  const returned = (cents: number) => (cents > 0 ? kept(cents) : -roundUp(-cents * share));
  const split = (part: number) => (cents: number) => {
    const size = Math.abs(cents);
    const fee = roundUp(size * part) + roundUp(size * (share - part));
    return cents > 0 ? fee + flat : -fee;
  };
  // a percentage may be two, such as a commission and a tax
  const parts = [100, 50, 200, 150, 300, 600].filter((part) => part < basisPoints).map((part) => part / 10_000);
  return [
    { netOf: netBy(kept), ofBatch, slackOf: none, rivals },
    { netOf: netBy(returned), ofBatch, slackOf: none, rivals },
    ...parts.map((part) => ({ netOf: netBy(split(part)), ofBatch, slackOf: none, rivals: rivals * 2 * parts.length })),
    { netOf: netBy((cents) => (cents > 0 ? cents * share + flat : 0)), ofBatch, slackOf: () => 0.51, rivals },
    {
      netOf: netBy((cents) => (cents > 0 ? cents * share + flat : cents * share)),
      ofBatch,
      slackOf: () => 0.51,
      rivals,
    },
    { netOf: netBy((cents) => (cents > 0 ? cents * share + flat : 0)), ofBatch, slackOf: unknownRounding, rivals },
    {
      netOf: netBy((cents) => (cents > 0 ? cents * share + flat : cents * share)),
      ofBatch,
      slackOf: unknownRounding,
      rivals,
    },
  ];
}

/** The fewest records with a stated fee, and the share of them that a fee has to explain. */
const [leastStated, leastExplained] = [6, 0.6];

const roundedFee = (amount: number, { basisPoints, flat }: Fee): number =>
  roundUp((amount / cent) * (basisPoints / 10_000)) * cent + flat;

/** The fees that stated fees show by word, those of the fewest records first. */
export function statedByWord(records: readonly WeighedRecord[]): Map<string, Fee> {
  const fees = [...statedDifferences(records)].flatMap(([word, differences]): [string, Fee, number][] => {
    if (differences.length < leastStated) return [];
    const [fee] = learnFees(differences);
    if (fee === undefined) return [];
    const explained = differences.filter(({ amount, less }) => Math.abs(less - roundedFee(amount, fee)) <= cent);
    return explained.length >= leastExplained * differences.length ? [[word, fee, differences.length]] : [];
  });
  return new Map(fees.sort((a, b) => a[2] - b[2] || (a[0] < b[0] ? -1 : 1)).map(([word, fee]) => [word, fee]));
}

/** The schedule that stated fees of the same words show. */
export function scheduleByWord(fees: ReadonlyMap<string, Fee>): Schedule {
  const netOf = netBy((cents, { words }) => {
    const word = [...fees.keys()].find((each) => words.includes(each));
    const fee = word === undefined ? undefined : fees.get(word);
    if (fee === undefined) return Number.NaN;
    return cents > 0 ? roundedFee(cents * cent, fee) / cent : 0;
  });
  return { netOf, ofBatch: 0, slackOf: none, rivals: 1 };
}

/** A possible batch of a line in cents: the total of the items without a stated fee, their number, and what the line has beside the others. */
export type Trial = { line: number; gross: number; items: number; net: number };

const flatStep = 5;
const flats = mostFlat / flatStep + 1;
const percentStep = 5;
const percents = mostBasisPoints / percentStep + 1;
const finePercents = mostBasisPoints + 1;
/** How many fees are proposed. */
const mostProposals = 10;

/** The fees that most lines agree with, each with one of its trials. */
export function proposalsOf(trials: readonly Trial[], least: number): Proposal[] {
  const size = percents * flats;
  // a flat part of each item, of each batch, and none
  const votes = [new Int32Array(size), new Int32Array(size), new Int32Array(finePercents)] as const;
  const last = votes.map((each) => new Int32Array(each.length).fill(-1));
  const vote = (kind: 0 | 1 | 2, cell: number, line: number) => {
    const seen = last[kind];
    if (seen === undefined || seen[cell] === line) return;
    seen[cell] = line;
    votes[kind][cell] = (votes[kind][cell] ?? 0) + 1;
  };
  for (const { line, gross, items, net } of trials) {
    const less = gross - net;
    const close = unknownRounding(items);
    if (less < -close || less > (gross * mostBasisPoints) / 10_000 + mostFlat * items) continue;
    const [low, high] = [((less - close) / gross) * 10_000, ((less + close) / gross) * 10_000];
    for (let at = Math.max(0, Math.ceil(low)); at <= Math.min(high, finePercents - 1); at += 1) vote(2, at, line);
    for (const [kind, times] of [
      [0, items],
      [1, 1],
    ] as const) {
      const from = Math.ceil((((less - mostFlat * times - close) / gross) * 10_000) / percentStep);
      for (let at = Math.max(0, from); at <= Math.min(percents - 1, high / percentStep); at += 1) {
        const rest = less - (at * percentStep * gross) / 10_000;
        const flat = Math.round(rest / times / flatStep);
        if (flat > 0 && flat < flats && Math.abs(rest - flat * flatStep * times) <= close)
          vote(kind, at * flats + flat, line);
      }
    }
  }
  const found: Proposal[] = [];
  for (const [kind, counts] of votes.entries())
    for (let cell = 0; cell < counts.length; cell += 1) {
      const agreeing = counts[cell] ?? 0;
      if (agreeing < least) continue;
      const basisPoints = kind === 2 ? cell : Math.floor(cell / flats) * percentStep;
      const flat = kind === 2 ? 0 : (cell % flats) * flatStep;
      found.push({
        basisPoints,
        flat: kind === 0 ? flat : 0,
        ofBatch: kind === 1 ? flat : 0,
        agreeing,
        rivals: rivalsOf(basisPoints, flat),
      });
    }
  const worth = ({ agreeing, rivals }: Proposal) => 2 * agreeing - Math.log(rivals);
  return found.sort((a, b) => worth(b) - worth(a) || a.basisPoints - b.basisPoints).slice(0, mostProposals);
}

/** The most items of which one is left out. */
const mostLoose = 60;

/** Sums of the items of a timeline before each place. */
type Sums = { gross: number[]; stated: number[]; count: number[]; refunds: number[] };

function sumsOf({ items }: Timeline): Sums {
  const sums: Sums = { gross: [0], stated: [0], count: [0], refunds: [0] };
  const plus = (list: number[], more: number) => list.push((list.at(-1) ?? 0) + more);
  for (const { amount, fee } of items) {
    plus(sums.gross, fee ? 0 : amount / cent);
    plus(sums.stated, fee ? (amount - Math.abs(fee)) / cent : 0);
    plus(sums.count, fee ? 0 : 1);
    plus(sums.refunds, amount < 0 ? 1 : 0);
  }
  return sums;
}

/** The trials of lines with each of their windows. isLoose: also without one of the items, and with one of the day before the first. */
export function trialsOf(
  timelineOf: (line: WeighedRecord) => Timeline,
  lines: readonly (WeighedRecord | undefined)[],
  isLoose: boolean,
): Trial[] {
  const known = new Map<Timeline, Sums>();
  const trials: Trial[] = [];
  for (const [number, line] of lines.entries()) {
    if (line === undefined) continue;
    const timeline = timelineOf(line);
    const { items, windowsOf, dayAt, placeOf } = timeline;
    const sums = known.get(timeline) ?? sumsOf(timeline);
    known.set(timeline, sums);
    for (const { from, to } of windowsOf(line.day)) {
      const between = (list: readonly number[]) => (list[to] ?? 0) - (list[from] ?? 0);
      const [gross, count] = [between(sums.gross), between(sums.count)];
      if (count < 2 || gross <= 0 || between(sums.refunds) > 0) continue;
      const net = line.amount / cent - between(sums.stated);
      trials.push({ line: number, gross, items: count, net });
      if (!isLoose) continue;
      const tried = (item: WeighedRecord | undefined, sign: number) => {
        if (item === undefined || item.fee || item.amount < 0 || count + sign < 2) return;
        trials.push({ line: number, gross: gross + (sign * item.amount) / cent, items: count + sign, net });
      };
      if (to - from <= mostLoose) for (let at = from; at < to; at += 1) tried(items[at], -1);
      for (let at = placeOf(dayAt(from) - 1); at < from; at += 1) tried(items[at], 1);
    }
  }
  return trials;
}

/** The trial of a line whose items are known. */
export function taughtTrial(line: WeighedRecord, number: number, items: readonly WeighedRecord[]): Trial[] {
  if (items.some(({ amount }) => amount < 0)) return [];
  const open = items.filter(({ fee }) => !fee);
  const stated = items.reduce((sum, { amount, fee }) => sum + (fee ? (amount - Math.abs(fee)) / cent : 0), 0);
  const gross = open.reduce((sum, { amount }) => sum + amount / cent, 0);
  return open.length < 2 ? [] : [{ line: number, gross, items: open.length, net: line.amount / cent - stated }];
}
