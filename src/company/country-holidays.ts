import { createRequire } from 'node:module';
import { z } from 'zod';
import type { CalendarConfig } from '../config/calendar-fields.ts';
import { TieoutError } from '../domain/tieout-error.ts';

export type Holiday = { day: string; name: string };

/** The holidays of a country and state, and the names of both. */
type CountryHolidays = {
  title: string;
  holidays: Holiday[];
  /** The codes of the country's states, for people; empty where the country has no states. */
  states: string;
};

/** The place of the calendar in the configuration: its file and key. */
type CalendarPlace = { file: string; key: string };

/** The years whose holidays are known; in other years only weekends are not business days. */
export const firstHolidayYear = 2015;
export const lastHolidayYear = 2040;

const dayMs = 86_400_000;

/** The version of the holiday library, whose data changes from version to version. */
export function holidayDataVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('date-holidays/package.json');
  return z.object({ version: z.string() }).parse(manifest).version;
}

/** Codes with their names: 14 (Kuala Lumpur), … */
function codesText(codes: Readonly<Record<string, string>>): string {
  return Object.entries(codes)
    .map(([code, name]) => `${code} (${name})`)
    .sort()
    .join(', ');
}

function unknown(
  what: 'country' | 'state',
  value: string,
  codes: Readonly<Record<string, string>>,
  place: CalendarPlace,
) {
  const all = codesText(codes);
  return new TieoutError({
    code: 'CALENDAR_UNKNOWN',
    message: `There is no calendar of the ${what} "${value}".`,
    remedy:
      all === ''
        ? 'Remove it: the holidays of this country do not differ by state.'
        : `Give one of ${all}; or leave it out and name the days in calendar.holidays.`,
    place: { file: place.file, key: `${place.key}.${what}` },
    exitStatus: 2,
  });
}

/** The days of a holiday; most holidays last one day. A holiday that begins later than midnight leaves its day a business day. */
function daysOf({ date, start, end, name }: { date: string; start: Date; end: Date; name: string }): Holiday[] {
  if (/ (?!00:00)\d\d:\d\d/.test(date)) return [];
  const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`);
  const count = Math.max(1, Math.round((end.getTime() - start.getTime()) / dayMs));
  return Array.from({ length: count }, (_, index) => ({
    day: new Date(first + index * dayMs).toISOString().slice(0, 10),
    name,
  }));
}

/** The public and bank holidays of a country and state of all known years. Throws CALENDAR_UNKNOWN with the valid codes. */
export async function countryHolidays(
  { country, state }: Pick<CalendarConfig, 'country' | 'state'>,
  place: CalendarPlace,
): Promise<CountryHolidays> {
  if (country === undefined) return { title: '', holidays: [], states: '' };
  const { default: Holidays } = await import('date-holidays');
  const directory = new Holidays();
  const countries = directory.getCountries('en');
  const countryName = countries[country];
  if (countryName === undefined) throw unknown('country', country, countries, place);
  const states = directory.getStates(country, 'en') ?? {};
  const stateName = state === undefined ? undefined : states[state];
  if (state !== undefined && stateName === undefined) throw unknown('state', state, states, place);
  const options = { types: ['public' as const, 'bank' as const] };
  const calendar = state === undefined ? new Holidays(country, options) : new Holidays(country, state, options);
  const years = Array.from({ length: lastHolidayYear - firstHolidayYear + 1 }, (_, index) => firstHolidayYear + index);
  const found = years.flatMap((year) => calendar.getHolidays(year, 'en')).flatMap(daysOf);
  const distinct = new Map(found.map((holiday) => [`${holiday.day} ${holiday.name}`, holiday]));
  return {
    title: stateName === undefined ? countryName : `${countryName}, ${stateName}`,
    holidays: [...distinct.values()],
    states: codesText(states),
  };
}
