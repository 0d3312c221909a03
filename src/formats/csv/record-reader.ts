/*
 *
 * The common definition of a CSV record. A quote opens a cell only at the start of the cell; inside, two quotes are one; after the
 * closing quote only a delimiter or the end of the line may follow. A quote in the middle of a cell is an ordinary letter. A line ends
 * with a line feed, a carriage return, or both.
 */

/** A deviation of a record from correct CSV. */
type RecordFault = {
  kind: 'quote_unclosed' | 'text_after_quote';
  /** The 0-based cell, and the position of the quote that opens it. */
  cell: number;
  opensAt: number;
};

export type RawRecord = {
  cells: string[];
  /** The beginning and end of the record's text, without the line end, and the beginning of the next record. */
  from: number;
  end: number;
  next: number;
  /** Whether a line end follows. */
  isEnded: boolean;
  /** The first and last 0-based cell with a line break inside. */
  broken: { first: number; last: number } | undefined;
  fault: RecordFault | undefined;
};

/** A record of a CSV file that is not a blank line. */
export type CsvRecord = Pick<RawRecord, 'broken' | 'fault' | 'isEnded'> & {
  /** The 1-based lines on which it begins and ends. */
  line: number;
  lastLine: number;
  cells: string[];
  /** Its text with one letter for each byte; a fault is at a position in it. */
  text: string;
  /** Whether it contains bytes that are not UTF-8. */
  isDamaged: boolean;
};

/** Reads the record that begins at a position; undefined when the text ends before the record does and is not the whole text. */
type RecordReader = (from: number, isWhole: boolean) => RawRecord | undefined;

const quote = '"';

/** A function that finds a letter from a position that only moves forward, without searching any part of the text twice. */
function finder(text: string, letter: string): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      const at = text.indexOf(letter, from);
      found = at === -1 ? text.length : at;
    }
    return found;
  };
}

/** The position of the quote that closes a cell; -1 where there is none. */
function closingQuote(text: string, opensAt: number): number {
  let at = text.indexOf(quote, opensAt + 1);
  while (at !== -1 && text[at + 1] === quote) at = text.indexOf(quote, at + 2);
  return at;
}

/** A reader of the records of a text, from the first to the last. */
export function recordReader(text: string, delimiter: string): RecordReader {
  const lineFeed = finder(text, '\n');
  const carriageReturn = finder(text, '\r');
  const separator = finder(text, delimiter);
  const lineEnd = (from: number) => Math.min(lineFeed(from), carriageReturn(from));

  return (from, isWhole) => {
    const cells: string[] = [];
    let broken: RawRecord['broken'];
    let fault: RecordFault | undefined;
    const ended = (end: number): RawRecord => {
      const breakLength = end === text.length ? 0 : text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1;
      return { cells, from, end, next: end + breakLength, isEnded: breakLength > 0, broken, fault };
    };
    for (let at = from; ; ) {
      let end: number;
      if (text[at] === quote) {
        const closesAt = closingQuote(text, at);
        // the next byte decides whether the quote closes the cell or is doubled
        if ((closesAt === -1 || closesAt === text.length - 1) && !isWhole) return undefined;
        if (lineEnd(at) < (closesAt === -1 ? text.length : closesAt))
          broken = { first: broken?.first ?? cells.length, last: cells.length };
        if (closesAt === -1) {
          fault = { kind: 'quote_unclosed', cell: cells.length, opensAt: at };
          cells.push(text.slice(at + 1));
          return ended(text.length);
        }
        end = closesAt + 1;
        if (text[end] !== delimiter && end !== lineEnd(end)) {
          end = lineEnd(end);
          if (end === text.length && !isWhole) return undefined;
          fault = { kind: 'text_after_quote', cell: cells.length, opensAt: at };
          cells.push(text.slice(at, end));
          return ended(end);
        }
        cells.push(text.slice(at + 1, closesAt).replaceAll('""', quote));
      } else {
        end = Math.min(separator(at), lineEnd(at));
        if (end === text.length && !isWhole) return undefined;
        cells.push(text.slice(at, end));
      }
      if (text[end] !== delimiter) return ended(end);
      at = end + 1;
    }
  };
}
