import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { publishMasked, removeMasked } from '../warehouse/masked-snapshot.ts';
import { type Warehouse, withReader } from '../warehouse/open.ts';
import { publishClosed, publishSnapshot } from '../warehouse/publish.ts';
import { openSnapshots, type Snapshots } from '../warehouse/snapshots.ts';
import { keyOfCompany } from './key-of-company.ts';

async function publishWith(config: LoadedConfig, { name }: CompanyConfig, publish: (path: string) => Promise<void>) {
  const paths = companyPaths(config.data_dir, name);
  const { published, masked, lock } = paths;
  const { masked_snapshot: readers, memory_limit: memoryLimit, threads } = config.warehouse;
  // a masked copy that is older than the published snapshot would be mistaken for its copy
  if (readers === 'none') await removeMasked(masked);
  await publish(published);
  if (readers === 'none') return;
  const key = await keyOfCompany(paths);
  await publishMasked(
    { snapshot: published, masked, key, folders: [config.data_dir, dirname(lock)] },
    { readers, limits: { memoryLimit, threads } },
  );
}

/** Publishes a company's open warehouse and, where it is configured, a copy without personal data. */
export const publishCompany = (config: LoadedConfig, company: CompanyConfig, warehouse: Warehouse): Promise<void> =>
  publishWith(config, company, (published) => publishSnapshot(warehouse, published));

/** Publishes a company's closed warehouse in the same way; no process has it open. */
export const publishInPlace = (config: LoadedConfig, company: CompanyConfig): Promise<void> =>
  publishWith(config, company, (published) =>
    publishClosed(companyPaths(config.data_dir, company.name).warehouse, published),
  );

function nothingPublished(file: string): TieoutError {
  return new TieoutError({
    code: 'NOTHING_PUBLISHED',
    message: 'Nothing has been published yet.',
    remedy: 'Run `tieout run` first, or `tieout rebuild` where the landing zone already holds files.',
    place: { file },
    exitStatus: 2,
  });
}

/** The published snapshot of a company. Throws NOTHING_PUBLISHED. */
export function publishedOf(config: LoadedConfig, company: CompanyConfig): string {
  const { published } = companyPaths(config.data_dir, company.name);
  if (!existsSync(published)) throw nothingPublished(published);
  return published;
}

/** The published snapshots of some companies, by company; companies without a snapshot are left out. */
export function snapshotsThere(config: LoadedConfig, companies: readonly CompanyConfig[]): Map<string, string> {
  const snapshots = new Map<string, string>();
  for (const { name } of companies) {
    const { published } = companyPaths(config.data_dir, name);
    if (existsSync(published)) snapshots.set(name, published);
  }
  return snapshots;
}

/** The published snapshots of some companies, by company. Throws NOTHING_PUBLISHED where no company has one. */
export function publishedSnapshots(config: LoadedConfig, companies = config.companies): Map<string, string> {
  const snapshots = snapshotsThere(config, companies);
  if (snapshots.size === 0) throw nothingPublished(config.data_dir);
  return snapshots;
}

/**
 * Reads a published snapshot of any version with `work`; undefined where the snapshot is missing or damaged, because the caller publishes
 * another one. Throws the errors of the work.
 */
export async function withProven<T>(
  published: string,
  work: (snapshot: Warehouse) => Promise<T>,
): Promise<T | undefined> {
  if (!existsSync(published)) return undefined;
  let isOpen = false;
  const begin = (snapshot: Warehouse) => {
    isOpen = true;
    return work(snapshot);
  };
  try {
    return await withReader(published, begin, { ofAnyVersion: true });
  } catch (error) {
    if (!isOpen && error instanceof TieoutError) return undefined;
    throw error;
  }
}

/** Opens the published snapshots of all companies. Throws like publishedSnapshots and openSnapshots. */
export async function openReader(config: LoadedConfig, options: { ofAnyVersion?: boolean } = {}): Promise<Snapshots> {
  return openSnapshots(publishedSnapshots(config), options);
}

/** Companies that have received files but have not published yet; their rows are missing in what is read. */
export function unpublishedCompanies(config: LoadedConfig, companies = config.companies): string[] {
  return companies
    .map(({ name }) => ({ name, paths: companyPaths(config.data_dir, name) }))
    .filter(({ paths }) => !existsSync(paths.published) && existsSync(join(paths.landing, 'index.jsonl')))
    .map(({ name }) => name);
}

/** Whether any company has published a snapshot. */
export function hasPublished(config: LoadedConfig): boolean {
  return snapshotsThere(config, config.companies).size > 0;
}
