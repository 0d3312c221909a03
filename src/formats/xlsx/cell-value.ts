import { AMPERSAND, GREATER, LESS, LOWER_V, MINUS, NINE, POINT, SLASH, SPACE, UNDERSCORE, ZERO } from './ascii.ts';
import { type BytePattern, bytePattern, matches } from './byte-pattern.ts';
import type { Cell } from './cell.ts';
import type { CellReader } from './cell-text.ts';
import { longestCell } from './sheet-limits.ts';
import { notWellFormed, type SheetPiece } from './sheet-piece.ts';
import { slowCell } from './slow-cell.ts';
import { tagEnd } from './tags.ts';

/** What a byte in a value means: a value whose bytes are all 0 is a plain number, one without the others is plain text. */
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

/** Reads what follows the start tag of a cell up to its end. Returns its text. */
export type ReadCellValue = (piece: SheetPiece, from: number, cell: Cell) => string;

export function cellValueReader(prefix: string, { cellText, shared, isPlainNumber }: CellReader): ReadCellValue {
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
    // xml:space is the only attribute that it has
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
    if (type === 'inline') return cellText(inline, 'inline', style, row);
    if (value !== undefined && (value !== '' || type === 'text')) return cellText(value, type, style, row);
    if (formula === undefined) return '';
    cell.fault = 'formula_without_value';
    return `=${cellText(formula, 'text', style, row)}`;
  }

  return (piece, from, cell) => {
    const content = usualContent(piece, from, cell) ?? unusualContent(piece, from, cell);
    if (cell.type === 'error' && content !== '') cell.fault ??= 'cell_error';
    return content;
  };
}
