import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { instructionsFor } from '../company/reading-instructions.ts';
import type { CompanyTerms } from '../company/write-company.ts';
import { type Clock, systemClock, timestamp } from '../domain/clock.ts';
import { defaultReading } from '../domain/reading.ts';
import type { ReceivedFile } from '../domain/receipt-kind.ts';
import type { SecretOf } from '../domain/secrets.ts';
import { type FilePreview, previewFile } from '../formats/preview-file.ts';
import { formatNames } from '../formats/recognise-format.ts';
import { type ImportableKind, importableKinds } from '../pipeline/import-file.ts';
import { numberOf, readRows } from '../warehouse/duckdb-values.ts';
import { openWarehouse, type Warehouse } from '../warehouse/open.ts';
import { bestHeader, columnPlanOf, currencyIn, specOf } from './cell-content.ts';
import { proposeColumns } from './propose-columns.ts';
import {
  isNothing,
  nothingProposed,
  type Proposal,
  proposalForRefusal,
  proposalForRejected,
  proposedAliases,
  withProposal,
  withTerms,
} from './propose-terms.ts';
import { type FileReading, type FileToRead, readFileAs } from './read-file.ts';

type InspectRequest = {
  path: string;
  /** The kind that the user named; undefined where it is to be recognised. */
  as: ImportableKind | undefined;
  company: CompanyTerms;
  /** The currency of lines that name no currency; null where it is to be found in the file. */
  currency: string | null;
  /** Public keys that verify callbacks. */
  keys: readonly ReceivedFile[];
  /** Reads the password of an encrypted file. */
  secretOf?: SecretOf | undefined;
  /** The current time; the file is read as if it arrived now. */
  clock?: Clock;
};

type KindChoice = { importable: ImportableKind; because: string; alsoFits: readonly string[] };

export type Inspection = {
  file: FileToRead;
  preview: FilePreview;
  kind: KindChoice;
  /** The section of the configuration for the file: `books.orders`. */
  section: string;
  currency: string | null;
  /** The place in which the currency was found, when the user named none. */
  currencyFound: string | null;
  /** The file as the configuration reads it now. */
  now: FileReading;
  proposal: Proposal;
  /** The file as it would be read with the proposed terms; null without a proposal. */
  fitted: FileReading | null;
};

/** The maximum number of successive proposals. */
const mostRounds = 8;

/** A file with a smaller share of the required columns is of no kind. */
const leastScore = 0.4;

const listOf = (names: readonly string[]) => new Intl.ListFormat('en').format(names);
const namesOf = (groups: readonly (string | readonly string[])[]) => groups.map((one) => [one].flat().join(' or '));

/** The kind of a file, by its columns and those that can be proposed for it. */
function chooseKind(preview: FilePreview, { as, company }: Pick<InspectRequest, 'as' | 'company'>): KindChoice {
  if (as !== undefined) return { importable: as, because: 'named with --as', alsoFits: [] };
  const candidates = importableKinds().flatMap((importable) => {
    const plan = columnPlanOf(importable);
    if (plan === undefined || !plan.formats.includes(preview.format)) return [];
    const { reading } = instructionsFor(
      { source: importable.connector.name, kind: importable.kind },
      company,
      () => [],
    );
    const header = bestHeader(preview.rows, specOf(plan), reading);
    return [{ importable, plan, header, proposal: proposeColumns(plan, preview.rows, reading) }];
  });
  const [first] = candidates;
  if (first === undefined)
    return { importable: importableKinds()[0] ?? unknownKind(), because: 'nothing fits', alsoFits: [] };
  if (candidates.length === 1)
    return { importable: first.importable, because: `it is ${formatNames[preview.format]}`, alsoFits: [] };
  const fits = candidates
    .filter(({ header }) => header.missing.length === 0)
    .sort(
      (a, b) => b.plan.required.length - a.plan.required.length || b.header.positions.size - a.header.positions.size,
    );
  const [best, ...others] = fits;
  if (best !== undefined) {
    const names = namesOf(best.plan.required);
    const because = `it has the column${names.length === 1 ? '' : 's'} ${listOf(names)}`;
    return { importable: best.importable, because, alsoFits: others.map(({ importable }) => importable.import.name) };
  }
  const likely = candidates.reduce((top, one) => (one.proposal.score > top.proposal.score ? one : top), first);
  if (likely.proposal.score < leastScore)
    return { importable: likely.importable, because: 'assumed: nothing in the file shows its kind', alsoFits: [] };
  return { importable: likely.importable, because: 'its columns are the most like those of this kind', alsoFits: [] };
}

function unknownKind(): never {
  throw new Error('no connector declares a kind of file that can be imported');
}

