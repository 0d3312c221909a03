import {
  AMPERSAND,
  type BytePattern,
  bytePattern,
  GREATER,
  LESS,
  LOWER_V,
  MINUS,
  matches,
  NINE,
  POINT,
  SLASH,
  SPACE,
  UNDERSCORE,
  ZERO,
} from './ascii.ts';
import { type Cell, longestCell } from './cell.ts';
import type { CellReader } from './cell-text.ts';
import { notWellFormed, type SheetPiece } from './sheet-piece.ts';
import { isNameEnd, runsText, tagEnd } from './tags.ts';

/** The content of a cell: its value and formula as written, and the text of an inline string. */
type CellContent = {
  value: string | undefined;
  formula: string | undefined;
  inline: string;
  /** The position after the cell. */
  end: number;
};

/** Decodes a text in which each letter stands for one byte of UTF-8. */
function decoded(bytes: string): string {
  return /[\u0080-\u00ff]/.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes;
}

/**
 * Reads a cell with a formula, rich text, attributes or anything else that the fast path does not handle. Each letter of the text stands
 * for one byte of UTF-8.
 */
function slowCell(text: string, from: number, prefix: string): CellContent | undefined {
  const close = `</${prefix}c>`;
  const found: CellContent = { value: undefined, formula: undefined, inline: '', end: -1 };
  let at = from;
  for (;;) {
    const start = text.indexOf('<', at);
    if (start < 0) return undefined;
    if (text.startsWith(close, start)) return { ...found, end: start + close.length };
    const end = tagEnd(text, start);
    if (end < 0 || text.charCodeAt(start + 1) === 47) return undefined;
    const isEmpty = text.charCodeAt(end - 2) === 47;
    const nameAt = start + 1;
    let nameLength = 0;
    while (!isNameEnd(text.charCodeAt(nameAt + nameLength))) nameLength += 1;
    const name = text.slice(nameAt, nameAt + nameLength);
    const closing = `</${name}`;
    const contentEnd = isEmpty ? end : text.indexOf(closing, end);
    if (contentEnd < 0) return undefined;
    const content = isEmpty ? '' : text.slice(end, contentEnd);
    if (name === `${prefix}v`) found.value = decoded(content);
    else if (name === `${prefix}f`) found.formula = decoded(content);
    else if (name === `${prefix}is`) found.inline = decoded(runsText(content, prefix));
    if ((name === `${prefix}v` || name === `${prefix}f`) && content.includes('<')) return undefined;
    if (isEmpty) at = end;
    else {
      const after = tagEnd(text, contentEnd);
      if (after < 0) return undefined;
      at = after;
    }
  }
}

/** The meaning of a byte in a value: a value whose bytes are all 0 is a plain number, a value without the other flags is plain text. */
const NOT_NUMBER = 1;
const ESCAPE = 2;
const WIDE = 4;
const meaning = Uint8Array.from({ length: 256 }, (_, byte) => {
  if ((byte >= ZERO && byte <= NINE) || byte === POINT || byte === MINUS) return 0;
  if (byte === AMPERSAND || byte === UNDERSCORE) return NOT_NUMBER | ESCAPE;
  return byte >= 0x80 ? NOT_NUMBER | WIDE : NOT_NUMBER;
});

/** With this many digits, a number is within the precision that a spreadsheet keeps. */
const preciseLength = 15;

/** Reads a cell from the end of its start tag to its end. Returns its text. */
type ReadCellValue = (piece: SheetPiece, from: number, cell: Cell) => string;

