import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths, dataPaths } from '../config/data-paths.ts';
import { httpOptionsOf } from '../config/http-options.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { resolveSecret } from '../config/secret.ts';
import type { Connector } from '../connectors/connector.ts';
import type { HttpClient } from '../connectors/http/client.ts';
import {
  differences,
  type GuardOptions,
  type Identity,
  type IdentityGuard,
  keepIdentity,
  merged,
  openIdentityGuard,
  pinnedIdentity,
} from '../connectors/pinned-identity.ts';
import { connectorsOf } from '../connectors/registry.ts';
import { ignoreIfKnown, TieoutError } from '../domain/tieout-error.ts';
import { indexPath, type Landing, openLanding } from '../landing/landing.ts';
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
      company: company.name,
      service: name,
      title,
      identity: pinned?.values ?? null,
      since: pinned?.since ?? null,
      accepted_by: pinned?.acceptedBy ?? null,
      why: pinned?.why ?? null,
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
      await keepOwn(config, company.name)(connector.name, now, () =>
        keepIdentity(landing, { company: company.name, source: connector.name }, now, accepted),
      );
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

/** The keys of a company by configuration key, as hashes. A secret that is missing is reported where it is used. */
function keyHashes(config: LoadedConfig, company: CompanyConfig): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const connector of connectorsOf(company)) {
    for (const [name, source] of Object.entries(connector.keys(company))) {
      const key = `companies.${company.name}.${name}`;
      try {
        const secret = resolveSecret(source, key, config).reveal();
        hashes.set(key, createHash('sha256').update(secret).digest('hex'));
      } catch (error) {
        if (!(error instanceof TieoutError)) throw error;
      }
    }
  }
  return hashes;
}

/** Refuses a company that has a key of another company, because the same money would be loaded twice (KEY_SHARED). */
export function refuseSharedKeys(config: LoadedConfig, company: CompanyConfig): void {
  const others = config.companies.filter((other) => other.name !== company.name);
  const own = keyHashes(config, company);
  for (const other of others) {
    for (const [theirKey, theirHash] of keyHashes(config, other)) {
      const [key] = [...own].find(([, hash]) => hash === theirHash) ?? [];
      if (key === undefined) continue;
      throw new TieoutError({
        code: 'KEY_SHARED',
        message: `${key} and ${theirKey} are the same key: ${company.name} and ${other.name} would load the same money.`,
        remedy: `Give each company its own key, or remove ${company.name} or ${other.name} from the configuration.`,
        place: { file: config.path, key },
        exitStatus: 2,
      });
    }
  }
}

/** Refuses an identity that is recorded for another company of the configuration (IDENTITY_SHARED). */
export function sharedIdentity(config: LoadedConfig, company: string) {
  return async (source: string, { company: uids = [] }: Identity): Promise<void> => {
    for (const other of config.companies) {
      const { landing: folder } = companyPaths(config.data_dir, other.name);
      if (other.name === company || !existsSync(indexPath(folder))) continue;
      const known = connectorsOf(other).find(({ name }) => name === source)?.identity?.known;
      // a damaged landing zone of another company must not stop this one
      const theirs = await openLanding(folder, config.clock)
        .then((landing) => pinnedIdentity(landing, other.name, source, known))
        .catch(ignoreIfKnown);
      const shared = uids.find((uid) => theirs?.values.company?.includes(uid) === true);
      if (shared === undefined) continue;
      throw new TieoutError({
        code: 'IDENTITY_SHARED',
        scope: 'company',
        message: `${company} and ${other.name} are the same company to the service: both answer as company ${shared}. Nothing of it was loaded for ${company}.`,
        remedy: `Check their keys, and give each company its own; or remove ${company} or ${other.name} from the configuration.`,
        place: { file: config.path },
        exitStatus: 1,
      });
    }
  };
}

/** Companies of a new data directory that begin at the same time wait for each other. */
const keeping = { purpose: 'identity', patienceMs: 600_000 };

/** Keeps an identity that no other company has, one company at a time: of two at the same time, one has it and the other is refused. */
function keepOwn(config: LoadedConfig, company: string): GuardOptions['keepOwn'] {
  const { identityLock } = dataPaths(config.data_dir);
  return (source, values, keep) =>
    withRunLock(identityLock, () => sharedIdentity(config, company)(source, values).then(keep), keeping);
}

/** The guard that compares the identity of a company's services with the identity recorded in its landing zone. */
export function identityGuard(config: LoadedConfig, company: CompanyConfig, landing: Landing): IdentityGuard {
  return openIdentityGuard({ landing, company: company.name, keepOwn: keepOwn(config, company.name) });
}
