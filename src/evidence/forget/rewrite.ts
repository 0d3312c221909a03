import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withRunLock } from '../../company/run-lock.ts';
import { recordsDamaged } from '../../company/run-records.ts';
import type { CompanyConfig } from '../../config/company-schema.ts';
import { companyPaths, dataPaths } from '../../config/data-paths.ts';
import type { LoadedConfig } from '../../config/load-config.ts';
import { ChainBroken, rewriteChain } from '../../disk/chain.ts';
import { filesBelow, foldersIn, sync } from '../../disk/files.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { periodNamed, reportCompany, writeReportIndex } from '../../pipeline/report-company.ts';
import type { ValueFinder } from '../../privacy/find-values.ts';
import { refusedBeforePath, refusedPath } from '../../receiver/refused-log.ts';
import { defaultReport } from '../../report/load-definition.ts';
import { spillPath } from '../../warehouse/open.ts';
import { NotLookedInto, redactFile } from './redact-file.ts';

async function hasValue(folder: string, finder: ValueFinder): Promise<boolean> {
  for (const path of await filesBelow(folder)) {
    // its content is compressed; the report is written again, which is right in any case
    if (path.endsWith('.parquet')) return true;
    const isFound = await redactFile(path, undefined, finder).catch((error: unknown) => {
      // the report is written again, so its present content does not matter
      if (error instanceof NotLookedInto) return true;
      throw error;
    });
    if (isFound) return true;
  }
  return false;
}

/** Writes a report again; false where its definition or its period is no longer known. */
async function isWritten(config: LoadedConfig, company: CompanyConfig, days: string, name: string): Promise<boolean> {
  const period = periodNamed(days);
  if (period === undefined) return false;
  try {
    await reportCompany(config, company, period, { name });
    return true;
  } catch (error) {
    if (error instanceof TieoutError && error.code === 'REPORT_UNKNOWN') return false;
    throw error;
  }
}

/**
 * Writes every report of the company that contains one of the values again, from the published snapshot. A report without a definition
 * is removed. Returns the number of reports that were written, and the folders that were removed.
 */
export async function rewriteReports(
  config: LoadedConfig,
  company: CompanyConfig,
  finder: ValueFinder,
): Promise<{ count: number; removed: string[] }> {
  const { reports } = dataPaths(config.data_dir);
  const removed: string[] = [];
  let count = 0;
  for (const days of await foldersIn(reports)) {
    for (const folder of await foldersIn(join(reports, days))) {
      const [own, name = defaultReport] = folder.split('.');
      const path = join(reports, days, folder);
      if (own !== company.name || !(await hasValue(path, finder))) continue;
      if (!folder.endsWith('.tmp') && (await isWritten(config, company, days, name))) count += 1;
      else {
        await rm(path, { recursive: true, force: true });
        removed.push(path);
      }
    }
  }
  if (removed.length > 0) await writeReportIndex(config, reports);
  return { count, removed };
}

async function replaceFile(path: string, finder: ValueFinder): Promise<boolean> {
  if (!existsSync(path)) return false;
  const temporary = `${path}.forgetting`;
  await rm(temporary, { force: true });
  if (!(await redactFile(path, temporary, finder))) return false;
  await sync(temporary);
  await rename(temporary, path);
  return true;
}

const patienceMs = 60_000;

/**
 * Rewrites the log, the records of runs and the lists beside the warehouse. Returns the files that contained one of the values. Throws
 * RUN_RECORDS_DAMAGED.
 */
export async function rewriteRecords(
  config: LoadedConfig,
  { name }: CompanyConfig,
  finder: ValueFinder,
): Promise<string[]> {
  const { runs, log } = dataPaths(config.data_dir);
  const rewritten: string[] = [];
  const isChanged = await withRunLock(
    runs.replace(/\.jsonl$/, '.lock'),
    () =>
      rewriteChain(runs, finder.redactedText).catch((error: unknown) => {
        throw error instanceof ChainBroken ? recordsDamaged(runs, error) : error;
      }),
    { purpose: 'forget', patienceMs },
  );
  if (isChanged) rewritten.push(runs);
  const { lock, received } = companyPaths(config.data_dir, name);
  const folder = dirname(lock);
  const lists = (await readdir(folder)).filter((each) => each.endsWith('.csv')).map((each) => join(folder, each));
  for (const path of [log, ...lists, refusedPath(received), refusedBeforePath(received)])
    if (await replaceFile(path, finder)) rewritten.push(path);
  return rewritten;
}

/** Removes the copies that readers, queries and selftests left. Returns the removed copies. */
export async function removeCopies(config: LoadedConfig, { name }: CompanyConfig): Promise<string[]> {
  const { warehouse, published, masked } = companyPaths(config.data_dir, name);
  const folder = dirname(published);
  const copies = (await filesBelow(folder)).filter((path) => /\.tmp(?:\.wal)?$|pack-\d+\.duckdb/.test(path));
  const selftests = (await foldersIn(folder))
    .filter((name) => name.startsWith('selftest-'))
    .map((name) => join(folder, name));
  const spills = [spillPath(warehouse), `${published}.tmp`, `${masked}.tmp`];
  const all = [join(folder, 'reading'), ...spills, ...selftests, ...copies];
  const there = all.filter((path) => existsSync(path));
  for (const path of there) await rm(path, { recursive: true, force: true });
  return there;
}
