import { EQUALS, LESS, LOWER_C, LOWER_R, QUOTE, SLASH, SPACE, ZERO } from './ascii.ts';
import { type Cell, type CellFault, mostRows, type SheetRow } from './cell.ts';
import { readCellTag } from './cell-tag.ts';
import type { CellReader } from './cell-text.ts';
import { cellValueReader } from './cell-value.ts';
import { type Damaged, found, notWellFormed, type SheetPiece } from './sheet-piece.ts';
import { attributeOf, elementEnd, isNameEnd, tagEnd } from './tags.ts';

/** The number in the first attribute, where nearly all rows have it, or -1. */
function leadingNumber(bytes: Buffer, attributes: number): number {
  let at = attributes;
  if (bytes[at] !== SPACE || bytes[at + 1] !== LOWER_R || bytes[at + 2] !== EQUALS || bytes[at + 3] !== QUOTE)
    return -1;
  let number = 0;
  let digit = 0;
  for (at += 4; digit >= 0 && digit <= 9 && number <= mostRows; at += 1) {
    number = number * 10 + digit;
    digit = (bytes[at] ?? 0) - ZERO;
  }
  return bytes[at - 1] === QUOTE ? number : -1;
}

/** The number of the row whose start tag has its attributes between two positions: written, or one more than the last. */
function rowNumber({ bytes, text, row, damaged }: SheetPiece, attributes: number, tagEnd: number): number {
  const leading = leadingNumber(bytes, attributes);
  const written = leading >= 0 ? leading : attributeOf(text.slice(attributes, tagEnd), 'r');
  const number = written === undefined ? row + 1 : Number(written);
  if (!Number.isInteger(number) || number < 1 || number > mostRows)
    throw damaged(`"${written ?? number}" is not a row number`);
  if (number <= row) throw damaged(`row ${number} comes after row ${row}`, number);
  return number;
}

type RowScanner = {
  /**
   * Reads the rows in the first `end` bytes, which begin before a row and end before one; after them come a `<` and
   * at least as many bytes as a pattern has.
   * Returns the position of the end of the sheet's data, or -1 where the bytes do not reach it.
   */
  scan(bytes: Buffer, end: number, rows: SheetRow[]): number;
  /** The highest row number so far, blank rows included. */
  lastRow(): number;
};

const isBlankText = (text: string) => text === '' || (text.charCodeAt(0) <= SPACE && text.trim() === '');

/**
 * Reads rows out of clean XML. This is the loop in which a large workbook spends its time: it compares bytes in place,
 * cuts texts out of one string with a letter for each byte, and leaves whatever is rare to cell-value.ts. Each part of it
 * (here, cell-tag.ts, cell-value.ts) is one call for a cell and allocates nothing: in a single function, a workbook
 * would be read 5 to 10 % faster.
 */
export function rowScanner(
  prefix: string,
  reader: CellReader,
  damaged: Damaged,
  isWanted: (row: number) => boolean = () => true,
): RowScanner {
  const start = `<${prefix}`;
  const startLength = start.length;
  const hasPrefix = prefix !== '';
  const openRow = `<${prefix}row`;
  const closeRow = `</${prefix}row>`;
  const endOfData = `</${prefix}sheetData`;
  const readCellValue = cellValueReader(prefix, reader);
  const cell: Cell = { column: -1, type: 'number', style: 0, isEmpty: false, fault: undefined, end: 0 };
  /** The cells of the row at hand: the array is used again, and each row takes a copy of its length. */
  const cells: string[] = [];
  let lastRow = 0;

  function isCell(bytes: Buffer, text: string, at: number): boolean {
    const name = at + startLength;
    if (bytes[name] !== LOWER_C || !isNameEnd(bytes[name + 1] ?? 0)) return false;
    return !hasPrefix || text.startsWith(start, at);
  }

  /** Reads the cells of the row whose start tag ends before `from`. Returns the position after the row. */
  function scanCells(piece: SheetPiece, from: number, rows: SheetRow[]): number {
    const { bytes, text, row } = piece;
    let count = 0;
    let isBlank = true;
    let faults: CellFault[] | undefined;
    cell.column = -1;
    let at = from;
    for (;;) {
      while (bytes[at] !== LESS) at += 1;
      if (bytes[at + 1] === SLASH) break;
      if (!isCell(bytes, text, at)) {
        at = found(piece, elementEnd(text, at));
        continue;
      }
      at = readCellTag(piece, at + startLength + 1, cell);
      const { column } = cell;
      if (column < count && cells[column] !== '') throw damaged(`row ${row} has the same cell twice`, row);
      for (; count < column; count += 1) cells[count] = '';
      let content = '';
      if (!cell.isEmpty) {
        content = readCellValue(piece, at, cell);
        at = cell.end;
      }
      cells[column] = content;
      if (column === count) count += 1;
      if (isBlank) isBlank = isBlankText(content);
      if (cell.fault !== undefined) {
        faults ??= [];
        faults.push({ column, code: cell.fault, text: content });
        cell.fault = undefined;
      }
    }
    if (!text.startsWith(closeRow, at)) throw notWellFormed(piece);
    if (!isBlank) rows.push({ line: row, cells: cells.slice(0, count), faults });
    return at + closeRow.length;
  }

  /** Reads the row whose start tag is between two positions. Returns the position after the row. */
  function scanRow(piece: SheetPiece, tag: number, tagEnd: number, rows: SheetRow[]): number {
    piece.row = rowNumber(piece, tag + openRow.length, tagEnd);
    lastRow = piece.row;
    if (piece.bytes[tagEnd - 2] === SLASH) return tagEnd;
    if (isWanted(piece.row)) return scanCells(piece, tagEnd, rows);
    return found(piece, piece.text.indexOf(closeRow, tagEnd)) + closeRow.length;
  }

  return {
    lastRow: () => lastRow,
    scan(bytes, end, rows) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      const text = bytes.toString('latin1', 0, end);
      const piece: SheetPiece = { bytes, view, text, row: lastRow, damaged };
      let at = 0;
      for (;;) {
        at = text.indexOf('<', at);
        if (at < 0) return -1;
        if (bytes[at + 1] === SLASH) {
          if (!text.startsWith(endOfData, at)) throw notWellFormed(piece);
          return at;
        }
        const tag = found(piece, tagEnd(text, at));
        const isRow = text.startsWith(openRow, at) && isNameEnd(bytes[at + openRow.length] ?? 0);
        at = isRow ? scanRow(piece, at, tag, rows) : found(piece, elementEnd(text, at));
        // a row that seems to end past the bytes does not end
        if (at > end) throw notWellFormed(piece);
      }
    },
  };
}
