import type { CellReader } from './cell-text.ts';
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

const TAB = 9;
const LINE_FEED = 10;
const SPACE = 32;
const QUOTE = 34;
const AMPERSAND = 38;
const APOSTROPHE = 39;
const MINUS = 45;
const POINT = 46;
const SLASH = 47;
const ZERO = 48;
const NINE = 57;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const UPPER_A = 65;
const UPPER_Z = 90;
const UNDERSCORE = 95;

/** What a byte in a value means: a value whose bytes are all 0 is a plain number, one without the others is plain text. */
const NOT_NUMBER = 1;
const ESCAPE = 2;
const WIDE = 4;
const meaning = Uint8Array.from({ length: 256 }, (_, byte) => {
  if ((byte >= ZERO && byte <= NINE) || byte === POINT || byte === MINUS) return 0;
  if (byte === AMPERSAND || byte === UNDERSCORE) return NOT_NUMBER | ESCAPE;
  return byte >= 0x80 ? NOT_NUMBER | WIDE : NOT_NUMBER;
});

export type RowScanner = {
  /**
   * Reads the rows in the first `end` bytes, which begin before a row and end before one; after them come a `<` and
   * at least as many bytes as a pattern has.
   * Returns the position of the end of the sheet's data, or -1 where the bytes do not reach it.
   */
  scan(bytes: Buffer, end: number, rows: SheetRow[]): number;
  /** The highest row number so far, blank rows included. */
  lastRow(): number;
};

/** The types of one letter by that letter. */
const shortTypes: readonly (CellType | undefined)[] = Array.from({ length: 128 }, (_, letter) => {
  const types = { s: 'shared', n: 'number', b: 'boolean', e: 'error', d: 'date' } as const;
  const name = String.fromCharCode(letter);
  return name === 's' || name === 'n' || name === 'b' || name === 'e' || name === 'd' ? types[name] : undefined;
});
/** Bytes to compare four at a time, the last four overlapping: a third of the time of one after the other. */
type Pattern = { length: number; offsets: readonly number[]; words: readonly number[] };

function patternOf(expected: string): Pattern {
  const bytes = Buffer.from(expected);
  if (bytes.length < 4) throw new RangeError(`${expected} has fewer than four bytes`);
  const offsets: number[] = [];
  for (let offset = 0; offset + 4 < bytes.length; offset += 4) offsets.push(offset);
  offsets.push(bytes.length - 4);
  return { length: bytes.length, offsets, words: offsets.map((offset) => bytes.readInt32LE(offset)) };
}

/** Whether the bytes of a pattern are at a position. */
function matches(view: DataView, at: number, { offsets, words }: Pattern): boolean {
  for (let index = 0; index < words.length; index += 1)
    if (view.getInt32(at + (offsets[index] ?? 0), true) !== words[index]) return false;
  return true;
}

const inlineType = patternOf('inlineStr');

/**
 * Reads rows out of clean XML. This is the loop in which a large workbook spends its time: it compares bytes in place,
 * cuts texts out of one string with a letter for each byte, and leaves whatever is rare to slow-cell.ts.
 */
