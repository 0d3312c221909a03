import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Progress } from '../domain/progress.ts';
import type { Landing } from '../landing/landing.ts';
import { useCustomerKey } from '../warehouse/customer-key.ts';
import { execute } from '../warehouse/duckdb-values.ts';
import { fillMart } from '../warehouse/fill-mart.ts';
import { openWarehouse } from '../warehouse/open.ts';
import { raiseThreads } from '../warehouse/threads.ts';
import { noteRepeatedThrough, noteWrittenThrough } from '../warehouse/warehouse-version.ts';
import { keyOfCompany } from './key-of-company.ts';
import { sweepLeftOvers } from './left-overs.ts';
import { publishInPlace } from './published-warehouse.ts';
import { refusedNow } from './refused-now.ts';
import { type LoadedBy, type Repeated, type RepeatScope, repeatLanding } from './repeat-landing.ts';
import { lastRun } from './run-mark.ts';
import { buildingPath, removeUnfinished, swapWarehouse } from './swap-warehouse.ts';

/** The number of runs that were repeated, and why other runs could not be. */
export type Built = Omit<Repeated, 'acceptedLater'>;

type BuildScope = Omit<RepeatScope, 'connection'>;

/** Builds the warehouse beside the one in use. The warehouse is left incomplete where the landing zone must be repeated from its start. */
async function attempt(scope: BuildScope, loadedBy: LoadedBy): Promise<Repeated> {
  const { config, company, landing } = scope;
  const paths = companyPaths(config.data_dir, company.name);
  await sweepLeftOvers(paths, landing);
  const { memory_limit: memoryLimit, threads } = config.warehouse;
  const build = await openWarehouse(buildingPath(paths.warehouse), { memoryLimit, threads }, []);
  const { connection } = build;
  const bytes = landing.receipts().reduce((sum, receipt) => sum + receipt.bytes, 0);
  try {
    await raiseThreads(connection, bytes);
    await useCustomerKey(connection, await keyOfCompany(paths));
    const repeated = await repeatLanding({ ...scope, connection }, loadedBy);
    if (repeated.acceptedLater.size === 0) {
      await noteWrittenThrough(connection, landing.lastReceiptId());
      await noteRepeatedThrough(connection, lastRun(landing));
      await fillMart(connection);
      await execute(connection, 'checkpoint');
    }
    build.close();
    return repeated;
  } catch (error) {
    build.close();
    // the unfinished warehouse may have filled the disk, or may be damaged
    await removeUnfinished(paths.warehouse);
    throw error;
  }
}

/**
 * Builds a company's warehouse from its landing zone beside the warehouse in use, which is not changed, and closes it. Every run is
 * repeated in its order, with what was known at its time and with its own configuration. With `through`, later receipts are left out.
 * No service is called. The caller holds the company's lock.
 */
export async function buildBeside(
  config: LoadedConfig,
  company: CompanyConfig,
  landing: Landing,
  progress: Progress,
  through = landing.lastReceiptId(),
): Promise<Built> {
  const scope = { config, company, landing, progress, through };
  const loadedBy: LoadedBy = new Map();
  let built = await attempt(scope, loadedBy);
  // each attempt adds receipts to those of the attempt before, so the number of attempts is limited
  while (built.acceptedLater.size > 0) {
    for (const [id, configuration] of built.acceptedLater) loadedBy.set(id, configuration);
    built = await attempt(scope, loadedBy);
  }
  return { runs: built.runs, otherRules: built.otherRules, unrecorded: built.unrecorded, errors: built.errors };
}

/**
 * Builds a company's warehouse from its landing zone, puts it in place of the old warehouse and publishes it. A kill at any point
 * leaves the old warehouse until the new warehouse is complete, and readers always have a snapshot. Files that only the new warehouse
 * refuses are told before it is published, and are among the errors. `inspect` is called before the old warehouse is replaced.
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
  const refused = await refusedNow(paths);
  for (const { message, place } of refused) progress.step(`${place.file}: ${message}`).done();
  await inspect();
  await swapWarehouse(paths.warehouse);
  await publishInPlace(config, company);
  return { ...built, errors: [...built.errors, ...refused] };
}
