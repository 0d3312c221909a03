import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { type FilePreview, formatNames, headOfText, previewFile } from 'tieout-files';
import { instructionsFor } from '../company/reading-instructions.ts';
import type { CompanyTerms } from '../company/write-company.ts';
import { temporaryPath } from '../disk/temporary.ts';
import { type Clock, systemClock, timestamp } from '../domain/clock.ts';
import { defaultReading } from '../domain/reading.ts';
import type { ReceivedFile } from '../domain/receipt-kind.ts';
import type { SecretOf } from '../domain/secrets.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type ImportableKind, importableKinds } from '../pipeline/import-file.ts';
import { numberOf, readRows } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { openReadingWarehouse } from '../warehouse/reading-warehouse.ts';
import { bestHeader, type ColumnPlan, columnPlanOf, currencyIn, specOf } from './cell-content.ts';
import { lookOf } from './file-look.ts';
import { isNothing, nothingProposed, type Proposal, withProposal, withTerms } from './proposal.ts';
import { proposeColumns } from './propose-columns.ts';
import { proposedFigures, proposedNumbers } from './propose-figures.ts';
import { proposalForRefusal, proposalForRejected, proposedAliases } from './propose-terms.ts';
import { type FileReading, type FileToRead, readFileAs } from './read-file.ts';

type InspectRequest = {
  path: string;
  /** Its name for people; by default that of the path. */
  name?: string;
  /** The kind that the user named; undefined where it is to be recognised. */
  as: ImportableKind | undefined;
  company: CompanyTerms;
  /** The currency of lines that name no currency; null where it is to be found in the file. */
  currency: string | null;
  /** The currency where the file names none either; without it, such lines have no currency. */
  assumedCurrency?: string;
  /** Public keys that verify callbacks. */
  keys: readonly ReceivedFile[];
  /** Reads the password of an encrypted file. */
  secretOf?: SecretOf | undefined;
  /** The current time; the file is read as if it arrived now. */
  clock?: Clock;
  /** Whether the lines of each reading are kept in the warehouse. */
  areLinesKept?: boolean;
};

type KindChoice = {
  importable: ImportableKind;
  because: string;
  alsoFits: readonly string[];
  /** Whether nothing in the file shows its kind: it was read as a file of this one only to say why it does not fit. */
  isAssumed?: boolean;
};

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

const nothingShows = 'nothing in the file shows its kind';

/** A file with a smaller share of the required columns is of no kind. */
const leastScore = 0.4;

const listOf = (names: readonly string[]) => new Intl.ListFormat('en').format(names);
const namesOf = (groups: readonly (string | readonly string[])[]) => groups.map((one) => [one].flat().join(' or '));

/** Whether a table has figures of a bank: balances that continue from line to line, or days and one amount without a header. */
function hasBankFigures(plan: ColumnPlan, { rows }: FilePreview): boolean {
  const evidence = { plan, rows, reading: defaultReading, now: Temporal.Now.instant() };
  return !isNothing(proposedFigures(evidence)) || !isNothing(proposedNumbers(evidence));
}

