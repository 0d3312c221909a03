import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { Progress } from '../domain/progress.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { raiseThreads } from '../warehouse/threads.ts';
import { isDamaged } from '../warehouse/warehouse-error.ts';
import { noteWrittenThrough } from '../warehouse/warehouse-version.ts';
import { sweepLeftOvers } from './left-overs.ts';
import { publishInPlace } from './published-warehouse.ts';
import { type LoadedBy, type Repeated, type RepeatScope, repeatLanding } from './repeat-landing.ts';
import {
  type BuildState,
  endBuild,
  landingThrough,
  openBuild,
  removeSaved,
  removeUnfinished,
  saveBuild,
  swapWarehouse,
} from './saved-build.ts';

/** The number of runs that were repeated, and why other runs could not be. */
export type Built = Omit<Repeated, 'acceptedLater'>;

/** How often a build is saved: at the end of a run, when this time has passed since the last saved copy. */
type Saving = { everyMs: number };
const usualSaving: Saving = { everyMs: 30_000 };

type BuildScope = Omit<RepeatScope, 'connection' | 'state' | 'save'>;

/** Builds the warehouse beside the one in use. The warehouse is left incomplete where the landing zone must be repeated from its start. */
async function attempt(scope: BuildScope, loadedBy: LoadedBy, saving: Saving | undefined): Promise<Repeated> {
  const { config, company, landing } = scope;
  const paths = companyPaths(config.data_dir, company.name);
  await sweepLeftOvers(paths, landing);
  if (saving === undefined) await removeSaved(paths.warehouse);
  const { memory_limit: memoryLimit, threads } = config.warehouse;
  const receipts = new Map(landing.receipts().map((receipt) => [receipt.receipt_id, receipt]));
  const isOfLanding = (saved: BuildState) => saved.landing === landingThrough(landing, company.name, saved.through);
  const { build, state } = await openBuild(paths.warehouse, { memoryLimit, threads }, isOfLanding);
  const { connection } = build;
  const bytes = landing.receipts().reduce((sum, receipt) => sum + receipt.bytes, 0);
  for (const [id, by] of state?.loaded_by ?? []) {
    const receipt = receipts.get(by);
    if (receipt !== undefined) loadedBy.set(id, receipt);
  }
  let savedAt = Date.now();
  const save = async (reached: BuildState) => {
    if (saving === undefined || Date.now() - savedAt < saving.everyMs) return;
    await saveBuild(paths.warehouse, connection, reached);
    savedAt = Date.now();
  };
  try {
    await raiseThreads(connection, bytes);
    const repeated = await repeatLanding({ ...scope, connection, state, save }, loadedBy);
    if (repeated.acceptedLater.size > 0) await removeSaved(paths.warehouse);
    else {
      await noteWrittenThrough(connection, landing.lastReceiptId());
      await endBuild(connection);
    }
    build.close();
    return repeated;
  } catch (error) {
    build.close();
    // the unfinished warehouse may have filled the disk, or may be damaged
    await removeUnfinished(paths.warehouse);
    if (error instanceof TieoutError || isDamaged(error)) await removeSaved(paths.warehouse);
    throw error;
  }
}

/**
 * Builds a company's warehouse from its landing zone beside the warehouse in use, which is not changed, and closes it. Every run is
 * repeated in its order, with what was known at its time and with its own configuration. No service is called. With `saving`, the next
 * build continues an interrupted build. The caller holds the company's lock.
 */
export async function buildBeside(
  config: LoadedConfig,
  company: CompanyConfig,
  landing: Landing,
  progress: Progress,
  saving?: Saving,
): Promise<Built> {
  const scope = { config, company, landing, progress };
  const loadedBy: LoadedBy = new Map();
  let built = await attempt(scope, loadedBy, saving);
  // each attempt adds receipts to those of the attempt before, so the number of attempts is limited
  while (built.acceptedLater.size > 0) {
    for (const [id, configuration] of built.acceptedLater) loadedBy.set(id, configuration);
    built = await attempt(scope, loadedBy, saving);
  }
  return { runs: built.runs, otherRules: built.otherRules, unrecorded: built.unrecorded, errors: built.errors };
}

/**
 * Builds a company's warehouse from its landing zone, puts it in place of the old warehouse and publishes it. A kill at any point
 * leaves the old warehouse until the new warehouse is complete, and readers always have a snapshot; the next build continues from
 * the last saved copy. `inspect` is called before the old warehouse is replaced.
 */
export async function buildWarehouse(
  config: LoadedConfig,
  company: CompanyConfig,
  landing: Landing,
  progress: Progress,
  inspect: () => Promise<void> = async () => {},
): Promise<Built> {
  const paths = companyPaths(config.data_dir, company.name);
  const built = await buildBeside(config, company, landing, progress, usualSaving);
  await inspect();
  await swapWarehouse(paths.warehouse);
  await removeSaved(paths.warehouse);
  await publishInPlace(config, company);
  return built;
}
