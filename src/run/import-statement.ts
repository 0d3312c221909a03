import { basename } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { dataPaths } from '../config/data-paths.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { CompanyConfig } from '../config/schema.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { openLanding } from '../landing/landing.ts';
import { readRows } from '../warehouse/duckdb-values.ts';
import { openWarehouse, type Warehouse } from '../warehouse/open.ts';
import { loadNewReceipts, writeCompanies } from './load.ts';
import { withRunLock } from './run-lock.ts';

export type ImportWish = {
  config: LoadedConfig;
  company: CompanyConfig;
  file: string;
  format: 'csv' | 'xlsx';
  /** The currency of a statement whose lines name none. */
  currency: string | null;
  progress: Progress;
};

/**
 * Brings a statement that a person downloaded into landing and the warehouse, and gives the business days that it
 * tells of. A file that is refused leaves nothing behind but its receipt and the reason.
 */
export async function importStatement({
  config,
  company,
  file,
  format,
  currency,
  progress,
}: ImportWish): Promise<Period> {
  const paths = dataPaths(config.data_dir);
  return withRunLock(paths.lock, async () => {
    const landing = await openLanding(paths.landing);
    const receipt = await landing.put(
      {
        source: 'gateway',
        kind: 'statement',
        company: company.name,
        batch_id: null,
        page: null,
        is_last_page: null,
        request: null,
        currency,
        window_from: null,
        window_to: null,
        received_at: Temporal.Now.instant().round('millisecond').toString(),
        ext: format,
        content_type: null,
        original_name: basename(file),
      },
      { file },
    );
    const warehouse = await openWarehouse(paths.warehouse);
    try {
      await writeCompanies(warehouse.connection, config);
      const outcomes = await loadNewReceipts(warehouse.connection, landing, company, receipt.receipt_id, progress);
      const outcome = outcomes.find(({ receipt_id }) => receipt_id === receipt.receipt_id);
      if (outcome?.status === 'refused') throw await refusal(warehouse, receipt.receipt_id, file);
      const fileId =
        outcome?.status === 'repeated' ? await firstLoad(warehouse, receipt.sha256, company.name) : receipt.receipt_id;
      return await periodOfFile(warehouse, fileId, company.zone, file);
    } finally {
      warehouse.close();
    }
  });
}

async function refusal({ connection }: Warehouse, fileId: number, file: string): Promise<TieoutError> {
  const [row] = await readRows(connection, 'select load_code, load_message from raw.receipt where file_id = $id', {
    id: fileId,
  });
  return new TieoutError({
    code: String(row?.load_code),
    message: String(row?.load_message),
    remedy: 'Nothing of the file was loaded; what was known before still holds.',
    place: { file },
    exitStatus: 4,
  });
}

async function firstLoad({ connection }: Warehouse, sha256: string, company: string): Promise<number> {
  const [row] = await readRows(
    connection,
    `select min(file_id) as file_id from raw.receipt where sha256 = $sha256 and company = $company and load_status = 'loaded'`,
    { sha256, company },
  );
  return Number(row?.file_id);
}

async function periodOfFile({ connection }: Warehouse, fileId: number, zone: string, file: string): Promise<Period> {
  const [row] = await readRows(
    connection,
    `select min(business_date)::text as first_day, max(business_date)::text as last_day
     from staging.statement_payment($id, $zone) where reject_code is null`,
    { id: fileId, zone },
  );
  if (typeof row?.first_day === 'string' && typeof row.last_day === 'string') {
    return { from: Temporal.PlainDate.from(row.first_day), to: Temporal.PlainDate.from(row.last_day).add({ days: 1 }) };
  }
  throw new TieoutError({
    code: 'STATEMENT_HAS_NO_DAY',
    message: 'No line of the statement was understood and has a day.',
    remedy: 'Its rows and the reasons: tieout sql "select line_no, reason from mart.rejected_row order by line_no".',
    place: { file },
    exitStatus: 4,
  });
}
