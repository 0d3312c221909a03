import { performance } from 'node:perf_hooks';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { readKeptLanding } from '../landing/kept-landing.ts';
import { openWarehouse } from '../warehouse/open.ts';

/** What a rebuild has to repeat, and about how long that takes on this machine. */
export type RebuildEstimate = { runs: number; bytes: number; seconds: number };

/** Measured against the time in which an empty warehouse is made: a run of a small day, and a megabyte of received files. */
const perRun = 6;
const perMegabyte = 2;

/** The milliseconds in which this machine makes an empty warehouse: what it is compared by. */
export async function timeOfEmptyWarehouse(): Promise<number> {
  const began = performance.now();
  (await openWarehouse(':memory:', { threads: 1 })).close();
  return performance.now() - began;
}

/** Estimates a rebuild from the landing index; nothing is opened or changed. `unit` is the result of timeOfEmptyWarehouse. */
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
