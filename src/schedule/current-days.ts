import { Temporal } from 'temporal-polyfill';
import { yesterday } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { RunResult } from '../pipeline/run-company.ts';
import { type DayRun, type History, latestDay, type ScheduledCompany, trustedRuns } from './due.ts';
import { type CurrentOutcome, isReconciled, worse } from './outcomes.ts';

/** The outcome of each day of a company's run: the worst of its currencies; incomplete where an input was not collected. */
export function daysOf({ company, verdicts, errors }: RunResult, ran: Pick<DayRun, 'began_at' | 'ended_at'>): DayRun[] {
  const error = errors.find((one) => one instanceof TieoutError);
  const outcomes = new Map<string, DayRun>();
  for (const { business_date: date, verdict } of verdicts) {
    const known = outcomes.get(date)?.outcome ?? (errors.length === 0 ? 'reconciled' : 'incomplete');
    outcomes.set(date, {
      company,
      date,
      ...ran,
      outcome: worse(known, verdict),
      ...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
    });
  }
  return [...outcomes.values()];
}

/** The current outcome of a business day of a company, and its reason. */
export type CurrentDay = { date: string; outcome: CurrentOutcome; reason: string };

/** The current state of a company: its worst outcome, the days with this outcome, the oldest first, and the reason of that day. */
export type CurrentState = { outcome: CurrentOutcome; days: string[]; reason: string };

const notRun = 'It was due, and no run has reported it.';

function worseDay(a: CurrentDay | undefined, b: CurrentDay): CurrentDay {
  return a !== undefined && worse(a.outcome, b.outcome) === a.outcome ? a : b;
}

/** The last run of each day. */
function lastRuns(name: string, history: History, now: Temporal.Instant): Map<string, DayRun> {
  return new Map(trustedRuns(history, now).flatMap((run) => (run.company === name ? [[run.date, run] as const] : [])));
}

/**
 * The current outcome of each business day of a company: as published, unless its last run failed or an input of it was not collected. A
 * day that is due and was never reported counts from the company's first business day or, without one, from the first day that was ever
 * run or judged, other than by a backfill, which may be in progress. Days that are not over do not count, because they were judged while
 * the clock was ahead.
 */
export function currentDays(
  company: ScheduledCompany,
  published: readonly CurrentDay[],
  history: History,
  now: Temporal.Instant,
): CurrentDay[] {
  const runs = lastRuns(company.name, history, now);
  const known = new Map<string, CurrentDay>();
  for (const day of published) known.set(day.date, worseDay(known.get(day.date), day));
  for (const { date, outcome, error } of runs.values())
    if (error !== undefined) known.set(date, worseDay(known.get(date), { date, outcome, reason: error.message }));

  const due = latestDay(company.schedule.at, company.zone, now);
  const last = yesterday(now, company.zone);
  const over = [...new Set([...known.keys(), ...runs.keys()])].filter((date) => date <= last.toString()).sort();
  const first = company.starts_on ?? over.find((date) => runs.get(date)?.is_backfill !== true) ?? due.toString();
  const before = company.starts_on === undefined ? over.filter((date) => date < first) : [];
  const days = before.flatMap((date) => known.get(date) ?? []);
  for (
    let day = Temporal.PlainDate.from(first);
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    const date = day.toString();
    const own = known.get(date);
    if (own !== undefined) days.push(own);
    else if (Temporal.PlainDate.compare(day, due) <= 0) days.push({ date, outcome: 'not_run', reason: notRun });
  }
  return days;
}

/** The state of a company from the days that count; undefined without such days. When nothing needs action, it is the last of them. */
export function currentState(days: readonly CurrentDay[]): CurrentState | undefined {
  const newest = days.at(-1);
  if (newest === undefined) return undefined;
  const open = days.filter(({ outcome }) => !isReconciled(outcome));
  const [first, ...others] = open;
  if (first === undefined) return { outcome: newest.outcome, days: [newest.date], reason: newest.reason };
  const worst = others.reduce(worseDay, first);
  const alike = open.filter(({ outcome }) => outcome === worst.outcome).map(({ date }) => date);
  return { outcome: worst.outcome, days: alike, reason: worst.reason };
}
