import { daysAfter } from '../local-time.ts';

/** The first row of a file of the merchant: the days that it covers, from `from` to before `to`. */
export const periodRow = (from: string, to: string): string[] => ['Period', `${from} to ${daysAfter(to, -1)}`];

/** The same as the first line of a file of JSON lines. */
export const periodLine = (first: string, last: string): string =>
  `${JSON.stringify({ covers: { from: first, through: last } })}\n`;
