import type { Temporal } from 'temporal-polyfill';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Log } from '../terminal/log.ts';
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
export async function startClockTick(onTick: () => Promise<void>): Promise<{ stop(): Promise<void> }> {
  const { schedule } = await import('node-cron');
  const task = schedule('* * * * *', () => onTick(), { timezone: 'Etc/UTC', noOverlap: true });
  return {
    stop: async () => {
      await task.destroy();
    },
  };
}

/** The dependencies of the loop, including the clock. */
export type ScheduleParts = {
  companies: readonly ScheduledCompany[];
  /**
   * Runs one business day of one company, records it, and returns the verdict. Throws RUN_IN_PROGRESS when another process
   * works on the company. Any other error is recorded here, as a run that failed.
   */
  runDay: (company: string, date: string) => Promise<DayOutcome>;
  records: {
    history(): Promise<History>;
    notified(): Promise<{ company: string; date: string }[]>;
    addRun(run: DayRun): Promise<void>;
    addClock(mark: ClockMark): Promise<void>;
    addNotified(day: OverdueDay, notified_at: string): Promise<void>;
  };
  /**
   * Notifies people of news: days that are not reconciled by their deadline, and runs since the last notice. Called once in a tick with
   * news; when it throws, it is called again at the next tick.
   */
  notify: (days: readonly OverdueDay[]) => Promise<void>;
  now: () => Temporal.Instant;
  log: Log;
};

export type ScheduleLoop = {
  /** Runs everything that is due. A tick during that time waits for the same work. */
  tick(): Promise<void>;
  /** Waits for the day in progress and begins no other day. */
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

/** Runs what is due at each tick, one day at a time; an error of one day does not prevent the others. */
export function scheduleLoop(parts: ScheduleParts): ScheduleLoop {
  const { companies, runDay, records, notify, now, log } = parts;
  let working: Promise<void> | undefined;
  let isStopped = false;
  /** Whether a run has ended since the last notice; assumed at the start, where it is not known. */
  let hasNews = true;

  /** Returns false when another process works on the company; its days then wait for the next tick. */
  const runOne = async ({ company, date, why }: DueDay): Promise<boolean> => {
    const began_at = now().toString();
    log.info(`${company} ${date} begins`, { company, date, why });
    try {
      const outcome = await runDay(company, date);
      hasNews = true;
      log.info(`${company} ${date} ${outcome.replaceAll('_', ' ')}`, { company, date, outcome });
    } catch (error) {
      if (error instanceof TieoutError && error.code === 'RUN_IN_PROGRESS') {
        log.info(`${company} ${date} waits: ${error.message}`, { company, date });
        return false;
      }
      log.error(`${company} ${date}: ${error instanceof Error ? error.message : String(error)}`, {
        company,
        date,
        ...errorFields(error),
      });
      hasNews = true;
      await records.addRun({ ...failedRun({ company, date }, began_at, error), ended_at: now().toString() });
    }
    return true;
  };

  const work = async () => {
    if (isClockBehind(await records.history(), now())) {
      log.warn('The clock was set back: days that were run while it was ahead are run again once they are over.');
      await records.addClock({ clock_at: now().toString() });
    }
    const free = new Set(companies);
    // read again after each day: another process may have run the next one in the meantime
    while (!isStopped) {
      const [next] = dueDays([...free], await records.history(), now());
      if (next === undefined) break;
      if (await runOne(next)) continue;
      for (const company of free) if (company.name === next.company) free.delete(company);
    }
    if (isStopped) return;
    const overdue = overdueDays(companies, await records.history(), await records.notified(), now());
    if (overdue.length === 0 && !hasNews) return;
    await notify(overdue);
    hasNews = false;
    for (const day of overdue) await records.addNotified(day, now().toString());
  };

  return {
    tick: () => {
      if (isStopped) return working ?? Promise.resolve();
      working ??= work()
        .catch((error: unknown) => {
          log.error(
            `The schedule continues: ${error instanceof Error ? error.message : String(error)}`,
            errorFields(error),
          );
        })
        .finally(() => {
          working = undefined;
        });
      return working;
    },
    stop: async () => {
      isStopped = true;
      await working;
    },
  };
}
