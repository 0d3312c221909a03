import { readFileSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import { parse } from 'yaml';
import { z } from 'zod';
import { createClock } from '../../sandbox/src/clock.ts';
import { priceList } from '../../sandbox/src/gateway/fees.ts';
import { SANDBOX_ZONE, type SandboxOptions, startSandbox } from '../../sandbox/src/start.ts';
import { configurationAccess } from '../../src/company/connector-context.ts';
import { landedFile } from '../../src/company/load-landing.ts';
import type { CompanyConfig } from '../../src/config/company-schema.ts';
import type { LoadedConfig } from '../../src/config/load-config.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { extractCompany } from '../../src/connectors/extract-company.ts';
import { openHttpClient } from '../../src/connectors/http/client.ts';
import type { Period } from '../../src/domain/period.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { openLanding } from '../../src/landing/landing.ts';
import { periodOfDays } from '../../src/pipeline/run-company.ts';
import type { LandedFile } from '../../src/warehouse/load/landed-file.ts';
import { givenConfig, givenData, onlyCompany } from '../given/sandbox-config.ts';

type Terms = Pick<SandboxOptions, 'seed' | 'reserve' | 'settlement' | 'conversion'> & {
  /** The last day, which is judged with the days before it. */
  until: string;
  currencies: readonly string[];
  formats: readonly ('csv' | 'xlsx')[];
};

/** Merchants without planted breaks: last days of different weekdays, currencies of 0, 2 and 3 decimals, with a reserve and without. */
export const worldTerms: Readonly<Record<string, Terms>> = {
  thursday: { seed: 31, until: '2026-11-05', currencies: ['MYR', 'SGD', 'JPY'], formats: ['csv'] },
  sunday: {
    seed: 32,
    until: '2026-11-15',
    currencies: ['MYR', 'KWD', 'JPY'],
    formats: ['csv', 'xlsx'],
    reserve: { basisPoints: 1_000, days: 5 },
  },
  monday: {
    seed: 33,
    until: '2026-11-09',
    currencies: ['MYR', 'KWD'],
    formats: ['xlsx'],
    settlement: { lagDays: 1, isSettledAtWeekends: true },
    conversion: { to: 'MYR', rates: { USD: '4.21', EUR: '4.885' } },
  },
};
export const worldDays = 14;
const ordersPerDay = 12;

/** What a run received of a merchant's services and files, in the order of arrival. */
export type World = {
  name: string;
  config: LoadedConfig;
  company: CompanyConfig;
  period: Period;
  files: readonly LandedFile[];
};

/** Generates a merchant, and brings what a run needs to landing: the extractors ask the sandbox over HTTP. */
export async function makeWorld(name: string): Promise<World> {
  const terms = worldTerms[name];
  if (terms === undefined) throw new Error(`there is no world ${name}`);
  const { until, formats, ...scenario } = terms;
  const last = Temporal.PlainDate.from(until);
  const morning = last.add({ days: 1 }).toZonedDateTime({ timeZone: SANDBOX_ZONE, plainTime: '06:30' }).toInstant();
  const sandbox = await startSandbox({
    ...scenario,
    until,
    days: worldDays,
    breaks: 'none',
    ordersPerDay,
    clock: createClock({ startAt: morning.epochMilliseconds }),
    gateway: { serverTime: 'machine_clock' },
    payout: { serverTime: 'machine_clock' },
  });
  const http = openHttpClient();
  try {
    const { currencies } = terms;
    const { path, folder, env } = givenConfig(sandbox, {
      currencies,
      fees: priceList(currencies),
      statement: { formats, ...(terms.reserve === undefined ? {} : { reserve_days: terms.reserve.days }) },
      books: { orders: { file: 'orders.csv' }, bank: { file: 'bank.csv' }, callbacks: { file: 'callbacks.jsonl' } },
    });
    Object.assign(process.env, env);
    await sandbox.writeFiles(folder);
    const config = await loadConfig(path);
    const company = onlyCompany(config);
    const period = periodOfDays(last.subtract({ days: worldDays - 1 }).toString(), until);
    const landing = await openLanding(givenData(folder).landing);
    const { errors } = await extractCompany({
      company,
      ...configurationAccess(config),
      http,
      landing,
      period,
      openDays: 0,
      refresh: false,
      isLocalOnly: false,
      progress: silentProgress,
    });
    if (errors.length > 0) throw errors[0];
    // received on the morning after the last day, whenever this runs
    const received_at = morning.toString();
    const files = landing.receipts().map((receipt) => ({ ...landedFile(landing, receipt, company), received_at }));
    return { name, config, company, period, files };
  } finally {
    await http.close();
    await sandbox.close();
  }
}

/** What the configuration file of a world says. */
export function configurationOf({ config }: Pick<World, 'config'>): { companies: unknown[] } {
  return z.looseObject({ companies: z.array(z.unknown()) }).parse(parse(readFileSync(config.path, 'utf8')));
}
