import { Temporal } from 'temporal-polyfill';
import { type History, latestDay, type ScheduledCompany } from './due.ts';

/** One try to close a month of a company, as recorded at its end. */
export type CloseTry = {
  company: string;
  /** The month, such as 2026-10. */
  month: string;
  /** Instant. */
  ended_at: string;
  /** The gates that refuse; empty where the month is closed, or the try failed. */
  refused_by: string[];
  /** Why the month could not be tried. */
  error?: { code: string; message: string };
};

/** A month to close now. */
export type DueClose = { company: string; month: string };

export const isClosed = ({ refused_by, error }: CloseTry): boolean => refused_by.length === 0 && error === undefined;

/** The last try of each month of a company. */
export function lastTries(tries: readonly CloseTry[], name: string): CloseTry[] {
  return [...new Map(tries.filter(({ company }) => company === name).map((one) => [one.month, one])).values()];
}

/** The day on which the latest daily run of a company was due, at an instant. */
const morningAt = ({ schedule, zone }: ScheduledCompany, now: Temporal.Instant) =>
  latestDay(schedule.at, zone, now).add({ days: 1 });

/**
 * The months to close now: from the configured day of a month on, at the time of the daily run, the month before. A month that was
 * refused is due again each day. A month before the first day of a company is not due.
 */
export function dueCloses(
  companies: readonly ScheduledCompany[],
  history: History,
  tries: readonly CloseTry[],
  now: Temporal.Instant,
): DueClose[] {
  return companies.flatMap((company): DueClose[] => {
    const { name, starts_on: startsOn, schedule } = company;
    const morning = morningAt(company, now);
    if (schedule.close_day === undefined || morning.day < schedule.close_day) return [];
    const month = morning.toPlainYearMonth().subtract({ months: 1 }).toString();
    const days = history.flatMap((entry) => ('company' in entry && entry.company === name ? [entry.date] : []));
    const first = startsOn ?? days.sort()[0];
    if (first === undefined || first.slice(0, 7) > month) return [];
    const last = lastTries(tries, name).find((one) => one.month === month);
    const isTried =
      last !== undefined &&
      (isClosed(last) || morningAt(company, Temporal.Instant.from(last.ended_at)).equals(morning));
    return isTried ? [] : [{ company: name, month }];
  });
}
