import { refused } from '../file-refusal.ts';
import { refuseForeignFile } from '../foreign-file.ts';
import type { OpenedFile } from '../opened-file.ts';
import { noteOnAbove } from '../table/numbered-columns.ts';
import { requireEqual } from '../table/repeated-columns.ts';
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
import { cellName, commonHeader, fitSheetRow, type SheetPlace } from './common-header.ts';
import { sharedStringsOf } from './shared-strings.ts';
import { type SheetEnd, sheetRows } from './sheet-rows.ts';
import type { StringStore } from './string-store.ts';
import { readWorkbook, type Workbook } from './workbook.ts';

function columnOf(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/**
 * Returns a check that refuses a sheet where a cell of a known column is merged over several lines: the file then shows one value for
 * all of them, but contains it only for the first. Cells merged in titles, in footers and within one line are layout. `refuse` throws
 * the FileRefusal FILE_CELLS_MERGED.
 */
function mergedRowsCheck(
  { sheet, header }: ChosenSheet,
  file: TableFile,
): { hasRow(line: number): void; refuse(ranges: readonly string[]): void } {
  // one bit for each row, because merged ranges follow the rows in the file
  let rows = new Uint8Array(1024);
  const isRow = (line: number) => ((rows[line >> 3] ?? 0) & (1 << (line & 7))) !== 0;

  function refuseRange(range: string): void {
    const parts = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(range);
    if (parts === null) return;
    const [left, right] = [columnOf(parts[1] ?? ''), columnOf(parts[3] ?? '')];
    const [top, bottom] = [Number(parts[2]), Math.min(Number(parts[4]), rows.length * 8)];
    if (bottom === top) return;
    const column = [...header.positions].find(([, position]) => position >= left && position <= right);
    if (column === undefined) return;
    const lines: number[] = [];
    for (let line = top; line <= bottom && lines.length < 2; line += 1) if (isRow(line)) lines.push(line);
    const [first, second] = lines;
    if (first === undefined || second === undefined) return;
    const cell = cellName(column[1], first);
    throw refused(
      file.fileName,
      'FILE_CELLS_MERGED',
      `The cells ${range} of the sheet "${sheet.name}" are merged: rows ${first} and ${second} share one ${column[0]}, that of ${cell}.`,
      { remedy: 'Split the merged cells, fill in the value of each row, and import the file again.', line: first },
    );
  }

  return {
    hasRow(line) {
      if (line >> 3 >= rows.length) {
        const larger = new Uint8Array(Math.max(rows.length * 2, (line >> 3) + 1));
        larger.set(rows);
        rows = larger;
      }
      rows[line >> 3] = (rows[line >> 3] ?? 0) | (1 << (line & 7));
    },
    refuse(ranges) {
      for (const range of ranges) refuseRange(range);
    },
  };
}

/** Other files that are archives like a workbook: the part that identifies each, its name, and what to do. */
const others = [
  { part: 'xl/workbook.bin', name: 'a binary workbook (.xlsb)', remedy: 'Save it as Excel workbook (.xlsx).' },
  { part: 'word/document.xml', name: 'a Word document', remedy: 'Copy its table into a workbook (.xlsx).' },
  { part: 'ppt/presentation.xml', name: 'a presentation', remedy: 'Copy its table into a workbook (.xlsx).' },
  // for OpenDocument; a workbook has no part of this name
  { part: 'content.xml', name: 'an OpenDocument file (.ods)', remedy: 'Save it as Excel workbook (.xlsx) or as CSV.' },
  { part: 'Index/Document.iwa', name: 'a Numbers document', remedy: 'Export it as Excel workbook (.xlsx) or as CSV.' },
] as const;

/** Refuses an archive that is another kind of file, by its name. Throws FILE_FORMAT_NOT_ACCEPTED. */
function refuseOtherArchive(archive: Archive, { fileName, spec }: TableFile): void {
  const found = others.find(({ part }) => archive.part(part) !== undefined);
  if (found !== undefined && archive.part('xl/workbook.xml') === undefined)
    throw refused(fileName, 'FILE_FORMAT_NOT_ACCEPTED', `The ${spec.title} is ${found.name}, which is not read.`, {
      remedy: `${found.remedy} Then import that file.`,
    });
  if (archive.part('[Content_Types].xml') === undefined && archive.part('xl/workbook.xml') === undefined)
    throw refused(fileName, 'FILE_NOT_A_TABLE', `The ${spec.title} is a ZIP archive without a workbook in it.`, {
      remedy: 'Unpack it, and import the file in it.',
    });
}

/** Line numbers of a later sheet begin at a multiple of this number, which exceeds the rows of a sheet. */
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

/** Notes for people on the end of a sheet. */
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

/** Reads the rows of the chosen sheets, or those of some lines, and adds notes on their ends. */
async function* readRows(
  file: TableFile,
  workbook: Workbook,
  chosen: readonly ChosenSheet[],
  { header, moves }: ReturnType<typeof commonHeader>,
  notes: string[],
  lines: ReadonlySet<number> | undefined,
): AsyncGenerator<TableRow | RejectedTableRow> {
  const archive = await openWorkbook(file);
  let strings: StringStore | undefined;
  try {
    strings = await sharedStringsOf(archive, workbook, file);
    for (const [index, one] of chosen.entries()) {
      const { sheet } = one;
      const place: SheetPlace = {
        header: one.header,
        base: index * linesOfSheet,
        move: moves[index],
        width: header.width,
      };
      const known = new Set(one.header.positions.values());
      const merged = mergedRowsCheck(one, file);
      const { fileName } = file;
      const { decimalMark } = file.reading;
      const named = { part: sheet.part, sheet: sheet.name, fileName };
      const isWanted = lines === undefined ? undefined : (row: number) => lines.has(place.base + row);
      const source = { archive, ...named, ...workbook, decimalMark, isAsStored: false, isWanted, shared: strings.get };
      const batches = sheetRows(source);
      let batch = await batches.next();
      while (batch.done !== true) {
        for (const row of batch.value) {
          const fitted = fitSheetRow(row, place, known);
          if (fitted === undefined) continue;
          if ('cells' in fitted) requireEqual(row, one.header, file);
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
 * Inspects a workbook before any row is used: its sheets, and the header of each. Throws FILE_NOT_A_TABLE, FILE_FORMAT_NOT_ACCEPTED,
 * FILE_TRUNCATED, FILE_DAMAGED, FILE_TOO_LARGE, FILE_ENCRYPTED, FILE_SHEET_NOT_FOUND and the errors of the header; `rows` throws
 * FILE_DAMAGED and FILE_CELLS_MERGED.
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
    for (const { header, above } of chosen) notes.push(...noteOnAbove(header, above.map(rowText)));
    for (const [index, { sheet }] of chosen.entries()) {
      if (index === 0) continue;
      const from = (index * linesOfSheet + 1).toLocaleString('en');
      notes.push(
        `The sheet "${sheet.name}" has the same header and was read too; its lines are numbered from ${from}.`,
      );
    }
    return {
      format: 'xlsx',
      encoding: null,
      sheets: chosen.map(({ sheet }) => sheet.name),
      header: common.header,
      above: chosen.flatMap(({ above }) => above.map(rowText)),
      rows: (lines) => readRows(file, workbook, chosen, common, notes, lines),
      claims: () => [],
      notes: () => notes,
      close: async () => {},
      csv: undefined,
    };
  } finally {
    await archive.close();
  }
}
