import type { CellText } from './cell-text.ts';
import { slowCell } from './slow-cell.ts';
import { attributeOf, elementEnd, isNameEnd, tagEnd } from './tags.ts';

/** A cell that has no value to use: why, and what it shows. */
export type CellFault = { column: number; code: 'cell_error' | 'formula_without_value'; text: string };

/** A row that is not blank, with its number in the sheet. */
export type SheetRow = { line: number; cells: string[]; faults: CellFault[] | undefined };

export type CellType = 'number' | 'shared' | 'inline' | 'text' | 'boolean' | 'error' | 'date';

const mostColumns = 16_384;
/** A line number must stay below the first of the next sheet (see open-xlsx.ts). */
const mostRows = 9_999_999;
/** A spreadsheet takes 32,767 letters in a cell. */
export const longestCell = 1024 ** 2;

const SPACE = 32;
const QUOTE = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;

export type RowScanner = {
  /**
   * Reads the rows in a text that begins before a row and ends before one. Returns the position of the end of the
   * sheet's data, or -1 where the text does not reach it.
   */
  scan(text: string, rows: SheetRow[]): number;
  /** The highest row number so far, blank rows included. */
  lastRow(): number;
};

/** The type of a cell by its attribute `t`, from `at` up to the quote. */
function typeOf(text: string, at: number, end: number): CellType | undefined {
  const length = end - at;
  const first = text.charCodeAt(at);
  if (length === 1) {
    if (first === 115) return 'shared';
    if (first === 110) return 'number';
    if (first === 98) return 'boolean';
    if (first === 101) return 'error';
    return first === 100 ? 'date' : undefined;
  }
  const name = text.slice(at, end);
  return name === 'inlineStr' ? 'inline' : name === 'str' ? 'text' : undefined;
}

/**
 * Reads rows out of clean XML. This is the loop in which a large workbook spends its time: it compares letters in place
 * and leaves whatever is rare to slow-cell.ts.
 */
