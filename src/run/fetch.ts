import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import { type Extracted, extractCompany } from '../connectors/extract-company.ts';
import type { HttpClient } from '../connectors/http/client.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import type { Landing } from '../landing/landing.ts';
import { gatewayAccess, payoutAccess } from './access.ts';

export type FetchWish = {
  config: LoadedConfig;
  company: CompanyConfig;
  period: Period;
  /** Ask for everything anew, also for what is there already. */
  refresh: boolean;
  /** How many days before the period the statement covers too. */
  lookbackDays: number;
};

/** Brings to landing what a company's period needs, with the keys that its configuration names. */
export async function fetchCompany(
  { config, company, period, refresh, lookbackDays }: FetchWish,
  landing: Landing,
  http: HttpClient,
  progress: Progress,
): Promise<Extracted> {
  return extractCompany({
    company: { ...company, statement: { ...company.statement, lookback_days: lookbackDays } },
    gateway: () => gatewayAccess(config, company, http),
    payout: () => payoutAccess(config, company, http),
    landing,
    period,
    refresh,
    progress,
  });
}
