import { basename } from 'node:path';
import { type FilePreview, foreignFormat, formatNames, previewFile, readHead, shownEncoding } from 'tieout-files';
import { instructionsFor } from '../company/reading-instructions.ts';
import type { CompanyTerms } from '../company/write-company.ts';
import { temporaryPath } from '../disk/temporary.ts';
import { defaultReading } from '../domain/reading.ts';
import { TieoutError } from '../domain/tieout-error.ts';
import { type ImportableKind, importableKinds } from '../pipeline/import-file.ts';
import { isAmount, isDay } from './cell-content.ts';
import { columnPlanOf } from './columns.ts';
import { isNothing } from './proposal.ts';
import { proposeColumns } from './propose-columns.ts';
import { numberedColumns, provenByBalances } from './propose-figures.ts';

export type KindChoice = {
  importable: ImportableKind;
  because: string;
  alsoFits: readonly string[];
  /** Whether nothing in the file shows its kind: it was read as a file of this one only to say why it does not fit. */
  isAssumed?: boolean;
};

const nothingShows = 'nothing in the file shows its kind';

/** A file with a smaller share of the required columns is of no kind. */
const leastScore = 0.4;

const listOf = (names: readonly string[]) => new Intl.ListFormat('en').format(names);

/** The first rows, even of a text whose encoding is only likely; they are used for recognition only, never for reading. */
export async function readableFile(path: string, fileName: string): Promise<FilePreview> {
  const file = { path, fileName, temporary: temporaryPath('text') };
  const seen = await previewFile({ ...file, reading: defaultReading });
  const encoding = seen.error?.suggestion.encoding;
  return encoding === undefined ? seen : previewFile({ ...file, reading: { ...defaultReading, encoding } });
}

/** The kind of a file, by its columns and those that can be proposed for it. */
export function chooseKind(preview: FilePreview, as: ImportableKind | undefined, company: CompanyTerms): KindChoice {
  if (as !== undefined) return { importable: as, because: 'named with --as', alsoFits: [] };
  const kinds = importableKinds();
  const possible = kinds.flatMap((importable) => {
    const plan = columnPlanOf(importable);
    if (plan === undefined || !plan.formats.includes(preview.format)) return [];
    const receipt = { source: importable.connector.name, kind: importable.kind };
    const { reading } = instructionsFor(receipt, company, () => []);
    const evidence = { plan, rows: preview.rows, reading, year: 0, isInCents: false };
    return [{ importable, evidence, plan, ...proposeColumns(evidence) }];
  });
  const candidates = possible.filter(
    (one) =>
      one.importable.import.isSubset !== true ||
      (one.missing.length === 0 && !possible.some((other) => other.missing.length === 0 && other.found > one.found)),
  );
  const chosen = ({ importable }: (typeof possible)[number], because: string, alsoFits: readonly string[] = []) => ({
    ...{ importable, because, alsoFits },
  });
  const [first] = candidates;
  if (first !== undefined && candidates.length === 1) return chosen(first, `it is ${formatNames[preview.format]}`);
  const [best, ...others] = candidates
    .filter(({ table, plan }) =>
      plan.required.every((one) => [one].flat().some((column) => table.positions.has(column))),
    )
    .sort((a, b) => b.plan.required.length - a.plan.required.length || b.table.positions.size - a.table.positions.size);
  if (best !== undefined) {
    const names = best.plan.required.map((one) => [one].flat().join(' or '));
    const because = `it has the column${names.length === 1 ? '' : 's'} ${listOf(names)}`;
    return chosen(
      best,
      because,
      others.map(({ importable }) => importable.import.name),
    );
  }
  const [likely] = [...candidates].sort((one, other) => other.score - one.score);
  // one column proves nothing where others are required
  const isLikely = ({ plan, missing, score }: (typeof possible)[number]) =>
    score >= leastScore && plan.required.length - missing.length >= Math.min(2, plan.required.length);
  if (likely !== undefined && isLikely(likely))
    return chosen(likely, 'its columns are the most like those of this kind');
  const byFigures = candidates.find(
    ({ evidence, plan, table }) =>
      provenByBalances(table, plan, evidence.reading) !== undefined ||
      !isNothing(numberedColumns({ ...evidence, reading: defaultReading })),
  );
  if (byFigures !== undefined) return chosen(byFigures, 'it has the days and amounts of a bank');
  const importable = likely?.importable ?? kinds[0];
  if (importable === undefined) throw new Error('no connector declares a kind of file that can be imported');
  return { importable, because: nothingShows, alsoFits: [], isAssumed: true };
}

