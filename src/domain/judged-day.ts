import { Temporal } from 'temporal-polyfill';
import { daysOf, mostDays, type Period } from './period.ts';

/**
 * Why a run judges a day. Where several reasons apply, the first in this order counts: the day was requested; an item of the day was
 * decided; an input that the day lacked arrived, or is due; a record ended or changed; the proof of a control changed; an item was
 * matched by hand with an item of another judged day, or no longer is; an open item may be closed by new receipts; a record of the
 * merchant's own files arrived.
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

/** The days of a period, as requested days. */
export const askedFor = (period: Period): JudgedDay[] =>
  daysOf(period).map((day) => ({ day: day.toString(), because: 'asked_for' }));

const following = (day: string): string => Temporal.PlainDate.from(day).add({ days: 1 }).toString();

function grouped<Day extends { day: string }>(
  days: readonly Day[],
  isTogether: (last: Day, next: Day, first: Day) => boolean,
): Day[][] {
  const groups: Day[][] = [];
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
export function periodAround(days: readonly { day: string }[]): Period {
  const [first, last] = [days.at(0), days.at(-1)];
  if (first === undefined || last === undefined) throw new RangeError('no days');
  return { from: Temporal.PlainDate.from(first.day), to: Temporal.PlainDate.from(last.day).add({ days: 1 }) };
}

/** The contiguous periods of some days, in order, without the days between them. */
export const contiguous = (days: readonly { day: string }[]): Period[] =>
  grouped(days, (last, next) => next.day === following(last.day)).map(periodAround);

/**
 * The greatest distance of days in a run, which reads all days between its first and its last. No match reaches further, so days farther
 * apart are separate runs.
 */
const mostDaysBetween = 31;

const daysFrom = (day: string, other: string) => Temporal.PlainDate.from(day).until(other, { largestUnit: 'day' }).days;

const isAskedFor = (days: readonly JudgedDay[]) => days.some(({ because }) => because === 'asked_for');

/**
 * The days in groups that are judged together, in the order of judging: earlier days first, requested days last. When the requested days
 * have been judged, so have all others.
 */
export const runsOf = (days: readonly JudgedDay[]): JudgedDay[][] =>
  grouped(
    days,
    (last, next, first) => daysFrom(last.day, next.day) <= mostDaysBetween && daysFrom(first.day, next.day) < mostDays,
  ).sort((a, b) => Number(isAskedFor(a)) - Number(isAskedFor(b)));
