import { Temporal } from 'temporal-polyfill';

/** Gives the instant that is now to whoever decides something by it. */
export type Clock = () => Temporal.Instant;

export const systemClock: Clock = () => Temporal.Now.instant();

/** The time zone of this machine. */
export const systemZone = (): string => Temporal.Now.timeZoneId();

/** An instant as records state it, to the millisecond. */
export const timestamp = (clock: Clock): string => clock().round('millisecond').toString();
