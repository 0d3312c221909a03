/*
 * The common definition of a CSV record. A quote opens a cell only at the start of the cell; inside, two quotes are one; after the
 * closing quote only a delimiter or the end of the line may follow. A quote in the middle of a cell is an ordinary letter. A line ends
 * with a line feed, a carriage return, or both.
 */

import { hasHighByte, lineBreaksIn, textOfBytes } from './byte-text.ts';

/** A record of a CSV file; a blank line is one with an empty text. */
export type CsvRecord = {
  /** The 1-based lines on which it begins and ends. */
  line: number;
  lastLine: number;
  cells: string[];
  /** Its text without the line end, one letter for each byte. */
  text: string;
  /** The position at which the next record begins. */
  next: number;
  /** Whether a line end follows. */
  isEnded: boolean;
  /** The first and last 0-based cell with a line break inside. */
  broken: { first: number; last: number } | undefined;
  /** The deviation from correct CSV: its 0-based cell, and the position in the record's text of the quote that opens the cell. */
  fault: { kind: 'quote_unclosed' | 'text_after_quote'; cell: number; opensAt: number } | undefined;
  /** Whether it contains bytes that are not UTF-8. */
  isDamaged: boolean;
};

/** How a cell begins that protects its text from a spreadsheet program: ="00123". */
export const formulaStart = '="';

/** The text of a cell that is written as a formula of one text; any other cell unchanged. */
const formulaText = (cell: string) =>
  cell.startsWith(formulaStart) && /^="(?:[^"]|"")*"$/.test(cell) ? cell.slice(2, -1).replaceAll('""', '"') : cell;

/** The record with its cells as text. */
export function decoded(record: CsvRecord): CsvRecord {
  const { text } = record;
  const written = text.includes(formulaStart) ? record.cells.map(formulaText) : record.cells;
  if (!hasHighByte(text)) return written === record.cells ? record : { ...record, cells: written };
  const cells = written.map(textOfBytes);
  return { ...record, cells: cells.map((cell) => cell.text), isDamaged: cells.some((cell) => !cell.isUtf8) };
}

const quote = '"';
const lineBreak = /[\r\n]/g;

/** The position of a letter from a position on; the length of the text if the letter is not found. */
function find(letter: RegExp, text: string, from: number): number {
  letter.lastIndex = from;
  return letter.test(text) ? letter.lastIndex - 1 : text.length;
}

/** The position of the quote that closes a cell; the length of the text if no quote closes it. */
function closingQuote(text: string, opensAt: number): number {
  let at = text.indexOf(quote, opensAt + 1);
  while (at !== -1 && text[at + 1] === quote) at = text.indexOf(quote, at + 2);
  return at === -1 ? text.length : at;
}

/** The records of a text, with one letter for each byte. Where it is not whole, a last record that may go on after it is left out. */
export function* recordsOf(text: string, delimiter: string, isWhole: boolean, firstLine = 1): Generator<CsvRecord> {
  const cellEnd = new RegExp(`[\\${delimiter}\r\n]`, 'g');
  let line = firstLine;
  for (let from = 0; from < text.length; ) {
    const cells: string[] = [];
    let broken: CsvRecord['broken'];
    let fault: CsvRecord['fault'];
    let end = from - 1;
    do {
      const at = end + 1;
      const cell = cells.length;
      if (text[at] === quote) {
        const closesAt = closingQuote(text, at);
        const inside = text.slice(at + 1, closesAt);
        end = Math.min(closesAt + 1, text.length);
        if (find(lineBreak, inside, 0) < inside.length) broken = { first: broken?.first ?? cell, last: cell };
        if (closesAt === text.length) {
          fault = { kind: 'quote_unclosed', cell, opensAt: at - from };
          cells.push(inside);
        } else if (end === text.length || find(cellEnd, text, end) === end) {
          cells.push(inside.replaceAll('""', quote));
        } else {
          end = find(lineBreak, text, end);
          fault = { kind: 'text_after_quote', cell, opensAt: at - from };
          cells.push(text.slice(at, end));
        }
      } else {
        end = find(cellEnd, text, at);
        cells.push(text.slice(at, end));
      }
      if (end === text.length && !isWhole) return;
    } while (text[end] === delimiter);
    const next = end + (end === text.length ? 0 : text.startsWith('\r\n', end) ? 2 : 1);
    const body = text.slice(from, end);
    const lastLine = line + (broken === undefined ? 0 : lineBreaksIn(body));
    yield { line, lastLine, cells, text: body, next, isEnded: next > end, broken, fault, isDamaged: false };
    line = lastLine + 1;
    from = next;
  }
}
