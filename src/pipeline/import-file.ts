import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { withCompanyData } from '../company/company-data.ts';
import { identityGuard } from '../company/company-identity.ts';
import { configurationAccess } from '../company/connector-context.ts';
import { loadNewReceipts } from '../company/load-landing.ts';
import { withRequestBook } from '../company/request-book.ts';
import type { CompanyConfig } from '../config/company-schema.ts';
import { httpOptionsOf } from '../config/http-options.ts';
import type { LoadedConfig } from '../config/load-config.ts';
import type { BroughtKind, Connector } from '../connectors/connector.ts';
import { companyContext } from '../connectors/extract-company.ts';
import { connectors } from '../connectors/registry.ts';
import { sha256OfFile } from '../disk/files.ts';
import { timestamp } from '../domain/clock.ts';
import { landingExtensions } from '../domain/file-format.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { newReceiptFacts, type Receipt, type ReceiptFacts } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { formatOfFile } from '../formats/recognise-format.ts';
import { contiguousPeriods } from '../judge/judge-days.ts';
import type { Landing } from '../landing/landing.ts';
import { derive } from '../warehouse/derive.ts';
import { readRows, textOf } from '../warehouse/duckdb-values.ts';
import { type FileFigures, figuresOfFile } from '../warehouse/load/file-figures.ts';
import type { LoadOutcome } from '../warehouse/load/landed-file.ts';
import type { Warehouse } from '../warehouse/open.ts';

/** The declaration of a person that a file is complete for these days, both included, ISO 8601. */
export type DeclaredSpan = { firstDay: string; lastDay: string; author: string };

/** Keeps a declaration in landing, like a decision, so that a rebuild finds it. It refers to the content of the file. */
async function keepDeclaredSpan(
  landing: Landing,
  { company, kind, sha256, received_at: declaredAt, original_name: fileName }: Receipt,
  { firstDay, lastDay, author }: DeclaredSpan,
): Promise<Receipt> {
  const bytes = JSON.stringify({
    kind,
    sha256,
    file_name: fileName,
    first_day: firstDay,
    last_day: lastDay,
    author,
    declared_at: declaredAt,
  });
  const hash = createHash('sha256').update(bytes).digest('hex');
  // the repetition of a killed import makes the same declaration
  const same = landing
    .receipts()
    .find((receipt) => receipt.kind === 'declared_span' && receipt.company === company && receipt.sha256 === hash);
  if (same !== undefined) return same;
  const facts = { source: 'decision', kind: 'declared_span', company, ext: 'json', content_type: 'application/json' };
  return landing.put(newReceiptFacts({ ...facts, received_at: declaredAt }), { bytes });
}

/** A kind of file that can be imported by hand. */
export type ImportableKind = { connector: Connector; kind: string; declaration: BroughtKind } & Required<
  Pick<BroughtKind, 'import'>
>;

/** The kinds of files that `tieout import` takes, from the declarations of the connectors. */
export function importableKinds(): ImportableKind[] {
  return connectors.flatMap((connector) =>
    Object.entries(connector.kinds).flatMap(([kind, declaration]) =>
      declaration.import === undefined ? [] : [{ connector, kind, declaration, import: declaration.import }],
    ),
  );
}

type ImportRequest = {
  config: LoadedConfig;
  company: CompanyConfig;
  importable: ImportableKind;
  /** The file as the user named it; `path` is its location. */
  file: string;
  path: string;
  /** The currency of lines that name no currency. */
  currency: string | null;
  /** The days that a person declares the file to cover. */
  covers: DeclaredSpan | null;
  progress: Progress;
};

async function prepareImport({ config, company, importable, progress }: ImportRequest, landing: Landing) {
  await withRequestBook(landing, company.name, httpOptionsOf(config), async (http) => {
    const day = config.clock().toZonedDateTimeISO(company.zone).toPlainDate();
    const context = companyContext({
      company,
      ...configurationAccess(config),
      http,
      landing,
      progress,
      identity: identityGuard(config, company, landing),
      period: { from: day, to: day },
      openDays: 0,
      refresh: false,
      isLocalOnly: true,
    });
    await importable.connector.beforeImport(importable.kind, company, context);
  });
}

