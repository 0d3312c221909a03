import { Temporal } from 'temporal-polyfill';

export type DailySchedule = {
  zone: string;
  /** Time of day in the zone, HH:MM, from which yesterday's run is due. */
  at: string;
  /** The last business day that a run has done, if any. */
  lastDone: Temporal.PlainDate | undefined;
  /** How many missed days are caught up at the most. */
  catchUpDays: number;
};

/**
 * The business days whose run is due at an instant, oldest first: each day that is over and not done, once the daily
 * time has come. A pure function of what is known: a clock that goes back makes nothing due twice, a daily time that
 * a change of summer time leaves out is due at the first instant after it, and days missed while nothing ran are due.
 */
export function daysDue(schedule: DailySchedule, now: Temporal.Instant): Temporal.PlainDate[] {
  const today = now.toZonedDateTimeISO(schedule.zone).toPlainDate();
  const dueAt = today.toZonedDateTime({ timeZone: schedule.zone, plainTime: Temporal.PlainTime.from(schedule.at) });
  const isTime = Temporal.Instant.compare(now, dueAt.toInstant()) >= 0;
  const last = today.subtract({ days: isTime ? 1 : 2 });
  const oldest = last.subtract({ days: schedule.catchUpDays - 1 });
  const next = schedule.lastDone?.add({ days: 1 }) ?? last;
  const first = Temporal.PlainDate.compare(next, oldest) < 0 ? oldest : next;
  const days: Temporal.PlainDate[] = [];
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) days.push(day);
  return days;
}
