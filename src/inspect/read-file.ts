import type { FileClaim, FileFormat, TableHeader } from 'tieout-files';
import { instructionsFor } from '../company/reading-instructions.ts';
import { type CompanyTerms, removeCompany, writeCompany } from '../company/write-company.ts';
import { sha256OfFile } from '../disk/files.ts';
import type { ReadingTerms } from '../domain/reading.ts';
import type { ReceivedFile } from '../domain/receipt-kind.ts';
import type { SecretOf } from '../domain/secrets.ts';
import type { TieoutError } from '../domain/tieout-error.ts';
import type { ImportableKind } from '../pipeline/import-file.ts';
import { execute, numberOf, readRows, sqlName, sqlText, textOf } from '../warehouse/duckdb-values.ts';
import { type FileFigures, figuresOfFile } from '../warehouse/load/file-figures.ts';
import type { LandedFile } from '../warehouse/load/landed-file.ts';
import { loadReceipt } from '../warehouse/load/load-receipt.ts';
import { fileLines } from '../warehouse/load/raw-rows.ts';
import type { Warehouse } from '../warehouse/open.ts';

/** The most rows that are listed with the reason why they are not loaded. */
const mostListed = 200;

/** A file that is read without being kept. */
export type FileToRead = { path: string; name: string; bytes: number; receivedAt: string };

/** The result of reading a file by the terms of a company. */
export type FileReading = {
  /** Its receipt in the warehouse of the reading. */
  receiptId: number;
  reading: ReadingTerms;
  /** Null where the file could not be opened. */
  header: TableHeader | null;
  format: FileFormat | null;
  encoding: string | null;
  delimiter: string | null;
  sheets: readonly string[];
  /** The currency of lines that name none: given, or stated by the file. */
  currency: string | null;
  dateOrder: string | null;
  decimalMark: '.' | ',';
  claims: readonly FileClaim[];
  notes: readonly string[];
  /** Null where the file was refused. */
  figures: FileFigures | null;
  error: TieoutError | null;
  /** The number of statements or accounts in the file whose balances are proven. */
  provenBalances: number;
  /** The first value of each column in the file. */
  examples: ReadonlyMap<string, string>;
  otherExamples: ReadonlyMap<string, string>;
  /** The rows above the header, which are not loaded. */
  above: readonly { line: number; text: string }[];
  /** Unknown words in the status column. */
  unknownStatuses: readonly string[];
};

/** The first value of each column that is read, and of each further column. */
async function examplesOf({ connection }: Warehouse, columns: readonly string[]) {
  const pairs = columns.map((column) => `{'key': ${sqlText(column)}, 'value': ${sqlName(column)}::text}`);
  const rows = await readRows(
    connection,
    // each row is read once: to extract the cells one by one would read it once for each of them
    `with cell as (
       select line_no, true as is_read, unnest([${pairs.join(', ')}]) as cell from ${fileLines}
       union all
       select line_no, false, unnest(map_entries(other_cells::json::map(text, text))) from ${fileLines}
     )
     select is_read, cell.key as name, arg_min(cell.value, line_no) as example from cell where cell.value is not null group by all`,
  );
  const examples = (isRead: boolean) =>
    new Map(
      rows.filter((row) => row.is_read === isRead).map((row) => [textOf(row, 'name'), textOf(row, 'example').trim()]),
    );
  return { examples: examples(true), otherExamples: examples(false) };
}

/** Words in the status column of rows that were rejected for them, the most frequent first. */
async function unknownStatusesOf({ connection }: Warehouse): Promise<string[]> {
  const rows = await readRows(
    connection,
    `select trim(line.status) as word, count(*) as n
     from ${fileLines} as line
     inner join staging.rejected_row as rejected on rejected.receipt_id = line.receipt_id and rejected.line_no = line.line_no
     where rejected.reason_code = 'status_unknown' and trim(line.status) <> ''
     group by word order by n desc, word limit 40`,
  );
  return rows.map(({ word }) => String(word));
}

/** The figures of a loaded file, with every row that is not loaded: also totals that agree with the lines. */
async function wholeFigures({ connection }: Warehouse, id: number): Promise<FileFigures> {
  const figures = await figuresOfFile(connection, id, mostListed);
  if (figures.noRecord === 0) return figures;
  const rows = await readRows(connection, 'select line_no, label from raw.summary_row where receipt_id = $id', { id });
  const code = 'summary_row';
  const totals = rows.map((row) => {
    const reason = `Total that agrees with the lines: "${textOf(row, 'label')}".`;
    return { line: numberOf(row, 'line_no'), code, reason };
  });
  const [first] = totals;
  if (first === undefined) return figures;
  return {
    ...figures,
    reasons: [...figures.reasons, { code, count: totals.length, example: first.reason }],
    rejectedLines: [...figures.rejectedLines, ...totals].sort((one, other) => one.line - other.line),
  };
}