/** The days that a file covers, both included, ISO 8601, and the basis of this. */
type CoveredSpan = { firstDay: string; lastDay: string; basis: string; isDeclared: boolean };

/** What an import did. */
export type ImportedFile = {
  /** Repeated: a file with this content was received before, so nothing was loaded again. */
  status: 'loaded' | 'repeated';
  /** When the file was received first. */
  receivedAt: string;
  format: string | null;
  notes: string[];
  figures: FileFigures;
  /** The days that the file covers, the earliest first. */
  covered: CoveredSpan[];
  /** The days to reconcile again: those of the file, or only those that were reconciled before. */
  periods: Period[];
};

/** The first receipt that has this content and was loaded. */
async function loadedReceipt({ connection }: Warehouse, company: string, kind: string, sha256: string) {
  const [row] = await readRows(
    connection,
    `select receipt_id, received_at, format, coalesce(notes, []) as notes from raw.receipt
     where company = $company and kind = $kind and sha256 = $sha256 and load_status = 'loaded'
     order by receipt_id desc limit 1`,
    { company, kind, sha256 },
  );
  if (row === undefined) throw new Error(`no receipt of ${company} has this ${kind}`);
  return {
    id: Number(row.receipt_id),
    receivedAt: String(row.received_at),
    format: row.format === null ? null : String(row.format),
    notes: Array.isArray(row.notes) ? row.notes.map(String) : [],
  };
}

async function coveredSpans({ connection }: Warehouse, receiptId: number): Promise<CoveredSpan[]> {
  await derive(connection);
  const rows = await readRows(
    connection,
    `select distinct first_day::text as first_day, last_day::text as last_day, basis, is_declared from core.coverage
     where receipt_id = $receipt_id order by first_day, last_day, basis`,
    { receipt_id: receiptId },
  );
  return rows.map((row) => ({
    firstDay: textOf(row, 'first_day'),
    lastDay: textOf(row, 'last_day'),
    basis: textOf(row, 'basis'),
    isDeclared: row.is_declared === true,
  }));
}

const hasNoDay = (file: string) =>
  new TieoutError({
    code: 'STATEMENT_HAS_NO_DAY',
    message: 'The file has no accepted line with a day.',
    remedy: `Its rejected rows, the reasons and what to do: tieout inspect ${quoted(file)}`,
    place: { file },
    exitStatus: 4,
  });

const quoted = (file: string) => (/^[\w./\\:-]+$/.test(file) ? file : JSON.stringify(file));

/** The error of a refused file, with the path that the user gave and what to do next. */
function refusedImport({ code, message, remedy, place, exitStatus, cause }: TieoutError, file: string): TieoutError {
  const inspect = `What was found in the file: tieout inspect ${quoted(file)}`;
  return new TieoutError({
    code,
    message,
    exitStatus,
    cause,
    remedy: `${remedy} ${inspect}`,
    place: { ...place, file },
  });
}

/** The periods of days to reconcile again after an import. */
async function periodsToReconcile(
  warehouse: Warehouse,
  { company, importable, file }: ImportRequest,
  receiptId: number,
): Promise<Period[]> {
  if (importable.import.reconciles === 'days_reconciled_before') {
    await derive(warehouse.connection);
    return contiguousPeriods(
      warehouse,
      `select verdict.business_date
       from recon.verdict as verdict
       inner join (
         select receipt.company, min(span.first_day) as first_day, max(span.last_day) as last_day
         from (
           select receipt_id, first_day, last_day from raw.file_span
           union all
           select receipt_id, first_day, last_day from core.coverage
         ) as span
         inner join raw.receipt as receipt on receipt.receipt_id = span.receipt_id
         where receipt.kind = $kind
         group by receipt.company
       ) as files on files.company = verdict.company
       where verdict.company = $company and verdict.business_date between files.first_day and files.last_day`,
      { company: company.name, kind: importable.kind },
    );
  }
  const periods = await contiguousPeriods(
    warehouse,
    'select business_date from raw.file_figure where receipt_id = $receipt_id and business_date is not null',
    { receipt_id: receiptId },
  );
  if (periods.length === 0) throw hasNoDay(file);
  return periods;
}