export function cellValueReader(
  prefix: string,
  { cellText, shared, isPlainNumber, isAsStored }: CellReader,
): ReadCellValue {
  const start = `<${prefix}`;
  const startLength = start.length;
  const hasPrefix = prefix !== '';
  const closeValue = bytePattern(`</${prefix}v></${prefix}c>`);
  const openInline = bytePattern(`<${prefix}is><${prefix}t`);
  const closeInline = bytePattern(`</${prefix}t></${prefix}is></${prefix}c>`);

  /** The position after `<v>`, or -1. */
  function valueStart({ bytes, text }: SheetPiece, at: number): number {
    const name = at + startLength;
    if (bytes[at] !== LESS || bytes[name] !== LOWER_V || bytes[name + 1] !== GREATER) return -1;
    return !hasPrefix || text.startsWith(start, at) ? name + 2 : -1;
  }

  /** The position after `<is><t>`, or -1. */
  function inlineStart({ bytes, view, text }: SheetPiece, at: number): number {
    if (bytes[at] !== LESS || !matches(view, at, openInline)) return -1;
    let end = at + openInline.length;
    // xml:space is the only attribute of this element
    if (bytes[end] === SPACE) end = tagEnd(text, end - startLength - 1) - 1;
    return bytes[end] === GREATER && bytes[end - 1] !== SLASH ? end + 1 : -1;
  }

  /** The shared string whose index is at `from`; undefined where anything but digits is there. */
  function sharedText({ bytes, view }: SheetPiece, from: number, cell: Cell): string | undefined {
    let index = 0;
    let at = from;
    for (let digit = (bytes[at] ?? 0) - ZERO; digit >= 0 && digit <= 9; digit = (bytes[at] ?? 0) - ZERO) {
      index = index * 10 + digit;
      at += 1;
    }
    if (at === from || !matches(view, at, closeValue)) return undefined;
    cell.end = at + closeValue.length;
    return shared(index);
  }

  /** The text from `from` to the tags that end the cell; undefined where it is empty or other tags follow. */
  function textUpTo(close: BytePattern, piece: SheetPiece, from: number, cell: Cell): string | undefined {
    const { bytes, view, text } = piece;
    const { type, style } = cell;
    let means = 0;
    let end = from;
    for (let byte = bytes[end] ?? 0; byte !== LESS; byte = bytes[end] ?? 0) {
      means |= meaning[byte] ?? 0;
      end += 1;
    }
    const length = end - from;
    if (length === 0 || !matches(view, end, close)) return undefined;
    cell.end = end + close.length;
    const isPlain =
      type === 'number'
        ? means === 0 && length <= preciseLength && isPlainNumber(style)
        : (type === 'inline' || type === 'text') && (means & (ESCAPE | WIDE)) === 0 && length <= longestCell;
    if (isPlain) return text.slice(from, end);
    const written = (means & WIDE) === 0 ? text.slice(from, end) : bytes.toString('utf8', from, end);
    return cellText(written, type, style, piece.row);
  }

  /** The content of a cell in its most frequent form; undefined where it has another form. */
  function usualContent(piece: SheetPiece, from: number, cell: Cell): string | undefined {
    const value = valueStart(piece, from);
    if (value >= 0)
      return cell.type === 'shared' ? sharedText(piece, value, cell) : textUpTo(closeValue, piece, value, cell);
    const inline = cell.type === 'inline' ? inlineStart(piece, from) : -1;
    return inline >= 0 ? textUpTo(closeInline, piece, inline, cell) : undefined;
  }

  function unusualContent(piece: SheetPiece, from: number, cell: Cell): string {
    const { type, style } = cell;
    const { text, row } = piece;
    const content = slowCell(text, from, prefix);
    if (content === undefined) throw notWellFormed(piece);
    const { value, formula, inline, end } = content;
    cell.end = end;
    if (formula !== undefined && isAsStored) cell.fault = 'formula';
    if (type === 'inline') return cellText(inline, 'inline', style, row);
    if (value !== undefined && (value !== '' || type === 'text')) return cellText(value, type, style, row);
    if (formula === undefined) return '';
    cell.fault ??= 'formula_without_value';
    return `=${cellText(formula, 'text', style, row)}`;
  }

  return (piece, from, cell) => {
    const content = usualContent(piece, from, cell) ?? unusualContent(piece, from, cell);
    if (cell.type === 'error' && content !== '') cell.fault ??= 'cell_error';
    return content;
  };
}
