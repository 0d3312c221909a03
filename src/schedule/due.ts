import { Temporal } from 'temporal-polyfill';
import { type CurrentOutcome, type DayOutcome, isReconciled } from './outcomes.ts';

/** One attempt at a business day of a company, as recorded at its end. */
export type DayRun = {
  company: string;
  /** The business day, an ISO date in the company's zone. */
  date: string;
  /** Instants. */
  began_at: string;
  ended_at: string;
  outcome: DayOutcome;
  /** Why the day could not be run, or an input could not be collected. */
  error?: { code: string; message: string };
  /** Whether a backfill ran it: until the backfill has ended, the days after it are not missed. */
  is_backfill?: true;
};

/** Recorded when the clock was found to be behind the last record, because it had been ahead before. */
export type ClockMark = { clock_at: string };

/** Everything that was recorded, in order. */
export type History = readonly (DayRun | ClockMark)[];

export type ScheduledCompany = {
  name: string;
  zone: string;
  /** The first business day that is reconciled, where the configuration gives one. */
  starts_on?: string | undefined;
  schedule: {
    at: string;
    deadline: string;
    retry_minutes: number;
    catch_up_days: number;
    close_day?: number | undefined;
  };
};

/** A day to run now: `daily` yesterday, `missed` an earlier day, `again` a day that was incomplete or failed before. */
export type DueDay = { company: string; date: string; why: 'daily' | 'missed' | 'again' };

/** A day whose deadline has passed and that is not reconciled, with its outcome. */
export type OverdueDay = { company: string; date: string; deadline_at: string; outcome: CurrentOutcome };

const isAtOrBefore = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b) <= 0;

/** How far a clock may be set back before the earlier records are no longer trusted. */
const clockTolerance = Temporal.Duration.from({ hours: 1 });

const isRun = (entry: DayRun | ClockMark): entry is DayRun => 'company' in entry;
const timeOf = (entry: DayRun | ClockMark) => Temporal.Instant.from(isRun(entry) ? entry.ended_at : entry.clock_at);

/**
 * The runs recorded with a correct clock. A record before a large step back of the clock was written while the clock was ahead, and its
 * day was perhaps not over.
 */
export function trustedRuns(history: History, now: Temporal.Instant): DayRun[] {
  let earliestSince = now;
  const trusted: DayRun[] = [];
  for (const entry of history.toReversed()) {
    const time = timeOf(entry);
    if (isRun(entry) && isAtOrBefore(time.subtract(clockTolerance), earliestSince)) trusted.push(entry);
    if (isAtOrBefore(time, earliestSince)) earliestSince = time;
  }
  return trusted.reverse();
}

/** Whether the clock has gone far back since the last record. This is recorded, because it cannot be detected later. */
export function isClockBehind(history: History, now: Temporal.Instant): boolean {
  const last = history.at(-1);
  return last !== undefined && !isAtOrBefore(timeOf(last).subtract(clockTolerance), now);
}

/** Whether a day needs no further run: its inputs were complete. */
export const isSettled = (outcome: DayOutcome) => outcome !== 'incomplete' && outcome !== 'failed';

/**
 * The instant of a wall-clock time on the day after a business day. Where the clock skips that time, the instant is later by the skipped
 * duration; where the time occurs twice, the first one is used. Each day has exactly one instant.
 */
export function momentAfter(date: Temporal.PlainDate, time: string, zone: string): Temporal.Instant {
  return date
    .add({ days: 1 })
    .toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) })
    .toInstant();
}

/** The latest business day for which a time on the day after has passed. */
export function latestDay(time: string, zone: string, now: Temporal.Instant): Temporal.PlainDate {
  let date = now.toZonedDateTimeISO(zone).toPlainDate();
  while (!isAtOrBefore(momentAfter(date, time, zone), now)) date = date.subtract({ days: 1 });
  return date;
}

/** The last run of a day that began when the day was due. */
export function lastRunOf(
  company: ScheduledCompany,
  date: Temporal.PlainDate,
  runs: readonly DayRun[],
): DayRun | undefined {
  const due = momentAfter(date, company.schedule.at, company.zone);
  return runs.findLast(
    (run) =>
      run.company === company.name &&
      run.date === date.toString() &&
      isAtOrBefore(due, Temporal.Instant.from(run.began_at)),
  );
}

/** Whether a day is before the first business day of a company. */
const isBeforeStart = ({ starts_on: startsOn }: ScheduledCompany, date: Temporal.PlainDate) =>
  startsOn !== undefined && date.toString() < startsOn;

