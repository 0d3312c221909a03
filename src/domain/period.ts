import { Temporal } from 'temporal-polyfill';

/** Business days of a company, half-open: `from` is included, `to` is not. */
export type Period = { from: Temporal.PlainDate; to: Temporal.PlainDate };

/** The period between two days, ISO 8601. Throws a RangeError for another text. */
export const periodOf = (from: string, to: string): Period => ({
  from: Temporal.PlainDate.from(from),
  to: Temporal.PlainDate.from(to),
});

/** A period as statements and scopes take it: its days as text, ISO 8601, half-open. */
export const boundsOf = ({ from, to }: Period): { from: string; to: string } => ({
  from: from.toString(),
  to: to.toString(),
});

/** The instant at which a business day begins in a zone; where midnight does not exist, the first existing instant. */
export function dayStart(date: Temporal.PlainDate, zone: string): Temporal.Instant {
  return date.toZonedDateTime({ timeZone: zone }).startOfDay().toInstant();
}

/** Whole Unix seconds of an instant, as the gateway's filters require them. */
export function unixSeconds(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000);
}

/** The earliest day of a run. The services are more recent, and every run enumerates the days of its period. */
const earliestDay = Temporal.PlainDate.from('2000-01-01');
/** The most days of a run, from the first to the last. */
export const mostDays = 3 * 366;
/** A statement also has the days before the period that are fetched again. */
const mostWindowDays = 2 * mostDays;

/** Why a run cannot have a period; undefined for a valid period. */
export function absurdPeriod({ from, to }: Period): string | undefined {
  if (Temporal.PlainDate.compare(from, earliestDay) < 0)
    return `${from.toString()} is before ${earliestDay.toString()}.`;
  const { days } = from.until(to, { largestUnit: 'day' });
  if (days < 1) return `${to.toString()} is not after ${from.toString()}.`;
  if (days > mostDays) return `${days} days are more than a run can have (${mostDays}).`;
  return undefined;
}

/** The first and last day of the warehouse's calendar, both included; no receipt, term or declaration can have other days. */
export const calendarDays = { first: '1990-01-01', last: '2099-12-31' };

/** Whether the calendar has a day, ISO 8601. */
export const isCalendarDay = (day: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= calendarDays.first && day <= calendarDays.last;

/** Why the window between two instants (null for none) is impossible for a receipt; undefined for a possible window. */
export function absurdWindow(from: string | null, to: string | null): string | undefined {
  if (from === null && to === null) return undefined;
  if (from === null || to === null) return 'it has one end only.';
  // the window of a reading at an instant has length zero
  if (Temporal.Instant.compare(from, to) > 0) return `${to} is before ${from}.`;
  const days = Temporal.Instant.from(from).until(to).total('hours') / 24;
  if (days > mostWindowDays) return `${Math.ceil(days)} days are more than any run asks for (${mostWindowDays}).`;
  const outside = [from, to].find((end) => !isCalendarDay(end.slice(0, 10)));
  if (outside === undefined) return undefined;
  return `${outside} is not between ${calendarDays.first} and ${calendarDays.last}.`;
}

/** The days of a period, in order. */
export function daysOf({ from, to }: Period): Temporal.PlainDate[] {
  const days: Temporal.PlainDate[] = [];
  for (let day = from; Temporal.PlainDate.compare(day, to) < 0; day = day.add({ days: 1 })) days.push(day);
  return days;
}

/** The last whole business day of a zone at an instant. */
export function yesterday(now: Temporal.Instant, zone: string): Temporal.PlainDate {
  return now.toZonedDateTimeISO(zone).toPlainDate().subtract({ days: 1 });
}
