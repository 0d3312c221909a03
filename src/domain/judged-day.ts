import { Temporal } from 'temporal-polyfill';
import { daysOf, mostDays, type Period } from './period.ts';

/**
 * Why a run judges a day. Where several reasons apply, the first in this order counts: the day was asked for; an item of the day was
 * decided; an input that the day lacked arrived, or is due; a record ended or changed; a control proves more or less than before; an item
 * was matched by hand with an item of another judged day, or is no longer; an open item may be closed by what arrived; a record of
 * the merchant's own files arrived.
 */
export const judgingReasons = [
  'asked_for',
  'decided',
  'input_arrived',
  'input_due',
  'record_ended',
  'proof_changed',
  'matched_by_hand',
  'open_item',
  'record_arrived',
] as const;
export type JudgingReason = (typeof judgingReasons)[number];

/** A business day that a run judges, ISO 8601, and the reason. */
export type JudgedDay = { day: string; because: JudgingReason };

/** The days of a period, as days that were asked for. */
export const askedFor = (period: Period): JudgedDay[] =>
  daysOf(period).map((day) => ({ day: day.toString(), because: 'asked_for' }));

const following = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

function grouped(
  days: readonly JudgedDay[],
  isTogether: (last: JudgedDay, next: JudgedDay, first: JudgedDay) => boolean,
): JudgedDay[][] {
  const groups: JudgedDay[][] = [];
  const once = [...new Map(days.map((one) => [one.day, one])).values()];
  for (const next of once.sort((a, b) => (a.day < b.day ? -1 : 1))) {
    const group = groups.at(-1);
    const [first, last] = [group?.at(0), group?.at(-1)];
    if (group !== undefined && first !== undefined && last !== undefined && isTogether(last, next, first))
      group.push(next);
    else groups.push([next]);
  }
  return groups;
}

/** The period from the first to the last day of some days. */
export function periodAround(days: readonly JudgedDay[]): Period {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('no days');
  return { from: Temporal.PlainDate.from(first.day), to: Temporal.PlainDate.from(last.day).add({ days: 1 }) };
}

/** Days without the days between them, as contiguous periods, in order. */
export const contiguous = (days: readonly JudgedDay[]): Period[] =>
  grouped(days, (last, next) => next.day === following(last.day)).map(periodAround);

/** A run reads the days between its first and its last. Days farther apart than this, to which no match reaches, are runs of their own. */
const mostDaysBetween = 31;

const daysFrom = (day: string, other: string) => Temporal.PlainDate.from(day).until(other, { largestUnit: 'day' }).days;

const isAskedFor = (days: readonly JudgedDay[]) => days.some(({ because }) => because === 'asked_for');

/**
 * Days as they are judged together, in the order in which they are judged: earlier days first, and last the days that were asked for.
 * Once these are judged, so are all others.
 */
export const runsOf = (days: readonly JudgedDay[]): JudgedDay[][] =>
  grouped(
    days,
    (last, next, first) => daysFrom(last.day, next.day) <= mostDaysBetween && daysFrom(first.day, next.day) < mostDays,
  ).sort((a, b) => Number(isAskedFor(a)) - Number(isAskedFor(b)));
