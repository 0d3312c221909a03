import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import type { Progress } from '../domain/progress.ts';
import { openLanding } from '../landing/landing.ts';
import { type Built, buildWarehouse } from './build-warehouse.ts';
import { withRunLock } from './run-lock.ts';
import { upgradeDataDirectory } from './upgrade.ts';

/**
 * Rebuilds a company's warehouse from its landing zone; decisions are kept there too, so they stay in force.
 */
export async function rebuildCompany(config: LoadedConfig, company: CompanyConfig, progress: Progress): Promise<Built> {
  // an upgrade has built every warehouse already
  const upgraded = (await upgradeDataDirectory(config, progress)).get(company.name);
  if (upgraded !== undefined) return upgraded;
  const paths = companyPaths(config.data_dir, company.name);
  return withRunLock(
    paths.lock,
    async () => buildWarehouse(config, company, await openLanding(paths.landing), progress),
    { purpose: 'rebuild' },
  );
}
