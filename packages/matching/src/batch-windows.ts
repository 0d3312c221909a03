import { firstFrom } from './first-from.ts';
import { lagOf, type Rarity } from './rarity.ts';
import type { WeighedRecord } from './record.ts';

/** The most days from the last day of a batch to its line, and the most days of a batch. */
const [latest, mostDays] = [10, 8];
/** The most items of a batch. */
export const mostItems = 250;

/** The items of a kind in the order of their days. */
export type Timeline = {
  items: readonly WeighedRecord[];
  /** The day of the item at a place. */
  dayAt: (place: number) => number;
  /** The place of the first item that is not before a day. */
  placeOf: (day: number) => number;
  /** The windows of a line of a day with different items. */
  windowsOf: (day: number) => readonly Window[];
};

/** dayOf: the day on which an item counts. */
export function timelineOf(records: readonly WeighedRecord[], dayOf: (item: WeighedRecord) => number): Timeline {
  const items = records.toSorted((a, b) => dayOf(a) - dayOf(b) || (a.key < b.key ? -1 : 1));
  const days = items.map(dayOf);
  const dayAt = (place: number): number => days[place] ?? 0;
  const placeOf = (day: number): number => firstFrom(days, (each) => each, day);
  const known = new Map<number, Window[]>();
  const windowsOf = (day: number): Window[] => {
    const windows = known.get(day) ?? findWindows(placeOf, day);
    known.set(day, windows);
    return windows;
  };
  return { items, dayAt, placeOf, windowsOf };
}

/** Successive days: lag is from the last one to the line. */
export type Days = { lag: number; days: number };

/** All successive days whose items may be the batch of a line. */
export const allDays: readonly Days[] = Array.from({ length: latest + 1 }, (_, lag) =>
  Array.from({ length: mostDays }, (__, more) => ({ lag, days: more + 1 })),
).flat();

/** The items of successive days: the place of the first one, and after the last one. days: those that have these items. */
export type Window = { from: number; to: number; days: readonly Days[] };

function findWindows(placeOf: (day: number) => number, day: number): Window[] {
  const places = Array.from({ length: latest + mostDays + 1 }, (_, back) => placeOf(day - back + 1));
  const windows = new Map<number, { from: number; to: number; days: Days[] }>();
  for (const each of allDays) {
    const [from, to] = [places[each.lag + each.days] ?? 0, places[each.lag] ?? 0];
    if (to <= from || to - from > mostItems) continue;
    const id = from * 1_000_000 + to;
    const window = windows.get(id);
    if (window === undefined) windows.set(id, { from, to, days: [each] });
    else window.days.push(each);
  }
  return [...windows.values()];
}

/** Where days are before a line: in days on which such lines are booked, since a weekend is no delay, and by weekday. */
export type PlacesOf = (line: WeighedRecord, days: Days) => readonly [string, string];

const weekdayOf = (day: number): number => ((day % 7) + 7) % 7;

export function placesBefore(rarity: Rarity): PlacesOf {
  const known = new Map<string, readonly [string, string]>();
  return (line, { lag, days }) => {
    const id = `${rarity.methods.get(line) ?? ''}|${weekdayOf(line.day)}|${lag}|${days}`;
    const found = known.get(id);
    if (found !== undefined) return found;
    // a line of another day has the same method
    const on = (back: number) => lagOf({ ...line, day: line.day - back }, line, rarity);
    const places = [`${on(lag)} ${on(lag + days - 1)}`, `weekday ${weekdayOf(line.day - lag)} ${days}`] as const;
    known.set(id, places);
    return places;
  };
}
