import { createReadStream } from 'node:fs';

export type CsvScan = {
  /** Records that are not blank, including the header and the rows above it. */
  records: number;
  /** Whether a quoted cell holds a line break, so that records and lines of the file are not the same count. */
  hasLineBreakInCell: boolean;
  hasBlankLine: boolean;
  hasNulByte: boolean;
  /** Whether quotes are balanced at the end of the file. */
  isWhole: boolean;
};

const lineFeed = 10;
const carriageReturn = 13;
const quote = 34;

/**
 * Counts the records of a CSV file by itself, so that what the database loaded can be held against it: a reader that
 * skips a record without a word is found out.
 */
export async function scanCsv(path: string): Promise<CsvScan> {
  let records = 0;
  let isInQuotes = false;
  let hasLineBreakInCell = false;
  let hasBlankLine = false;
  let hasNulByte = false;
  let bytesInRecord = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const bytes: Buffer = chunk;
    if (!hasNulByte && bytes.includes(0)) hasNulByte = true;
    let at = 0;
    while (at < bytes.length) {
      if (isInQuotes) {
        const end = bytes.indexOf(quote, at);
        const stop = end === -1 ? bytes.length : end;
        const newline = bytes.indexOf(lineFeed, at);
        if (newline !== -1 && newline < stop) hasLineBreakInCell = true;
        bytesInRecord += stop - at;
        if (end === -1) break;
        isInQuotes = false;
        at = end + 1;
        continue;
      }
      const byte = bytes[at];
      if (byte === quote) {
        isInQuotes = true;
        bytesInRecord += 1;
      } else if (byte === lineFeed) {
        if (bytesInRecord > 0) records += 1;
        else hasBlankLine = true;
        bytesInRecord = 0;
      } else if (byte !== carriageReturn) {
        bytesInRecord += 1;
      }
      at += 1;
    }
  }
  if (bytesInRecord > 0) records += 1;
  return { records, hasLineBreakInCell, hasBlankLine, hasNulByte, isWhole: !isInQuotes };
}
