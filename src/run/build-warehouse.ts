import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { companyPaths, formerPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import type { Progress } from '../domain/progress.ts';
import type { Landing } from '../landing/landing.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { publishSnapshot } from '../warehouse/publish.ts';
import { compareWithFormer } from './earlier-verdicts.ts';
import { loadNewReceipts } from './load.ts';
import { openWriter } from './open-writer.ts';
import { readRunMark } from './run-mark.ts';

/**
 * Builds a company's warehouse from its landing zone and publishes it: every run is repeated in its order, each with what
 * was known at its time. No service is asked. The caller holds the company's lock. Built beside the old warehouse, which it
 * replaces when it is complete: a warehouse that is there is never a half-built one. Returns the number of runs.
 */
export async function buildWarehouse(
  config: LoadedConfig,
  company: CompanyConfig,
  landing: Landing,
  progress: Progress,
): Promise<number> {
  const paths = companyPaths(config.data_dir, company.name);
  const building = `${paths.warehouse}.building`;
  for (const path of [building, `${building}.wal`]) await rm(path, { force: true });
  const warehouse = await openWriter(config, company, building);
  let runs = 0;
  try {
    for (const receipt of landing.receipts()) {
      if (receipt.kind !== 'run') continue;
      const mark = await readRunMark(landing, receipt);
      await loadNewReceipts(warehouse.connection, landing, company, mark.knownThrough, progress);
      await reconcile(warehouse.connection, mark);
      runs += 1;
    }
    await loadNewReceipts(warehouse.connection, landing, company, landing.lastReceiptId(), progress);
    await publishSnapshot(warehouse, paths.published);
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
  } finally {
    warehouse.close();
  }
  // the write-ahead log of the old warehouse must never be applied to the new one
  for (const path of [paths.warehouse, `${paths.warehouse}.wal`]) await rm(path, { force: true });
  await rename(building, paths.warehouse);
  return runs;
}
