import type { Schedule } from './batch-fees.ts';
import { allDays, mostItems, type PlacesOf, type Timeline } from './batch-windows.ts';
import { firstFrom } from './first-from.ts';
import type { WeighedRecord } from './record.ts';

/** How often an item of the last day is paid with the next batch, is missing otherwise, and an earlier item is paid with a later batch. */
const [slips, misses, comesLate] = [0.04, 0.008, 0.002];
/** As how many items the usual share of slips counts. */
const usualItems = 25;
/** The days before a batch from which items may be paid late. */
const lateDays = 10;
/** The prior probability of a window from which two exceptions are looked for. */
const usual = 0.03;

/** A set of items whose total is a line. prior: how likely such a set is among all sets of a line; chance: how likely an unrelated total is the line. */
export type BatchSet = {
  items: WeighedRecord[];
  prior: number;
  chance: number;
  places: readonly string[];
  exceptions: number;
  /** Whether an item that is an exception could as well be another one. */
  hasTwin: boolean;
  slipped: number;
  atBorders: number;
};

/** The items of a kind with what arrives of them by a schedule. */
export type Netted = {
  timeline: Timeline;
  schedule: Schedule;
  nets: readonly number[];
  /** Sums of the nets before each place, without those of items that may be of other lines. */
  before: readonly number[];
  /** The places of items that may as well be of other lines of these days, in their order. */
  free: readonly number[];
  /** The greatest net: a total that differs by more is not explained by one item. */
  most: number;
  /** Places by net in whole cents. */
  byNet: () => ReadonlyMap<number, number[]>;
};

export function nettedBy(timeline: Timeline, schedule: Schedule, isFree: (item: WeighedRecord) => boolean): Netted {
  const nets = timeline.items.map(schedule.netOf);
  const before = [0];
  const free: number[] = [];
  for (const [at, net] of nets.entries()) {
    const item = timeline.items[at];
    const isOpen = item !== undefined && isFree(item);
    if (isOpen) free.push(at);
    before.push((before.at(-1) ?? 0) + (Number.isNaN(net) ? Number.POSITIVE_INFINITY : isOpen ? 0 : net));
  }
  let known: Map<number, number[]> | undefined;
  const byNet = () => {
    known ??= placesByNet(nets);
    return known;
  };
  const most = nets.reduce((sofar, net) => Math.max(sofar, Math.abs(net)), 0);
  return { timeline, schedule, nets, before, free, most, byNet };
}