/** The days that are considered: from the first day that was ever run, limited by the catch-up period and the first business day. */
function daysInView(
  company: ScheduledCompany,
  runs: readonly DayRun[],
  last: Temporal.PlainDate,
): Temporal.PlainDate[] {
  const { name, schedule } = company;
  const oldest = last.subtract({ days: schedule.catch_up_days - 1 });
  const known = runs
    .filter((run) => run.company === name && run.is_backfill !== true && run.date <= last.toString())
    .map(({ date }) => date)
    .sort()[0];
  if (known === undefined) return [];
  let date = Temporal.PlainDate.from(known);
  if (Temporal.PlainDate.compare(date, oldest) < 0) date = oldest;
  const days: Temporal.PlainDate[] = [];
  for (; Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) days.push(date);
  return days.filter((day) => !isBeforeStart(company, day));
}

/** Whether what failed or was incomplete is due again: after minutes until the deadline of its day, then once a day. */
export function isDueAgain(
  company: ScheduledCompany,
  date: Temporal.PlainDate,
  run: Pick<DayRun, 'ended_at'>,
  now: Temporal.Instant,
): boolean {
  const { at, deadline, retry_minutes } = company.schedule;
  const ended = Temporal.Instant.from(run.ended_at);
  if (Temporal.Instant.compare(now, momentAfter(date, deadline, company.zone)) < 0) {
    return isAtOrBefore(ended.add({ minutes: retry_minutes }), now);
  }
  const nextDaily = momentAfter(latestDay(at, company.zone, ended).add({ days: 1 }), at, company.zone);
  return isAtOrBefore(nextDaily, now);
}

/**
 * The days to run now: yesterday of each company, for which people wait, then earlier days, oldest first. The result depends only on the
 * arguments: past runs are known from the records, so a machine that was off, a clock that was set, or an additional tick has no effect.
 */
export function dueDays(companies: readonly ScheduledCompany[], history: History, now: Temporal.Instant): DueDay[] {
  const runs = trustedRuns(history, now);
  const newest = new Map(companies.map((company) => [company, latestDay(company.schedule.at, company.zone, now)]));
  const due = [...newest].flatMap(([company, last]) => {
    const inView = daysInView(company, runs, last);
    // nothing was ever run, so the first day is yesterday
    const considered = inView.length === 0 && !isBeforeStart(company, last) ? [last] : inView;
    return considered.flatMap((date): (DueDay & { isNewest: boolean })[] => {
      const run = lastRunOf(company, date, runs);
      const isNewest = date.equals(last);
      const day = { company: company.name, date: date.toString(), isNewest };
      if (run === undefined) return [{ ...day, why: isNewest ? 'daily' : 'missed' }];
      return !isSettled(run.outcome) && isDueAgain(company, date, run, now) ? [{ ...day, why: 'again' }] : [];
    });
  });
  return due
    .sort((a, b) => Number(b.isNewest) - Number(a.isNewest) || (a.date === b.date ? 0 : a.date < b.date ? -1 : 1))
    .map(({ company, date, why }) => ({ company, date, why }));
}

/** The days past their deadline that are not reconciled and have not been notified yet. */
export function overdueDays(
  companies: readonly ScheduledCompany[],
  history: History,
  notified: readonly { company: string; date: string }[],
  now: Temporal.Instant,
): OverdueDay[] {
  const runs = trustedRuns(history, now);
  return companies.flatMap((company) => {
    const last = latestDay(company.schedule.deadline, company.zone, now);
    return daysInView(company, runs, last).flatMap((day): OverdueDay[] => {
      const date = day.toString();
      if (notified.some((notice) => notice.company === company.name && notice.date === date)) return [];
      const outcome = lastRunOf(company, day, runs)?.outcome ?? 'not_run';
      if (isReconciled(outcome)) return [];
      const deadline = momentAfter(day, company.schedule.deadline, company.zone);
      return [{ company: company.name, date, deadline_at: deadline.toString(), outcome }];
    });
  });
}

/** When the next business day of a company is due, for display. */
export function nextDueAt(company: ScheduledCompany, now: Temporal.Instant): Temporal.ZonedDateTime {
  const { at } = company.schedule;
  const next = latestDay(at, company.zone, now).add({ days: 1 });
  return momentAfter(next, at, company.zone).toZonedDateTimeISO(company.zone);
}
