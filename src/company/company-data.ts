import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { CompanyConfig } from '../config/company-schema.ts';
import { type CompanyPaths, companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { secretsOf } from '../config/secret.ts';
import { type Progress, silentProgress } from '../domain/progress.ts';
import { newReceiptFacts } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type Landing, openLanding } from '../landing/landing.ts';
import { loadedReceiptIds } from '../warehouse/load/load-receipt.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { namingDamage } from '../warehouse/warehouse-error.ts';
import { noteWrittenThrough, wasClosedBefore } from '../warehouse/warehouse-version.ts';
import { buildWarehouse } from './build-warehouse.ts';
import { sweepLeftOvers } from './left-overs.ts';
import { hasWithdrawn, loadNewReceipts, retryRefused } from './load-landing.ts';
import { refuseLaterPublished, refuseLaterReceipts } from './not-of-landing.ts';
import { applyConfiguration, configurationNow, openWriter } from './open-writer.ts';
import {
  configurationKind,
  hashOf,
  newestConfiguration,
  type RunConfiguration,
  readConfiguration,
  recordText,
} from './recorded-configuration.ts';
import { withRunLock } from './run-lock.ts';
import { isInput, lastRun } from './run-mark.ts';
import { readCalendar } from './write-calendar.ts';

/** The open data of a company when its configuration is recorded; the warehouse has the current configuration. */
type Opened = { landing: Landing; warehouse: Warehouse; configuration: RunConfiguration };

/**
 * Loads what a killed run received but did not load, with the configuration of that run, before another configuration is recorded. A
 * rebuild does the same. Where that configuration can no longer be used, the receipts are loaded with the new one.
 */
async function loadWithFormer(config: LoadedConfig, { landing, warehouse, configuration }: Opened): Promise<void> {
  const { connection } = warehouse;
  const { name } = configuration.company;
  const former = newestConfiguration(landing, name);
  if (former === undefined) return;
  const known = await loadedReceiptIds(connection);
  if (
    !landing
      .receipts()
      .some((receipt) => receipt.company === name && isInput(receipt) && !known.has(receipt.receipt_id))
  )
    return;
  try {
    const then = await readConfiguration(landing, former, config.ownFolder);
    await applyConfiguration(connection, config, then);
    await loadNewReceipts(connection, landing, then.company, landing.lastReceiptId(), silentProgress);
  } catch (error) {
    if (!(error instanceof TieoutError) || error.scope === 'company') throw error;
  }
  await applyConfiguration(connection, config, configuration);
}

/**
 * Records the current configuration in landing before anything is loaded with it, unless it is already the newest one there. A rebuild
 * then uses it from the same receipt on. A repetition after a kill records nothing twice.
 */
async function recordConfiguration(config: LoadedConfig, opened: Opened): Promise<void> {
  const { landing, warehouse, configuration } = opened;
  const { company } = configuration;
  const calendar = await readCalendar(warehouse.connection, company);
  const text = await recordText({ ...configuration, calendar });
  let recorded = newestConfiguration(landing, company.name);
  if (recorded?.sha256 !== hashOf(text)) {
    await loadWithFormer(config, opened);
    recorded = await landing.put(
      newReceiptFacts({
        source: 'run',
        kind: configurationKind,
        company: company.name,
        ext: 'json',
        content_type: 'application/json',
      }),
      { bytes: text },
    );
  }
  await loadNewReceipts(warehouse.connection, landing, company, recorded.receipt_id, silentProgress);
}

/** A company's landing zone and warehouse, open for the one process that holds its lock. */
export type CompanyData = {
  landing: Landing;
  warehouse: Warehouse;
  paths: CompanyPaths;
  /** The settings in the tables of the warehouse: the current configuration of the files. */
  configuration: RunConfiguration;
  /** Runs that could not be repeated, where the warehouse has just been built. */
  errors: TieoutError[];
  /** Closes the warehouse, and records in it the last receipt of landing, so that the next command recognises an older warehouse. */
  close(): Promise<void>;
};

/** Whether a warehouse of another version is rebuilt first, which may take long; otherwise REBUILD_PENDING is thrown. */
type Opening = { rebuilds?: boolean };

type Open = (
  config: LoadedConfig,
  company: CompanyConfig,
  progress: Progress,
  opening?: Opening,
) => Promise<CompanyData>;

/**
 * Opens data, and where the end of a process tore the warehouse, again without it, so that it is built from landing: its log is beside it,
 * and some step of opening meets the damage. DuckDB writes new metadata into blocks that are in use, so a process that is killed within
 * such a write leaves a block with a wrong checksum.
 */
