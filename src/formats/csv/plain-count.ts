const lineFeed = 10;
const carriageReturn = 13;
const quote = 34;

/** A longer line is read row by row, where its cells are looked at. */
const longestLine = 1 << 20;

export type PlainCount = {
  /** Takes the next block of whole lines. */
  watch(block: Buffer): void;
  /** The number of records when the whole table is plain, otherwise undefined. */
  records(): number | undefined;
  /** How many of them end with a delimiter. */
  openEnds(): number;
};

/** Whether the quotes of a line open cells at their start and close them at their end; `at` is the first of them. */
function areQuotesPlain(bytes: Buffer, from: number, end: number, first: number, delimiter: number): boolean {
  let at = first;
  while (at < end) {
    if (at !== from && bytes[at - 1] !== delimiter) return false;
    let close = at + 1;
    for (; ; close += 1) {
      while (close < end && bytes[close] !== quote) close += 1;
      if (close >= end) return false;
      if (close + 1 === end || bytes[close + 1] !== quote) break;
      close += 1;
    }
    if (close + 1 < end && bytes[close + 1] !== delimiter) return false;
    at = close + 2;
    while (at < end && bytes[at] !== quote) at += 1;
  }
  return true;
}

/**
 * Counts the records of a table, from the place where they begin, as long as each is one line that every reader of CSV
 * reads in the same way: so that what the database read in bulk can be held against it. The search for the next line end or
 * quote is the buffer's own; bytes are looked at one by one only in lines with quotes.
 */
export function plainCount(delimiterLetter: string, from: number): PlainCount {
  const delimiter = delimiterLetter.charCodeAt(0);
  let toSkip = from;
  let count = 0;
  let openEnds = 0;
  let isPlain = true;
  let isBlankBefore = false;
  let hasReturns: boolean | undefined;

  function isLinePlain(bytes: Buffer, at: number, end: number, quoteAt: number): boolean {
    if (end === at) {
      // a blank line at the end disturbs no line number
      isBlankBefore = true;
      return true;
    }
    count += 1;
    if (bytes[end - 1] === delimiter) openEnds += 1;
    if (isBlankBefore || end - at > longestLine) return false;
    return quoteAt === -1 || quoteAt >= end || areQuotesPlain(bytes, at, end, quoteAt, delimiter);
  }

  function areLinesPlain(bytes: Buffer): boolean {
    if (bytes.includes(0)) return false;
    let at = 0;
    let quoteAt = bytes.indexOf(quote);
    let returnAt = bytes.indexOf(carriageReturn);
    while (at < bytes.length) {
      const feedAt = bytes.indexOf(lineFeed, at);
      const stop = feedAt === -1 ? bytes.length : feedAt;
      const hasReturn = returnAt !== -1 && returnAt < stop;
      if (hasReturn && (feedAt === -1 || returnAt !== stop - 1)) return false;
      hasReturns ??= hasReturn;
      if (feedAt !== -1 && hasReturn !== hasReturns) return false;
      const end = hasReturn ? stop - 1 : stop;
      if (!isLinePlain(bytes, at, end, quoteAt)) return false;
      if (hasReturn) returnAt = bytes.indexOf(carriageReturn, stop);
      if (quoteAt !== -1 && quoteAt < stop) quoteAt = bytes.indexOf(quote, stop);
      at = stop + 1;
    }
    return true;
  }

  return {
    watch(block) {
      const skipped = Math.min(toSkip, block.length);
      toSkip -= skipped;
      if (isPlain && skipped < block.length) isPlain = areLinesPlain(block.subarray(skipped));
    },
    records: () => (isPlain ? count : undefined),
    openEnds: () => openEnds,
  };
}
