import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { companyPaths, formerPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import type { Progress } from '../domain/progress.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { reconcile } from '../reconcile/reconcile.ts';
import { publishSnapshot } from '../warehouse/publish.ts';
import { compareWithFormer } from './earlier-verdicts.ts';
import { loadNewReceipts } from './load.ts';
import { openWriter } from './open-writer.ts';
import { readRunMark } from './run-mark.ts';

/** How many runs were repeated; why others could not be, and which received files are no longer what they were. */
export type Built = { runs: number; errors: TieoutError[] };

const isDamage = (error: TieoutError | undefined): error is TieoutError =>
  error?.code === 'LANDING_OBJECT_DAMAGED' || error?.code === 'LANDING_OBJECT_MISSING';

/**
 * Builds a company's warehouse from its landing zone and publishes it: every run is repeated in its order, each with what
 * was known at its time. No service is asked. The caller holds the company's lock. Built beside the old warehouse, which it
 * replaces when it is complete: a warehouse that is there is never a half-built one.
 */
export async function buildWarehouse(
  config: LoadedConfig,
  company: CompanyConfig,
  landing: Landing,
  progress: Progress,
): Promise<Built> {
  const paths = companyPaths(config.data_dir, company.name);
  const building = `${paths.warehouse}.building`;
  for (const path of [building, `${building}.wal`]) await rm(path, { force: true });
  const warehouse = await openWriter(config, company, building);
  let runs = 0;
  const errors: TieoutError[] = [];
  const loadThrough = async (last: number) => {
    const outcomes = await loadNewReceipts(warehouse.connection, landing, company, last, progress);
    errors.push(...outcomes.flatMap(({ error }) => (isDamage(error) ? [error] : [])));
  };
  try {
    for (const receipt of landing.receipts()) {
      if (receipt.kind !== 'run') continue;
      try {
        const mark = await readRunMark(landing, receipt);
        await loadThrough(mark.knownThrough);
        await reconcile(warehouse.connection, mark);
        runs += 1;
      } catch (error) {
        if (!(error instanceof TieoutError && error.code === 'RUN_MARK_UNREADABLE')) throw error;
        errors.push(error);
      }
    }
    await loadThrough(landing.lastReceiptId());
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
  return { runs, errors };
}
