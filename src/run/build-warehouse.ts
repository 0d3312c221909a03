import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { Progress } from '../domain/progress.ts';
import type { Landing } from '../landing/landing.ts';
import { execute } from '../warehouse/duckdb-values.ts';
import { openWarehouse } from '../warehouse/open.ts';
import { sweepLeftOvers } from './left-overs.ts';
import { publishInPlace } from './publish-company.ts';
import { type LoadedBy, type Repeated, type RepeatScope, repeatLanding } from './repeat-landing.ts';
import { buildingPath, removeUnfinished, swapWarehouse } from './swap-warehouse.ts';

/** How many runs were repeated, and why others could not be. */
export type Built = Omit<Repeated, 'acceptedLater'>;

/** Builds the warehouse beside the one in use; one that has to be begun again is not complete. */
async function attempt(
  { config, company, landing, progress }: Omit<RepeatScope, 'connection'>,
  loadedBy: LoadedBy,
): Promise<Repeated> {
  const paths = companyPaths(config.data_dir, company.name);
  await sweepLeftOvers(paths, landing);
  const { memory_limit: memoryLimit, threads } = config.warehouse;
  const warehouse = await openWarehouse(buildingPath(paths.warehouse), { memoryLimit, threads }, []);
  try {
    const { connection } = warehouse;
    const repeated = await repeatLanding({ config, company, landing, progress, connection }, loadedBy);
    if (repeated.acceptedLater.size > 0) {
      warehouse.close();
      return repeated;
    }
    await execute(connection, 'checkpoint');
    warehouse.close();
    return repeated;
  } catch (error) {
    warehouse.close();
    // it may have filled the disk
    await removeUnfinished(paths.warehouse);
    throw error;
  }
}

/**
 * Builds a company's warehouse from its landing zone beside the one in use, and closes it; what is in use is not touched.
 * Every run is repeated in its order, each with what was known at its time and the configuration that it had. No service is
 * asked. The caller holds the company's lock.
 */
export async function buildBeside(
  config: LoadedConfig,
  company: CompanyConfig,
  landing: Landing,
  progress: Progress,
): Promise<Built> {
  const scope = { config, company, landing, progress };
  const loadedBy: LoadedBy = new Map();
  let built = await attempt(scope, loadedBy);
  // each attempt names receipts that the one before did not, so that there is a last one
  while (built.acceptedLater.size > 0) {
    for (const [id, configuration] of built.acceptedLater) loadedBy.set(id, configuration);
    built = await attempt(scope, loadedBy);
  }
  return { runs: built.runs, otherRules: built.otherRules, unrecorded: built.unrecorded, errors: built.errors };
}

/**
 * Builds a company's warehouse from its landing zone, puts it in place of the one that is there and publishes it. Killed at any
 * point, the old one stays until the new one is complete, and readers have a snapshot at every moment. `inspect` sees the new one
 * before that.
 */
export async function buildWarehouse(
  config: LoadedConfig,
  company: CompanyConfig,
  landing: Landing,
  progress: Progress,
  inspect: () => Promise<void> = async () => {},
): Promise<Built> {
  const paths = companyPaths(config.data_dir, company.name);
  const built = await buildBeside(config, company, landing, progress);
  await inspect();
  await swapWarehouse(paths.warehouse, landing);
  await publishInPlace(config, company);
  return built;
}
