import { Temporal } from 'temporal-polyfill';

/** Converts instants (milliseconds since the epoch) to a zone's wall clock time. */
export type LocalTime = {
  /** ISO date. */
  day(at: number): string;
  /** `2026-11-18 09:30:00`. */
  dateTime(at: number): string;
  /** ISO 8601 with the zone's offset, to the second. */
  withOffset(at: number): string;
  /** The first instant of an ISO date. */
  startOf(day: string): number;
};

/** Zone offsets change only at quarter hours of UTC. Each quarter is looked up once, because a scenario has millions of instants. */
const QUARTER_HOUR = 900_000;

export function localTime(zone: string): LocalTime {
  const offsets = new Map<number, number>();
  const starts = new Map<string, number>();
  const offsetAt = (at: number) => {
    const quarter = Math.floor(at / QUARTER_HOUR);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      const zoned = Temporal.Instant.fromEpochMilliseconds(quarter * QUARTER_HOUR).toZonedDateTimeISO(zone);
      offset = zoned.offsetNanoseconds / 1_000_000;
      offsets.set(quarter, offset);
    }
    return offset;
  };
  const wall = (at: number) => new Date(at + offsetAt(at)).toISOString();
  return {
    day: (at) => wall(at).slice(0, 10),
    dateTime: (at) => wall(at).slice(0, 19).replace('T', ' '),
    withOffset: (at) => {
      const minutes = Math.round(offsetAt(at) / 60_000);
      const two = (number: number) => String(number).padStart(2, '0');
      const size = Math.abs(minutes);
      return `${wall(at).slice(0, 19)}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
    },
    startOf: (day) => {
      let start = starts.get(day);
      if (start === undefined) {
        start = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: zone }).startOfDay().epochMilliseconds;
        starts.set(day, start);
      }
      return start;
    },
  };
}

/** The ISO date `days` later. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The weekday: 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}