export function rowScanner(
  prefix: string,
  cellText: CellText,
  damaged: (message: string, line?: number) => Error,
): RowScanner {
  const skip = prefix.length + 1;
  const openRow = `<${prefix}row`;
  const closeRow = `</${prefix}row>`;
  const openCell = `<${prefix}c`;
  const openValue = `<${prefix}v>`;
  const closeValue = `</${prefix}v></${prefix}c>`;
  const openInline = `<${prefix}is><${prefix}t>`;
  const closeInline = `</${prefix}t></${prefix}is></${prefix}c>`;
  const endOfData = `</${prefix}sheetData`;
  let row = 0;

  const notWellFormed = () => damaged(`the XML of row ${row} is not well-formed`, row);
  const found = (position: number) => {
    if (position < 0) throw notWellFormed();
    return position;
  };

  /** The number of a row: written, or one more than that of the row before. */
  function rowNumber(tag: string): number {
    const written = attributeOf(tag, 'r');
    const number = written === undefined ? row + 1 : Number(written);
    if (!Number.isInteger(number) || number < 1 || number > mostRows)
      throw damaged(`"${written ?? number}" is no row number`);
    if (number <= row) throw damaged(`row ${number} comes after row ${row}`, number);
    return number;
  }

  /** The cells of the row whose start tag ends before `from`. Returns the position after the row. */
  function scanCells(text: string, from: number, rows: SheetRow[]): number {
    const cells: string[] = [];
    let faults: CellFault[] | undefined;
    let isBlank = true;
    let column = -1;
    let at = from;
    for (;;) {
      if (text.charCodeAt(at) !== LESS) at = found(text.indexOf('<', at));
      if (text.charCodeAt(at + 1) === SLASH) {
        if (!text.startsWith(closeRow, at)) throw notWellFormed();
        at += closeRow.length;
        break;
      }
      let position = at + skip + 1;
      if (!text.startsWith(openCell, at) || !isNameEnd(text.charCodeAt(position))) {
        at = found(elementEnd(text, at));
        continue;
      }
      let next = column + 1;
      let type: CellType = 'number';
      let style = 0;
      let isEmpty = false;
      for (;;) {
        const code = text.charCodeAt(position);
        if (code === SPACE || code === 10 || code === 9) {
          position += 1;
        } else if (code === GREATER) {
          position += 1;
          break;
        } else if (code === SLASH) {
          if (text.charCodeAt(position + 1) !== GREATER) throw notWellFormed();
          position += 2;
          isEmpty = true;
          break;
        } else {
          // one letter, an equals sign and a quote; other attributes and other spacing take the longer way
          let value = position + 3;
          let quote = text.charCodeAt(position + 2);
          let name = code;
          if (text.charCodeAt(position + 1) !== EQUALS || (quote !== QUOTE && quote !== APOSTROPHE)) {
            const equals = found(text.indexOf('=', position));
            const written = text.slice(position, equals).trim();
            name = written.length === 1 ? written.charCodeAt(0) : 0;
            value = equals + 1;
            while (text.charCodeAt(value) === SPACE || text.charCodeAt(value) === 10) value += 1;
            quote = text.charCodeAt(value);
            if (quote !== QUOTE && quote !== APOSTROPHE) throw notWellFormed();
            value += 1;
          }
          let end = value;
          if (name === 114) {
            let number = 0;
            let letter = text.charCodeAt(end);
            while (letter >= 65 && letter <= 90) {
              number = number * 26 + letter - 64;
              end += 1;
              letter = text.charCodeAt(end);
            }
            let line = 0;
            while (letter >= 48 && letter <= 57) {
              line = line * 10 + letter - 48;
              end += 1;
              letter = text.charCodeAt(end);
            }
            if (letter !== quote || number < 1 || number > mostColumns || line !== row)
              throw damaged(`row ${row} has a cell with the reference "${text.slice(value, value + 12)}"`, row);
            next = number - 1;
          } else if (name === 115) {
            let letter = text.charCodeAt(end);
            while (letter >= 48 && letter <= 57) {
              style = style * 10 + letter - 48;
              end += 1;
              letter = text.charCodeAt(end);
            }
            if (letter !== quote) throw notWellFormed();
          } else {
            end = found(text.indexOf(quote === QUOTE ? '"' : "'", end));
            if (name === 116) {
              const known = typeOf(text, value, end);
              if (known === undefined)
                throw damaged(`row ${row} has a cell of the type "${text.slice(value, end)}"`, row);
              type = known;
            }
          }
          position = end + 1;
        }
      }
      if (next > column) {
        for (let gap = cells.length; gap < next; gap += 1) cells.push('');
      } else if ((cells[next] ?? '') !== '') throw damaged(`row ${row} has the same cell twice`, row);
      column = next;
      if (isEmpty) {
        if (next === cells.length) cells.push('');
        at = position;
        continue;
      }
      let content = '';
      let start = -1;
      let close = 0;
      if (text.startsWith(openValue, position)) {
        start = position + openValue.length;
        close = text.indexOf('<', start);
        if (close === start || !text.startsWith(closeValue, close)) start = -1;
        else at = close + closeValue.length;
      } else if (type === 'inline' && text.startsWith(openInline, position)) {
        start = position + openInline.length;
        close = text.indexOf('<', start);
        if (!text.startsWith(closeInline, close)) start = -1;
        else at = close + closeInline.length;
      }
      if (start < 0) {
        const cell = slowCell(text, position, prefix);
        if (cell === undefined) throw notWellFormed();
        at = cell.end;
        if (type === 'inline') content = cellText(cell.inline, 'inline', style, row);
        else if (cell.value === undefined || (cell.value === '' && type !== 'text')) {
          if (cell.formula !== undefined) {
            content = `=${cellText(cell.formula, 'text', style, row)}`;
            faults ??= [];
            faults.push({ column: next, code: 'formula_without_value', text: content });
          }
        } else content = cellText(cell.value, type, style, row);
      } else content = cellText(text.slice(start, close), type, style, row);
      if (type === 'error' && content !== '') {
        faults ??= [];
        faults.push({ column: next, code: 'cell_error', text: content });
      }
      if (next === cells.length) cells.push(content);
      else cells[next] = content;
      if (isBlank && content !== '' && (content.charCodeAt(0) > SPACE || content.trim() !== '')) isBlank = false;
    }
    if (!isBlank) rows.push({ line: row, cells, faults });
    return at;
  }

  return {
    lastRow: () => row,
    scan(text, rows) {
      let at = 0;
      for (;;) {
        at = text.indexOf('<', at);
        if (at < 0) return -1;
        if (text.charCodeAt(at + 1) === SLASH) {
          if (!text.startsWith(endOfData, at)) throw notWellFormed();
          return at;
        }
        const end = found(tagEnd(text, at));
        if (text.startsWith(openRow, at) && isNameEnd(text.charCodeAt(at + openRow.length))) {
          row = rowNumber(text.slice(at, end));
          at = text.charCodeAt(end - 2) === SLASH ? end : scanCells(text, end, rows);
        } else at = found(elementEnd(text, at));
      }
    },
  };
}
