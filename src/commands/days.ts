import { Temporal } from 'temporal-polyfill';
import type { CompanyConfig } from '../config/company-schema.ts';
import { absurdPeriod, type Period, yesterday } from '../domain/period.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { optionWrong } from './option-value.ts';

export type DayOptions = { date?: string; from?: string; to?: string; last?: string };

export function readDay(text: string, option: string): Temporal.PlainDate {
  try {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw new RangeError(text);
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch (cause) {
    throw new TieoutError({
      code: 'DATE_WRONG',
      message: `"${text}" is not a day.`,
      remedy: `Write ${option} as year-month-day, for example ${option} 2026-11-19.`,
      exitStatus: 2,
      cause,
    });
  }
}

function refuseDays(message: string): TieoutError {
  return new TieoutError({
    code: 'PERIOD_WRONG',
    message,
    remedy:
      'Give --date DAY, --last N, or --from DAY --to DAY (both included), or none of them for yesterday. Only past days can be run.',
    exitStatus: 2,
  });
}

/** The number of days of --last. Throws OPTION_WRONG. */
function numberOfDays(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw optionWrong('--last', text, 'a number of days, such as 8');
}

/** The first and the last day of the options, in the company's zone. */
function daysOfOptions({ date, from, to, last }: DayOptions, yesterdayThere: Temporal.PlainDate) {
  const given = [date, last, from ?? to].filter((option) => option !== undefined);
  if (given.length > 1)
    throw refuseDays(
      date !== undefined && last === undefined
        ? '--date cannot be combined with --from or --to.'
        : '--last cannot be combined with --date, --from or --to.',
    );
  if ((from === undefined) !== (to === undefined)) throw refuseDays('--from and --to must be given together.');
  if (last !== undefined)
    return { first: yesterdayThere.subtract({ days: numberOfDays(last) - 1 }), final: yesterdayThere };
  const read = (text: string | undefined, option: string) =>
    text === undefined || text === 'yesterday' ? yesterdayThere : readDay(text, date === undefined ? option : '--date');
  return { first: read(from ?? date, '--from'), final: read(to ?? date, '--to') };
}

/** The period of the options in a company's own days; without options, yesterday. */
export function periodFor(options: DayOptions, company: CompanyConfig, now: Temporal.Instant): Period {
  const last = yesterday(now, company.zone);
  const { first, final } = daysOfOptions(options, last);
  if (Temporal.PlainDate.compare(first, final) > 0)
    throw refuseDays(`${first.toString()} is after ${final.toString()}.`);
  if (Temporal.PlainDate.compare(final, last) > 0)
    throw refuseDays(`${final.toString()} is not over yet in ${company.zone}.`);
  const period = fromFirstDay({ from: first, to: final.add({ days: 1 }) }, company);
  const absurd = absurdPeriod(period);
  if (absurd !== undefined) throw refuseDays(absurd);
  return period;
}

/** The month before the present one, as the argument of the command. */
export const lastMonth = 'last-month';

/** The month (2026-10) that a person asks for, in the zone of a company. */
export function monthOf(text: string, { zone }: CompanyConfig, now: Temporal.Instant): string {
  if (text !== lastMonth) return text;
  return now.toZonedDateTimeISO(zone).toPlainDate().toPlainYearMonth().subtract({ months: 1 }).toString();
}

/** The days of a month such as 2026-10. Throws MONTH_WRONG. */
export function monthPeriod(text: string): Period {
  try {
    if (!/^\d{4}-\d{2}$/.test(text)) throw new RangeError(text);
    const from = Temporal.PlainYearMonth.from(text, { overflow: 'reject' }).toPlainDate({ day: 1 });
    return { from, to: from.add({ months: 1 }) };
  } catch (cause) {
    throw new TieoutError({
      code: 'MONTH_WRONG',
      message: `"${text}" is not a month.`,
      remedy: 'Write it as year-month, for example 2026-10, or last-month.',
      exitStatus: 2,
      cause,
    });
  }
}

/** A period without the days before the company's first business day. Throws BEFORE_FIRST_DAY when none remains. */
function fromFirstDay(period: Period, { name, starts_on: startsOn }: CompanyConfig): Period {
  if (startsOn === undefined) return period;
  const start = Temporal.PlainDate.from(startsOn);
  if (Temporal.PlainDate.compare(period.from, start) >= 0) return period;
  if (Temporal.PlainDate.compare(period.to, start) > 0) return { from: start, to: period.to };
  throw new TieoutError({
    code: 'BEFORE_FIRST_DAY',
    message: `${periodText(period)} is before ${startsOn}, the first business day of ${name}.`,
    remedy: 'Choose later days, or change starts_on of the company in the configuration.',
    exitStatus: 2,
  });
}

/** The days of a run. */
export function periodText(period: Period): string {
  const last = period.to.subtract({ days: 1 }).toString();
  return period.from.toString() === last ? last : `${period.from.toString()} to ${last}`;
}
