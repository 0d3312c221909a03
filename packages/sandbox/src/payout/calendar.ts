import { Temporal } from 'temporal-polyfill';

/** The payout service's days and deadlines are in Malaysian time, whatever the company's zone. */
export const MALAYSIA = 'Asia/Kuala_Lumpur';

/**
 * The two readings of the approval deadline. The specification says noon on the day after the request. Recorded responses
 * have the next noon after the request, which is on the same day for a request before noon.
 */
export type DeadlineReading = 'noon_on_the_day_after' | 'next_noon';

const malaysiaTime = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(MALAYSIA);

/** The calendar day in Malaysia of an instant. */
export function malaysiaDay(at: number): string {
  return malaysiaTime(at).toPlainDate().toString();
}

/** Noon of a day in Malaysia, in milliseconds since the epoch. */
export function noonOf(day: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: MALAYSIA, plainTime: '12:00' }).epochMilliseconds;
}

/**
 * The day of the upcoming settlement at an instant: the day of the next noon in Malaysia. At exactly 12:00 it is the
 * following day, because the convertible collection switches at noon.
 */
export function upcomingSettlementDay(at: number): string {
  const local = malaysiaTime(at);
  return (local.hour < 12 ? local.toPlainDate() : local.toPlainDate().add({ days: 1 })).toString();
}

/** The instant at which a pending send limit request expires. */
export function approvalDeadline(requestedAt: number, reading: DeadlineReading): number {
  if (reading === 'next_noon') return noonOf(upcomingSettlementDay(requestedAt));
  return noonOf(malaysiaTime(requestedAt).toPlainDate().add({ days: 1 }).toString());
}
