import { existsSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { type Built, buildBeside, buildWarehouse } from '../company/build-warehouse.ts';
import { openCompanyData } from '../company/company-data.ts';
import { publishedOf } from '../company/published-warehouse.ts';
import { withRunLock } from '../company/run-lock.ts';
import { buildingPath, removeUnfinished } from '../company/swap-warehouse.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { secretsOf } from '../config/secret.ts';
import type { Progress } from '../domain/progress.ts';
import { openLanding, readKeptLanding } from '../landing/landing.ts';
import { numberOf, readRows } from '../warehouse/duckdb-values.ts';
import { openToRead, openWarehouse, spillPath, type Warehouse, withReader } from '../warehouse/open.ts';
import { type Comparison, compareIfPublished, compareWarehouses, notCompared } from './compare-warehouse.ts';

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

/** A rebuild, and its comparison with the snapshot published before. */
export type Rebuilt = Built & { comparison: Comparison };

function comparing(config: LoadedConfig, company: CompanyConfig) {
  const { warehouse, published } = companyPaths(config.data_dir, company.name);
  const { memory_limit: memoryLimit, threads } = config.warehouse;
  return [buildingPath(warehouse), published, { memoryLimit, threads }, spillPath(warehouse)] as const;
}

/**
 * Rebuilds a company's warehouse from its landing zone, which also has the decisions, so they remain in force. Returns the comparison
 * with the snapshot published before.
 */
export async function rebuildCompany(
  config: LoadedConfig,
  company: CompanyConfig,
  progress: Progress,
): Promise<Rebuilt> {
  const paths = companyPaths(config.data_dir, company.name);
  return withRunLock(
    paths.lock,
    async () => {
      let comparison = notCompared('');
      const inspect = async () => {
        const step = progress.step('Comparing with the published data');
        comparison = await compareIfPublished(...comparing(config, company));
        step.done();
      };
      const built = await buildWarehouse(
        config,
        company,
        await openLanding(paths.landing, config.clock, secretsOf(config)),
        progress,
        inspect,
      );
      return { ...built, comparison };
    },
    { purpose: 'rebuild' },
  );
}

/**
 * Rebuilds the warehouse of a company where another version made it, or where it is older than the newest run. Otherwise changes
 * nothing.
 */
export async function rebuildIfPending(
  config: LoadedConfig,
  company: CompanyConfig,
  progress: Progress,
): Promise<void> {
  const { lock, warehouse } = companyPaths(config.data_dir, company.name);
  if (!existsSync(warehouse)) return;
  const open = () => openCompanyData(config, company, progress, { rebuilds: true });
  await withRunLock(lock, async () => (await open()).close(), { purpose: 'rebuild' });
}

/**
 * The last receipt in a published snapshot, or a later run of the warehouse: a snapshot without it is an earlier snapshot. What arrived
 * after both is of a command that was killed, or that published nothing.
 */
async function lastKnown(published: string, warehouse: string): Promise<number> {
  const last = async ({ connection }: Warehouse, ids: string) =>
    numberOf((await readRows(connection, `select max(id) as last from (${ids})`))[0] ?? {}, 'last');
  const runs = 'select coalesce(max(run_id), 0) as id from recon.run';
  const receipts = `select receipt_id as id from raw.receipt union all ${runs}`;
  const inSnapshot = await withReader(published, (opened) => last(opened, receipts), { ofAnyVersion: true });
  if (!existsSync(warehouse)) return inSnapshot;
  // a damaged warehouse is compared like a missing one
  const inWarehouse = await openToRead(warehouse, { isPublished: false, ofAnyVersion: true }).then(
    (opened) => last(opened, runs).finally(opened.close),
    () => 0,
  );
  return Math.max(inSnapshot, inWarehouse);
}

/**
 * Builds a company's warehouse beside the one in use, compares it with the published snapshot, and removes it; nothing is replaced.
 * Throws NOTHING_PUBLISHED, SNAPSHOT_DAMAGED, REBUILD_PENDING or WAREHOUSE_UNREADABLE.
 */
export async function compareRebuilt(
  config: LoadedConfig,
  company: CompanyConfig,
  progress: Progress,
): Promise<Rebuilt> {
  const { lock, landing, warehouse, published } = companyPaths(config.data_dir, company.name);
  publishedOf(config, company);
  return withRunLock(
    lock,
    async () => {
      const opened = await openLanding(landing, config.clock, secretsOf(config));
      const built = await buildBeside(config, company, opened, progress, await lastKnown(published, warehouse));
      try {
        return { ...built, comparison: await compareWarehouses(...comparing(config, company)) };
      } finally {
        await removeUnfinished(warehouse);
      }
    },
    { purpose: 'rebuild' },
  );
}
