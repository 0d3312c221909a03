import { FileRefusal, refused } from '../file-refusal.ts';
import { findHeader, headerOf, headerSearchRows } from '../table/header.ts';
import { numberedHeader } from '../table/numbered-columns.ts';
import type { TableFile, TableHeader, TableRow } from '../table/table-spec.ts';
import type { Archive } from './archive.ts';
import type { SheetRow } from './cell.ts';
import { readSharedStrings } from './shared-strings.ts';
import { sheetRows } from './sheet-rows.ts';
import { copyOf } from './string-store.ts';
import type { ListedSheet, Workbook } from './workbook.ts';

/** A sheet that is read, with its own header. */
export type ChosenSheet = { sheet: ListedSheet; header: TableHeader; above: readonly TableRow[] };

type Head = { sheet: ListedSheet; rows: readonly TableRow[] };

/** The first rows of a sheet that are not blank. */
async function headOf(
  archive: Archive,
  sheet: ListedSheet,
  { styles, system }: Workbook,
  file: TableFile,
  shared: (index: number) => string | undefined,
): Promise<SheetRow[]> {
  const { fileName, reading } = file;
  const named = { part: sheet.part, sheet: sheet.name, fileName };
  const source = { archive, ...named, styles, system, decimalMark: reading.decimalMark, isAsStored: false, shared };
  const head: SheetRow[] = [];
  for await (const rows of sheetRows(source)) {
    head.push(...rows.slice(0, headerSearchRows - head.length));
    if (head.length >= headerSearchRows) break;
  }
  return head;
}

/** The first rows of every sheet. Only the shared strings of these rows are read. */
async function headsOf(archive: Archive, workbook: Workbook, file: TableFile): Promise<Head[]> {
  const { sheets, sharedStrings } = workbook;
  const wanted = new Set<number>();
  const texts = new Map<number, string>();
  if (sharedStrings !== undefined) {
    let last = -1;
    const note = (index: number) => {
      wanted.add(index);
      last = Math.max(last, index);
      // not blank, so that the same rows are found when the strings are known
      return '?';
    };
    for (const sheet of sheets) await headOf(archive, sheet, workbook, file, note);
    let index = 0;
    const add = (text: string) => {
      if (wanted.has(index)) texts.set(index, copyOf(text));
      index += 1;
    };
    if (last >= 0) await readSharedStrings(archive, sharedStrings, file.fileName, add, () => index > last);
  }
  // a string past the wanted ones is not known yet; one that the list does not have is an error
  const resolve = (index: number) =>
    texts.get(index) ?? (sharedStrings === undefined || wanted.has(index) ? undefined : '');
  const heads: Head[] = [];
  for (const sheet of sheets) heads.push({ sheet, rows: await headOf(archive, sheet, workbook, file, resolve) });
  return heads;
}

const quoted = (names: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names.map((name) => `"${name}"`));

/** The error with the name of its sheet. */
function inSheet(cause: unknown, { name }: ListedSheet, isOnly: boolean): unknown {
  if (!(cause instanceof FileRefusal) || isOnly) return cause;
  const { code, remedy, place } = cause;
  return new FileRefusal({ code, message: `Sheet "${name}": ${cause.message}`, remedy, place, cause });
}

function headerIn({ sheet, rows }: Head, file: TableFile, isOnly: boolean): TableHeader | undefined {
  try {
    for (const row of rows) {
      const header = headerOf(row, file);
      if (header !== undefined) return header;
    }
    return numberedHeader(rows, file);
  } catch (cause) {
    throw inSheet(cause, sheet, isOnly);
  }
}

const rowsAbove = ({ rows }: Head, { line: at, isNumbered }: TableHeader) =>
  rows.filter(({ line }) => line < at || (isNumbered === true && line === at));

/** Why no sheet has the header: the columns that the closest one lacks, or that the header is in a hidden sheet. */
function headerMissing(heads: readonly Head[], file: TableFile): unknown {
  const hidden = heads.find((head) => head.sheet.state !== 'visible' && headerIn(head, file, false) !== undefined);
  if (hidden !== undefined)
    return refused(
      file.fileName,
      'FILE_HEADER_NOT_FOUND',
      `No visible sheet has the header of the ${file.spec.title}; the ${hidden.sheet.state} sheet "${hidden.sheet.name}" has it.`,
      { remedy: `Make the sheet visible, or name it under ${file.spec.section}.sheet.` },
    );
  const candidates = heads.filter(({ sheet, rows }) => sheet.state === 'visible' && rows.length > 0);
  const errors = candidates.map(({ sheet, rows }) => {
    try {
      findHeader(rows, file);
      return undefined;
    } catch (cause) {
      return inSheet(cause, sheet, candidates.length === 1);
    }
  });
  const closest = errors.find((error) => error instanceof FileRefusal && error.code === 'FILE_COLUMN_MISSING');
  if (closest !== undefined) return closest;
  try {
    findHeader([], file);
    return undefined;
  } catch (cause) {
    return cause;
  }
}

/** The configured sheet, ignoring case. Throws FILE_SHEET_NOT_FOUND. */
function namedSheet(heads: readonly Head[], name: string, { fileName, spec }: TableFile): Head {
  const wanted = name.trim().toLowerCase();
  const found = heads.find(({ sheet }) => sheet.name.trim().toLowerCase() === wanted);
  if (found !== undefined) return found;
  throw refused(
    fileName,
    'FILE_SHEET_NOT_FOUND',
    `The workbook has no sheet "${name}"; it has ${quoted(heads.map(({ sheet }) => sheet.name))}.`,
    { remedy: `Correct ${spec.section}.sheet in the configuration, or remove it.` },
  );
}

function noteOn({ sheet: { name, state } }: Head, file: TableFile, named: string | undefined): string {
  const { section, title } = file.spec;
  if (named !== undefined) return `The sheet "${name}" was not read: ${section}.sheet names "${named}".`;
  return state === 'visible'
    ? `The sheet "${name}" has rows and was not read: it does not have the header of the ${title}.`
    : `The sheet "${name}" has rows and was not read: it is ${state}. Make it visible, or name it under ${section}.sheet.`;
}

/**
 * The sheets of a workbook that are read: the configured one, or every visible sheet with the header, by tab order; and a note on every
 * other sheet with rows. Throws FILE_SHEET_NOT_FOUND and the errors of the header.
 */
export async function chooseSheets(
  archive: Archive,
  workbook: Workbook,
  file: TableFile,
): Promise<{ chosen: ChosenSheet[]; notes: string[] }> {
  const heads = await headsOf(archive, workbook, file);
  const named = file.reading.sheet === undefined ? undefined : namedSheet(heads, file.reading.sheet, file);
  const candidates = named === undefined ? heads.filter(({ sheet }) => sheet.state === 'visible') : [named];
  const chosen = candidates.flatMap((head) => {
    const header = headerIn(head, file, candidates.length === 1);
    if (header === undefined) return [];
    return [{ sheet: head.sheet, header, above: rowsAbove(head, header) }];
  });
  if (chosen.length === 0) throw headerMissing(named === undefined ? heads : [named], file);
  const others = heads.filter(({ sheet, rows }) => rows.length > 0 && !chosen.some((one) => one.sheet === sheet));
  return { chosen, notes: others.map((head) => noteOn(head, file, named?.sheet.name)) };
}
