import { existsSync } from 'node:fs';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { checked } from '../connectors/check.ts';
import type { Connector, ConnectorContext, Finding, WithoutSection } from '../connectors/connector.ts';
import { differences, identityChanged, identityText, pinnedIdentity } from '../connectors/pinned-identity.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { indexPath, openLanding } from '../landing/landing.ts';
import { refuseSharedKeys, sharedIdentity } from './company-identity.ts';

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
  const observed = await identity.observe(company, context).catch((error: unknown) => {
    if (error instanceof TieoutError) return undefined;
    throw error;
  });
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
