import { hostname } from 'node:os';
import { basename } from 'node:path';
import { withCompanyData } from '../company/company-data.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import { systemUser } from '../decisions/complete-decisions.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import type { Landing } from '../landing/landing.ts';
import { derive } from '../warehouse/derive.ts';
import { numberOf, readRows, textOf } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { type ImportableKind, importableKinds, periodsToReconcile } from './import-file.ts';

/** A file that a person brought and that counts, with every receipt of its content. */
export type AcceptedFile = {
  name: string;
  receivedAt: string;
  rows: number;
  /** The number of its newest receipt. */
  receiptId: number;
  receiptIds: number[];
  /** The earliest day of its lines, and of the days that it covers, ISO 8601; null without days. */
  firstDay: string | null;
  importable: ImportableKind;
};

/** The accepted files with a name, or of a receipt number, the newest first. Answers of services are left out. */
async function acceptedFiles(warehouse: Warehouse, company: CompanyConfig, file: string): Promise<AcceptedFile[]> {
  const kinds = new Map(importableKinds(company).map((importable) => [importable.kind, importable]));
  await derive(warehouse.connection);
  const rows = await readRows(
    warehouse.connection,
    `with content as (
       select kind, sha256, max(received_at)::text as received_at, max(row_count) as row_count,
         max_by(file_name, receipt_id) as file_name, list(receipt_id order by receipt_id) as receipts
       from raw.receipt
       where company = $company and load_status in ('loaded', 'repeated') and window_from is null and request_path is null
       group by kind, sha256
       having bool_or(file_name = $file or receipt_id::text = $number)
     )
     select content.*, (
       select min(first_day)::text from (
         select receipt_id, first_day from raw.file_span
         union all select receipt_id, first_day from core.coverage
         union all select receipt_id, business_date from raw.file_figure
       ) where list_contains(content.receipts, receipt_id)
     ) as first_day
     from content
     order by received_at desc`,
    { company: company.name, file: basename(file), number: file },
  );
  return rows.flatMap((row): AcceptedFile[] => {
    const importable = kinds.get(textOf(row, 'kind'));
    const receiptIds = Array.isArray(row.receipts) ? row.receipts.map(Number) : [];
    return importable === undefined
      ? []
      : [
          {
            name: textOf(row, 'file_name'),
            receivedAt: textOf(row, 'received_at'),
            rows: numberOf(row, 'row_count'),
            receiptId: Math.max(...receiptIds),
            receiptIds,
            firstDay: row.first_day === null ? null : textOf(row, 'first_day'),
            importable,
          },
        ];
  });
}

function refused(message: string, remedy: string, file: string): TieoutError {
  return new TieoutError({ code: 'WITHDRAWAL_REFUSED', message, remedy, place: { file }, exitStatus: 2 });
}

/** The one file that is meant. Throws WITHDRAWAL_REFUSED. */
function onlyOne(files: readonly AcceptedFile[], file: string): AcceptedFile {
  const [only] = files;
  if (only === undefined)
    throw refused(
      'No accepted file has this name.',
      'Name a file as it was imported, or give its receipt number: both are in mart.source_file.',
      file,
    );
  if (files.length === 1) return only;
  const choices = files.map((one) => `${one.receiptId} (${one.importable.import.name}, received ${one.receivedAt})`);
  throw refused(
    `${files.length} accepted files have this name: ${choices.slice(0, 10).join('; ')}.`,
    'Give the receipt number of one of them in place of the name.',
    file,
  );
}

export type WithdrawRequest = {
  config: LoadedConfig;
  company: CompanyConfig;
  /** The name of the file as it was imported, or the number of its receipt. */
  file: string;
  reason: string;
  author: string;
  /** The day after the closed months, ISO 8601. */
  firstOpenDay(landing: Landing): Promise<string | undefined>;
  progress: Progress;
};

/**
 * Records that an accepted file no longer counts, with the declarations about its days. The warehouse is built again from landing the
 * next time that it is opened. Returns the file, and the days to reconcile again. Throws WITHDRAWAL_REFUSED, also where the file has days of
 * a closed month.
 */
export async function withdrawFile(request: WithdrawRequest) {
  const { config, company, file, reason, author, progress } = request;
  return withCompanyData(
    { config, company, progress, purpose: 'import' },
    async ({ landing, warehouse }): Promise<{ withdrawn: AcceptedFile; periods: Period[] }> => {
      const withdrawn = onlyOne(await acceptedFiles(warehouse, company, file), file);
      const { receiptIds, importable, firstDay } = withdrawn;
      const openFrom = await request.firstOpenDay(landing);
      if (openFrom !== undefined && (firstDay ?? '') < openFrom)
        throw refused(
          `It has days before ${openFrom}, and the months before that day are closed.`,
          'Reopen the month of its first day, and those after it, first (tieout reopen).',
          file,
        );
      const periods = await periodsToReconcile(warehouse, company.name, importable, receiptIds);
      const declared = await readRows(
        warehouse.connection,
        `select declared.receipt_id from core.declared_span as declared
         inner join raw.receipt as receipt using (company, kind, sha256)
         where receipt.receipt_id = $receipt_id`,
        { receipt_id: withdrawn.receiptId },
      );
      const day = config.clock().toZonedDateTimeISO(company.zone).toPlainDate().toString();
      const words = {
        code: 'FILE_WITHDRAWN',
        message: `${author} withdrew the file on ${day}: ${reason}`,
        remedy: 'Import the right file: it may have the same name.',
        line: null,
      };
      const receipts = [...receiptIds, ...declared.map((row) => numberOf(row, 'receipt_id'))];
      const origin = { system_user: systemUser(), host: hostname() };
      await landing.withdraw(company.name, {
        ...{ author, reason, ...origin },
        withdrawn: receipts.map((receipt_id) => ({ receipt_id, ...words })),
      });
      return { withdrawn, periods };
    },
  );
}
