import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import type { Landing } from '../landing/landing.ts';
import { extractGateway } from '../sources/extract/extract-gateway.ts';
import { extractPayout } from '../sources/extract/extract-payout.ts';
import type { Progress } from '../sources/extract/progress.ts';
import { defaultPollOptions } from '../sources/gateway/statements.ts';
import type { HttpClient } from '../sources/http/client.ts';
import type { Period } from '../sources/period.ts';
import { gatewayAccess, payoutAccess } from './access.ts';

export type FetchWish = {
  config: LoadedConfig;
  company: CompanyConfig;
  period: Period;
  /** Ask for everything anew, also for what is there already. */
  refresh: boolean;
};

/**
 * Brings to landing what a company's period needs. One service that fails does not keep the other from being read:
 * the errors come back, and what they left out makes the days incomplete.
 */
export async function fetchCompany(
  { config, company, period, refresh }: FetchWish,
  landing: Landing,
  http: HttpClient,
  progress: Progress,
): Promise<unknown[]> {
  const after = refresh ? landing.receipts().length : 0;
  const wanted = {
    company: company.name,
    zone: company.zone,
    currencies: company.currencies,
    period,
    lookbackDays: company.statement.lookback_days,
  };
  const poll = { ...defaultPollOptions, deadlineMs: company.statement.deadline_seconds * 1000 };
  const errors: unknown[] = [];
  try {
    const access = gatewayAccess(config, company, http);
    if (access)
      await extractGateway({ access, landing, wanted, format: company.statement.format, poll, after, progress });
  } catch (error) {
    errors.push(error);
  }
  try {
    const access = payoutAccess(config, company, http);
    if (access) await extractPayout({ access, landing, wanted, after, progress });
  } catch (error) {
    errors.push(error);
  }
  return errors;
}
