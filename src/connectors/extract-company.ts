import type { SecretSource } from '../domain/configuration-fields.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import type { CompanyScope, Connector, ExtractContext, WithoutSection } from './connector.ts';
import type { HttpClient } from './http/client.ts';
import type { IdentityGuard } from './pinned-identity.ts';
import { connectorsOf } from './registry.ts';

export type CompanyExtract = {
  /** The company's configuration: every connector reads its own section of it. */
  company: CompanyScope;
  secret(source: SecretSource, key: string): () => string;
  resolvePath(path: string): string;
  http: HttpClient;
  identity?: IdentityGuard | undefined;
  landing: Landing;
  period: Period;
  /** Days before the period whose records may still change. */
  openDays: number;
  /** Fetches again what has already been fetched. */
  refresh: boolean;
  /** Receipts that do not count as received, because of errors that the warehouse found in them. */
  unusable?: ReadonlySet<number>;
  /** Receipts that count as received nevertheless, because their request is repeated later. */
  later?: ReadonlySet<number>;
  /** Only files on this machine are read; no service is called for the period. */
  isLocalOnly: boolean;
  progress: Progress;
  waiting?: CompanyContext['waiting'];
};

export type Extracted = {
  /** The errors that prevented an input: TieoutErrors, unless the program itself is faulty. */
  errors: unknown[];
};

type CompanyContext = WithoutSection<ExtractContext<unknown>>;

/** The context of a company's connectors; a kind that a connector requests is fetched by the connector that provides it. */
export function companyContext(extract: CompanyExtract): CompanyContext {
  const { company, secret, resolvePath, http, identity, landing, period, openDays, refresh, progress, waiting } =
    extract;
  const context: CompanyContext = {
    company,
    secret,
    resolvePath,
    http,
    identity,
    landing,
    period,
    openDays,
    progress,
    waiting,
    askedAgain: {
      after: refresh ? landing.lastReceiptId() : 0,
      unusable: extract.unusable ?? new Set(),
      later: extract.later ?? new Set(),
    },
    request: async (kind) => {
      const provider = connectorsOf(company).find(({ provided }) => provided.includes(kind));
      await provider?.provide(kind, company, context);
    },
  };
  return context;
}

async function extractWith(connector: Connector, company: CompanyScope, context: CompanyContext): Promise<unknown[]> {
  try {
    return await connector.extract(company, context);
  } catch (error) {
    if (error instanceof TieoutError && error.scope === 'company') throw error;
    return [error];
  }
}

/**
 * Fetches to landing the inputs that a company's period needs and landing does not have. A failed input does not prevent the reading of
 * other inputs or services: the errors are returned, and the missing inputs make the days incomplete.
 */
export async function extractCompany(extract: CompanyExtract): Promise<Extracted> {
  const { company, isLocalOnly } = extract;
  const context = companyContext(extract);
  const errors: unknown[] = [];
  for (const connector of connectorsOf(company)) {
    if (isLocalOnly && connector.access === 'service') continue;
    errors.push(...(await extractWith(connector, company, context)));
  }
  return { errors };
}
