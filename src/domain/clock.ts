import { Temporal } from 'temporal-polyfill';

/** Returns the current instant. */
export type Clock = () => Temporal.Instant;

export const systemClock: Clock = () => Temporal.Now.instant();

/** The time zone of this machine. */
export const systemZone = (): string => Temporal.Now.timeZoneId();

/** The current instant in the form of records, to the millisecond. */
export const timestamp = (clock: Clock): string => clock().round('millisecond').toString();
