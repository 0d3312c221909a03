import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type CalendarConfig, weekdays } from '../config/calendar-fields.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { execute, readRows, textOf } from '../warehouse/duckdb-values.ts';
import { inTransaction } from '../warehouse/in-transaction.ts';
import { sqlStatement } from '../warehouse/sql-files.ts';
import {
  countryHolidays,
  firstHolidayYear,
  type Holiday,
  holidayDataVersion,
  lastHolidayYear,
} from './country-holidays.ts';

export type CompanyCalendar = Pick<CompanyConfig, 'name' | 'calendar'>;

/** A calendar as it was in effect: the source of its data, its description, and the holidays of its country. */
export type RecordedCalendar = { source: string; description: string; holidays: Holiday[] };

/** The weekend of a calendar, for people. */
export const weekendText = ({ weekend }: CalendarConfig): string =>
  weekend.length === 0
    ? 'no weekend'
    : `weekend ${weekend.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join(', ')}`;

const tables = ['company_calendar', 'holiday', 'calendar_day'] as const;

async function clear(connection: DuckDBConnection, company: string): Promise<void> {
  for (const table of tables)
    await execute(connection, `delete from core.${table} where company = $company`, { company });
}

const sourceOf = ({ country }: CalendarConfig): string =>
  country === undefined ? '' : `${holidayDataVersion()} ${firstHolidayYear} ${lastHolidayYear}`;

type Written = { company: string; calendar: CalendarConfig; fingerprint: string };

async function writeDays(
  connection: DuckDBConnection,
  { company, calendar, fingerprint }: Written,
  { description, holidays }: Omit<RecordedCalendar, 'source'>,
) {
  const own = calendar.holidays.map(({ date, name }) => ({ day: date, name }));
  await execute(
    connection,
    `insert into core.company_calendar values ($company, $description, from_json($weekend, '["INTEGER"]'),
       from_json($worked, '["DATE"]'), $fingerprint)`,
    {
      ...{ company, fingerprint, description },
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
     select $company, day, name, is_own
     from (select unnest(from_json($rows, '[{"day":"date","name":"text","is_own":"boolean"}]'), recursive := true))`,
    { company, rows: JSON.stringify(rows) },
  );
  await execute(connection, await sqlStatement('load', 'calendar_day_insert'), { company });
}

async function calendarNow(calendar: CalendarConfig, company: string, configPath: string) {
  const { title, holidays } = await countryHolidays(calendar, {
    file: configPath,
    key: `companies.${company}.calendar`,
  });
  return { holidays, description: [title, weekendText(calendar)].filter((part) => part !== '').join('; ') };
}

/** The calendar of a company in a warehouse, to be recorded; undefined where it has none. */
export async function readCalendar(
  connection: DuckDBConnection,
  { name: company, calendar }: CompanyCalendar,
): Promise<RecordedCalendar | undefined> {
  if (calendar === undefined) return undefined;
  const [present] = await readRows(
    connection,
    'select description from core.company_calendar where company = $company',
    { company },
  );
  if (present === undefined) return undefined;
  const rows = await readRows(
    connection,
    'select day::text as day, name from core.holiday where company = $company and not is_own order by day, name',
    { company },
  );
  const holidays = rows.map((row) => ({ day: textOf(row, 'day'), name: textOf(row, 'name') }));
  return { source: sourceOf(calendar), description: textOf(present, 'description'), holidays };
}

/**
 * Writes the calendar of a company, where its configuration has one, for the rules that count business days. A recorded calendar is used
 * where it is given. A calendar that is already written is kept, because computing the holidays of a country takes half a second
 * (CALENDAR_UNKNOWN).
 */
export async function writeCalendar(
  connection: DuckDBConnection,
  { name: company, calendar }: CompanyCalendar,
  configPath: string,
  recorded?: RecordedCalendar,
): Promise<void> {
  const rows = await readRows(connection, 'select company, fingerprint from core.company_calendar');
  const [present] = rows.filter((row) => row.company === company);
  if (calendar === undefined) {
    if (present !== undefined) await clear(connection, company);
    return;
  }
  const source = recorded?.source ?? sourceOf(calendar);
  const fingerprint = createHash('sha256')
    .update(`${JSON.stringify(calendar)} ${source}`)
    .digest('hex');
  if (present?.fingerprint === fingerprint) return;
  const days = recorded ?? (await calendarNow(calendar, company, configPath));
  await inTransaction(connection, async () => {
    await clear(connection, company);
    await writeDays(connection, { company, calendar, fingerprint }, days);
  });
}