/** The currency in the rows above the lines, the headers or the amounts. */
function currencyOfFile({ rows }: FilePreview): { currency: string; where: string } | undefined {
  for (const { line, cells } of rows) {
    for (const [position, cell] of cells.entries()) {
      const currency = currencyIn(cell, cells[position - 1]);
      if (currency !== undefined) return { currency, where: `line ${line} has "${cell.trim()}"` };
    }
  }
  return undefined;
}

/** The first rows, even of a text whose encoding is only likely; they are used for recognition only, never for reading. */
async function readableFile({ path, name }: FileToRead): Promise<FilePreview> {
  const seen = await previewFile(path, name, defaultReading);
  const encoding = seen.error?.suggestion.encoding;
  return encoding === undefined ? seen : previewFile(path, name, { ...defaultReading, encoding });
}

type Attempt = { preview: FilePreview; read: FileReading; more: Proposal };

/** Reads the file once, and proposes configuration with which more of it would be read. */
async function attempt(
  warehouse: Warehouse,
  id: number,
  file: FileToRead,
  { importable }: KindChoice,
  company: CompanyTerms,
  { currency, keys, secretOf }: Pick<InspectRequest, 'currency' | 'keys' | 'secretOf'>,
): Promise<Attempt> {
  const read = await readFileAs(warehouse, id, file, importable, company, currency, keys, secretOf);
  const plan = columnPlanOf(importable);
  const { pdfPassword: place } = read.reading;
  const password = place === undefined || secretOf === undefined ? undefined : () => secretOf(place, 'pdf_password');
  const isHeadUnknown = read.error?.code === 'FILE_COLUMN_MISSING' && plan !== undefined;
  const unknownHead = isHeadUnknown ? { spec: specOf(plan), password } : undefined;
  const preview = await previewFile(file.path, file.name, read.reading, unknownHead);
  if (plan === undefined) return { preview, read, more: nothingProposed };
  const now = Temporal.Instant.from(file.receivedAt);
  const evidence = { plan, rows: preview.rows, reading: read.reading, now };
  const codes = read.figures?.reasons.map(({ code }) => code) ?? [];
  const more =
    read.error === null
      ? proposalForRejected(codes, read.unknownStatuses, evidence)
      : proposalForRefusal(read.error, evidence);
  return { preview, read, more: withProposal(more, proposedAliases(evidence)) };
}

/**
 * Reads a file as a run would load it, and searches for a configuration with which it would fit: a proposal is tried, and the remaining
 * errors lead to the next proposal. Nothing is kept.
 */
export async function inspectFile(request: InspectRequest): Promise<Inspection> {
  const warehouse = await openWarehouse(':memory:');
  try {
    return await inspectIn(warehouse, request);
  } finally {
    warehouse.close();
  }
}

/** Inspects a file in a warehouse whose content does not matter. */
export async function inspectIn(warehouse: Warehouse, request: InspectRequest): Promise<Inspection> {
  const { path, company, keys, secretOf, clock = systemClock } = request;
  const file = { path, name: basename(path), bytes: (await stat(path)).size, receivedAt: timestamp(clock) };
  const seen = await readableFile(file);
  const kind = chooseKind(seen, request);
  const found = request.currency === null ? currencyOfFile(seen) : undefined;
  const currency = request.currency ?? found?.currency ?? null;
  const [newest] = await readRows(warehouse.connection, 'select coalesce(max(receipt_id), 0) as id from raw.receipt');
  const idOf = (round: number) => (newest === undefined ? round : numberOf(newest, 'id') + round);
  let proposal = nothingProposed;
  let round = 1;
  const first = await attempt(warehouse, idOf(round), file, kind, company, { currency, keys, secretOf });
  let last = first;
  const { section } = specOf(columnPlanOf(kind.importable) ?? unknownKind());
  while (!isNothing(last.more) && round < mostRounds) {
    round += 1;
    const next = withProposal(proposal, last.more);
    if (JSON.stringify(next.terms) === JSON.stringify(proposal.terms)) break;
    proposal = next;
    last = await attempt(warehouse, idOf(round), file, kind, withTerms(company, section, proposal.terms), {
      currency,
      keys,
      secretOf,
    });
  }
  // an encoding alone does not turn the file into a table
  if (last.read.error?.code === 'FILE_HEADER_NOT_FOUND' && proposal.terms.aliases === undefined)
    proposal = nothingProposed;
  const fitted = isNothing(proposal) ? null : last.read;
  const preview = last.preview.rows.length > 0 ? last.preview : first.preview;
  return {
    file,
    preview,
    kind,
    section,
    currency,
    currencyFound: found?.where ?? null,
    now: first.read,
    proposal,
    fitted,
  };
}
