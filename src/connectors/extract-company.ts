import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import type { Landing } from '../landing/landing.ts';
import type { GatewayAccess } from './gateway/client.ts';
import { extractGateway } from './gateway/extract.ts';
import { defaultPollOptions, type PollOptions } from './gateway/statements.ts';
import type { PayoutAccess } from './payout/client.ts';
import { extractPayout } from './payout/extract.ts';
import { countUnexpected, type Unexpected, unexpectedText } from './record-schema.ts';

export type CompanyExtract = {
  company: {
    name: string;
    zone: string;
    currencies: readonly string[];
    statement: { format: 'csv' | 'xlsx'; lookback_days: number; timeout_seconds: number };
  };
  /** How to speak to each service, looked up when it is about to be used; undefined for one that the company has not. */
  gateway: () => GatewayAccess | undefined;
  payout: () => PayoutAccess | undefined;
  landing: Landing;
  /** In the company's own days. */
  period: Period;
  /** Asks for everything anew, also for what is there already. */
  refresh: boolean;
  poll?: Partial<PollOptions>;
  progress: Progress;
};

export type Extracted = {
  /** What kept an input from coming; TieoutErrors, unless something is wrong with the program itself. */
  errors: unknown[];
  /** What came that the specification does not name. */
  unexpected: Unexpected[];
};

/**
 * Brings to landing what a company's period needs and is not there. One input that fails does not keep another from
 * being read, nor one service the other: the errors come back, and what they left out makes the days incomplete.
 */
export async function extractCompany(extract: CompanyExtract): Promise<Extracted> {
  const { company, gateway, payout, landing, period, refresh, progress } = extract;
  const { name, zone, currencies, statement } = company;
  const unexpected = countUnexpected();
  const shared = {
    landing,
    progress,
    unexpected,
    wanted: { company: name, zone, currencies, period, lookbackDays: statement.lookback_days },
    after: refresh ? landing.receipts().length : 0,
  };
  const poll = { ...defaultPollOptions, deadlineMs: statement.timeout_seconds * 1000, ...extract.poll };
  const errors: unknown[] = [];
  const services = [
    async () => {
      const access = gateway();
      return access === undefined ? [] : extractGateway({ ...shared, access, format: statement.format, poll });
    },
    async () => {
      const access = payout();
      return access === undefined ? [] : extractPayout({ ...shared, access });
    },
  ];
  for (const service of services) {
    try {
      errors.push(...(await service()));
    } catch (error) {
      errors.push(error);
    }
  }
  const strangers = unexpected.list();
  if (strangers.length > 0) progress.step('Not named in the specifications, kept').done(unexpectedText(strangers));
  return { errors, unexpected: strangers };
}
