import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { resolveSecret } from '../config/secret.ts';
import {
  type GuardOptions,
  type Identity,
  type IdentityGuard,
  openIdentityGuard,
  pinnedIdentity,
} from '../connectors/pinned-identity.ts';
import { connectorsOf } from '../connectors/registry.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { indexPath, type Landing, openLanding } from '../landing/landing.ts';

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

/** Reads data of another company; undefined where its landing zone is damaged, which must not stop this company. */
async function readable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TieoutError) return undefined;
    throw error;
  }
}

/** Refuses an identity that is recorded for another company of the configuration (IDENTITY_SHARED). */
export function sharedIdentity(config: LoadedConfig, company: string): GuardOptions['refuseShared'] {
  return async (source, { company: uids = [] }: Identity) => {
    for (const other of config.companies) {
      const { landing: folder } = companyPaths(config.data_dir, other.name);
      if (other.name === company || !existsSync(indexPath(folder))) continue;
      const known = connectorsOf(other).find(({ name }) => name === source)?.identity?.known;
      const theirs = await readable(async () =>
        pinnedIdentity(await openLanding(folder, config.clock), other.name, source, known),
      );
      const shared = uids.find((uid) => theirs?.values.company?.includes(uid) === true);
      if (shared === undefined) continue;
      throw new TieoutError({
        code: 'IDENTITY_SHARED',
        message: `${company} and ${other.name} are the same company to the service: both answer as company ${shared}. Nothing of it was loaded for ${company}.`,
        remedy: `Check their keys, and give each company its own; or remove ${company} or ${other.name} from the configuration.`,
        place: { file: config.path },
        exitStatus: 1,
      });
    }
  };
}

/** The guard that compares the identity of a company's services with the identity recorded in its landing zone. */
export function identityGuard(config: LoadedConfig, company: CompanyConfig, landing: Landing): IdentityGuard {
  return openIdentityGuard({ landing, company: company.name, refuseShared: sharedIdentity(config, company.name) });
}
