import { EQUALS, LOWER_R, QUOTE, SPACE, ZERO } from './ascii.ts';
import { mostRows } from './sheet-limits.ts';
import type { SheetPiece } from './sheet-piece.ts';
import { attributeOf } from './tags.ts';

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
export function rowNumber({ bytes, text, row, damaged }: SheetPiece, attributes: number, tagEnd: number): number {
  const leading = leadingNumber(bytes, attributes);
  const written = leading >= 0 ? leading : attributeOf(text.slice(attributes, tagEnd), 'r');
  const number = written === undefined ? row + 1 : Number(written);
  if (!Number.isInteger(number) || number < 1 || number > mostRows)
    throw damaged(`"${written ?? number}" is not a row number`);
  if (number <= row) throw damaged(`row ${number} comes after row ${row}`, number);
  return number;
}
