import type { Temporal } from 'temporal-polyfill';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Log } from '../terminal/log.ts';
import {
  type ClockMark,
  type DayOutcome,
  type DayRun,
  type DueDay,
  dueDays,
  type History,
  isClockBehind,
  type OverdueDay,
  overdueDays,
  type ScheduledCompany,
} from './due.ts';

/** What the loop needs of the outside; the clock is one of its inputs. */
export type ScheduleParts = {
  companies: readonly ScheduledCompany[];
  /**
   * Runs one business day of one company, writes down that it did, and gives the verdict. Throws RUN_IN_PROGRESS when
   * another run is at work. Any other error is written down here, as a run that failed.
   */
  runDay: (company: string, date: string) => Promise<DayOutcome>;
  records: {
    history(): Promise<History>;
    told(): Promise<{ company: string; date: string }[]>;
    addRun(run: DayRun): Promise<void>;
    addClock(mark: ClockMark): Promise<void>;
    addTold(day: OverdueDay, told_at: string): Promise<void>;
  };
  /**
   * Tells people what they do not know yet: of days that are not reconciled by their deadline, and of what was run since.
   * It is called once a wake-up in which there is either; when it throws, it is called again at the next one.
   */
  notify: (days: readonly OverdueDay[]) => Promise<void>;
  now: () => Temporal.Instant;
  log: Log;
};

export type ScheduleLoop = {
  /** Does all that is due. While it does, another wake-up waits for the same work. */
  wake(): Promise<void>;
  /** Lets the day that is being run come to its end and begins no other. */
  stop(): Promise<void>;
};

function errorFields(error: unknown): Record<string, unknown> {
  if (error instanceof TieoutError) return { code: error.code, remedy: error.remedy, place: error.place };
  return { code: 'UNEXPECTED', detail: error instanceof Error ? error.stack : String(error) };
}

/** Runs what is due whenever it is woken, one day at a time; an error of one day does not keep the others from running. */
export function scheduleLoop(parts: ScheduleParts): ScheduleLoop {
  const { companies, runDay, records, notify, now, log } = parts;
  let working: Promise<void> | undefined;
  let isStopped = false;
  /** Whether something was run that people were perhaps not told of; at the start nobody knows. */
  let isNews = true;

  /** Gives false when another run is at work: the rest waits for the next wake-up. */
  const runOne = async ({ company, date, why }: DueDay): Promise<boolean> => {
    const began_at = now().toString();
    log.info(`${company} ${date} begins`, { company, date, why });
    try {
      const outcome = await runDay(company, date);
      isNews = true;
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
      isNews = true;
      await records.addRun({
        company,
        date,
        began_at,
        ended_at: now().toString(),
        outcome: 'failed',
        error: {
          code: error instanceof TieoutError ? error.code : 'UNEXPECTED',
          message: error instanceof Error ? error.message : String(error),
        },
      });
    }
    return true;
  };

  const work = async () => {
    if (isClockBehind(await records.history(), now())) {
      log.warn('The clock was set back: days that were run while it was ahead are run again when they are over.');
      await records.addClock({ clock_at: now().toString() });
    }
    // looked at anew after each day: another process may have run the next one meanwhile
    while (!isStopped) {
      const [next] = dueDays(companies, await records.history(), now());
      if (next === undefined) break;
      if (!(await runOne(next))) break;
    }
    if (isStopped) return;
    const overdue = overdueDays(companies, await records.history(), await records.told(), now());
    if (overdue.length === 0 && !isNews) return;
    await notify(overdue);
    isNews = false;
    for (const day of overdue) await records.addTold(day, now().toString());
  };

  return {
    wake: () => {
      if (isStopped) return working ?? Promise.resolve();
      working ??= work()
        .catch((error: unknown) => {
          log.error(
            `The schedule goes on: ${error instanceof Error ? error.message : String(error)}`,
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
