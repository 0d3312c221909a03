import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { companyPaths, formerPaths, isFormerLayout } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { Progress } from '../domain/progress.ts';
import { openLanding } from '../landing/landing.ts';
import { splitLanding } from '../landing/split.ts';
import { type Built, buildWarehouse } from './build-warehouse.ts';
import { withRunLock } from './run-lock.ts';

/** Long enough for another process that does the same upgrade to finish splitting a large landing zone. */
const patienceMs = 60_000;

/**
 * Moves a data directory of version 0.1.0 to a landing zone and a warehouse for each company; does nothing to any other.
 * The shared landing zone is moved aside when every company has its own, and the warehouses are built from those. It can be
 * killed at any point: the next command that writes repeats what was not finished, and a warehouse that was not built is
 * built when its company is opened. Returns what was built, by company.
 */
export async function upgradeDataDirectory(config: LoadedConfig, progress: Progress): Promise<Map<string, Built>> {
  const rebuilt = new Map<string, Built>();
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
    const built = await withRunLock(
      paths.lock,
      async () => {
        const landing = await openLanding(paths.landing, config.clock);
        if (landing.receipts().length === 0 || existsSync(paths.warehouse)) return undefined;
        return buildWarehouse(config, company, landing, progress);
      },
      { purpose: 'upgrade' },
    ).catch(() => undefined);
    // one that fails is tried again, and its error reported, when a command opens that company
    if (built !== undefined) rebuilt.set(company.name, built);
  }
  return rebuilt;
}
