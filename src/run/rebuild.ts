import { rm } from 'node:fs/promises';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { Progress } from '../domain/progress.ts';
import { openLanding } from '../landing/landing.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { openWarehouse } from '../warehouse/open.ts';
import { publishSnapshot } from '../warehouse/publish.ts';
import { loadNewReceipts } from './load.ts';
import { withRunLock } from './run-lock.ts';
import { readRunMark } from './run-mark.ts';
import { writeCompanies } from './write-companies.ts';

/**
 * Makes the warehouse anew from landing: every run again, each with what was known at its time, in the order in which
 * they were. Nothing is asked of any service. Gives the number of runs that were done again.
 */
export async function rebuild(config: LoadedConfig, progress: Progress): Promise<number> {
  const paths = dataPaths(config.data_dir);
  return withRunLock(paths.lock, async () => {
    const landing = await openLanding(paths.landing);
    for (const path of [paths.warehouse, `${paths.warehouse}.wal`]) await rm(path, { force: true });
    const warehouse = await openWarehouse(paths.warehouse, {
      memoryLimit: config.warehouse.memory_limit,
      threads: config.warehouse.threads,
    });
    let runs = 0;
    try {
      await writeCompanies(warehouse.connection, config);
      for (const receipt of landing.receipts()) {
        if (receipt.kind !== 'run') continue;
        const company = config.companies.find(({ name }) => name === receipt.company);
        if (company === undefined) continue;
        const mark = await readRunMark(landing, receipt);
        await loadNewReceipts(warehouse.connection, landing, company, mark.knownThrough, progress);
        await reconcile(warehouse.connection, mark);
        runs += 1;
      }
      for (const company of config.companies) {
        await loadNewReceipts(warehouse.connection, landing, company, landing.receipts().length, progress);
      }
      await publishSnapshot(warehouse, paths.published);
    } finally {
      warehouse.close();
    }
    return runs;
  });
}
