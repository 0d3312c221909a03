import { Temporal } from 'temporal-polyfill';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { checked } from '../connectors/check.ts';
import type { Finding } from '../connectors/connector.ts';
import { countryHolidays } from './country-holidays.ts';
import { weekendText } from './write-calendar.ts';

const shownCount = 5;

function dayText(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

/** The calendar by which business days are counted: the calendar of the configuration with the next holidays, or weekends only. */
export function calendarFinding(
  { path, clock }: Pick<LoadedConfig, 'path' | 'clock'>,
  { name, zone, calendar }: Pick<CompanyConfig, 'name' | 'zone' | 'calendar'>,
): Promise<Finding> {
  return checked('calendar', async () => {
    if (calendar === undefined)
      return 'none; Mondays to Fridays are business days, and a holiday may show as overdue (calendar.country names one)';
    const country = await countryHolidays(calendar, { file: path, key: `companies.${name}.calendar` });
    const own = calendar.holidays.map(({ date, name: holiday }) => ({ day: date, name: holiday }));
    const today = clock().toZonedDateTimeISO(zone).toPlainDate().toString();
    const next = [...country.holidays, ...own]
      .filter(({ day }) => day >= today && !calendar.working_days.includes(day))
      .sort((a, b) => (a.day < b.day ? -1 : 1))
      .slice(0, shownCount)
      .map((holiday) => `${dayText(holiday.day)} ${holiday.name}`);
    const isStateOpen = calendar.country !== undefined && calendar.state === undefined && country.states !== '';
    return [
      country.title,
      weekendText(calendar),
      next.length === 0 ? 'no holidays' : `next holidays: ${next.join(', ')}`,
      isStateOpen ? `calendar.state can be ${country.states}` : '',
    ]
      .filter((part) => part !== '')
      .join('; ');
  });
}
