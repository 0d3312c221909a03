import { stat } from 'node:fs/promises';
import type { TableHeader } from 'tieout-files';
import type { CompanyTerms } from '../company/write-company.ts';
import { companyDefaults } from '../config/company-schema.ts';
import { withOwnBanks } from '../config/own-banks.ts';
import type { BankPreset } from '../connectors/files/bank-preset.ts';
import { fileColumns } from '../connectors/files/columns.ts';
import { type Clock, timestamp } from '../domain/clock.ts';
import { noCurrency } from '../domain/currencies.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { headerWords, plainWords } from '../inspect/header-words.ts';
import { inspectIn } from '../inspect/inspect-file.ts';
import { nothingProposed, type Proposal } from '../inspect/proposal.ts';
import { type FileReading, readFileAs } from '../inspect/read-file.ts';
import type { NamedFile } from '../pipeline/import-file.ts';
import { numberOf, readRows } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import type { SideTerms } from './match-terms.ts';
import { withReadable } from './parquet-file.ts';
import { sideKind } from './side-kind.ts';

export type SideName = 'left' | 'right';

/** A file of a side as it was read, with the names of its columns for the records. */
export type SideFile = {
  receiptId: number;
  side: SideName;
  /** As the user named it. */
  name: string;
  lines: number;
  rejected: number;
  /** The header of each column that is read, and the terms that were proposed for the file, with their reasons. */
  columns: ReadonlyMap<string, string>;
  header: Pick<TableHeader, 'names' | 'others'>;
  proposal: Proposal;
  /** The currency of its lines that name no currency, and what says so. */
  currency: string;
  counterparty: readonly string[];
  fee: readonly string[];
  /** Headers of numbers that are references where the file has no other reference. */
  number: readonly string[];
  identifier: readonly string[];
  decimalMark: '.' | ',';
  notes: readonly string[];
  /** What was taken for granted about it, because nothing in it proves it. */
  taken: readonly string[];
};

export type SideRequest = {
  side: SideName;
  files: readonly NamedFile[];
  terms: SideTerms;
  /** Whether the terms are those of a person, and say something about the side; otherwise they are proposed for each file. */
  isGiven: boolean;
  /** The currency of lines that name no currency; null where it is to be found in the file. */
  currency: string | null;
  banks: readonly BankPreset[];
  clock: Clock;
};

/** The state of an invoice or order says nothing about its booking, so such a column is read only where the terms name it. */
const statusHeaders = [...new Set([...fileColumns.bank.status, ...(headerWords.status ?? [])])];

/** A side as a company whose bank statement its files are. */
function companyOf({ terms, banks }: Pick<SideRequest, 'terms' | 'banks'>): CompanyTerms & object {
  const { title: _, currency: __, counterparty: ___, fee: ____, identifier: _____, number: ______, ...reading } = terms;
  const company = companyDefaults({ name: 'match', zone: 'UTC' });
  const ignore = [...reading.ignore, ...(reading.aliases.status === undefined ? statusHeaders : [])];
  return withOwnBanks({ ...company, books: { bank: { ...reading, ignore, deposits_are: 'disbursements' } } }, banks);
}

/** An error or a reason in the words of a side instead of those of a bank. */
export const ofSide = (text: string, side: SideName): string =>
  text.replaceAll('books.bank', side).replaceAll('the bank statement', 'the file').replaceAll('bank statement', 'file');

function refused(error: TieoutError, side: SideName, file: string): TieoutError {
  const remedy = ofSide(error.remedy, side);
  return new TieoutError({
    code: error.code,
    message: ofSide(error.message, side),
    remedy: `${remedy}${remedy.includes(`${side}.`) ? ' These keys are in the file of --config; --inspect writes one.' : ''}`,
    place: { ...error.place, file },
    exitStatus: 4,
    cause: error,
  });
}

/** The headers of columns that have a meaning for matching only, by their words. */
const likely = {
  counterparty:
    /^(payee|payer|customer|client|vendor|supplier|counterparty|name|nama|beneficiary|recipient|sender|remitter|paid to|received from|buyer|merchant|courier)( name)?$/,
  fee: /^(fee|fees|fee amount|charge|charges|commission|mdr|gebühr|caj|yuran)$/,
  number:
    /^(doc|document|invoice|inv|receipt|voucher|bill|order|payment|check|cheque|transaction|txn|ref|reference)( (no|number|nr|id|ref|reference))?$/,
  // an identifier matches whatever the amounts are, so it is never guessed
  identifier: /(?!)/,
};

async function nextReceipt({ connection }: Warehouse): Promise<number> {
  const [row] = await readRows(connection, 'select coalesce(max(receipt_id), 0) + 1 as id from raw.receipt');
  return row === undefined ? 1 : numberOf(row, 'id');
}

type Reading = Pick<SideFile, 'proposal' | 'currency' | 'taken'> & { read: FileReading };

/** A file by the terms of a person. */
async function readByTerms(warehouse: Warehouse, { file, path }: NamedFile, request: SideRequest): Promise<Reading> {
  const { terms, clock } = request;
  const currency = terms.currency ?? request.currency ?? noCurrency.code;
  const what = { path, name: file, bytes: (await stat(path)).size, receivedAt: timestamp(clock) };
  const id = await nextReceipt(warehouse);
  const read = await readFileAs(warehouse, id, what, sideKind(), companyOf(request), currency, [], false);
  return { read, proposal: nothingProposed, currency, taken: [] };
}

/** A file by the terms that its content proposes. */
async function readByContent(warehouse: Warehouse, { file, path }: NamedFile, request: SideRequest): Promise<Reading> {
  const { now, fitted, proposal, currency, taken } = await inspectIn(warehouse, {
    path,
    name: file,
    as: sideKind(),
    company: companyOf(request),
    currency: request.currency,
    assumedCurrency: noCurrency.code,
    keys: [],
    clock: request.clock,
    areLinesKept: true,
  });
  return { read: fitted ?? now, proposal, currency: currency ?? noCurrency.code, taken };
}

/** Reads one file of a side into recon.match_line. Throws the refusal of a file that cannot be read. */
async function readOne(warehouse: Warehouse, named: NamedFile, request: SideRequest): Promise<SideFile> {
  const { side, terms, isGiven } = request;
  const { read, proposal, currency, taken } = await (isGiven ? readByTerms : readByContent)(warehouse, named, request);
  if (read.error !== null) throw refused(read.error, side, named.file);
  const others = read.header?.others.map(({ name }) => name) ?? [];
  const headersOf = (column: keyof typeof likely) => {
    const given = terms[column];
    return isGiven || given.length > 0 ? given : others.filter((name) => likely[column].test(plainWords(name)));
  };
  return {
    receiptId: read.receiptId,
    side,
    name: named.file,
    lines: read.figures?.loaded ?? 0,
    rejected: read.figures?.rejected ?? 0,
    columns: read.header?.names ?? new Map(),
    header: read.header ?? { others: [] },
    proposal,
    currency,
    counterparty: headersOf('counterparty'),
    fee: headersOf('fee'),
    number: headersOf('number'),
    identifier: headersOf('identifier'),
    decimalMark: read.decimalMark,
    notes: read.notes.map((note) => ofSide(note, side)),
    taken: taken.map((sentence) => ofSide(sentence, side)),
  };
}

/** Reads the files of a side, in their order. */
export async function readSide(warehouse: Warehouse, request: SideRequest): Promise<SideFile[]> {
  const files: SideFile[] = [];
  for (const named of request.files)
    files.push(await withReadable(warehouse, named, (readable) => readOne(warehouse, readable, request)));
  return files;
}
