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
import { localTime } from '../report/shown-value.ts';
import { numberOf, readRows, textOf } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { type ImportableKind, importableKinds, periodsToReconcile } from './import-file.ts';

/** A file that a person brought and that counts, with every receipt of its content under its name. */
export type AcceptedFile = {
  name: string;
  receivedAt: string;
  rows: number;
  receiptIds: number[];
  /** The earliest day of its lines, and of the days that it covers, ISO 8601; null without days. */
  firstDay: string | null;
  /** Other names under which the same content counts. */
  otherNames: string[];
  importable: ImportableKind;
};

/**
 * The accepted files with a name, or of a receipt number, the newest first. Answers of services are left out. An attempt to import the
 * same file that was refused belongs to it: it would be in force again.
 */
const acceptedSql = `
  with brought as (
    select *, load_status in ('loaded', 'repeated') as counts from raw.receipt
    where window_from is null and request_path is null and load_status in ('loaded', 'repeated', 'refused')
  ),
  named as (
    select distinct kind, sha256, file_name, currency
    from brought
    where counts and (file_name = $file or receipt_id::text = $number)
  ),
  content as (
    select kind, sha256, list(distinct file_name order by file_name) as names from brought where counts group by kind, sha256
  ),
  span as (
    select receipt_id, first_day from raw.file_span
    union all select receipt_id, first_day from core.coverage
    union all select receipt_id, business_date from raw.file_figure
  )
  select named.kind, named.file_name, any_value(content.names) as names, max(own.received_at) as received_at,
    max(own.row_count) as row_count, list(distinct own.receipt_id order by own.receipt_id) as receipts,
    min(span.first_day)::text as first_day
  from named
  inner join content on content.kind = named.kind and content.sha256 = named.sha256
  inner join brought as own
    on own.kind = named.kind and own.sha256 = named.sha256 and own.file_name = named.file_name
    and (own.currency is not distinct from named.currency or not own.counts)
  left join span on span.receipt_id = own.receipt_id
  group by named.kind, named.sha256, named.file_name, named.currency
  order by received_at desc`;

async function acceptedFiles(warehouse: Warehouse, company: CompanyConfig, file: string): Promise<AcceptedFile[]> {
  const kinds = new Map(importableKinds(company).map((importable) => [importable.kind, importable]));
  const bound = { file: basename(file), number: file };
  const rows = await readRows(warehouse.connection, acceptedSql, bound);
  return rows.flatMap((row): AcceptedFile[] => {
    const importable = kinds.get(textOf(row, 'kind'));
    if (importable === undefined) return [];
    return [
      {
        name: textOf(row, 'file_name'),
        receivedAt: textOf(row, 'received_at'),
        rows: numberOf(row, 'row_count'),
        receiptIds: Array.isArray(row.receipts) ? row.receipts.map(Number) : [],
        firstDay: row.first_day === null ? null : textOf(row, 'first_day'),
        otherNames: Array.isArray(row.names) ? row.names.map(String).filter((name) => name !== row.file_name) : [],
        importable,
      },
    ];
  });
}

function refused(message: string, remedy: string, file: string): TieoutError {
  return new TieoutError({ code: 'WITHDRAWAL_REFUSED', message, remedy, place: { file }, exitStatus: 2 });
}

/** The one file that is meant. Throws WITHDRAWAL_REFUSED. */
function onlyOne(files: readonly AcceptedFile[], file: string, zone: string): AcceptedFile {
  const [only] = files;
  if (only === undefined)
    throw refused(
      'No accepted file has this name or receipt number; one that was withdrawn is not accepted any more.',
      'Name a file as it was imported, or give its receipt number: both are in mart.source_file.',
      file,
    );
  if (files.length === 1) return only;
  const choices = files.map(
    (one) => `${one.receiptIds.at(-1)} (${one.importable.import.name}, received ${localTime(one.receivedAt, zone)})`,
  );
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
 * Records that an accepted file no longer counts, with the declarations about its days, and builds the warehouse again from landing.
 * Returns the file, and the days to reconcile again. Throws WITHDRAWAL_REFUSED, also where the file has days of a closed month.
 */
export async function withdrawFile(request: WithdrawRequest): Promise<{ withdrawn: AcceptedFile; periods: Period[] }> {
  const { config, company, file, reason, author, progress } = request;
  const scope = { config, company, progress, purpose: 'import' };
  const found = await withCompanyData(scope, async ({ landing, warehouse }) => {
    const withdrawn = onlyOne(await acceptedFiles(warehouse, company, file), file, company.zone);
    const { receiptIds, importable, firstDay } = withdrawn;
    const openFrom = await request.firstOpenDay(landing);
    if (openFrom !== undefined && firstDay !== null && firstDay < openFrom)
      throw refused(
        `It has days from ${firstDay} on, and a month that ended before ${openFrom} is closed.`,
        'Reopen the closed months of its days, and those after them, first (tieout reopen).',
        file,
      );
    const periods = await periodsToReconcile(warehouse, importable, receiptIds);
    const declared = await readRows(
      warehouse.connection,
      `select distinct declared.receipt_id from core.declared_span as declared
       inner join raw.receipt as receipt using (kind, sha256)
       where receipt.receipt_id in (select unnest(from_json($receipts, '["INTEGER"]')))`,
      { receipts: JSON.stringify(receiptIds) },
    );
    const day = config.clock().toZonedDateTimeISO(company.zone).toPlainDate().toString();
    await landing.withdraw(company.name, [...receiptIds, ...declared.map((row) => numberOf(row, 'receipt_id'))], {
      ...{ author, reason, day, system_user: systemUser(), host: hostname() },
    });
    return { withdrawn, periods };
  });
  // opening the data builds the warehouse again, without the file
  await withCompanyData(scope, async () => undefined);
  return found;
}
