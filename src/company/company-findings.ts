import { existsSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { checked } from '../connectors/check.ts';
import type { Connector, ConnectorContext, Finding, WithoutSection } from '../connectors/connector.ts';
import { differences, identityChanged, identityText, pinnedIdentity } from '../connectors/pinned-identity.ts';
import { ignoreIfKnown } from '../domain/tieout-error.ts';
import { indexPath, openLanding } from '../landing/landing.ts';
import { refuseSharedKeys, sharedIdentity } from './company-identity.ts';
import { countryHolidays, weekendText } from './write-calendar.ts';

const shownCount = 5;

function dayText(day: string): string {
  return Temporal.PlainDate.from(day).toLocaleString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
}

/** The calendar for counting business days: the calendar of the configuration with the next holidays, or weekends only. */
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

/** Reports whether a company has its own keys; no finding where it is the only company. */
export async function keyFinding(config: LoadedConfig, company: CompanyConfig): Promise<Finding[]> {
  if (config.companies.length < 2) return [];
  return [
    await checked('keys', async () => {
      refuseSharedKeys(config, company);
      return 'no other company has them';
    }),
  ];
}

/**
 * Compares the identity of a service with the identity recorded in the company's landing zone and with the other companies. A service
 * that does not answer is reported by its own check.
 */
export async function identityFinding(
  config: LoadedConfig,
  company: CompanyConfig,
  { name, title, identity }: Connector,
  context: WithoutSection<ConnectorContext<unknown>>,
): Promise<Finding[]> {
  if (identity === undefined) return [];
  const observed = await identity.observe(company, context).catch(ignoreIfKnown);
  if (observed === undefined) return [];
  const finding = await checked(`${title}, identity`, async () => {
    const { landing: folder } = companyPaths(config.data_dir, company.name);
    if (existsSync(indexPath(folder))) {
      const pinned = await pinnedIdentity(await openLanding(folder, config.clock), company.name, name, identity.known);
      const differing = differences(pinned?.values ?? {}, observed);
      if (differing.length > 0) throw identityChanged(company.name, title, differing);
    }
    await sharedIdentity(config, company.name)(name, observed);
    return identityText(observed);
  });
  return [finding];
}
