import { withCompanyData } from '../company/company-data.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { askedFor, contiguous } from '../domain/judged-day.ts';
import { type Period, yesterday } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { receiptName } from '../domain/receipt.ts';
import type { Landing } from '../landing/landing.ts';
import { numberOf, readRows } from '../warehouse/duckdb-values.ts';
import type { LoadOutcome } from '../warehouse/load/landed-file.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { boundQuarantine } from './bound-quarantine.ts';
import { type ImportedFiles, importableKinds, loadedFile, periodsToReconcile } from './import-file.ts';
import { collect, judgeAndPublish, type RunResult } from './run-company.ts';

/** The kinds of files that a company's configuration can name. */
const localKinds = (company: object) =>
  importableKinds(company).filter(({ connector }) => connector.access === 'local');

/**
 * The days that the files of a configuration affect and that no run has judged with them, including files of an import that was killed
 * before it judged.
 */
async function daysOfNewFiles(warehouse: Warehouse, company: CompanyConfig): Promise<Period[]> {
  const rows = await readRows(
    warehouse.connection,
    `select receipt.receipt_id, receipt.kind
     from raw.receipt as receipt
     where receipt.load_status in ('loaded', 'repeated') and receipt.receipt_id > (
       select coalesce(max(known_through), 0) from recon.run
     )`,
  );
  const periods: Period[] = [];
  for (const importable of localKinds(company)) {
    const ids = rows.filter((row) => row.kind === importable.kind).map((row) => numberOf(row, 'receipt_id'));
    periods.push(...(await periodsToReconcile(warehouse, importable, ids)));
  }
  return contiguous(periods.flatMap(askedFor));
}

/** The files that were received, in their order; answers of services and own records are left out. */
async function filesOf(
  warehouse: Warehouse,
  landing: Landing,
  company: CompanyConfig,
  outcomes: readonly LoadOutcome[],
): Promise<ImportedFiles['files']> {
  const kinds = new Map(localKinds(company).map((importable) => [importable.kind, importable]));
  const files: ImportedFiles['files'] = [];
  for (const outcome of outcomes) {
    const receipt = landing.receipts().find(({ receipt_id: id }) => id === outcome.receipt_id);
    const importable = receipt === undefined ? undefined : kinds.get(receipt.kind);
    if (receipt === undefined || importable === undefined) continue;
    const name = receiptName(receipt);
    files.push(
      outcome.error === undefined
        ? (await loadedFile(warehouse, importable, name, outcome, receipt.sha256)).file
        : { file: name, error: outcome.error },
    );
  }
  return files;
}

export type ImportedBooks = ImportedFiles & {
  /** What was judged; undefined where no file affects a day that was reconciled before. */
  result: RunResult | undefined;
  /** Files that could not be read, where nothing was judged; otherwise `result` has them. */
  errors: unknown[];
};

/**
 * Imports the files that a company's configuration names and that have changed, as a run does, and judges the days that they affect once.
 * No service is asked for a day.
 */
export async function importBooks(
  config: LoadedConfig,
  company: CompanyConfig,
  progress: Progress,
): Promise<ImportedBooks> {
  return withCompanyData({ config, company, progress, purpose: 'import' }, async (data) => {
    const { landing, warehouse } = data;
    await boundQuarantine(warehouse, landing, company.name, config.retention.quarantine_mib * 1024 ** 2);
    const to = yesterday(config.clock(), company.zone).add({ days: 1 });
    const request = { config, company, isFetching: false, refresh: false, progress };
    const collected = await collect({ ...request, period: { from: to.subtract({ days: 1 }), to } }, data);
    const files = await filesOf(warehouse, landing, company, collected.outcomes);
    const periods = await daysOfNewFiles(warehouse, company);
    const period = periods.at(-1);
    if (period === undefined)
      return { files, periods, result: undefined, errors: [...data.errors, ...collected.errors] };
    const result = await judgeAndPublish({ ...request, period, earlier: periods.slice(0, -1) }, data, collected);
    return { files, periods, result, errors: [] };
  });
}
