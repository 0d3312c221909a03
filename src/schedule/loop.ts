import type { Temporal } from 'temporal-polyfill';
import { timestamp } from '../domain/clock.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Log } from '../terminal/log.ts';
import { type CloseTry, type DueClose, dueCloses, isClosed } from './closes.ts';
import {
  type ClockMark,
  type DayRun,
  type DueDay,
  dueDays,
  type History,
  isClockBehind,
  type OverdueDay,
  overdueDays,
  type ScheduledCompany,
} from './due.ts';
import type { DayOutcome } from './outcomes.ts';

/**
 * Calls `onTick` every minute until it is stopped. The cron library only counts minutes, in UTC, where no minute is skipped or repeated;
 * due.ts decides what is due.
 */
export async function startClockTick(onTick: () => void): Promise<{ stop(): Promise<void> }> {
  const { schedule } = await import('node-cron');
  const task = schedule('* * * * *', () => onTick(), { timezone: 'Etc/UTC' });
  return {
    stop: async () => {
      await task.destroy();
    },
  };
}

/** The dependencies of the loop, including the clock. */
export type ScheduleParts = {
  companies: readonly ScheduledCompany[];
  /** The most companies that are worked on at the same time. */
  atOnce: number;
  /**
   * Runs one business day of one company, records it, and returns the verdict. Throws RUN_IN_PROGRESS when another process
   * works on the company. Any other error is recorded here, as a run that failed.
   */
  runDay: (company: string, date: string) => Promise<DayOutcome>;
  /** Closes a month of a company; throws like runDay. */
  closeMonth: (company: string, month: string) => Promise<Pick<CloseTry, 'refused_by' | 'was_closed'>>;
  records: {
    history(): Promise<History>;
    notified(): Promise<{ company: string; date: string }[]>;
    closes(): Promise<CloseTry[]>;
    addRun(run: DayRun): Promise<void>;
    addClose(close: CloseTry): Promise<void>;
    addClock(mark: ClockMark): Promise<void>;
    addNotified(day: OverdueDay, notified_at: string): Promise<void>;
  };
  /**
   * Notifies people of news: days that are not reconciled by their deadline, and runs since the last notice. Called once for the news of
   * all days that were due together; when it throws, it is called again at the next tick.
   */
  notify: (days: readonly OverdueDay[]) => Promise<void>;
  now: () => Temporal.Instant;
  log: Log;
};

export type ScheduleLoop = {
  /** Begins everything that is due, and waits for the end of all work. Another tick during that time begins what has become due. */
  tick(): Promise<void>;
  /** Waits for the days in progress and begins no other day. */
  stop(): Promise<void>;
};

function errorFields(error: unknown): Record<string, unknown> {
  if (error instanceof TieoutError) return { code: error.code, remedy: error.remedy, place: error.place };
  return { code: 'UNEXPECTED', detail: error instanceof Error ? error.stack : String(error) };
}

/** A run that failed at an instant, as it is recorded. */
export function failedRun(day: Pick<DayRun, 'company' | 'date'>, at: string, error: unknown): DayRun {
  const code = error instanceof TieoutError ? error.code : 'UNEXPECTED';
  const message = error instanceof Error ? error.message : String(error);
  return { ...day, began_at: at, ended_at: at, outcome: 'failed', error: { code, message } };
}

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** A day to run, or a month to close. */
type Due = DueDay | DueClose;

const subjectOf = (due: Due) => ('month' in due ? due.month : due.date);

/** If no day in progress ends for so long, one of them hangs, and the notices of the others no longer wait for it. */
const quietMinutes = 10;

/**
 * Runs what is due at each tick: the days of a company one after another, those of several companies at the same time. A day that hangs
 * or has an error delays no other company.
 */