function placesByNet(nets: readonly number[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (const [at, net] of nets.entries()) {
    const list = places.get(Math.round(net));
    if (list === undefined) places.set(Math.round(net), [at]);
    else list.push(at);
  }
  return places;
}

/** The most items that may be of other lines among which sets are looked for, without a habit and with one. */
const [mostFree, mostFreeDeep] = [6, 10];

/** Where a list of rising places has the first that is not before a place. */
const startOf = (places: readonly number[], from: number): number => firstFrom(places, (place) => place, from);

/** The places of free items in a range. */
const freeIn = ({ free }: Netted, from: number, to: number): number[] =>
  free.slice(startOf(free, from), startOf(free, to));

/** The sets of some places whose nets add up to a total. */
function freeSets({ nets }: Netted, places: readonly number[], total: number, slack: number): number[][] {
  const of = places.map((at) => nets[at] ?? 0);
  const most = of.reduce((sum, net) => sum + Math.max(0, net), 0);
  const least = of.reduce((sum, net) => sum + Math.min(0, net), 0);
  if (total > most + slack || total < least - slack) return [];
  const found: number[][] = [];
  const sums = new Float64Array(2 ** of.length);
  for (const [bit, net] of of.entries())
    for (let set = 2 ** bit, low = 0; low < 2 ** bit; set += 1, low += 1) sums[set] = (sums[low] ?? 0) + net;
  for (let set = 0; set < sums.length; set += 1)
    if (Math.abs((sums[set] ?? 0) - total) <= slack)
      found.push(places.filter((_, bit) => Math.floor(set / 2 ** bit) % 2 === 1));
  return found;
}

/** A set as far as it is likely. */
export type Counted = Pick<BatchSet, 'places' | 'slipped' | 'atBorders'> & { likely: number };

/** How often batches are of some days before their lines, and how often their items are paid with the next one. */
export class Habits {
  #slipped = 0;
  #atBorders = 0;
  readonly #counts = new Map<string, number>();
  #all = 0;
  #lines = 0;
  #batches = 0;

  /** Counts a line, and the places of the sets that it may be, each as far as it is likely. */
  add(sets: readonly Counted[], sign = 1): void {
    this.#lines += sign;
    for (const { places, likely, slipped, atBorders } of sets) {
      this.#slipped += sign * likely * slipped;
      this.#atBorders += sign * likely * atBorders;
      this.#batches += sign * likely;
      this.#all += sign * likely;
      for (const place of places) this.#counts.set(place, (this.#counts.get(place) ?? 0) + sign * likely);
    }
  }

  /** How likely a batch is of days with these places. */
  shareOf(places: readonly string[]): number {
    const found = places.reduce((sum, place) => sum + (this.#counts.get(place) ?? 0), 0) / places.length;
    return (Math.max(0, found) + 1 / allDays.length) / (Math.max(0, this.#all) + 1);
  }

  /** How likely an item of the last day is paid with the next batch. */
  get slips(): number {
    return (Math.max(0, this.#slipped) + slips * usualItems) / (Math.max(0, this.#atBorders) + usualItems);
  }

  /** How likely a line is a batch. */
  get share(): number {
    return Math.min(0.98, (Math.max(0, this.#batches) + 1) / (Math.max(0, this.#lines) + 2));
  }
}

const nowhere: readonly number[] = [];

/** The places of items in a range whose net is an amount, within a slack. */
function placesWith({ byNet, nets }: Netted, net: number, slack: number, from: number, to: number): readonly number[] {
  const places = byNet();
  let found: number[] | undefined;
  for (let cents = Math.round(net - slack); cents <= Math.round(net + slack); cents += 1) {
    const here = places.get(cents);
    if (here === undefined) continue;
    for (let next = startOf(here, from); next < here.length; next += 1) {
      const at = here[next] ?? to;
      if (at >= to) break;
      if (Math.abs((nets[at] ?? 0) - net) > slack) continue;
      found ??= [];
      found.push(at);
    }
  }
  return found ?? nowhere;
}

/** How many exceptions are looked for: items that are missing in successive days, or come from earlier ones. */
export type Depth = 0 | 1 | 2;

/** The most items of the last day and of the day before the first one among which sets are looked for. */
const mostAtBorders = 10;

/** The sets of items that may be a line. */
export function setsOf(
  line: WeighedRecord,
  netted: Netted,
  placesOf: PlacesOf,
  habits: Habits,
  depth: Depth,
): BatchSet[] {
  const { timeline, schedule, before, nets } = netted;
  const { items, dayAt, placeOf, windowsOf } = timeline;
  const total = line.amount / 100 + schedule.ofBatch;
  const slipRate = habits.slips;
  const sets: BatchSet[] = [];
  const seen = new Set<string>();
  for (const { from, to, days } of windowsOf(line.day)) {
    const less = (before[to] ?? 0) - (before[from] ?? 0) - total;
    if (!Number.isFinite(less)) continue;
    const slack = schedule.slackOf(to - from) + 1e-6;
    const choices = freeIn(netted, from, to);
    const isPlain = choices.length === 0;
    if (choices.length > (depth === 2 ? mostFreeDeep : mostFree) || (isPlain && depth === 0 && Math.abs(less) > slack))
      continue;
    const lastFrom = Math.max(from, placeOf(dayAt(to - 1)));
    const [earlier, dayBefore] = [placeOf(dayAt(from) - lateDays), placeOf(dayAt(from) - 1)];
    // items that are left out, and added
    const found: [number[], number[]][] = [];
    const dropped = (net: number, lowest: number) => placesWith(netted, net, slack, lowest, to);
    const added = (net: number, highest: number) => placesWith(netted, net, slack, earlier, highest);
    if (!isPlain)
      for (const taken of freeSets(netted, choices, -less, slack))
        found.push([choices.filter((at) => !taken.includes(at)), []]);
    else {
      if (Math.abs(less) <= slack) found.push([[], []]);
      if (depth > 0 && Math.abs(less) <= netted.most + slack) {
        for (const at of dropped(less, from)) found.push([[at], []]);
        for (const at of added(-less, from)) found.push([[], [at]]);
      }
    }
    const mayHaveTwo = depth === 2 && isPlain && Math.abs(less) <= 2 * netted.most + slack;
    if (found.length === 0 && !mayHaveTwo) continue;
    let [prior, best] = [0, 0];
    let places: readonly string[] = [];
    for (const each of days) {
      const here = placesOf(line, each);
      const share = habits.shareOf(here);
      prior += share;
      if (share > best) [places, best] = [here, share];
    }
    if (mayHaveTwo && prior >= usual) {
      for (let at = from; at < to; at += 1) {
        const rest = less - (nets[at] ?? 0);
        for (const other of dropped(rest, at + 1)) found.push([[at, other], []]);
        for (const other of added(-rest, from)) found.push([[at], [other]]);
      }
      for (let at = earlier; at < from; at += 1)
        for (const other of added(-less - (nets[at] ?? 0), at)) found.push([[], [other, at]]);
      const borders = Array.from({ length: to - lastFrom + from - dayBefore }, (_, at) =>
        at < from - dayBefore ? dayBefore + at : lastFrom + at - from + dayBefore,
      );
      if (found.length === 0 && borders.length <= mostAtBorders && lastFrom > from) {
        const core = (before[lastFrom] ?? 0) - (before[from] ?? 0);
        for (const taken of freeSets(netted, borders, total - core, slack)) {
          const chosen = new Set(taken);
          found.push([borders.filter((at) => at >= from && !chosen.has(at)), taken.filter((at) => at < from)]);
        }
      }
    }
    const atBorders = to - lastFrom + from - dayBefore;
    const plain =
      prior *
      (1 - slipRate) ** atBorders *
      (1 - misses) ** (lastFrom - from) *
      (1 - comesLate) ** (dayBefore - earlier);
    for (const [drops, adds] of found) {
      const size = to - from - drops.length + adds.length;
      if (size < 2 || size > mostItems) continue;
      const slipped = [...drops.filter((at) => at >= lastFrom), ...adds.filter((at) => at >= dayBefore)].length;
      const missed = drops.filter((at) => at < lastFrom).length;
      const late = adds.filter((at) => at < dayBefore).length;
      const rate = isPlain ? slipRate ** slipped * misses ** missed * comesLate ** late : 0.5 ** choices.length;
      const out = new Set(drops);
      const range = Array.from({ length: to - from }, (_, at) => from + at).filter((at) => !out.has(at));
      const isTwinIn = (places: readonly number[]) => (at: number) => places.some((other) => nets[other] === nets[at]);
      const outside = (at: number) =>
        placesWith(netted, nets[at] ?? 0, 0.001, earlier, from).filter((other) => !adds.includes(other));
      const all = [...adds, ...range].sort((a, b) => a - b);
      const id = all.join();
      if (seen.has(id)) continue;
      seen.add(id);
      sets.push({
        items: all.flatMap((at) => items[at] ?? []),
        prior: plain * rate,
        chance: Math.min(
          1,
          Math.max((2 * schedule.slackOf(size) + 1) / Math.max(1, total), grainOf(all.map((at) => nets[at] ?? 0))),
        ),
        places,
        exceptions: isPlain ? slipped + missed + late : 0,
        hasTwin: isPlain && (drops.some(isTwinIn(range)) || adds.some((at) => outside(at).length > 0)),
        slipped: isPlain ? slipped : 0,
        atBorders: isPlain ? atBorders : 0,
      });
    }
  }
  return sets;
}

/** The set that a line is known to be, where its total is that of a schedule. */
export function taughtSet(
  line: WeighedRecord,
  items: readonly WeighedRecord[],
  schedule: Schedule,
  placesOf: PlacesOf,
  habits: Habits,
): BatchSet[] {
  const total = line.amount / 100 + schedule.ofBatch;
  const nets = items.map(schedule.netOf);
  const sum = nets.reduce((all, net) => all + net, 0);
  if (!(Math.abs(sum - total) <= schedule.slackOf(items.length) + 1e-6)) return [];
  const days = items.map(({ day }) => day);
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const places = placesOf(line, { lag: line.day - last, days: last - first + 1 });
  const chance = Math.min(1, Math.max((2 * schedule.slackOf(items.length) + 1) / Math.max(1, total), grainOf(nets)));
  return [
    {
      items: [...items],
      prior: habits.shareOf(places),
      chance,
      places,
      exceptions: 0,
      hasTwin: false,
      slipped: 0,
      atBorders: 0,
    },
  ];
}

/** A fifth of the greatest common divisor of some nets as a share of their total: sums of equal prices are equal by chance more often. */
function grainOf(nets: readonly number[]): number {
  let [divisor, sum] = [0, 0];
  for (const net of nets) {
    let [a, b] = [divisor, Math.abs(Math.round(net))];
    while (b !== 0) [a, b] = [b, a % b];
    divisor = a;
    sum += net;
  }
  return (0.2 * divisor) / Math.max(1, Math.abs(sum));
}
