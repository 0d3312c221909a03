import { rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { CompanyPaths } from '../config/data-paths.ts';
import { namesIn, unfinishedNames } from '../disk/files.ts';
import { sweepTemporary } from '../disk/temporary.ts';
import type { Landing } from '../landing/landing.ts';
import { spillPath } from '../warehouse/open.ts';
import { sweepUnpublished } from '../warehouse/publish.ts';
import { finishSwap } from './swap-warehouse.ts';

/**
 * Removes the files that killed processes of a company left: downloads and objects without a receipt, incomplete warehouses, temporary
 * files of large queries, unpublished snapshots, and other temporary files. The caller holds the company's lock.
 */
export async function sweepLeftOvers({ warehouse, published }: CompanyPaths, landing: Landing): Promise<void> {
  await landing.sweep();
  await finishSwap(warehouse);
  // an earlier version kept a copy of an interrupted rebuild, which has what is forgotten
  for (const copy of ['.saved', '.saved.new']) await rm(`${warehouse}${copy}`, { force: true });
  await rm(spillPath(warehouse), { recursive: true, force: true });
  await sweepUnpublished(published);
  await sweepTemporary(dirname(published));
  await sweepTemporary();
}

/**
 * Removes the reports of a company that a killed process did not complete, below a folder of reports. The caller holds the lock under
 * which reports of the company are written.
 */
export async function sweepReports(base: string, company: string): Promise<void> {
  for (const period of await namesIn(base)) {
    const folder = join(base, period);
    if (!(await stat(folder)).isDirectory()) continue;
    for (const name of await namesIn(folder))
      if (unfinishedNames(company).test(basename(name))) await rm(join(folder, name), { recursive: true, force: true });
  }
}