export function scheduleLoop(parts: ScheduleParts): ScheduleLoop {
  const { companies, atOnce, runDay, closeMonth, records, notify, now, log } = parts;
  /** The days in progress, by company. */
  const inProgress = new Map<string, Promise<void>>();
  /** Companies with a day that is due and waits for a place. */
  let waiting = new Set<string>();
  /** The days that were begun since the last tick. One that is still due waits for the next: it is locked, or was not recorded. */
  const begun = new Set<string>();
  let isStopped = false;
  /** Whether a run has ended since the last notice; assumed at the start, where it is not known. */
  let hasNews = true;
  let lastEnd = now();
  let choosing = Promise.resolve();
  let noticing = Promise.resolve();

  const logged = (error: unknown) => log.error(`The schedule continues: ${errorText(error)}`, errorFields(error));

  /** Runs a day or closes a month, and returns how that ended. */
  const perform = async (due: Due): Promise<DayOutcome | 'closed' | 'not_closed'> => {
    if (!('month' in due)) return runDay(due.company, due.date);
    const close = { ...due, ...(await closeMonth(due.company, due.month)), ended_at: timestamp(now) };
    await records.addClose(close);
    return isClosed(close) ? 'closed' : 'not_closed';
  };

  const recordFailure = (due: Due, began_at: string, error: unknown): Promise<void> => {
    const failed = failedRun({ company: due.company, date: subjectOf(due) }, began_at, error);
    const ended_at = timestamp(now);
    if (!('month' in due)) return records.addRun({ ...failed, ended_at });
    return records.addClose({ ...due, ended_at, refused_by: [], ...(failed.error && { error: failed.error }) });
  };

  const runOne = async (due: Due): Promise<void> => {
    const began_at = timestamp(now);
    const name = `${due.company} ${subjectOf(due)}`;
    log.info(`${name} begins`, due);
    try {
      const outcome = await perform(due);
      hasNews = true;
      log.info(`${name} ${outcome.replaceAll('_', ' ')}`, { ...due, outcome });
    } catch (error) {
      if (error instanceof TieoutError && error.code === 'RUN_IN_PROGRESS') {
        log.info(`${name} waits: ${error.message}`, due);
        return;
      }
      log.error(`${name}: ${errorText(error)}`, { ...due, ...errorFields(error) });
      hasNews = true;
      await recordFailure(due, began_at, error);
    }
  };

  /** The days that are due, in their order, and the months of companies without such a day. */
  const dueNow = async (free: readonly ScheduledCompany[]): Promise<Due[]> => {
    const history = await records.history();
    const days = dueDays(free, history, now());
    const others = free.filter(({ name }) => days.every(({ company }) => company !== name));
    return [...days, ...dueCloses(others, history, await records.closes(), now())];
  };

  /** Begins what is due while there are places. A company at work is left out before the records are read. */
  const begin = async () => {
    const due = await dueNow(companies.filter(({ name }) => !inProgress.has(name)));
    waiting = new Set(due.map(({ company }) => company));
    for (const next of due) {
      if (isStopped || inProgress.size >= atOnce) return;
      const key = `${next.company} ${subjectOf(next)}`;
      if (!waiting.delete(next.company) || begun.has(key)) continue;
      begun.add(key);
      const ended = () => {
        inProgress.delete(next.company);
        waiting.add(next.company);
        lastEnd = now();
        void choose(begin);
      };
      inProgress.set(next.company, runOne(next).catch(logged).finally(ended));
    }
  };

  const tell = async () => {
    const isQuiet = inProgress.size === 0 || lastEnd.until(now()).total('minutes') >= quietMinutes;
    const found = overdueDays(companies, await records.history(), await records.notified(), now());
    const overdue = found.filter(({ company }) => isQuiet || !(waiting.has(company) || inProgress.has(company)));
    if (isStopped || (overdue.length === 0 && !(hasNews && isQuiet))) return;
    hasNews = false;
    await notify(overdue).catch((error: unknown) => {
      hasNews = true;
      throw error;
    });
    for (const day of overdue) await records.addNotified(day, timestamp(now));
  };

  /** Chooses days in one place at a time, so that none is begun twice. People are told at each tick, and when all work has ended. */
  const choose = (steps: () => Promise<void>, isTick = false) => {
    choosing = choosing
      .then(steps)
      .then(() => {
        if (isTick || inProgress.size === 0) noticing = noticing.then(tell).catch(logged);
      })
      .catch(logged);
    return choosing;
  };

  const beginOfTick = async () => {
    begun.clear();
    if (isClockBehind(await records.history(), now())) {
      log.warn('The clock was set back: days that were run while it was ahead are run again once they are over.');
      await records.addClock({ clock_at: timestamp(now) });
    }
    await begin();
  };

  const rest = async () => {
    for (let seen: unknown; seen !== choosing; ) {
      seen = choosing;
      await choosing;
      await Promise.all(inProgress.values());
    }
    await noticing;
  };

  return {
    tick: () => {
      if (!isStopped) void choose(beginOfTick, true);
      return rest();
    },
    stop: () => {
      isStopped = true;
      return rest();
    },
  };
}
