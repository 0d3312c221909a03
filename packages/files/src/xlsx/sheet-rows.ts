import { refused } from '../file-refusal.ts';
import type { FileTerms } from '../file-terms.ts';
import type { Archive, Part } from './archive.ts';
import { LESS } from './ascii.ts';
import type { SheetRow } from './cell.ts';
import { cellReader } from './cell-text.ts';
import type { CellStyle, DateSystem } from './date-text.ts';
import { partBytes } from './part-xml.ts';
import { rowScanner } from './row-scanner.ts';
import { attributeOf, nameOf, tagEnd } from './tags.ts';

/** With more merged ranges than this, they are layout and not a table, and are not examined one by one. */
const mostRanges = 100_000;

/** Reads what follows the rows of a sheet: the ranges of merged cells, and the end of the sheet. */
function mergedCells(prefix: string): {
  /** Takes text and returns what is left of it: a tag that is not complete. */
  read(text: string): string;
  isComplete(rest: string): boolean;
  ranges(): readonly string[];
} {
  const ranges: string[] = [];
  const mergeCell = `<${prefix}mergeCell `;
  const endOfSheet = new RegExp(`^</${prefix}worksheet\\s*>$`);
  let isEnded = false;
  return {
    ranges: () => ranges,
    isComplete: (rest) => isEnded && rest.trim() === '',
    read(text) {
      let at = 0;
      for (;;) {
        const start = text.indexOf('<', at);
        if (start < 0) return '';
        const end = tagEnd(text, start);
        if (end < 0) return text.slice(start);
        const isMerge = text.startsWith(mergeCell, start);
        if (isMerge && ranges.length < mostRanges) {
          const range = attributeOf(text.slice(start, end), 'ref');
          if (range !== undefined) ranges.push(range);
        }
        // nothing may follow the end, so that two sheets in one part are not taken for one
        isEnded = !isEnded && endOfSheet.test(text.slice(start, end));
        at = end;
      }
    },
  };
}

const mainNamespaces = [
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
];
/** The limit for the part before the rows (such as column widths), and for one row; a sheet with more is not a real one. */
const longestStart = 16 * 1024 ** 2;
const longestRow = 64 * 1024 ** 2;

type SheetSource = {
  archive: Archive;
  part: Part;
  /** The name on the sheet's tab. */
  sheet: string;
  fileName: string;
  styles: readonly CellStyle[];
  system: DateSystem;
  decimalMark: FileTerms['decimalMark'];
  /** Whether numbers are marked (numberMark) and not shown by their style, and formulas are faults. */
  isAsStored: boolean;
  /** Whether the cells of a row are needed; without it, those of every row. */
  isWanted?: ((row: number) => boolean) | undefined;
  shared(index: number): string | undefined;
};

/** The facts of a sheet after its end was read. */
export type SheetEnd = {
  /** The last row in the sheet, blank ones included. */
  lastRow: number;
  /** The last row according to the sheet itself; undefined where it does not state one. */
  statedRow: number | undefined;
  /** The first row that holds a number with more digits than a spreadsheet keeps. */
  firstImprecise: number | undefined;
  merged: readonly string[];
};

