import { basename } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { formatOfFile } from 'tieout-files';
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
import { landingExtensions } from '../domain/landing-extensions.ts';
import type { Period } from '../domain/period.ts';
import type { Progress } from '../domain/progress.ts';
import { newReceiptFacts, type Receipt, type ReceiptFacts } from '../domain/receipt.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { contiguousPeriods } from '../judge/judge-days.ts';
import type { Landing } from '../landing/landing.ts';
import { endsReading } from '../landing/readings.ts';
import { readRows, textOf } from '../warehouse/duckdb-values.ts';
import { type FileFigures, figuresOfFile } from '../warehouse/load/file-figures.ts';
import type { LoadOutcome } from '../warehouse/load/landed-file.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { type DeclaredSpan, keepDeclaredSpan } from './declared-span.ts';

/** A kind of file that can be imported by hand. */
export type ImportableKind = { connector: Connector; kind: string; declaration: BroughtKind } & Required<
  Pick<BroughtKind, 'import'>
>;

/** The kinds of files that `tieout import` takes: those of the connectors, and with a company those of its configuration. */
export function importableKinds(company?: object): ImportableKind[] {
  return connectors.flatMap((connector) =>
    Object.entries(company === undefined ? connector.kinds : connector.kindsOf(company)).flatMap(
      ([kind, declaration]) =>
        declaration.import === undefined ? [] : [{ connector, kind, declaration, import: declaration.import }],
    ),
  );
}

/** A file as the user named it; `path` is its location. */
export type NamedFile = { file: string; path: string };

