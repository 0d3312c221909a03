import type { DateOrder } from '../file-terms.ts';
import { namesOfMonths } from '../table/month-names.ts';

/**
 * A date as printed. Of two numbers, `first` and `second` are in the order of the text, and their meaning is decided later; otherwise
 * `first` is the day and `second` the month. The year is null where it is not printed.
 */
export type PrintedDate = { text: string; first: number; second: number; isNumeric: boolean; year: number | null };

/**
 * The names of the months in English and Malay, as whole words, so that "Marina" is no month. Short names of other languages are words
 * of English texts: "3 out of 4" has no month.
 */
const months = namesOfMonths(['english', 'malay']);
const names = months
  .flat()
  .sort((one, other) => other.length - one.length)
  .join('|');

/** 80 to 99 belong to the last century, as in MT940. */
const fullYear = (text: string): number =>
  text.length === 4 ? Number(text) : Number(text) + (Number(text) >= 80 ? 1900 : 2000);

// two numbers with a point between them are an amount
const numeric = String.raw`(?<a>\d{1,2})(?:\s?[/-]\s?(?<b>\d{1,2})(?:\s?[/-]\s?(?<ny>\d{4}|\d{2}))?|\.(?<pb>\d{1,2})\.(?<py>\d{4}|\d{2}))`;
const iso = String.raw`(?<iy>\d{4})[-/.](?<im>\d{1,2})[-/.](?<id>\d{1,2})`;
const worded = String.raw`(?<wd>\d{1,2})(?:st|nd|rd|th)?[\s/.-]?(?<wm>${names})\.?,?(?:[\s/.'-]?(?<wy>\d{4}|\d{2}))?`;
const american = String.raw`(?<am>${names})\.?\s?(?<ad>\d{1,2})(?:st|nd|rd|th)?(?:,?\s(?<ay>\d{4}))?`;

const whole = new RegExp(`^(?:${iso}|${numeric}|${worded}|${american})$`, 'i');
const within = new RegExp(`(?<![\\d/.-])(?:${iso}|${worded}|${american}|${numeric})(?![\\d/]|[.-]\\d)`, 'gi');

const monthOf = (name: string): number => months.findIndex((all) => all.includes(name.toLowerCase())) + 1;

function dateOf(text: string, groups: Readonly<Record<string, string | undefined>>): PrintedDate | undefined {
  const { a, b, ny, pb, py, iy, im, id, wd, wm, wy, am, ad, ay } = groups;
  const yearOf = (year: string | undefined) => (year === undefined ? null : fullYear(year));
  if (iy !== undefined) return { text, first: Number(id), second: Number(im), isNumeric: false, year: Number(iy) };
  if (wm !== undefined) return { text, first: Number(wd), second: monthOf(wm), isNumeric: false, year: yearOf(wy) };
  if (am !== undefined) return { text, first: Number(ad), second: monthOf(am), isNumeric: false, year: yearOf(ay) };
  if (a === undefined) return undefined;
  return { text, first: Number(a), second: Number(b ?? pb), isNumeric: true, year: yearOf(ny ?? py) };
}

/** Reads a text that is a date and nothing else. */
export function printedDate(text: string): PrintedDate | undefined {
  const found = whole.exec(text.trim());
  return found?.groups === undefined ? undefined : dateOf(text.trim(), found.groups);
}

/** The dates within a text, in their order, each with its place. */
export function datesWithin(text: string): { at: number; date: PrintedDate }[] {
  return [...text.matchAll(within)].flatMap((found) => {
    const date = found.groups === undefined ? undefined : dateOf(found[0], found.groups);
    return date === undefined ? [] : [{ at: found.index, date }];
  });
}

/** Days and months in the given order; a date with a month in words has the day first. */
function partsOf({ first, second, isNumeric }: PrintedDate, order: DateOrder): { day: number; month: number } {
  return isNumeric && order === 'month_first' ? { day: second, month: first } : { day: first, month: second };
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** A day as YYYY-MM-DD; undefined for a day that does not exist. */
function dayText(year: number, { day, month }: { day: number; month: number }): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** Whether a date can be read in an order. */
export function fitsOrder(date: PrintedDate, order: DateOrder): boolean {
  const parts = partsOf(date, order);
  return dayText(date.year ?? 2000, parts) !== undefined;
}

/** A date that has its year, as YYYY-MM-DD. */
export function dayOf(date: PrintedDate, order: DateOrder): string | undefined {
  return date.year === null ? undefined : dayText(date.year, partsOf(date, order));
}

/** The days between which the entries of a statement are; one or both may be unknown. */
export type Span = { from: string | null; to: string | null };

/** Where only the end of a statement is known, its entries are taken to be in the half year before it: further back, a year is a guess. */
const mostDays = 183;

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/**
 * A date of an entry, as YYYY-MM-DD. Without a printed year it is the only one in the period of the statement or, where only its end is
 * known, in the half year before it. Undefined where the year cannot be determined or the day does not exist.
 */
export function entryDay(date: PrintedDate, order: DateOrder, { from, to }: Span): string | undefined {
  if (date.year !== null) return dayOf(date, order);
  if (to === null) return undefined;
  const last = Number(to.slice(0, 4));
  const days = [last, last - 1].flatMap((year) => dayText(year, partsOf(date, order)) ?? []);
  if (from !== null) {
    const inside = days.filter((day) => day >= from && day <= to);
    return inside.length === 1 ? inside[0] : undefined;
  }
  return days.find((day) => day <= to && daysBetween(day, to) <= mostDays);
}
