import type { Temporal } from 'temporal-polyfill';
import { daysDue } from './due.ts';

export type ScheduledCompany = {
  name: string;
  zone: string;
  at: string;
  lastDone: () => Promise<Temporal.PlainDate | undefined>;
};

/** Does every day that is due, company by company, the oldest first; a company whose run fails does not hold up another. */
export async function doWhatIsDue(
  companies: readonly ScheduledCompany[],
  now: Temporal.Instant,
  runDay: (company: string, day: Temporal.PlainDate) => Promise<void>,
  onFailure: (company: string, day: Temporal.PlainDate, error: unknown) => void,
  isStopping: () => boolean = () => false,
): Promise<number> {
  let done = 0;
  for (const { name, zone, at, lastDone } of companies) {
    for (const day of daysDue({ zone, at, lastDone: await lastDone(), catchUpDays: 31 }, now)) {
      if (isStopping()) return done;
      try {
        await runDay(name, day);
        done += 1;
      } catch (error) {
        onFailure(name, day, error);
        break;
      }
    }
  }
  return done;
}