async function importedFile(
  warehouse: Warehouse,
  request: ImportRequest,
  { status, receipt_id: received }: Pick<LoadOutcome, 'status' | 'receipt_id'>,
  sha256: string,
): Promise<ImportedFile> {
  const { company, importable } = request;
  const { id, ...receipt } = await loadedReceipt(warehouse, company.name, importable.kind, sha256);
  const figures = await figuresOfFile(warehouse.connection, id);
  const periods = await periodsToReconcile(warehouse, request, id);
  const covered = await coveredSpans(warehouse, received);
  return { status: status === 'repeated' ? 'repeated' : 'loaded', ...receipt, figures, covered, periods };
}

/**
 * The receipt of the same import: the newest receipt of its kind, received today with this content. The repetition of a killed command
 * continues with it. On another day, or after another file, the file is received again, because it may cover more days then. A refused
 * receipt is not used.
 */
async function sameImport(
  { connection }: Warehouse,
  landing: Landing,
  { company, path }: ImportRequest,
  { kind, currency, ext, received_at }: ReceiptFacts & { received_at: string },
): Promise<Receipt | undefined> {
  const newest = landing.receipts().findLast((receipt) => receipt.kind === kind && receipt.company === company.name);
  if (newest === undefined || newest.currency !== currency || newest.ext !== ext) return undefined;
  const dayOf = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(company.zone).toPlainDate().toString();
  if (dayOf(newest.received_at) !== dayOf(received_at)) return undefined;
  if (newest.sha256 !== landing.currentHash(await sha256OfFile(path))) return undefined;
  const rows = await readRows(
    connection,
    `select 1 from raw.receipt where company = $company and receipt_id = $receipt_id and load_status = 'refused'`,
    { company: company.name, receipt_id: newest.receipt_id },
  );
  return rows.length === 0 ? newest : undefined;
}

/**
 * Imports a file into landing and the warehouse under any name, because its content determines the format. A refused file leaves only
 * its receipt and the reason. Throws the error with which the file was refused.
 */
export async function importFile(request: ImportRequest): Promise<ImportedFile> {
  const { config, company, importable, file, path, currency, covers, progress } = request;
  return withCompanyData({ config, company, progress, purpose: 'import' }, async ({ landing, warehouse }) => {
    await prepareImport(request, landing);
    const facts = {
      ...newReceiptFacts({
        source: importable.connector.name,
        kind: importable.kind,
        company: company.name,
        currency,
        ext: landingExtensions[await formatOfFile(path)],
        original_name: basename(file),
      }),
      received_at: timestamp(landing.clock),
    };
    const receipt =
      (await sameImport(warehouse, landing, request, facts)) ?? (await landing.put(facts, { file: path }));
    const outcomes = await loadNewReceipts(warehouse.connection, landing, company, receipt.receipt_id, progress);
    const outcome: Pick<LoadOutcome, 'status' | 'receipt_id' | 'error'> = outcomes.find(
      ({ receipt_id: id }) => id === receipt.receipt_id,
    ) ?? { status: 'repeated', receipt_id: receipt.receipt_id };
    if (outcome.error !== undefined) throw refusedImport(outcome.error, file);
    if (covers !== null) {
      const declaration = await keepDeclaredSpan(landing, receipt, covers);
      await loadNewReceipts(warehouse.connection, landing, company, declaration.receipt_id, progress);
    }
    return importedFile(warehouse, request, outcome, receipt.sha256);
  });
}
