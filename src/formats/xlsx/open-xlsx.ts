import { refuseForeignFile } from '../foreign-file.ts';
import type { OpenedFile } from '../opened-file.ts';
import {
  type RejectedTableRow,
  rowText,
  type TableFile,
  type TableHeader,
  type TableRow,
} from '../table/table-spec.ts';
import { readHead } from '../text/read-head.ts';
import { type Archive, openArchive } from './archive.ts';
import { type ChosenSheet, chooseSheets } from './choose-sheets.ts';
import { commonHeader } from './common-header.ts';
import { fitSheetRow, type SheetPlace } from './fit-sheet-row.ts';
import { mergedRowsCheck } from './merged-rows.ts';
import { refuseOtherArchive } from './other-archive.ts';
import { readSharedStrings } from './shared-strings.ts';
import { type SheetEnd, sheetRows } from './sheet-rows.ts';
import { type StringStore, stringStore } from './string-store.ts';
import { readWorkbook, type Workbook } from './workbook.ts';

/** Line numbers of a later sheet begin at a multiple of this: more than a sheet has rows. */
const linesOfSheet = 10_000_000;

async function openWorkbook(file: TableFile): Promise<Archive> {
  const archive = await openArchive(file.path, file.fileName, file.reading.limits);
  try {
    refuseOtherArchive(archive, file);
    return archive;
  } catch (cause) {
    await archive.close();
    throw cause;
  }
}

/** What the end of a sheet shows that a person should know. */
function notesOnEnd({ sheet }: ChosenSheet, end: SheetEnd): string[] {
  const notes: string[] = [];
  if (end.statedRow !== undefined && end.statedRow > end.lastRow)
    notes.push(
      `The sheet "${sheet.name}" states that it has rows up to ${end.statedRow.toLocaleString('en')}; its last row is ${end.lastRow.toLocaleString('en')}.`,
    );
  if (end.firstImprecise !== undefined)
    notes.push(
      `The sheet "${sheet.name}" has whole numbers of more than 15 digits, first in row ${end.firstImprecise}: a spreadsheet does not keep their last digits. Store identifiers as text.`,
    );
  return notes;
}

async function sharedStringsOf(archive: Archive, { sharedStrings }: Workbook, fileName: string): Promise<StringStore> {
  const store = stringStore();
  try {
    if (sharedStrings !== undefined) await readSharedStrings(archive, sharedStrings, fileName, store.add);
    return store;
  } catch (cause) {
    store.close();
    throw cause;
  }
}

/** Reads the rows of the chosen sheets, and adds to the notes what their ends show. */
async function* readRows(
  file: TableFile,
  workbook: Workbook,
  chosen: readonly ChosenSheet[],
  { header, moves }: ReturnType<typeof commonHeader>,
  notes: string[],
): AsyncGenerator<TableRow | RejectedTableRow> {
  const archive = await openWorkbook(file);
  let strings: StringStore | undefined;
  try {
    strings = await sharedStringsOf(archive, workbook, file.fileName);
    for (const [index, one] of chosen.entries()) {
      const { sheet } = one;
      const place: SheetPlace = {
        ...{ header: one.header, base: index * linesOfSheet, move: moves[index], width: header.width },
      };
      const known = new Set(one.header.positions.values());
      const merged = mergedRowsCheck(one, file);
      const { fileName } = file;
      const { decimalMark } = file.reading;
      const named = { part: sheet.part, sheet: sheet.name, fileName };
      const source = { archive, ...named, ...workbook, decimalMark, shared: strings.get };
      const batches = sheetRows(source);
      let batch = await batches.next();
      while (batch.done !== true) {
        for (const row of batch.value) {
          const fitted = fitSheetRow(row, place, known);
          if (fitted === undefined) continue;
          merged.hasRow(row.line);
          yield fitted;
        }
        batch = await batches.next();
      }
      merged.refuse(batch.value.merged);
      notes.push(...notesOnEnd(one, batch.value));
    }
  } finally {
    strings?.close();
    await archive.close();
  }
}

/**
 * Looks at a workbook before any row is used: its sheets, and the header of each. Throws FILE_NOT_A_TABLE,
 * FILE_FORMAT_NOT_ACCEPTED, FILE_TRUNCATED, FILE_DAMAGED, FILE_TOO_LARGE, FILE_ENCRYPTED, FILE_SHEET_NOT_FOUND and the
 * errors of the header; `rows` throws FILE_DAMAGED and FILE_CELLS_MERGED.
 */
export async function openXlsx(file: TableFile): Promise<OpenedFile> {
  refuseForeignFile(await readHead(file.path), file, 'xlsx');
  const archive = await openWorkbook(file);
  try {
    const workbook = await readWorkbook(archive, file.fileName);
    const { chosen, notes } = await chooseSheets(archive, workbook, file);
    const [first, ...later] = chosen.map(({ header }): TableHeader => header);
    if (first === undefined) throw new Error('no sheet was chosen');
    const common = commonHeader([first, ...later]);
    for (const [index, { sheet }] of chosen.entries()) {
      if (index === 0) continue;
      const from = (index * linesOfSheet + 1).toLocaleString('en');
      notes.push(
        `The sheet "${sheet.name}" has the same header and was read too; its lines are numbered from ${from}.`,
      );
    }
    return {
      ...{ format: 'xlsx', encoding: null, sheets: chosen.map(({ sheet }) => sheet.name), header: common.header },
      above: chosen.flatMap(({ above }) => above.map(rowText)),
      rows: () => readRows(file, workbook, chosen, common, notes),
      ...{ claims: () => [], notes: () => notes, close: async () => {}, csv: undefined },
    };
  } finally {
    await archive.close();
  }
}
