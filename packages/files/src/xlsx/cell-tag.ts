import {
  APOSTROPHE,
  bytePattern,
  EQUALS,
  GREATER,
  LINE_FEED,
  LOWER_R,
  LOWER_S,
  LOWER_T,
  matches,
  NINE,
  QUOTE,
  SLASH,
  SPACE,
  TAB,
  UPPER_A,
  UPPER_Z,
  ZERO,
} from './ascii.ts';
import { type Cell, type CellType, mostColumns } from './cell.ts';
import { found, notWellFormed, type SheetPiece } from './sheet-piece.ts';

const types: ReadonlyMap<string, CellType> = new Map([
  ['s', 'shared'],
  ['n', 'number'],
  ['b', 'boolean'],
  ['e', 'error'],
  ['d', 'date'],
  ['str', 'text'],
]);
/** The types with a name of one letter, by that letter. */
const typesOfLetter = Array.from({ length: 128 }, (_, letter) => types.get(String.fromCharCode(letter)));
const inlineType = bytePattern('inlineStr');

/** Reads the type of a cell from `from`. Returns the position of the quote after it. */
function readType(piece: SheetPiece, from: number, quote: number, cell: Cell): number {
  const { bytes, view, text } = piece;
  const ofLetter = bytes[from + 1] === quote ? typesOfLetter[bytes[from] ?? 0] : undefined;
  if (ofLetter !== undefined) {
    cell.type = ofLetter;
    return from + 1;
  }
  if (bytes[from + inlineType.length] === quote && matches(view, from, inlineType)) {
    cell.type = 'inline';
    return from + inlineType.length;
  }
  const end = found(piece, text.indexOf(String.fromCharCode(quote), from));
  const name = bytes.toString('utf8', from, end);
  const type = types.get(name);
  if (type === undefined) throw piece.damaged(`row ${piece.row} has a cell of the type "${name}"`, piece.row);
  cell.type = type;
  return end;
}

/** Reads the reference of a cell, such as C7, from `from`. Returns the position of the quote after it. */
function readReference(piece: SheetPiece, from: number, quote: number, cell: Cell): number {
  const { bytes, row } = piece;
  let at = from;
  let number = 0;
  let letter = bytes[at] ?? 0;
  while (letter >= UPPER_A && letter <= UPPER_Z) {
    number = number * 26 + letter - UPPER_A + 1;
    at += 1;
    letter = bytes[at] ?? 0;
  }
  let line = 0;
  while (letter >= ZERO && letter <= NINE) {
    line = line * 10 + letter - ZERO;
    at += 1;
    letter = bytes[at] ?? 0;
  }
  if (letter !== quote || number < 1 || number > mostColumns || line !== row) {
    const reference = piece.text.slice(from, from + 12);
    throw piece.damaged(`row ${row} has a cell with the reference "${reference}"`, row);
  }
  cell.column = number - 1;
  return at;
}

/** Reads the index of a cell's style from `from`. Returns the position of the quote after it. */
function readStyle(piece: SheetPiece, from: number, quote: number, cell: Cell): number {
  const { bytes } = piece;
  let at = from;
  let style = 0;
  let letter = bytes[at] ?? 0;
  while (letter >= ZERO && letter <= NINE) {
    style = style * 10 + letter - ZERO;
    at += 1;
    letter = bytes[at] ?? 0;
  }
  if (letter !== quote) throw notWellFormed(piece);
  cell.style = style;
  return at;
}

const isQuote = (code: number) => code === QUOTE || code === APOSTROPHE;

/** Reads an attribute with a longer name or other spacing than r="A1". Returns the position after it. */
function readOtherAttribute(piece: SheetPiece, from: number, cell: Cell): number {
  const { bytes, text } = piece;
  const equals = found(piece, text.indexOf('=', from));
  const name = text.slice(from, equals).trim();
  let at = equals + 1;
  while (bytes[at] === SPACE || bytes[at] === LINE_FEED) at += 1;
  const quote = bytes[at] ?? 0;
  if (!isQuote(quote)) throw notWellFormed(piece);
  at += 1;
  if (name === 'r') return readReference(piece, at, quote, cell) + 1;
  if (name === 's') return readStyle(piece, at, quote, cell) + 1;
  if (name === 't') return readType(piece, at, quote, cell) + 1;
  return found(piece, text.indexOf(String.fromCharCode(quote), at)) + 1;
}

/** Reads the start tag of a cell from the end of its name. Returns the position after the tag. */
export function readCellTag(piece: SheetPiece, from: number, cell: Cell): number {
  const { bytes } = piece;
  // a cell without a reference follows the one before it
  cell.column += 1;
  cell.type = 'number';
  cell.style = 0;
  let at = from;
  for (;;) {
    let code = bytes[at] ?? 0;
    while (code === SPACE || code === LINE_FEED || code === TAB) {
      at += 1;
      code = bytes[at] ?? 0;
    }
    if (code === GREATER || code === SLASH) break;
    const quote = bytes[at + 2] ?? 0;
    const isUsual = bytes[at + 1] === EQUALS && isQuote(quote);
    if (isUsual && code === LOWER_R) at = readReference(piece, at + 3, quote, cell) + 1;
    else if (isUsual && code === LOWER_S) at = readStyle(piece, at + 3, quote, cell) + 1;
    else if (isUsual && code === LOWER_T) at = readType(piece, at + 3, quote, cell) + 1;
    else at = readOtherAttribute(piece, at, cell);
  }
  cell.isEmpty = bytes[at] === SLASH;
  if (!cell.isEmpty) return at + 1;
  if (bytes[at + 1] !== GREATER) throw notWellFormed(piece);
  return at + 2;
}
