import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CompanyPaths, companyPaths, formerPaths, isFormerLayout } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { Progress } from '../domain/progress.ts';
import { openLanding } from '../landing/landing.ts';
import { splitLanding } from '../landing/split.ts';
import { execute, readRows, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { openSnapshot } from '../warehouse/open.ts';
import { buildWarehouse } from './build-warehouse.ts';
import { listNoLongerReconciled } from './earlier-verdicts.ts';
import { withRunLock } from './run-lock.ts';

/** Lists what the warehouse of 0.1.0 called reconciled and the new one does not. */
async function compareWithFormer(
  formerPath: string,
  { published, lock }: CompanyPaths,
  company: string,
  progress: Progress,
): Promise<void> {
  const verdicts = await formerVerdicts(formerPath, company);
  if (verdicts.length === 0) return;
  const snapshot = await openSnapshot(published);
  try {
    await execute(
      snapshot.connection,
      `create temp table former_verdict as
       select company, currency, business_date::date as business_date, verdict from (select unnest(json_transform($verdicts,
         '[{"company": "text", "currency": "text", "business_date": "text", "verdict": "text"}]'), recursive := true))`,
      { verdicts: JSON.stringify(verdicts) },
    );
    const list = { company, folder: dirname(lock), progress, former: 'former_verdict' };
    await listNoLongerReconciled(snapshot.connection, list);
  } finally {
    snapshot.close();
  }
}

/** The verdicts in the warehouse of 0.1.0; none where it cannot be opened. */
async function formerVerdicts(path: string, company: string): Promise<WarehouseRow[]> {
  const former = await openSnapshot(path).catch(() => undefined);
  if (former === undefined) return [];
  try {
    return await readRows(
      former.connection,
      'select company, currency, business_date::text as business_date, verdict from recon.verdict where company = $company',
      { company },
    );
  } catch {
    return [];
  } finally {
    former.close();
  }
}

/** Long enough for another process that does the same upgrade to finish splitting a large landing zone. */
const patienceMs = 60_000;

/**
 * Moves a data directory of version 0.1.0 to a landing zone and a warehouse for each company; does nothing to any other.
 * The shared landing zone is moved aside when every company has its own, and the warehouses are built from those. It can be
 * killed at any point: the next command that writes repeats what was not finished, and a warehouse that was not built is
 * built when its company is opened. Returns the number of runs that were repeated, by company.
 */
export async function upgradeDataDirectory(config: LoadedConfig, progress: Progress): Promise<Map<string, number>> {
  const rebuilt = new Map<string, number>();
  if (!isFormerLayout(config.data_dir)) return rebuilt;
  const former = formerPaths(config.data_dir);
  const isMoved = await withRunLock(
    former.lock,
    async () => {
      // another process may have finished while this one waited
      if (!isFormerLayout(config.data_dir)) return false;
      const step = progress.step('Moving the data directory of version 0.1.0 to a folder for each company');
      await splitLanding(former.landing, (company) => companyPaths(config.data_dir, company).landing);
      await mkdir(former.aside, { recursive: true, mode: 0o700 });
      if (existsSync(former.warehouse)) await rename(former.warehouse, join(former.aside, 'warehouse'));
      // last, because the index in its old place is what marks the upgrade as unfinished
      await rename(former.landing, join(former.aside, 'landing'));
      step.done();
      return true;
    },
    { purpose: 'upgrade', patienceMs },
  );
  if (!isMoved) return rebuilt;
  for (const company of config.companies) {
    const paths = companyPaths(config.data_dir, company.name);
    const runs = await withRunLock(
      paths.lock,
      async () => {
        const landing = await openLanding(paths.landing);
        if (landing.receipts().length === 0 || existsSync(paths.warehouse)) return undefined;
        const runs = await buildWarehouse(config, company, landing, progress);
        await compareWithFormer(join(former.aside, 'warehouse', 'tieout.duckdb'), paths, company.name, progress);
        return runs;
      },
      { purpose: 'upgrade' },
    ).catch(() => undefined);
    // one that fails is tried again, and its error reported, when a command opens that company
    if (runs !== undefined) rebuilt.set(company.name, runs);
  }
  return rebuilt;
}
