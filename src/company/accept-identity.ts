import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import { httpOptionsOf } from '../config/http-options.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Connector } from '../connectors/connector.ts';
import type { HttpClient } from '../connectors/http/client.ts';
import { differences, type Identity, keepIdentity, merged, pinnedIdentity } from '../connectors/pinned-identity.ts';
import { connectorsOf } from '../connectors/registry.ts';
import { type Landing, openLanding } from '../landing/landing.ts';
import { sharedIdentity } from './company-identity.ts';
import { configurationAccess } from './connector-context.ts';
import { withRequestBook } from './request-book.ts';
import { withRunLock } from './run-lock.ts';

/** A service of a company with its recorded identity; null before the first contact. */
export type ServiceIdentity = {
  company: string;
  service: string;
  title: string;
  identity: Identity | null;
  since: string | null;
  accepted_by: string | null;
  why: string | null;
};

/** The identity that was accepted, and the identity that it replaces. */
export type AcceptedIdentity = { company: string; title: string; before: Identity; now: Identity };

type Identified = Connector & { identity: NonNullable<Connector['identity']> };
const isIdentified = (connector: Connector): connector is Identified => connector.identity !== undefined;

/** The identities recorded in a company's landing zone. */
export async function readIdentities(config: LoadedConfig, company: CompanyConfig): Promise<ServiceIdentity[]> {
  const landing = await openLanding(companyPaths(config.data_dir, company.name).landing, config.clock);
  const found: ServiceIdentity[] = [];
  for (const { name, title, identity } of connectorsOf(company).filter(isIdentified)) {
    const pinned = await pinnedIdentity(landing, company.name, name, identity.known);
    found.push({
      ...{ company: company.name, service: name, title },
      ...{ identity: pinned?.values ?? null, since: pinned?.since ?? null },
      ...{ accepted_by: pinned?.acceptedBy ?? null, why: pinned?.why ?? null },
    });
  }
  return found;
}

/**
 * Asks a company's services for their identity and records each one that has changed, with the person and the reason. The former
 * identity stays in landing. Throws IDENTITY_SHARED where another company of the configuration has the same identity.
 */
export async function acceptIdentity(
  config: LoadedConfig,
  company: CompanyConfig,
  accepted: { by: string; why: string },
): Promise<AcceptedIdentity[]> {
  const paths = companyPaths(config.data_dir, company.name);
  const accept = async (landing: Landing, http: HttpClient): Promise<AcceptedIdentity[]> => {
    const changes: AcceptedIdentity[] = [];
    for (const connector of connectorsOf(company).filter(isIdentified)) {
      const observed = await connector.identity.observe(company, { company, ...configurationAccess(config), http });
      const pinned = await pinnedIdentity(landing, company.name, connector.name, connector.identity.known);
      if (observed === undefined || pinned === undefined || differences(pinned.values, observed).length === 0) continue;
      const now = { ...pinned.values, ...merged(observed) };
      await sharedIdentity(config, company.name)(connector.name, now);
      await keepIdentity(landing, { company: company.name, source: connector.name }, now, accepted);
      changes.push({ company: company.name, title: connector.title, before: pinned.values, now });
    }
    return changes;
  };
  const acceptInBook = async () => {
    const landing = await openLanding(paths.landing, config.clock);
    return withRequestBook(landing, company.name, httpOptionsOf(config), (http) => accept(landing, http));
  };
  return withRunLock(paths.lock, acceptInBook, { purpose: 'identity' });
}