/** The kind of a file, by its columns and those that can be proposed for it. */
function chooseKind(preview: FilePreview, { as, company }: Pick<InspectRequest, 'as' | 'company'>): KindChoice {
  if (as !== undefined) return { importable: as, because: 'named with --as', alsoFits: [] };
  const possible = importableKinds().flatMap((importable) => {
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
  const readsMore = (one: (typeof possible)[number], other: (typeof possible)[number]) =>
    one.proposal.missing.length === 0 &&
    one.header.positions.size + one.proposal.proposed.length >
      other.header.positions.size + other.proposal.proposed.length;
  const candidates = possible.filter(
    (one) =>
      one.importable.import.isSubset !== true ||
      (one.proposal.missing.length === 0 && !possible.some((other) => readsMore(other, one))),
  );
  const [first] = candidates;
  if (first === undefined)
    return { importable: importableKinds()[0] ?? unknownKind(), because: nothingShows, alsoFits: [], isAssumed: true };
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
  // one column proves nothing where others are required
  const found = likely.plan.required.length - likely.proposal.missing.length;
  const isUnlikely = likely.proposal.score < leastScore || found < Math.min(2, likely.plan.required.length);
  const byFigures = isUnlikely ? candidates.find(({ plan }) => hasBankFigures(plan, preview)) : undefined;
  if (byFigures !== undefined)
    return { importable: byFigures.importable, because: 'it has the days and amounts of a bank', alsoFits: [] };
  if (isUnlikely) return { importable: likely.importable, because: nothingShows, alsoFits: [], isAssumed: true };
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
async function readableFile({ path, name }: Pick<FileToRead, 'path' | 'name'>): Promise<FilePreview> {
  const file = { path, fileName: name, temporary: temporaryPath('text') };
  const seen = await previewFile({ ...file, reading: defaultReading });
  const encoding = seen.error?.suggestion.encoding;
  return encoding === undefined ? seen : previewFile({ ...file, reading: { ...defaultReading, encoding } });
}

/** The refusals of a file whose figures contradict each other or are not proven. */
const contradictions = [
  ...['FILE_BALANCE_CONTRADICTS', 'FILE_TOTALS_CONTRADICT', 'FILE_COLUMNS_CONTRADICT', 'FILE_COLUMN_TWICE'],
];

/**
 * Whether a proposal is of no use: a file that loads would be refused with it, the contradiction would stay, or the file would pass only
 * because the proposed columns no longer have the balances that agreed with the lines or contradicted them.
 */
function isUseless(now: FileReading, fitted: FileReading): boolean {
  const isContradiction = now.error !== null && contradictions.includes(now.error.code);
  if (fitted.error !== null) return now.error === null || (isContradiction && fitted.error.code === now.error.code);
  if (fitted.provenBalances > 0) return false;
  const hadBalance = now.header?.positions.has('balance') ?? false;
  return now.provenBalances > 0 || (isContradiction && (hadBalance || now.error?.code === 'FILE_BALANCE_CONTRADICTS'));
}

type Attempt = { preview: FilePreview; read: FileReading; more: Proposal };

/** Reads the file once, and proposes configuration with which more of it would be read. */
async function attempt(
  warehouse: Warehouse,
  id: number,
  file: FileToRead,
  { importable }: KindChoice,
  company: CompanyTerms,
  {
    currency,
    keys,
    secretOf,
    areLinesKept = false,
  }: Pick<InspectRequest, 'currency' | 'keys' | 'secretOf' | 'areLinesKept'>,
): Promise<Attempt> {
  const read = await readFileAs(warehouse, id, file, importable, company, currency, keys, !areLinesKept, secretOf);
  const plan = columnPlanOf(importable);
  const { pdfPassword: place } = read.reading;
  const password = place === undefined || secretOf === undefined ? undefined : () => secretOf(place, 'pdf_password');
  const isHeadUnknown = read.error?.code === 'FILE_COLUMN_MISSING' && plan !== undefined;
  const unknownHead = isHeadUnknown ? { spec: specOf(plan), password } : undefined;
  const { path, name: fileName } = file;
  const given = { path, fileName, reading: read.reading, temporary: temporaryPath('text') };
  const preview = await previewFile(given, unknownHead);
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
  const warehouse = await openReadingWarehouse(importableKinds(request.company).map(({ declaration }) => declaration));
  try {
    return await inspectIn(warehouse, request);
  } finally {
    warehouse.close();
  }
}

/** The first lines of a longer file, on which proposals are tried: a reading of the whole file costs what its lines cost. */
const trialBytes = 256 * 1024;

/** The most readings of a whole file that is longer: as it is, with the proposal, and twice for what only its other lines show. */
const mostWholeReadings = 4;

/** Without the order of days, which any later line may prove. */
function ofFirstLines({ terms: { date_order: _, ...terms }, reasons }: Proposal): Proposal {
  const { date_order: __, ...others } = reasons;
  return { terms, reasons: others };
}

const isSame = (one: Proposal, other: Proposal) => JSON.stringify(one.terms) === JSON.stringify(other.terms);

/** The error of a file of no known kind: what it looks like, and the kinds that there are, instead of a kind that it may not be. */
async function kindUnknown(
  { path, name }: FileToRead,
  preview: FilePreview,
  { code, remedy, place }: TieoutError,
): Promise<TieoutError> {
  const kinds = importableKinds().flatMap((importable) => {
    const plan = columnPlanOf(importable);
    return plan === undefined ? [] : [`${importable.import.name} (${plan.title})`];
  });
  return new TieoutError({
    code,
    message: `The file looks like ${await lookOf(path, preview)}, and ${nothingShows}.`,
    remedy: [
      // what to do about another format does not depend on the kind
      ...(code === 'FILE_NOT_A_TABLE' || code === 'FILE_ENCODING_UNKNOWN' ? [remedy] : []),
      `If it is one of these, name it with --as: ${new Intl.ListFormat('en', { type: 'disjunction' }).format(kinds)}.`,
    ].join(' '),
    place: { ...place, file: name },
    exitStatus: 4,
  });
}

/**
 * Recognises the kind of a file by its content. Throws FILE_KIND_UNKNOWN if the content fits no kind or several kinds; `remedy` says how
 * to give the kind.
 */
export async function kindOfFile(path: string, company: CompanyTerms, remedy: string): Promise<ImportableKind> {
  const name = basename(path);
  const preview = await readableFile({ path, name });
  const { importable, isAssumed, alsoFits } = chooseKind(preview, { as: undefined, company });
  if (isAssumed !== true && alsoFits.length === 0) return importable;
  const message =
    isAssumed === true
      ? `The file looks like ${await lookOf(path, preview)}, and ${nothingShows}.`
      : `The file fits several kinds: ${listOf([importable.import.name, ...alsoFits])}.`;
  throw new TieoutError({ code: 'FILE_KIND_UNKNOWN', message, remedy, place: { file: name }, exitStatus: 4 });
}

/** Inspects a file in a warehouse whose content does not matter. */
export async function inspectIn(warehouse: Warehouse, request: InspectRequest): Promise<Inspection> {
  const { path, company, keys, secretOf, areLinesKept = false, clock = systemClock } = request;
  const file = {
    path,
    name: request.name ?? basename(path),
    bytes: (await stat(path)).size,
    receivedAt: timestamp(clock),
  };
  const seen = await readableFile(file);
  const kind = chooseKind(seen, request);
  const found = request.currency === null ? currencyOfFile(seen) : undefined;
  const currency = request.currency ?? found?.currency ?? request.assumedCurrency ?? null;
  const [newest] = await readRows(warehouse.connection, 'select coalesce(max(receipt_id), 0) as id from raw.receipt');
  let id = newest === undefined ? 0 : numberOf(newest, 'id');
  const { section } = specOf(columnPlanOf(kind.importable) ?? unknownKind());
  const attemptWith = (what: FileToRead, tried: Proposal) => {
    id += 1;
    const own = isNothing(tried) ? company : withTerms(company, section, tried.terms);
    return attempt(warehouse, id, what, kind, own, { currency, keys, secretOf, areLinesKept });
  };
  const first = await attemptWith(file, nothingProposed);
  let proposal = nothingProposed;
  let last = first;
  const head =
    isNothing(first.more) || seen.format !== 'csv'
      ? undefined
      : await headOfText(path, trialBytes, temporaryPath('text'));
  if (head !== undefined) {
    try {
      let { more } = first;
      let tried = nothingProposed;
      for (let round = 1; round < mostRounds; round += 1) {
        const next = withProposal(tried, more);
        if (isSame(next, tried)) break;
        tried = next;
        ({ more } = await attemptWith({ ...file, path: head.path }, tried));
      }
      proposal = ofFirstLines(tried);
    } finally {
      await head.close();
    }
    if (!isNothing(proposal)) last = await attemptWith(file, proposal);
  }
  const mostReadings = head === undefined ? mostRounds : mostWholeReadings;
  for (let reading = last === first ? 1 : 2; !isNothing(last.more) && reading < mostReadings; reading += 1) {
    const next = withProposal(proposal, last.more);
    if (isSame(next, proposal)) break;
    proposal = next;
    last = await attemptWith(file, proposal);
  }
  // an encoding alone does not turn the file into a table
  if (last.read.error?.code === 'FILE_HEADER_NOT_FOUND' && proposal.terms.aliases === undefined)
    proposal = nothingProposed;
  if (isUseless(first.read, last.read)) proposal = nothingProposed;
  const isUnknown = kind.isAssumed === true && first.read.error !== null;
  if (isUnknown) proposal = nothingProposed;
  const fitted = isNothing(proposal) ? null : last.read;
  const preview = last.preview.rows.length > 0 ? last.preview : first.preview;
  return {
    file,
    preview,
    kind,
    section,
    currency,
    currencyFound: found?.where ?? null,
    now:
      isUnknown && first.read.error !== null
        ? { ...first.read, error: await kindUnknown(file, preview, first.read.error) }
        : first.read,
    proposal,
    fitted,
  };
}