export function rowScanner(
  prefix: string,
  reader: CellReader,
  damaged: (message: string, line?: number) => Error,
): RowScanner {
  const { cellText, shared, isPlainNumber } = reader;
  const start = `<${prefix}`;
  const prefixLength = prefix.length;
  const openRow = `<${prefix}row`;
  const endOfData = `</${prefix}sheetData`;
  const closeRow = `</${prefix}row>`;
  const closeValue = patternOf(`</${prefix}v></${prefix}c>`);
  const closeInline = patternOf(`</${prefix}t></${prefix}is></${prefix}c>`);
  const openInline = patternOf(`<${prefix}is><${prefix}t`);
  const hasPrefix = prefixLength > 0;
  let row = 0;
  /** The cells of the row at hand: the array is used again, and each row takes a copy of its length. */
  const cells: string[] = [];

  const notWellFormed = () => damaged(`the XML of row ${row} is not well-formed`, row);
  const found = (position: number) => {
    if (position < 0) throw notWellFormed();
    return position;
  };

  /** The number that a row's tag begins with, as nearly all do, or -1. */
  function leadingNumber(bytes: Buffer, tag: number): number {
    let at = tag + openRow.length;
    if (bytes[at] !== SPACE || bytes[at + 1] !== 114 || bytes[at + 2] !== EQUALS || bytes[at + 3] !== QUOTE) return -1;
    let number = 0;
    let digit = 0;
    for (at += 4; digit >= 0 && digit <= 9 && number <= mostRows; at += 1) {
      number = number * 10 + digit;
      digit = (bytes[at] ?? 0) - ZERO;
    }
    return bytes[at - 1] === QUOTE ? number : -1;
  }

  /** The number of a row: written, or one more than that of the row before. */
  function rowNumber(bytes: Buffer, text: string, from: number, to: number): number {
    const leading = leadingNumber(bytes, from);
    const written = leading >= 0 ? leading : attributeOf(text.slice(from, to), 'r');
    const number = written === undefined ? row + 1 : Number(written);
    if (!Number.isInteger(number) || number < 1 || number > mostRows)
      throw damaged(`"${written ?? number}" is not a row number`);
    if (number <= row) throw damaged(`row ${number} comes after row ${row}`, number);
    return number;
  }

  /** The type that a cell's attribute `t` names. */
  function typeOf(bytes: Buffer, from: number, to: number): CellType {
    const type = to - from === 1 ? shortTypes[bytes[from] ?? 0] : undefined;
    if (type !== undefined) return type;
    if (bytes.toString('latin1', from, to) === 'str') return 'text';
    throw damaged(`row ${row} has a cell of the type "${bytes.toString('utf8', from, to)}"`, row);
  }

  /** The cells of the row whose start tag ends before `from`. Returns the position after the row. */
  function scanCells(bytes: Buffer, view: DataView, text: string, from: number, rows: SheetRow[]): number {
    let count = 0;
    let faults: CellFault[] | undefined;
    let isBlank = true;
    let column = -1;
    let at = from;
    for (;;) {
      while (bytes[at] !== LESS) at += 1;
      if (bytes[at + 1] === SLASH) {
        if (!text.startsWith(closeRow, at)) throw notWellFormed();
        at += closeRow.length;
        break;
      }
      let position = at + 1 + prefixLength;
      if (
        bytes[position] !== 99 ||
        !isNameEnd(bytes[position + 1] ?? 0) ||
        (hasPrefix && !text.startsWith(start, at))
      ) {
        at = found(elementEnd(text, at));
        continue;
      }
      position += 1;
      let next = column + 1;
      let type: CellType = 'number';
      let style = 0;
      let isEmpty = false;
      for (;;) {
        const code = bytes[position] ?? 0;
        if (code === SPACE || code === LINE_FEED || code === TAB) {
          position += 1;
          continue;
        }
        if (code === GREATER) {
          position += 1;
          break;
        }
        if (code === SLASH) {
          if (bytes[position + 1] !== GREATER) throw notWellFormed();
          position += 2;
          isEmpty = true;
          break;
        }
        // one letter, an equals sign and a quote; other attributes and other spacing take the longer way
        let value = position + 3;
        let quote = bytes[position + 2] ?? 0;
        let name = code;
        if (bytes[position + 1] !== EQUALS || (quote !== QUOTE && quote !== APOSTROPHE)) {
          const equals = found(text.indexOf('=', position));
          const written = text.slice(position, equals).trim();
          name = written.length === 1 ? written.charCodeAt(0) : 0;
          value = equals + 1;
          while (bytes[value] === SPACE || bytes[value] === LINE_FEED) value += 1;
          quote = bytes[value] ?? 0;
          if (quote !== QUOTE && quote !== APOSTROPHE) throw notWellFormed();
          value += 1;
        }
        let end = value;
        if (name === 114) {
          let number = 0;
          let letter = bytes[end] ?? 0;
          while (letter >= UPPER_A && letter <= UPPER_Z) {
            number = number * 26 + letter - 64;
            end += 1;
            letter = bytes[end] ?? 0;
          }
          let line = 0;
          while (letter >= ZERO && letter <= NINE) {
            line = line * 10 + letter - ZERO;
            end += 1;
            letter = bytes[end] ?? 0;
          }
          if (letter !== quote || number < 1 || number > mostColumns || line !== row)
            throw damaged(`row ${row} has a cell with the reference "${text.slice(value, value + 12)}"`, row);
          next = number - 1;
        } else if (name === 115) {
          let letter = bytes[end] ?? 0;
          while (letter >= ZERO && letter <= NINE) {
            style = style * 10 + letter - ZERO;
            end += 1;
            letter = bytes[end] ?? 0;
          }
          if (letter !== quote) throw notWellFormed();
        } else if (name === 116 && bytes[value + 1] === quote) {
          type = typeOf(bytes, value, value + 1);
          end = value + 1;
        } else if (name === 116 && bytes[value + inlineType.length] === quote && matches(view, value, inlineType)) {
          type = 'inline';
          end = value + inlineType.length;
        } else {
          end = found(text.indexOf(quote === QUOTE ? '"' : "'", end));
          if (name === 116) type = typeOf(bytes, value, end);
        }
        position = end + 1;
      }
      if (next < count) {
        if (cells[next] !== '') throw damaged(`row ${row} has the same cell twice`, row);
      } else {
        while (count < next) {
          cells[count] = '';
          count += 1;
        }
      }
      column = next;
      if (isEmpty) {
        if (next === count) {
          cells[count] = '';
          count += 1;
        }
        at = position;
        continue;
      }
      // the start of the value where the cell is the usual one of its type, and what follows the value then
      let begin = -1;
      let after = closeValue;
      if (bytes[position] === LESS) {
        const letter = position + 1 + prefixLength;
        if (bytes[letter] === 118 && bytes[letter + 1] === GREATER) {
          if (!hasPrefix || text.startsWith(start, position)) begin = letter + 2;
        } else if (type === 'inline' && matches(view, position, openInline)) {
          let content = position + openInline.length;
          // xml:space is the only attribute that it has
          if (bytes[content] === SPACE) content = tagEnd(text, position + 4 + prefixLength) - 1;
          if (bytes[content] === GREATER && bytes[content - 1] !== SLASH) begin = content + 1;
          after = closeInline;
        }
      }
      let content = '';
      let close = begin;
      let means = 0;
      if (begin >= 0) {
        for (let byte = bytes[close] ?? 0; byte !== LESS; byte = bytes[close] ?? 0) {
          means |= meaning[byte] ?? 0;
          close += 1;
        }
        if (close === begin || !matches(view, close, after)) begin = -1;
      }
      if (begin < 0) {
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
      } else {
        at = close + after.length;
        if (type === 'shared') {
          let index = 0;
          for (let digit = begin; digit < close; digit += 1) index = index * 10 + (bytes[digit] ?? 0) - ZERO;
          // anything but digits gives an index that is not there
          content = (means === 0 ? shared(index) : undefined) ?? cellText(text.slice(begin, close), type, style, row);
        } else if (type === 'number' ? means === 0 && close - begin <= 15 && isPlainNumber(style) : false) {
          content = text.slice(begin, close);
        } else if (
          (type === 'inline' || type === 'text') &&
          (means & (ESCAPE | WIDE)) === 0 &&
          close - begin <= longestCell
        ) {
          content = text.slice(begin, close);
        } else {
          const written = (means & WIDE) === 0 ? text.slice(begin, close) : bytes.toString('utf8', begin, close);
          content = cellText(written, type, style, row);
        }
      }
      if (type === 'error' && content !== '') {
        faults ??= [];
        faults.push({ column: next, code: 'cell_error', text: content });
      }
      cells[next] = content;
      if (next === count) count += 1;
      if (isBlank && content !== '' && (content.charCodeAt(0) > SPACE || content.trim() !== '')) isBlank = false;
    }
    if (!isBlank) rows.push({ line: row, cells: cells.slice(0, count), faults });
    return at;
  }

  return {
    lastRow: () => row,
    scan(bytes, end, rows) {
      const text = bytes.toString('latin1', 0, end);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      let at = 0;
      for (;;) {
        at = text.indexOf('<', at);
        if (at < 0) return -1;
        if (bytes[at + 1] === SLASH) {
          if (!text.startsWith(endOfData, at)) throw notWellFormed();
          return at;
        }
        const tag = found(tagEnd(text, at));
        if (text.startsWith(openRow, at) && isNameEnd(bytes[at + openRow.length] ?? 0)) {
          row = rowNumber(bytes, text, at, tag);
          at = bytes[tag - 2] === SLASH ? tag : scanCells(bytes, view, text, tag, rows);
          // a row that seems to end past the bytes does not end
          if (at > end) throw notWellFormed();
        } else at = found(elementEnd(text, at));
      }
    },
  };
}
