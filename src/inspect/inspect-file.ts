import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type FilePreview, previewFile } from 'tieout-files';
import type { CompanyTerms } from '../company/write-company.ts';
import { temporaryPath } from '../disk/temporary.ts';
import { type Clock, systemClock, timestamp } from '../domain/clock.ts';
import type { ReceivedFile } from '../domain/receipt-kind.ts';
import type { SecretOf } from '../domain/secrets.ts';
import { type ImportableKind, importableKinds } from '../pipeline/import-file.ts';
import { numberOf, readRows } from '../warehouse/duckdb-values.ts';
import type { Warehouse } from '../warehouse/open.ts';
import { openReadingWarehouse } from '../warehouse/reading-warehouse.ts';
import { columnPlanOf, specOf } from './columns.ts';
import { chooseKind, type KindChoice, kindUnknown, readableFile } from './file-kind.ts';
import {
  likelyTerms,
  nothingProposed,
  type Proposal,
  proposed,
  type Question,
  termOf,
  withProposal,
  withTerms,
} from './proposal.ts';
import { signUnproven } from './propose-figures.ts';
import { proposalFor } from './propose-terms.ts';
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
  /** Whether the lines of each reading are kept in the warehouse, for a match: it takes the likeliest answer to each question. */
  areLinesKept?: boolean;
};

export type Inspection = {
  file: FileToRead;
  preview: FilePreview;
  kind: KindChoice;
  /** The section of the configuration for the file: `books.orders`. */
  section: string;
  currency: string | null;
  /** The file as the configuration reads it now. */
  now: FileReading;
  proposal: Proposal;
  /** The file as it would be read with the proposed terms; null without them. */
  fitted: FileReading | null;
  /** The file as it would be read with the first answer to each question; null where nothing is asked. */
  answered: FileReading | null;
  /** The likeliest answers that a match takes, each with its question as sentences. */
  taken: readonly string[];
  /** Whether nothing names the currency of some lines: no configuration can set it for a file of several, so the user is asked. */
  needsCurrency: boolean;
};

/** The most rounds of proposals. */
const mostRounds = 8;

/** The refusals of a file whose figures contradict each other. */
const contradictions = [
  'FILE_BALANCE_CONTRADICTS',
  'FILE_TOTALS_CONTRADICT',
  'FILE_COLUMNS_CONTRADICT',
  'FILE_COLUMN_TWICE',
];

/**
 * Whether a proposal is of no use: a file that loads would be refused with it, the contradiction would stay, or the file would pass only
 * because the proposed columns no longer have the balances that agreed with the lines or contradicted them.
 */
function isUseless(now: FileReading, fitted: FileReading, { terms }: Proposal): boolean {
  const isContradiction = now.error !== null && contradictions.includes(now.error.code);
  // an encoding alone does not turn the file into a table
  if (fitted.error?.code === 'FILE_HEADER_NOT_FOUND' && terms.aliases === undefined) return true;
  if (fitted.error !== null) return now.error === null || (isContradiction && fitted.error.code === now.error.code);
  if (fitted.provenBalances > 0) return false;
  const hadBalance = now.header?.positions.has('balance') ?? false;
  return now.provenBalances > 0 || (isContradiction && (hadBalance || now.error?.code === 'FILE_BALANCE_CONTRADICTS'));
}

type Attempt = { preview: FilePreview; read: FileReading; more: Proposal };

/** Reads the file of a request as one kind, and proposes configuration with which more of it would be read. */
function attemptsOf(warehouse: Warehouse, { importable }: KindChoice, file: FileToRead, request: InspectRequest) {
  const { company, currency, assumedCurrency, keys, secretOf, areLinesKept = false } = request;
  const plan = columnPlanOf(importable);
  const previews = new Map<string, FilePreview>();
  const previewOf = async ({ reading, error }: FileReading) => {
    const { pdfPassword: place } = reading;
    const password = place === undefined || secretOf === undefined ? undefined : () => secretOf(place, 'pdf_password');
    const unknown = error?.code === 'FILE_COLUMN_MISSING' && plan ? { spec: specOf(plan), password } : undefined;
    const key = [reading.encoding, unknown === undefined].join('\n');
    const given = { path: file.path, fileName: file.name, reading, temporary: temporaryPath('text') };
    const preview = previews.get(key) ?? (await previewFile(given, unknown));
    previews.set(key, preview);
    return preview;
  };
  return async (id: number, tried: Proposal['terms']): Promise<Attempt> => {
    const own = plan === undefined ? company : withTerms(company, plan.section, tried);
    const rest = [currency, keys, !areLinesKept, secretOf, assumedCurrency] as const;
    const read = await readFileAs(warehouse, id, file, importable, own, ...rest);
    const preview = await previewOf(read);
    const isInCents = plan !== undefined && termOf(own, plan.section, 'amounts') === 'minor_units';
    const evidence = {
      rows: preview.rows,
      reading: read.reading,
      year: Number(file.receivedAt.slice(0, 4)),
      isInCents,
    };
    return { preview, read, more: plan === undefined ? nothingProposed : proposalFor(read, { plan, ...evidence }) };
  };
}