const mendingTear =
  (open: Open): Open =>
  async (config, company, ...rest) => {
    const { warehouse } = companyPaths(config.data_dir, company.name);
    const log = `${warehouse}.wal`;
    const wasKilled = existsSync(log);
    const opened = () => open(config, company, ...rest);
    return namingDamage(warehouse, opened).catch(async (error: unknown) => {
      if (!wasKilled || !(error instanceof TieoutError) || error.code !== 'WAREHOUSE_UNREADABLE') throw error;
      for (const path of [warehouse, log]) await rm(path, { force: true });
      return opened();
    });
  };

/**
 * Opens a company's data for writing; the caller holds its lock. The warehouse is built first where it is missing while landing has
 * receipts, where a killed process tore it, or where it was closed before the newest run of landing. In the last case it was restored
 * from a backup, or the process that built it was killed, and a run alone would not restore its history.
 */
export const openCompanyData = mendingTear(async (config, company, progress, { rebuilds = false } = {}) => {
  const paths = companyPaths(config.data_dir, company.name);
  const landing = await openLanding(paths.landing, config.clock, secretsOf(config));
  const configuration = await configurationNow(config, company);
  const errors: TieoutError[] = [];
  await sweepLeftOvers(paths, landing);
  const refuseLater = () => refuseLaterPublished(paths.published, landing);
  const build = async () => {
    await refuseLater();
    const step = progress.step('Rebuilding the warehouse from landing');
    errors.push(...(await buildWarehouse(config, company, landing, progress)).errors);
    step.done();
  };
  const open = () => openWriter(config, configuration, paths.warehouse);
  if (!existsSync(paths.warehouse)) await (landing.receipts().length > 0 ? build() : refuseLater());
  let warehouse = await open().catch(async (error: unknown) => {
    if (!rebuilds || !(error instanceof TieoutError) || error.code !== 'REBUILD_PENDING') throw error;
    await build();
    return open();
  });
  const isOlder = () => wasClosedBefore(warehouse.connection, lastRun(landing));
  if (await closingAfterError(isOlder, async () => warehouse.close())) {
    warehouse.close();
    await build();
    warehouse = await open();
  }
  const begin = async () => {
    await refuseLaterReceipts(warehouse, landing);
    await noteWrittenThrough(warehouse.connection, null);
  };
  await closingAfterError(begin, async () => warehouse.close());
  const close = () =>
    noteWrittenThrough(warehouse.connection, landing.lastReceiptId()).finally(() => warehouse.close());
  return { landing, warehouse, paths, configuration, errors, close };
});

type Close = () => Promise<void>;

/** Does the work, then closes. An error in closing never replaces an error of the work. */
export async function thenClose<T>(work: () => Promise<T>, close: Close): Promise<T> {
  const done = await closingAfterError(work, close);
  await close();
  return done;
}

async function closingAfterError<T>(work: () => Promise<T>, close: Close): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

/**
 * Opens a company's data for work that is kept: the configuration is recorded, refused files that the current terms of reading accept
 * are loaded, and files that were withdrawn are not.
 */
export const openToChange = mendingTear(async (config, company, progress, opening) => {
  const data = await openCompanyData(config, company, progress, opening);
  const { landing, warehouse } = data;
  const isToBuild = await closingAfterError(async () => {
    await recordConfiguration(config, data);
    const accepted = await retryRefused(warehouse.connection, landing, company, progress);
    return accepted.length > 0 || hasWithdrawn(warehouse.connection, landing);
  }, data.close);
  if (!isToBuild) return data;
  await data.close();
  const step = progress.step('Rebuilding the warehouse in the order of arrival');
  const { errors } = await buildWarehouse(config, company, landing, progress);
  step.done();
  return { ...(await openCompanyData(config, company, progress)), errors };
});

/** Works on a company's data while holding its lock; the data of other companies is neither opened nor locked. */
export async function withCompanyData<T>(
  {
    config,
    company,
    progress,
    purpose,
    ...opening
  }: {
    config: LoadedConfig;
    company: CompanyConfig;
    progress: Progress;
    purpose: string;
  } & Opening,
  work: (data: CompanyData) => Promise<T>,
): Promise<T> {
  const { lock, warehouse } = companyPaths(config.data_dir, company.name);
  const opened = async () => {
    const data = await openToChange(config, company, progress, opening);
    return thenClose(() => work(data), data.close);
  };
  return withRunLock(lock, () => namingDamage(warehouse, opened), { purpose });
}