type ImportRequest = {
  config: LoadedConfig;
  company: CompanyConfig;
  importable: ImportableKind;
  /** The files, in the order in which they are received. */
  files: readonly NamedFile[];
  /** The currency of lines that name no currency. */
  currency: string | null;
  /** The days that a person declares the only file to cover. */
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

/** What an import did with a file. */
export type ImportedFile = {
  /** The file as the user named it. */
  file: string;
  /** Repeated: a file with this content was received before, so nothing was loaded again. */
  status: 'loaded' | 'repeated';
  /** When the file was received first. */
  receivedAt: string;
  format: string | null;
  notes: string[];
  figures: FileFigures;
  /** The days that the file covers, the earliest first. */
  covered: CoveredSpan[];
  /** Whether a file of its kind can prove that it is complete for its days. */
  provesDays: boolean;
};

/** A file that was refused, as the user named it. */
export type RefusedFile = { file: string; error: TieoutError };

export type ImportedFiles = {
  /** Each file, in the order in which they were received. */
  files: (ImportedFile | RefusedFile)[];
  /** The days to reconcile again: those of the loaded files, or only those that were reconciled before. */
  periods: Period[];
};

/** The first receipt that has this content and was loaded. */
async function loadedReceipt({ connection }: Warehouse, kind: string, sha256: string) {
  const [row] = await readRows(
    connection,
    `select receipt_id, received_at, format, coalesce(notes, []) as notes from raw.receipt
     where kind = $kind and sha256 = $sha256 and load_status = 'loaded'
     order by receipt_id desc limit 1`,
    { kind, sha256 },
  );
  if (row === undefined) throw new Error(`no receipt has this ${kind}`);
  return {
    id: Number(row.receipt_id),
    receivedAt: String(row.received_at),
    format: row.format === null ? null : String(row.format),
    notes: Array.isArray(row.notes) ? row.notes.map(String) : [],
  };
}

async function coveredSpans({ connection }: Warehouse, receiptId: number): Promise<CoveredSpan[]> {
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

/** The periods of days to reconcile again after files of a kind were loaded: receipts with new lines. */
export async function periodsToReconcile(
  warehouse: Warehouse,
  { kind, import: { reconciles } }: Pick<ImportableKind, 'kind' | 'import'>,
  receiptIds: readonly number[],
): Promise<Period[]> {
  if (receiptIds.length === 0) return [];
  if (reconciles === 'days_reconciled_before') {
    return contiguousPeriods(
      warehouse,
      `select verdict.business_date
       from recon.verdict as verdict
       cross join (
         select min(span.first_day) as first_day, max(span.last_day) as last_day
         from (
           select receipt_id, first_day, last_day from raw.file_span
           union all
           select receipt_id, first_day, last_day from core.coverage
         ) as span
         inner join raw.receipt as receipt on receipt.receipt_id = span.receipt_id
         where receipt.kind = $kind
       ) as files
       where verdict.business_date between files.first_day and files.last_day
         -- every day from the first import on needs the input
         or verdict.business_date >= (select min(first_day) from core.imported_input where kind = $kind)`,
      { kind },
    );
  }
  return contiguousPeriods(
    warehouse,
    `select business_date from raw.file_figure
     where receipt_id in (select unnest(from_json($receipts, '["INTEGER"]'))) and business_date is not null`,
    { receipts: JSON.stringify(receiptIds) },
  );
}

type Loaded = { file: ImportedFile; id: number };

/** What is known about a file that was loaded now or before, and the receipt that has its lines. */
export async function loadedFile(
  warehouse: Warehouse,
  { kind, import: { provesDays = true } }: Pick<ImportableKind, 'kind' | 'import'>,
  file: string,
  { status, receipt_id: received }: Pick<LoadOutcome, 'status' | 'receipt_id'>,
  sha256: string,
): Promise<Loaded> {
  const { id, ...receipt } = await loadedReceipt(warehouse, kind, sha256);
  const figures = await figuresOfFile(warehouse.connection, id);
  const covered = await coveredSpans(warehouse, received);
  const facts = { ...receipt, figures, covered, provesDays };
  return { id, file: { file, status: status === 'repeated' ? 'repeated' : 'loaded', ...facts } };
}

type ToReceive = NamedFile & { facts: ReceiptFacts & { received_at: string } };

/**
 * The receipts of the same import, from the first file on: the newest receipts of their kind, received today with the content of these
 * files in this order. The repetition of a killed command continues with them. On another day, or after another file, the files are
 * received again, because they may cover more days then. A refused receipt is not used.
 */
async function sameImport(
  { connection }: Warehouse,
  landing: Landing,
  { company, importable }: ImportRequest,
  files: readonly ToReceive[],
): Promise<Receipt[]> {
  const newest = landing
    .receipts()
    .filter(
      ({ kind, company: owner, withdrawn }) =>
        kind === importable.kind && owner === company.name && withdrawn === undefined,
    )
    .slice(-files.length);
  const hashes: string[] = [];
  for (const { path } of files) hashes.push(landing.currentHash(await sha256OfFile(path)));
  const dayOf = (at: string) => Temporal.Instant.from(at).toZonedDateTimeISO(company.zone).toPlainDate().toString();
  const isSame = (receipt: Receipt, at: number) => {
    const facts = files[at]?.facts;
    return (
      facts !== undefined &&
      receipt.currency === facts.currency &&
      receipt.ext === facts.ext &&
      dayOf(receipt.received_at) === dayOf(facts.received_at) &&
      receipt.sha256 === hashes[at]
    );
  };
  for (let count = newest.length; count > 0; count -= 1) {
    const same = newest.slice(-count);
    if (!same.every(isSame)) continue;
    const rows = await readRows(
      connection,
      `select 1 from raw.receipt where load_status = 'refused'
         and receipt_id in (select unnest(from_json($receipts, '["INTEGER"]')))`,
      { receipts: JSON.stringify(same.map(({ receipt_id: id }) => id)) },
    );
    return rows.length === 0 ? same : [];
  }
  return [];
}

/** Receives the files into landing, in their order, after those that the same command received before it was killed. */
async function receive(warehouse: Warehouse, landing: Landing, request: ImportRequest): Promise<Receipt[]> {
  const { company, importable, currency, files } = request;
  const toReceive: ToReceive[] = [];
  for (const { file, path } of files)
    toReceive.push({
      file,
      path,
      facts: {
        ...newReceiptFacts({
          source: importable.connector.name,
          kind: importable.kind,
          company: company.name,
          currency,
          ext: landingExtensions[await formatOfFile(path)],
          original_name: basename(file),
        }),
        received_at: timestamp(landing.clock),
      },
    });
  const receipts = await sameImport(warehouse, landing, request, toReceive);
  for (const { facts, path } of toReceive.slice(receipts.length))
    receipts.push(await landing.put(facts, { file: path }));
  return receipts;
}

/**
 * Imports files of a kind into landing and the warehouse under any names, because their content determines the format. A refused file
 * leaves only its receipt and the reason, and does not prevent the others. The files are received on their own: none is refused or
 * covers less because of another.
 */
export async function importFiles(request: ImportRequest): Promise<ImportedFiles> {
  const { config, company, importable, files, covers, progress } = request;
  return withCompanyData({ config, company, progress, purpose: 'import' }, async ({ landing, warehouse }) => {
    await prepareImport(request, landing);
    const receipts = await receive(warehouse, landing, request);
    const through = Math.max(...receipts.map(({ receipt_id: id }) => id));
    const outcomes = await loadNewReceipts(warehouse.connection, landing, company, through, progress);
    const outcomeOf = ({ receipt_id: id }: Receipt): Pick<LoadOutcome, 'status' | 'receipt_id' | 'error'> =>
      outcomes.find(({ receipt_id: own }) => own === id) ?? { status: 'repeated', receipt_id: id };
    const [only] = receipts;
    if (covers !== null && only !== undefined && outcomeOf(only).error === undefined) {
      const declaration = await keepDeclaredSpan(landing, only, covers);
      await loadNewReceipts(warehouse.connection, landing, company, declaration.receipt_id, progress);
    }
    const done: ImportedFiles['files'] = [];
    const loaded: number[] = [];
    for (const [at, receipt] of receipts.entries()) {
      const file = files[at]?.file ?? receipt.original_name ?? '';
      const outcome = outcomeOf(receipt);
      if (outcome.error !== undefined) {
        if (outcome.error.code === endsReading) await landing.readings.forget(receipt.sha256);
        done.push({ file, error: refusedImport(outcome.error, file) });
        continue;
      }
      const own = await loadedFile(warehouse, importable, file, outcome, receipt.sha256);
      if (importable.import.reconciles === 'days_of_file' && own.file.figures.firstDay === null) {
        done.push({ file, error: hasNoDay(file) });
        continue;
      }
      done.push(own.file);
      loaded.push(own.id);
    }
    return { files: done, periods: await periodsToReconcile(warehouse, importable, loaded) };
  });
}

/** Imports one file (`importFiles`). Throws the error with which it was refused. */
export async function importFile({
  file,
  path,
  ...request
}: Omit<ImportRequest, 'files'> & NamedFile): Promise<ImportedFile & Pick<ImportedFiles, 'periods'>> {
  const { files, periods } = await importFiles({ ...request, files: [{ file, path }] });
  const [imported] = files;
  if (imported === undefined) throw new TypeError('a file has an outcome');
  if ('error' in imported) throw imported.error;
  return { ...imported, periods };
}
