import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CompanyConfig } from '../config/company-schema.ts';
import { companyPaths, isFormerLayout } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { openSnapshot, type Warehouse } from '../warehouse/open.ts';
import { openSnapshots, type Snapshots } from '../warehouse/snapshots.ts';

/** Refuses a data directory in the former layout: only a command that writes can upgrade it. */
function refuseFormerLayout({ data_dir }: LoadedConfig): void {
  if (!isFormerLayout(data_dir)) return;
  throw new TieoutError({
    code: 'DATA_DIRECTORY_OLD',
    message: 'The data directory was written by version 0.1.0, which kept all companies together.',
    remedy:
      'Run `tieout rebuild` once: it gives each company a folder of its own and keeps everything that was received.',
    place: { file: data_dir },
    exitStatus: 2,
  });
}

function nothingPublished(file: string): TieoutError {
  return new TieoutError({
    code: 'NOTHING_PUBLISHED',
    message: 'Nothing has been published yet.',
    remedy: 'Run `tieout run` first, or `tieout rebuild` where the landing zone already holds files.',
    place: { file },
    exitStatus: 2,
  });
}

/** The published snapshot of a company. Throws NOTHING_PUBLISHED, or DATA_DIRECTORY_OLD. */
export function publishedOf(config: LoadedConfig, company: CompanyConfig): string {
  refuseFormerLayout(config);
  const { published } = companyPaths(config.data_dir, company.name);
  if (!existsSync(published)) throw nothingPublished(published);
  return published;
}

/**
 * The published snapshots of some companies, by company; those that published nothing are left out. Throws
 * NOTHING_PUBLISHED when none published anything, or DATA_DIRECTORY_OLD.
 */
export function publishedSnapshots(config: LoadedConfig, companies = config.companies): Map<string, string> {
  refuseFormerLayout(config);
  const snapshots = new Map<string, string>();
  for (const { name } of companies) {
    const { published } = companyPaths(config.data_dir, name);
    if (existsSync(published)) snapshots.set(name, published);
  }
  if (snapshots.size === 0) throw nothingPublished(config.data_dir);
  return snapshots;
}

/** Opens a published snapshot; undefined where it is missing or damaged, for whoever publishes another one. */
export async function openIfProven(published: string): Promise<Warehouse | undefined> {
  if (!existsSync(published)) return undefined;
  try {
    return await openSnapshot(published);
  } catch (error) {
    if (error instanceof TieoutError) return undefined;
    throw error;
  }
}

/** Opens what was published of some companies, all by default. Throws NOTHING_PUBLISHED when none published anything. */
export async function openReader(config: LoadedConfig, companies = config.companies): Promise<Snapshots> {
  return openSnapshots(publishedSnapshots(config, companies));
}

/** Companies that have received something and published nothing yet: their rows are not among those read. */
export function unpublishedCompanies(config: LoadedConfig, companies = config.companies): string[] {
  return companies
    .map(({ name }) => ({ name, paths: companyPaths(config.data_dir, name) }))
    .filter(({ paths }) => !existsSync(paths.published) && existsSync(join(paths.landing, 'index.jsonl')))
    .map(({ name }) => name);
}

/** Whether any company has published a snapshot. */
export function hasPublished(config: LoadedConfig): boolean {
  return config.companies.some(({ name }) => existsSync(companyPaths(config.data_dir, name).published));
}
