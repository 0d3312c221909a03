import type { FileClaim, FileFormat, TableHeader } from 'tieout-files';
import { instructionsFor } from '../company/reading-instructions.ts';
import { type CompanyTerms, writeCompany } from '../company/write-company.ts';
import { sha256OfFile } from '../disk/files.ts';
import type { ReadingTerms } from '../domain/reading.ts';
import type { ReceivedFile } from '../domain/receipt-kind.ts';
import type { SecretOf } from '../domain/secrets.ts';
import type { TieoutError } from '../domain/tieout-error.ts';
import type { ImportableKind } from '../pipeline/import-file.ts';
import { numberOf, readRows, sqlName } from '../warehouse/duckdb-values.ts';
import { type FileFigures, figuresOfFile } from '../warehouse/load/file-figures.ts';
import type { LandedFile } from '../warehouse/load/landed-file.ts';
import { loadReceipt } from '../warehouse/load/load-receipt.ts';
import type { Warehouse } from '../warehouse/open.ts';

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
  /** Unknown words in the status column. */
  unknownStatuses: readonly string[];
};

async function examplesOf({ connection }: Warehouse, id: number, table: string, columns: readonly string[]) {
  const firsts = columns.map(
    (column) =>
      `(arg_min(${sqlName(column)}, line_no) filter (where ${sqlName(column)} is not null))::text as ${sqlName(column)}`,
  );
  const [row = {}] = await readRows(connection, `select ${firsts.join(', ')} from ${table} where receipt_id = $id`, {
    id,
  });
  const others = await readRows(
    connection,
    // each row is read once as a map: to extract the cells one by one would read it once for each of them
    `with cell as (
       select unnest(map_entries(other_cells::json::map(text, text))) as cell, line_no from ${table} where receipt_id = $id
     )
     select cell.key as name, arg_min(cell.value, line_no) as example from cell group by cell.key`,
    { id },
  );
  const present = (entries: [string, unknown][]) =>
    new Map(entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()] as const] : [])));
  return {
    examples: present(Object.entries(row)),
    otherExamples: present(others.map(({ name, example }) => [String(name), example])),
  };
}

/** Words in the status column of rows that were rejected for them, the most frequent first. */
async function unknownStatusesOf({ connection }: Warehouse, id: number, table: string): Promise<string[]> {
  const rows = await readRows(
    connection,
    `select trim(line.status) as word, count(*) as n
     from ${table} as line
     inner join staging.rejected_row as rejected on rejected.receipt_id = line.receipt_id and rejected.line_no = line.line_no
     where line.receipt_id = $id and rejected.reason_code = 'status_unknown' and trim(line.status) <> ''
     group by word order by n desc, word limit 40`,
    { id },
  );
  return rows.map(({ word }) => String(word));
}

async function provenBalancesOf({ connection }: Warehouse, id: number): Promise<number> {
  const [counted] = await readRows(connection, 'select count(*) as n from core.bank_statement where receipt_id = $id', {
    id,
  });
  return counted === undefined ? 0 : numberOf(counted, 'n');
}

/**
 * Reads a file exactly as a run would load it, into a temporary warehouse. Each reading in the same warehouse has its own company and
 * receipt. With `isOnlyRead` its lines are not kept, which is the larger part of the work.
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
): Promise<FileReading> {
  const own = { ...company, name: `inspected-${id}` };
  await writeCompany(warehouse.connection, own);
  const receipt: LandedFile = {
    receipt_id: id,
    source: connector.name,
    kind,
    company: own.name,
    zone: own.zone,
    currency,
    batch_id: null,
    page: null,
    is_last_page: null,
    request_path: null,
    request_query: null,
    window_from: null,
    window_to: null,
    received_at: file.receivedAt,
    bytes: file.bytes,
    sha256: await sha256OfFile(file.path),
    ext: '',
    file_name: file.name,
    path: file.path,
  };
  const instructions = {
    ...instructionsFor(receipt, own, (wanted) => (wanted === 'public_key' ? keys : []), secretOf),
    plan: declaration.load,
    isOnlyRead,
  };
  const outcome = await loadReceipt(warehouse.connection, receipt, instructions);
  const { opened, error, reading = instructions.reading } = outcome;
  const [noted] = await readRows(
    warehouse.connection,
    'select date_order, notes from raw.receipt where receipt_id = $id',
    { id },
  );
  const { load } = declaration;
  const isLoaded = outcome.status === 'loaded';
  const hasBalances = opened !== undefined && (opened.header.positions.has('balance') || opened.claims().length > 0);
  const isTable = isLoaded && load.format === 'table';
  const { examples, otherExamples } = isTable
    ? await examplesOf(warehouse, id, load.table, Object.keys(load.columns))
    : { examples: new Map<string, string>(), otherExamples: new Map<string, string>() };
  const hasStatus = isTable && Object.hasOwn(load.columns, 'status');
  return {
    receiptId: id,
    reading,
    header: opened?.header ?? null,
    format: opened?.format ?? null,
    encoding: opened?.encoding ?? null,
    delimiter: opened?.csv?.delimiter ?? null,
    sheets: opened?.sheets ?? [],
    dateOrder: typeof noted?.date_order === 'string' ? noted.date_order : null,
    decimalMark: reading.decimalMark ?? '.',
    claims: opened?.claims() ?? [],
    // the rules for whole files add their notes to those of the reader; a refusal rolls them back
    notes: isLoaded && Array.isArray(noted?.notes) ? noted.notes.map(String) : (opened?.notes() ?? []),
    figures: isLoaded ? await figuresOfFile(warehouse.connection, id) : null,
    error: error ?? null,
    provenBalances: isLoaded && hasBalances ? await provenBalancesOf(warehouse, id) : 0,
    examples,
    otherExamples,
    unknownStatuses: hasStatus ? await unknownStatusesOf(warehouse, id, load.table) : [],
  };
}
