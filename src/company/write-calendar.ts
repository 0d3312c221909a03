import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { DuckDBConnection } from '@duckdb/node-api';
import { z } from 'zod';
import type { CompanyConfig } from '../config/company-schema.ts';
import { type CalendarConfig, weekdays } from '../config/company-schema.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { execute, readRows, textOf } from '../warehouse/duckdb-values.ts';
import { inTransaction } from '../warehouse/in-transaction.ts';
import { sqlStatement } from '../warehouse/sql-files.ts';

type Holiday = { day: string; name: string };

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
const firstHolidayYear = 2015;
const lastHolidayYear = 2040;

const dayMs = 86_400_000;

/** The version of the holiday library, whose data changes from version to version. */
function holidayDataVersion(): string {
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

export type CompanyCalendar = Pick<CompanyConfig, 'name' | 'calendar'>;

/** A calendar as it was in effect: the source of its data, its description, and the holidays of its country. */
export type RecordedCalendar = { source: string; description: string; holidays: Holiday[] };

/** The weekend of a calendar, for people. */
export const weekendText = ({ weekend }: CalendarConfig): string =>
  weekend.length === 0
    ? 'no weekend'
    : `weekend ${weekend.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join(', ')}`;

/** The calendar of a company whose configuration has none. */
const onlyWeekends: CalendarConfig = { weekend: ['sat', 'sun'], holidays: [], working_days: [] };

const tables = ['company_calendar', 'holiday', 'calendar_day'] as const;

async function clear(connection: DuckDBConnection): Promise<void> {
  for (const table of tables) await execute(connection, `delete from core.${table}`);
}

const sourceOf = ({ country }: CalendarConfig): string =>
  country === undefined ? '' : `${holidayDataVersion()} ${firstHolidayYear} ${lastHolidayYear}`;

type Written = { calendar: CalendarConfig; fingerprint: string };

async function writeDays(
  connection: DuckDBConnection,
  { calendar, fingerprint }: Written,
  { description, holidays }: Omit<RecordedCalendar, 'source'>,
) {
  const own = calendar.holidays.map(({ date, name }) => ({ day: date, name }));
  await execute(
    connection,
    `insert into core.company_calendar values ($description, from_json($weekend, '["INTEGER"]'),
       from_json($worked, '["DATE"]'), $fingerprint)`,
    {
      fingerprint,
      description,
      weekend: JSON.stringify(calendar.weekend.map((name) => weekdays[name])),
      worked: JSON.stringify(calendar.working_days),
    },
  );
  const isOwn = new Set(own.map(({ day, name }) => `${day} ${name}`));
  const rows = [
    ...holidays
      .filter(({ day, name }) => !isOwn.has(`${day} ${name}`))
      .map((holiday) => ({ ...holiday, is_own: false })),
    ...own.map((holiday) => ({ ...holiday, is_own: true })),
  ];
  await execute(
    connection,
    `insert into core.holiday
     select day, name, is_own
     from (select unnest(from_json($rows, '[{"day":"date","name":"text","is_own":"boolean"}]'), recursive := true))`,
    { rows: JSON.stringify(rows) },
  );
  await execute(connection, await sqlStatement('load', 'calendar_day_insert'));
}

async function calendarNow(calendar: CalendarConfig | undefined, company: string, configPath: string) {
  if (calendar === undefined) return { holidays: [], description: 'Mondays to Fridays' };
  const { title, holidays } = await countryHolidays(calendar, {
    file: configPath,
    key: `companies.${company}.calendar`,
  });
  return { holidays, description: [title, weekendText(calendar)].filter((part) => part !== '').join('; ') };
}

/** The calendar of a company in a warehouse, to be recorded; undefined for a company without a calendar. */
export async function readCalendar(
  connection: DuckDBConnection,
  { calendar }: CompanyCalendar,
): Promise<RecordedCalendar | undefined> {
  if (calendar === undefined) return undefined;
  const [present] = await readRows(connection, 'select description from core.company_calendar');
  if (present === undefined) return undefined;
  const rows = await readRows(
    connection,
    'select day::text as day, name from core.holiday where not is_own order by day, name',
  );
  const holidays = rows.map((row) => ({ day: textOf(row, 'day'), name: textOf(row, 'name') }));
  return { source: sourceOf(calendar), description: textOf(present, 'description'), holidays };
}

/**
 * Writes the calendar of a company, for the rules that count business days. A recorded calendar is used where it is given. A calendar that
 * is already written is kept, because computing the holidays of a country takes half a second (CALENDAR_UNKNOWN).
 */
export async function writeCalendar(
  connection: DuckDBConnection,
  { name: company, calendar }: CompanyCalendar,
  configPath: string,
  recorded?: RecordedCalendar,
): Promise<void> {
  const [present] = await readRows(connection, 'select fingerprint from core.company_calendar');
  const source = recorded?.source ?? (calendar === undefined ? '' : sourceOf(calendar));
  const fingerprint = createHash('sha256')
    .update(`${JSON.stringify(calendar)} ${source}`)
    .digest('hex');
  if (present?.fingerprint === fingerprint) return;
  const days = recorded ?? (await calendarNow(calendar, company, configPath));
  await inTransaction(connection, async () => {
    await clear(connection);
    await writeDays(connection, { calendar: calendar ?? onlyWeekends, fingerprint }, days);
  });
}
