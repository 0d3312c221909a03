import { performance } from 'node:perf_hooks';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { readKeptLanding } from '../landing/kept-landing.ts';
import { openWarehouse } from '../warehouse/open.ts';

/** The work of a rebuild, and its approximate duration on this machine in seconds. */
export type RebuildEstimate = { runs: number; bytes: number; seconds: number };

/** Durations in multiples of the time to make an empty warehouse: of a run of a small day, and of a megabyte of received files. */
const perRun = 6;
const perMegabyte = 2;

/** The time to make an empty warehouse on this machine, in milliseconds; the unit of the estimates. */
export async function timeOfEmptyWarehouse(): Promise<number> {
  const began = performance.now();
  (await openWarehouse(':memory:', { threads: 1 })).close();
  return performance.now() - began;
}

/** Estimates a rebuild from the landing index, without opening or changing anything. `unit` is the result of timeOfEmptyWarehouse. */
export async function estimateRebuild(
  config: LoadedConfig,
  company: CompanyConfig,
  unit: number,
): Promise<RebuildEstimate> {
  const landing = await readKeptLanding(companyPaths(config.data_dir, company.name).landing);
  const receipts = landing.receipts();
  const runs = receipts.filter(({ kind }) => kind === 'run').length;
  const bytes = receipts.reduce((sum, receipt) => sum + receipt.bytes, 0);
  const seconds = Math.ceil((unit * (1 + runs * perRun + (bytes / 1e6) * perMegabyte)) / 1000);
  return { runs, bytes, seconds };
}