/** Removes the file that was read before, and its company: two readings of a file are no two files of one company. */
async function removeReading({ connection }: Warehouse): Promise<void> {
  const tables = await readRows(
    connection,
    `select schema_name || '.' || table_name as name
     from duckdb_tables() as tables
     inner join duckdb_columns() as columns using (schema_name, table_name)
     where schema_name in ('raw', 'staging', 'core') and column_name = 'receipt_id' and estimated_size > 0`,
  );
  for (const table of tables) await execute(connection, `delete from ${textOf(table, 'name')}`);
  await removeCompany(connection);
}

/**
 * Reads a file exactly as a run would load it, into a temporary warehouse, in place of the file that was read before. With `isOnlyRead` its
 * lines are not kept, which is the larger part of the work.
 */
export async function readFileAs(
  warehouse: Warehouse,
  id: number,
  file: FileToRead,
  { connector, kind, declaration }: ImportableKind,
  company: CompanyTerms,
  currency: string | null,
  keys: readonly ReceivedFile[],
  isOnlyRead: boolean,
  secretOf?: SecretOf,
  assumedCurrency?: string,
): Promise<FileReading> {
  if (id > 1) await removeReading(warehouse);
  await writeCompany(warehouse.connection, company);
  const receipt: LandedFile = {
    receipt_id: id,
    source: connector.name,
    kind,
    company: company.name,
    zone: company.zone,
    currency,
    ...{ batch_id: null, page: null, is_last_page: null, request_path: null, request_query: null },
    ...{ window_from: null, window_to: null },
    received_at: file.receivedAt,
    bytes: file.bytes,
    sha256: await sha256OfFile(file.path),
    ext: '',
    file_name: file.name,
    path: file.path,
  };
  const instructions = {
    ...instructionsFor(receipt, company, (wanted) => (wanted === 'public_key' ? keys : []), secretOf),
    plan: declaration.load,
    isOnlyRead,
    assumedCurrency,
  };
  const outcome = await loadReceipt(warehouse.connection, receipt, instructions, { isNew: true, keepsLines: true });
  const { opened, error, reading = instructions.reading } = outcome;
  const [noted] = await readRows(
    warehouse.connection,
    `select date_order, notes, currency, (select count(*) from core.bank_statement where receipt_id = $id) as balances
     from raw.receipt where receipt_id = $id`,
    { id },
  );
  const { load } = declaration;
  const isLoaded = outcome.status === 'loaded';
  const hasBalances = opened !== undefined && (opened.header.positions.has('balance') || opened.claims().length > 0);
  const isTable = isLoaded && load.format === 'table';
  const { examples, otherExamples } = isTable
    ? await examplesOf(warehouse, Object.keys(load.columns))
    : { examples: new Map<string, string>(), otherExamples: new Map<string, string>() };
  const figures = isLoaded ? await wholeFigures(warehouse, id) : null;
  const hasUnknown = isTable && figures?.reasons.some(({ code }) => code === 'status_unknown') === true;
  return {
    receiptId: id,
    reading,
    header: opened?.header ?? null,
    format: opened?.format ?? null,
    encoding: opened?.encoding ?? null,
    delimiter: opened?.csv?.delimiter ?? null,
    sheets: opened?.sheets ?? [],
    currency: typeof noted?.currency === 'string' ? noted.currency : null,
    dateOrder: typeof noted?.date_order === 'string' ? noted.date_order : null,
    decimalMark: reading.decimalMark ?? '.',
    claims: opened?.claims() ?? [],
    // the rules for whole files add their notes to those of the reader; a refusal rolls them back
    notes: isLoaded && Array.isArray(noted?.notes) ? noted.notes.map(String) : (opened?.notes() ?? []),
    figures,
    error: error ?? null,
    provenBalances: isLoaded && hasBalances && noted !== undefined ? numberOf(noted, 'balances') : 0,
    examples,
    otherExamples,
    above: opened?.above ?? [],
    unknownStatuses: hasUnknown ? await unknownStatusesOf(warehouse) : [],
  };
}