/** Names and the number of further ones. */
const firstOf = (names: readonly string[]) =>
  `${names.slice(0, 8).join(', ')}${names.length > 8 ? ` and ${names.length - 8} more` : ''}`;

/**
 * What a file looks like whose kind nothing shows: `a web page (HTML)`, `a JSON document with the keys a, b`, `a table with the columns
 * Name, Colour`. A message has no values of the file: days, amounts, numbers, addresses.
 */
async function lookOf(path: string, preview: FilePreview): Promise<string> {
  const { format, rows, sheets, delimiter } = preview;
  const head = await readHead(path);
  const foreign = foreignFormat(head);
  if (foreign !== undefined) return foreign;
  const widest = rows.reduce<readonly string[]>((top, { cells }) => (cells.length > top.length ? cells : top), []);
  const names = widest.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const isCell = (name: string) => name.length > 60 || isDay(name) || isAmount(name) || /\d{5}|@/.test(name);
  const columns = names.length < 2 || names.some(isCell) ? '' : ` with the columns ${firstOf(names)}`;
  if (format === 'jsonl')
    return names.length === 0 ? 'a JSON document' : `a JSON document with the keys ${firstOf(names)}`;
  if (format === 'xlsx') return `a workbook${columns}${sheets.length > 1 ? ` in ${sheets.length} sheets` : ''}`;
  if (format !== 'csv') return formatNames[format];
  const { name, markBytes } = shownEncoding(head) ?? { name: 'utf-8', markBytes: 0 };
  const start = new TextDecoder(name.startsWith('utf-16') ? name : 'utf-8').decode(head.subarray(markBytes, 4096));
  const root = /^\s*(?:<(?:\?[^>]*|!--[\s\S]*?--|!DOCTYPE[^>]*)>\s*)*<([A-Za-z_][\w.:-]*)[\s/>]/i.exec(start)?.[1];
  if (root !== undefined) return `an XML document (${root})`;
  if (delimiter === null || widest.length < 2) return 'a text without columns';
  return columns === '' ? `a table of ${widest.length} columns without a header` : `a table${columns}`;
}

/** The error of a file of no known kind: what it looks like, and the kinds that there are, instead of a kind that it may not be. */
export async function kindUnknown(
  path: string,
  file: string,
  preview: FilePreview,
  { code, remedy, place }: TieoutError,
): Promise<TieoutError> {
  const kinds = importableKinds().flatMap((importable) => {
    const plan = columnPlanOf(importable);
    return plan === undefined ? [] : [`${importable.import.name} (${plan.title})`];
  });
  const named = `If it is one of these, name it with --as: ${new Intl.ListFormat('en', { type: 'disjunction' }).format(kinds)}.`;
  return new TieoutError({
    code,
    message: `The file looks like ${await lookOf(path, preview)}, and ${nothingShows}.`,
    // what to do about another format does not depend on the kind
    remedy: code === 'FILE_NOT_A_TABLE' || code === 'FILE_ENCODING_UNKNOWN' ? `${remedy} ${named}` : named,
    place: { ...place, file },
    exitStatus: 4,
  });
}

/**
 * Recognises the kind of a file by its content. Throws FILE_KIND_UNKNOWN if the content fits no kind or several kinds; `remedy` says how
 * to give the kind.
 */
export async function kindOfFile(path: string, company: CompanyTerms, remedy: string): Promise<ImportableKind> {
  const name = basename(path);
  const preview = await readableFile(path, name);
  const { importable, isAssumed, alsoFits } = chooseKind(preview, undefined, company);
  if (isAssumed !== true && alsoFits.length === 0) return importable;
  const message =
    isAssumed === true
      ? `The file looks like ${await lookOf(path, preview)}, and ${nothingShows}.`
      : `The file fits several kinds: ${listOf([importable.import.name, ...alsoFits])}.`;
  throw new TieoutError({ code: 'FILE_KIND_UNKNOWN', message, remedy, place: { file: name }, exitStatus: 4 });
}
