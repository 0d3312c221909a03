import type { FileFormat } from '../../src/domain/file-format.ts';

/** From `from` to before `to`, in bytes. */
export type Span = { from: number; to: number };

/**
 * Where the records of a file are, by a reading of its own that shares nothing with the reader under test. Undefined for a
 * file whose bytes cannot be told apart so simply, such as UTF-16.
 */
export type Layout = {
  header: Span | undefined;
  /** With their line ends. */
  records: Span[];
  /** False where two readers may interpret the quotes differently. */
  isRegular: boolean;
};

const [quote, carriageReturn, lineFeed, nul] = [0x22, 0x0d, 0x0a, 0];

const bomBytes = (bytes: Buffer) => (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0);

/** The lines of a text with their ends. A quoted cell may contain line ends. */
function linesOf(
  bytes: Buffer,
  delimiter: number | undefined,
): { lines: Span[]; isRegular: boolean; starts: number[] } {
  const lines: Span[] = [];
  const starts: number[] = [];
  let isRegular = true;
  let isQuoted = false;
  let isCellStart = true;
  let from = bomBytes(bytes);
  let physical = 1;
  let startLine = 1;
  const end = (at: number) => {
    lines.push({ from, to: at });
    starts.push(startLine);
    from = at;
    startLine = physical;
    isCellStart = true;
  };
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === lineFeed || (byte === carriageReturn && bytes[at + 1] !== lineFeed)) physical += 1;
    if (byte === carriageReturn && bytes[at + 1] !== lineFeed) isRegular = false;
    if (byte === nul) isRegular = false;
    if (delimiter !== undefined && byte === quote) {
      if (isQuoted && bytes[at + 1] === quote) at += 1;
      else if (isQuoted) {
        isQuoted = false;
        const next = bytes[at + 1];
        if (next !== undefined && next !== delimiter && next !== lineFeed && next !== carriageReturn) isRegular = false;
      } else if (isCellStart) isQuoted = true;
      else isRegular = false;
      isCellStart = false;
      continue;
    }
    if (isQuoted) continue;
    if (byte === lineFeed || (byte === carriageReturn && bytes[at + 1] !== lineFeed)) end(at + 1);
    else isCellStart = byte === delimiter;
  }
  if (isQuoted) isRegular = false;
  if (from < bytes.length) end(bytes.length);
  return { lines, isRegular, starts };
}

const delimiters = [',', ';', '\t', '|'];

/** The delimiter that is in the header line most often. */
function delimiterOf(bytes: Buffer, headerLine: number): number {
  const line = bytes.toString('latin1').split(/\r\n|\n|\r/)[headerLine - 1] ?? '';
  const counted = delimiters.map((one) => ({ one, count: line.split(one).length }));
  return (counted.sort((a, b) => b.count - a.count)[0]?.one ?? ',').charCodeAt(0);
}

function csvLayout(bytes: Buffer, headerLine: number): Layout {
  const delimiter = delimiterOf(bytes, headerLine);
  const { lines, isRegular, starts } = linesOf(bytes, delimiter);
  const blank = new RegExp(`^["\\s${String.fromCharCode(delimiter).replace(/[|]/, '\\|')}]*$`);
  const headerAt = starts.lastIndexOf(headerLine);
  const isBlank = ({ from, to }: Span) => blank.test(bytes.toString('latin1', from, to));
  return { header: lines[headerAt], records: lines.slice(headerAt + 1).filter((line) => !isBlank(line)), isRegular };
}

function jsonlLayout(bytes: Buffer): Layout | undefined {
  const { lines, isRegular } = linesOf(bytes, undefined);
  const records = lines.filter(({ from, to }) => bytes.toString('latin1', from, to).trim() !== '');
  const isPlain = records.every(({ from, to }) => /^\s*\{.*\}\s*$/s.test(bytes.toString('latin1', from, to)));
  return isPlain ? { header: undefined, records, isRegular } : undefined;
}

/** The records that a pattern finds, each with everything up to its end. */
function matching(bytes: Buffer, pattern: RegExp): Layout {
  const text = bytes.toString('latin1');
  const records = [...text.matchAll(pattern)].map(({ index, 0: found }) => ({ from: index, to: index + found.length }));
  return { header: undefined, records, isRegular: true };
}

const patterns: Partial<Record<FileFormat, RegExp>> = {
  // entries that are pending are left out, and named
  camt053: /<(\w+:)?Ntry(\s[^>]*)?>(?:(?!>PDNG<).)*?<\/(\w+:)?Ntry\s*>/gs,
  // not the lines above the document
  ofx: /(?<=<OFX>.*)<STMTTRN>.*?(?=<\/?STMTTRN>|<\/BANKTRANLIST>|<LEDGERBAL>|<AVAILBAL>|<\/(?:CC)?STMTRS>)(<\/STMTTRN>)?/gis,
  mt940: /^:61:.*?(?=^:61:|^:62[FM]:|^-|(?![\s\S]))/gms,
};

/** The layout of a text file. `headerLine` is that of the receipt. */
export function layoutOf(bytes: Buffer, format: FileFormat, headerLine: number | null): Layout | undefined {
  const isWide =
    bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xfe])) || bytes.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]));
  if (isWide || bytes.subarray(0, 64).includes(nul)) return undefined;
  if (format === 'csv') return headerLine === null ? undefined : csvLayout(bytes, headerLine);
  if (format === 'jsonl') return jsonlLayout(bytes);
  const pattern = patterns[format];
  return pattern === undefined ? undefined : matching(bytes, pattern);
}
