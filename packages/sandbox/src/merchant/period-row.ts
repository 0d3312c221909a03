import { daysAfter } from '../local-time.ts';

/** The first row of a merchant file: the days that the file covers, from `from` until the day before `to`. */
export const periodRow = (from: string, to: string): string[] => ['Period', `${from} to ${daysAfter(to, -1)}`];

/** The first line of a file of JSON lines: the days that the file covers, from `first` through `last`. */
export const periodLine = (first: string, last: string): string =>
  `${JSON.stringify({ covers: { from: first, through: last } })}\n`;
