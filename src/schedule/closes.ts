import { Temporal } from 'temporal-polyfill';
import {
  type History,
  isDueAgain,
  isSettled,
  lastRunOf,
  latestDay,
  momentAfter,
  type ScheduledCompany,
  trustedRuns,
} from './due.ts';

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
  /** The month had been closed by a person. */
  was_closed?: true;
};

/** A month to close now. */
export type DueClose = { company: string; month: string };

export const isClosed = ({ refused_by, error }: CloseTry): boolean => refused_by.length === 0 && error === undefined;

/** The last try of each month of a company. */
export function lastTries(tries: readonly CloseTry[], name: string): CloseTry[] {
  return [...new Map(tries.filter(({ company }) => company === name).map((one) => [one.month, one])).values()];
}

/** Gates that refuse what may pass by itself: the services were not asked, or their answers are incomplete. */
const passing = ['fetched', 'inputs'];

/** Whether a month that was not closed is due again: like a day where that may pass by itself, and else at the next daily run. */
function isDueAfter(last: CloseTry, company: ScheduledCompany, yesterday: Temporal.PlainDate, now: Temporal.Instant) {
  if (isClosed(last)) return false;
  const mayPass = last.error !== undefined || last.refused_by.some((gate) => passing.includes(gate));
  if (mayPass) return isDueAgain(company, yesterday, last, now);
  const { schedule, zone } = company;
  return !latestDay(schedule.at, zone, Temporal.Instant.from(last.ended_at)).equals(yesterday);
}

/** The months to close: the month before, from the day of the configuration on, and earlier ones that were refused. */
function monthsToClose(
  company: ScheduledCompany,
  history: History,
  tries: readonly CloseTry[],
  on: Temporal.PlainDate,
) {
  const { name, starts_on: startsOn, schedule } = company;
  const refused = tries.flatMap((one) => (isClosed(one) ? [] : [one.month]));
  if (schedule.close_day === undefined || on.day < schedule.close_day) return refused;
  const month = on.toPlainYearMonth().subtract({ months: 1 }).toString();
  const days = history.flatMap((entry) => ('company' in entry && entry.company === name ? [entry.date] : []));
  const first = startsOn ?? days.sort()[0];
  return first === undefined || first.slice(0, 7) > month ? refused : [...new Set([...refused, month])];
}

/**
 * The months to close now, the oldest first. A month waits for the day before to be complete, or for the deadline of that day. A month
 * before the first day of a company is not closed.
 */
export function dueCloses(
  companies: readonly ScheduledCompany[],
  history: History,
  tries: readonly CloseTry[],
  now: Temporal.Instant,
): DueClose[] {
  return companies.flatMap((company): DueClose[] => {
    const { name, schedule, zone } = company;
    if (schedule.close_day === undefined) return [];
    const yesterday = latestDay(schedule.at, zone, now);
    const run = lastRunOf(company, yesterday, trustedRuns(history, now));
    const isOver = Temporal.Instant.compare(momentAfter(yesterday, schedule.deadline, zone), now) <= 0;
    if (!isOver && (run === undefined || !isSettled(run.outcome))) return [];
    const last = new Map(lastTries(tries, name).map((one) => [one.month, one]));
    return monthsToClose(company, history, [...last.values()], yesterday.add({ days: 1 }))
      .sort()
      .flatMap((month) => {
        const before = last.get(month);
        return before === undefined || isDueAfter(before, company, yesterday, now) ? [{ company: name, month }] : [];
      });
  });
}