/** The start of a sheet up to its rows: the prefix of its elements and the last row that it states. */
function readStart(start: string, damaged: (message: string) => Error): { prefix: string; statedRow?: number } {
  const rootAt = start.indexOf('<');
  const rootEnd = rootAt < 0 ? -1 : tagEnd(start, rootAt);
  const root = rootEnd < 0 ? '' : start.slice(rootAt, rootEnd);
  const { prefix, name } = nameOf(root);
  const namespace = attributeOf(root, prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`);
  if (prefix.length > 100) throw damaged('the prefix of its elements is too long');
  if (name !== 'worksheet' || namespace === undefined || !mainNamespaces.includes(namespace))
    throw damaged('it is not the XML of a worksheet');
  const dimension = new RegExp(`<${prefix}dimension\\s[^>]*>`).exec(start)?.[0];
  const stated = /^\$?[A-Z]+\$?\d+:\$?[A-Z]+\$?(\d+)$/.exec(attributeOf(dimension ?? '', 'ref') ?? '')?.[1];
  return { prefix, ...(stated === undefined ? {} : { statedRow: Number(stated) }) };
}

/** Bytes of a sheet that are not read yet, followed by a `<`, at which whoever reads a value stops, and room for more. */
type Window = { bytes: Buffer; length: number };

/** More than the longest end tags of a cell, because a prefix has at most about a hundred letters (see readStart). */
const room = 512;

function append(window: Window, chunk: Buffer): void {
  const length = window.length + chunk.length;
  if (length + room > window.bytes.length) {
    const larger = Buffer.alloc(Math.max(length + room, window.bytes.length * 2));
    window.bytes.copy(larger, 0, 0, window.length);
    window.bytes = larger;
  }
  chunk.copy(window.bytes, window.length);
  window.length = length;
  window.bytes[length] = LESS;
}

function discard({ bytes, length }: Window, count: number): Window {
  bytes.copyWithin(0, count, length);
  bytes[length - count] = LESS;
  return { bytes, length: length - count };
}

/**
 * The rows of a sheet that are not blank, in batches, in constant memory. Returns the facts of its end. Throws FILE_DAMAGED where the
 * XML is not well-formed or ends before the sheet does, so that no row is lost silently.
 */
export async function* sheetRows(source: SheetSource): AsyncGenerator<readonly SheetRow[], SheetEnd> {
  const { archive, part, sheet, fileName } = source;
  const damaged = (message: string, line?: number) =>
    refused(fileName, 'FILE_DAMAGED', `The sheet "${sheet}" of the workbook is damaged: ${message}.`, { line });
  const endsEarly = () => damaged('it ends before its last row is complete');
  const reader = cellReader({ ...source, damaged });
  const chunks = partBytes(archive, part, fileName);
  const opening = /<(?:[^\s:/<>]+:)?sheetData(?=[\s/>])/;
  try {
    let window: Window = { bytes: Buffer.alloc(256 * 1024), length: 0 };
    let start = '';
    let dataAt = -1;
    let dataEnd = -1;
    while (dataEnd < 0) {
      const { value, done } = await chunks.next();
      if (done === true) break;
      append(window, value);
      start = window.bytes.toString('latin1', 0, window.length);
      dataAt = start.search(opening);
      dataEnd = dataAt < 0 ? -1 : tagEnd(start, dataAt);
      if (start.length > longestStart) throw damaged('it has no rows within its first 16 MiB');
    }
    const { prefix, statedRow } = readStart(dataAt < 0 ? start : start.slice(0, dataAt), damaged);
    if (dataEnd < 0 || !start.startsWith(`<${prefix}sheetData`, dataAt)) throw endsEarly();
    const scanner = rowScanner(prefix, reader, damaged, source.isWanted);
    window = discard(window, dataEnd);
    const rowStart = Buffer.from(`<${prefix}row`);
    const endOfData = Buffer.from(`</${prefix}sheetData`);
    let isAtEnd = start.charCodeAt(dataEnd - 2) === 47;
    start = '';
    while (!isAtEnd) {
      // what comes before the start of a row is complete; the last row ends with the data
      const filled = window.bytes.subarray(0, window.length);
      const lastRow = filled.lastIndexOf(rowStart);
      const complete = filled.indexOf(endOfData, Math.max(lastRow, 0)) >= 0 ? window.length : lastRow;
      if (complete > 0) {
        const rows: SheetRow[] = [];
        const stop = scanner.scan(window.bytes, complete, rows);
        window = discard(window, stop >= 0 ? stop : complete);
        if (rows.length > 0) yield rows;
        isAtEnd = stop >= 0;
      } else if (window.length > longestRow) throw damaged('one of its rows has more than 64 million letters');
      if (isAtEnd) break;
      const { value, done } = await chunks.next();
      if (done === true) throw endsEarly();
      append(window, value);
    }
    const merged = mergedCells(prefix);
    let text = window.bytes.toString('latin1', 0, window.length);
    for (;;) {
      text = merged.read(text);
      if (text.length > longestStart) throw damaged('a tag in it does not end');
      const { value, done } = await chunks.next();
      if (done === true) break;
      text += value.toString('latin1');
    }
    if (!merged.isComplete(text)) throw endsEarly();
    return {
      lastRow: scanner.lastRow(),
      statedRow,
      firstImprecise: reader.firstImprecise(),
      merged: merged.ranges(),
    };
  } finally {
    await chunks.return(undefined);
  }
}
