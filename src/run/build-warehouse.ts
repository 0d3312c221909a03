import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { companyPaths, formerPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import type { Progress } from '../domain/progress.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { execute } from '../warehouse/duckdb-values.ts';
import { compareWithFormer } from './earlier-verdicts.ts';
import { loadNewReceipts } from './load.ts';
import { openWriter } from './open-writer.ts';
import { publishInPlace } from './publish-company.ts';
import { readRunMark } from './run-mark.ts';
import { buildingPath, finishSwap, swapWarehouse } from './swap-warehouse.ts';

/** How many runs were repeated; why others could not be, and which received files are no longer what they were. */
export type Built = { runs: number; errors: TieoutError[] };

const isDamage = (error: TieoutError | undefined): error is TieoutError =>
  error?.code === 'LANDING_OBJECT_DAMAGED' || error?.code === 'LANDING_OBJECT_MISSING';

/** Repeats every run of a company in its order, each with what was known at its time. */
async function repeatRuns(
  connection: DuckDBConnection,
  landing: Landing,
  company: CompanyConfig,
  progress: Progress,
): Promise<Built> {
  let runs = 0;
  const errors: TieoutError[] = [];
  const loadThrough = async (last: number) => {
    const outcomes = await loadNewReceipts(connection, landing, company, last, progress);
    errors.push(...outcomes.flatMap(({ error }) => (isDamage(error) ? [error] : [])));
  };
  for (const receipt of landing.receipts()) {
    if (receipt.kind !== 'run') continue;
    try {
      const mark = await readRunMark(landing, receipt);
      await loadThrough(mark.knownThrough);
      await reconcile(connection, mark);
      runs += 1;
    } catch (error) {
      if (!(error instanceof TieoutError && error.code === 'RUN_MARK_UNREADABLE')) throw error;
      errors.push(error);
    }
  }
  await loadThrough(landing.lastReceiptId());
  return { runs, errors };
}

/**
 * Builds a company's warehouse from its landing zone beside the one in use, and closes it; what is in use is not touched. No
 * service is asked. The caller holds the company's lock.
 */
export async function buildBeside(
  config: LoadedConfig,
  company: CompanyConfig,
  landing: Landing,
  progress: Progress,
): Promise<Built> {
  const paths = companyPaths(config.data_dir, company.name);
  await finishSwap(paths.warehouse);
  const warehouse = await openWriter(config, company, buildingPath(paths.warehouse));
  try {
    const built = await repeatRuns(warehouse.connection, landing, company, progress);
    // the first one after an upgrade; before it is in place, so that a process that is killed lists it the next time
    if (!existsSync(paths.warehouse)) {
      const { aside } = formerPaths(config.data_dir);
      await compareWithFormer(warehouse.connection, {
        aside,
        company: company.name,
        folder: dirname(paths.lock),
        progress,
      });
    }
    await execute(warehouse.connection, 'checkpoint');
    return built;
  } finally {
    warehouse.close();
  }
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
  await swapWarehouse(paths.warehouse);
  await publishInPlace(config, company);
  return built;
}