const isSign = ({ question }: Question) => question === signUnproven;

/** A proposal with the other answer to the question about the sign first; undefined where it is not asked. */
function withOtherSign(proposal: Proposal): Proposal | undefined {
  const sign = proposal.questions.find(isSign);
  if (sign === undefined) return undefined;
  const turned = { ...sign, choices: [...sign.choices].reverse() };
  return { ...proposal, questions: proposal.questions.map((one) => (one === sign ? turned : one)) };
}

/** Tries a proposal, and what the file then still needs, until nothing is added; once with the other sign, if the load refuses one. */
async function search(attempt: (terms: Proposal['terms']) => Promise<Attempt>, first: Attempt) {
  let [proposal, last, isTurned] = [nothingProposed, first, false];
  for (let round = 0; round < mostRounds; round += 1) {
    const turned = isTurned || last.read.error?.code !== 'FILE_SIGN_UNPROVEN' ? undefined : withOtherSign(proposal);
    isTurned ||= turned !== undefined;
    const next = turned ?? withProposal(proposal, last.more);
    if (JSON.stringify({ ...next, reasons: {} }) === JSON.stringify({ ...proposal, reasons: {} })) break;
    proposal = next;
    last = await attempt(likelyTerms(proposal));
  }
  return { proposal, last };
}

/** A proposal without the question about the sign, where the balances of the file agree with its likeliest answer. */
function withProvenSign(proposal: Proposal, { error, provenBalances }: FileReading): Proposal {
  const answer = proposal.questions.find(isSign)?.choices[0]?.terms;
  if (answer === undefined || error !== null || provenBalances === 0) return proposal;
  const paths = Object.entries(answer).flatMap(([key, columns]) => Object.keys(columns).map((one) => `${key}.${one}`));
  const reasons = Object.fromEntries(paths.map((path) => [path, 'proven by the balances beside the lines']));
  const others = { ...proposal, questions: proposal.questions.filter((question) => !isSign(question)) };
  return withProposal(others, proposed(answer, reasons));
}

/** A proposal with the likeliest answer to each question, which a comment asks to check. */
function answered(proposal: Proposal): Proposal {
  const reasons = proposal.questions.flatMap(({ question, choices: [first] }) =>
    Object.keys(first?.terms ?? {}).map((key) => [key, `${question} Check it.`]),
  );
  return proposed(likelyTerms(proposal), { ...proposal.reasons, ...Object.fromEntries(reasons) });
}

/** What a proposal takes for granted where it has the likeliest answer to each question. */
const takenIn = ({ questions }: Proposal): string[] =>
  questions.flatMap(({ question, choices: [first] }) =>
    first === undefined || Object.keys(first.terms).length === 0 ? [] : [`${question} Taken: ${first.answer}.`],
  );

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

/** Inspects a file in a warehouse whose content does not matter. */
export async function inspectIn(warehouse: Warehouse, request: InspectRequest): Promise<Inspection> {
  const { path, name = basename(path), company, clock = systemClock } = request;
  const file = { path, name, bytes: (await stat(path)).size, receivedAt: timestamp(clock) };
  const seen = await readableFile(path, name);
  const kind = chooseKind(seen, request.as, company);
  const plan = columnPlanOf(kind.importable);
  const [newest] = await readRows(warehouse.connection, 'select coalesce(max(receipt_id), 0) as id from raw.receipt');
  let id = newest === undefined ? 0 : numberOf(newest, 'id');
  const attemptOf = attemptsOf(warehouse, kind, file, request);
  const attempt = (terms: Proposal['terms']) => {
    id += 1;
    return attemptOf(id, terms);
  };
  const first = await attempt({});
  const isUnknown = kind.isAssumed === true && first.read.error !== null;
  const start = isUnknown ? { ...first, more: nothingProposed } : first;
  const found = await search(attempt, start);
  const { last } = found;
  const isDropped = last !== start && isUseless(first.read, last.read, found.proposal);
  const proposal = isDropped
    ? nothingProposed
    : request.areLinesKept === true
      ? answered(found.proposal)
      : withProvenSign(found.proposal, last.read);
  const isAsked = proposal.questions.some(({ choices: [choice] }) => Object.keys(choice?.terms ?? {}).length > 0);
  const hasTerms = Object.keys(proposal.terms).length > 0;
  const fitted = !hasTerms ? null : isAsked ? (await attempt(proposal.terms)).read : last.read;
  const preview = last.preview.rows.length > 0 ? last.preview : first.preview;
  const { error: refusal } = first.read;
  const error = isUnknown && refusal !== null ? await kindUnknown(path, name, preview, refusal) : refusal;
  const needsCurrency = last.read.figures?.reasons.some(({ code }) => code === 'currency_missing') ?? false;
  return {
    ...{ file, preview, kind, section: plan?.section ?? '', currency: last.read.currency },
    ...{
      now: { ...first.read, error },
      proposal,
      fitted,
      taken: isDropped || request.areLinesKept !== true ? [] : takenIn(found.proposal),
      needsCurrency,
      answered: isAsked ? last.read : null,
    },
  };
}
