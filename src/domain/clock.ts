import { Temporal } from 'temporal-polyfill';

/** Returns the current instant. */
export type Clock = () => Temporal.Instant;

export const systemClock: Clock = () => Temporal.Now.instant();

/** The time zone of this machine. */
export const systemZone = (): string => Temporal.Now.timeZoneId();

/** The current instant in the form of records, always with three decimals, so that texts are in the order of their times. */
export const timestamp = (clock: Clock): string => clock().round('millisecond').toString({ fractionalSecondDigits: 3 });
