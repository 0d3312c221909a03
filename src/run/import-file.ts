import { basename } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import type { BroughtKind, Connector } from '../connectors/connector.ts';
import { companyContext } from '../connectors/extract-company.ts';
import { openHttpClient } from '../connectors/http/client.ts';
import { connectors } from '../connectors/registry.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { newReceiptFacts } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { readRows, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { withCompanyData } from './company-data.ts';
import { configurationAccess } from './connector-context.ts';
import { loadNewReceipts } from './load.ts';

/** A kind of file that can be imported by hand. */
export type ImportableKind = { connector: Connector; kind: string; declaration: BroughtKind } & Required<
  Pick<BroughtKind, 'import'>
>;

/** The kinds of files that `tieout import` takes, as the connectors declare them. */
export function importableKinds(): ImportableKind[] {
  return connectors.flatMap((connector) =>
    Object.entries(connector.kinds).flatMap(([kind, declaration]) =>
      declaration.import === undefined ? [] : [{ connector, kind, declaration, import: declaration.import }],
    ),
  );
}

export type ImportRequest = {
  config: LoadedConfig;
  company: CompanyConfig;
  importable: ImportableKind;
  file: string;
  /** The extension under which landing keeps the file. */
  extension: string;
  /** The currency of lines that name none. */
  currency: string | null;
  progress: Progress;
};

async function prepareImport({ config, company, importable, progress }: ImportRequest, landing: Landing) {
  const http = openHttpClient();
  try {
    const day = Temporal.Now.zonedDateTimeISO(company.zone).toPlainDate();
    const context = companyContext({
      ...{ company, ...configurationAccess(config), http, landing, progress },
      ...{ period: { from: day, to: day }, openDays: 0, refresh: false, isLocalOnly: true },
    });
    await importable.connector.beforeImport(importable.kind, company, context);
  } finally {
    await http.close();
  }
}

function periodOf(row: WarehouseRow | undefined): Period | undefined {
  if (typeof row?.first_day !== 'string' || typeof row.last_day !== 'string') return undefined;
  return { from: Temporal.PlainDate.from(row.first_day), to: Temporal.PlainDate.from(row.last_day).add({ days: 1 }) };
}

async function refuseRefused({ connection }: Warehouse, fileId: number, file: string): Promise<void> {
  const [row] = await readRows(
    connection,
    `select load_code, load_message from raw.receipt where file_id = $id and load_status = 'refused'`,
    { id: fileId },
  );
  if (row === undefined) return;
  throw new TieoutError({
    code: String(row.load_code),
    message: String(row.load_message),
    remedy: 'Nothing of the file was loaded; what was known before is unchanged.',
    place: { file },
    exitStatus: 4,
  });
}

/** The receipt that holds this content as it was loaded: the first one, when the file was received before. */
async function loadedReceipt({ connection }: Warehouse, company: string, kind: string, sha256: string) {
  const [row] = await readRows(
    connection,
    `select max(file_id) as file_id from raw.receipt
     where company = $company and kind = $kind and sha256 = $sha256 and load_status = 'loaded'`,
    { company, kind, sha256 },
  );
  return Number(row?.file_id);
}

/** The business days of a file's accepted lines. */
async function daysOfFile(warehouse: Warehouse, request: ImportRequest, sha256: string): Promise<Period> {
  const { company, importable, file } = request;
  const { load } = importable.declaration;
  const macro = load.format === 'table' ? load.staged : undefined;
  if (macro === undefined) throw new Error(`${importable.kind} has no staged rows`);
  const fileId = await loadedReceipt(warehouse, company.name, importable.kind, sha256);
  const [row] = await readRows(
    warehouse.connection,
    `select min(business_date)::text as first_day, max(business_date)::text as last_day
     from ${macro}($id, $zone) where reject_code is null`,
    { id: fileId, zone: company.zone },
  );
  const period = periodOf(row);
  if (period !== undefined) return period;
  throw new TieoutError({
    code: 'STATEMENT_HAS_NO_DAY',
    message: 'No line of the file was accepted and has a day.',
    remedy:
      'Its rejected rows and the reasons: tieout sql "select line_no, reason from mart.rejected_row order by line_no".',
    place: { file },
    exitStatus: 4,
  });
}

/** The days that a kind of file covers and that were reconciled before; undefined when there are none. */
async function daysReconciledBefore(
  { connection }: Warehouse,
  company: string,
  kind: string,
): Promise<Period | undefined> {
  const [row] = await readRows(
    connection,
    `select min(verdict.business_date)::text as first_day, max(verdict.business_date)::text as last_day
     from recon.verdict as verdict
     inner join core.file_coverage as coverage on coverage.company = verdict.company and coverage.kind = $kind
     where verdict.company = $company and verdict.business_date between coverage.first_day and coverage.last_day`,
    { company, kind },
  );
  return periodOf(row);
}

/**
 * Imports a file into landing and the warehouse. Returns the days to reconcile again: the days of the file, or those of its
 * days that were reconciled before (undefined when there are none). A file that is refused leaves nothing behind but its
 * receipt and the reason. Throws the error with which the file was refused.
 */
export async function importFile(request: ImportRequest): Promise<Period | undefined> {
  const { config, company, importable, file, extension, currency, progress } = request;
  return withCompanyData({ config, company, progress, purpose: 'import' }, async ({ landing, warehouse }) => {
    await prepareImport(request, landing);
    const receipt = await landing.put(
      newReceiptFacts({
        ...{ source: importable.connector.name, kind: importable.kind, company: company.name, currency },
        ...{ ext: extension, original_name: basename(file) },
      }),
      { file },
    );
    await loadNewReceipts(warehouse.connection, landing, company, receipt.receipt_id, progress);
    await refuseRefused(warehouse, receipt.receipt_id, file);
    return importable.import.reconciles === 'days_of_file'
      ? await daysOfFile(warehouse, request, receipt.sha256)
      : await daysReconciledBefore(warehouse, company.name, importable.kind);
  });
}
