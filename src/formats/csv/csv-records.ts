import { isAscii } from 'node:buffer';
import { TieoutError } from '../../domain/tieout-error.ts';
import type { TableFile } from '../table/table-spec.ts';
import { textBlocks } from '../text/text-blocks.ts';
import { hasHighByte, lineBreaksIn, textOfBytes } from './byte-text.ts';
import { type CsvRecord, type RawRecord, recordReader } from './record-reader.ts';
import { quoteNotClosed } from './stray-quote.ts';

/** A longer cell is the rest of the file after a stray quote, or the file is not a table. */
const longestCell = 1 << 20;

/** The record as text; `line` is the line on which it begins. */
export function csvRecord(raw: RawRecord, source: string, line: number, isPlain: boolean): CsvRecord {
  const { broken, fault, isEnded } = raw;
  const text = source.slice(raw.from, raw.end);
  const lastLine = line + (broken === undefined ? 0 : lineBreaksIn(text));
  const inRecord = fault === undefined ? undefined : { ...fault, opensAt: fault.opensAt - raw.from };
  const shape = { line, lastLine, text, broken, fault: inRecord, isEnded };
  if (isPlain) return { ...shape, cells: raw.cells, isDamaged: false };
  const cells = raw.cells.map(textOfBytes);
  return { ...shape, cells: cells.map((cell) => cell.text), isDamaged: cells.some((cell) => !cell.isUtf8) };
}

/** Only an empty line has no cell; a quoted cell without text is a row. */
export const isBlankLine = ({ from, end }: RawRecord) => from === end;

function refused({ fileName, spec }: TableFile, code: string, message: string, line: number): TieoutError {
  return new TieoutError({
    code,
    message: `The ${spec.title} ${message}`,
    remedy: 'Export or download the file again; nothing of it was loaded.',
    place: { file: fileName, line },
    exitStatus: 4,
  });
}

function requireCellsOfUsualLength(raw: RawRecord, text: string, file: TableFile, line: number): void {
  if (raw.end - raw.from <= longestCell) return;
  if (raw.fault?.kind === 'quote_unclosed') throw quoteNotClosed(csvRecord(raw, text, line, false), file, 'for 1 MiB');
  const long = raw.cells.findIndex((cell) => cell.length > longestCell);
  if (long === -1) return;
  if (raw.broken !== undefined) throw quoteNotClosed(csvRecord(raw, text, line, false), file, 'for 1 MiB');
  throw refused(file, 'FILE_NOT_A_TABLE', `has more than 1 MiB in cell ${long + 1} of line ${line}.`, line);
}

/** The letter (control-Z) with which old systems end a text file. */
export const endOfFile = '\u001a';

/** The end of a file without the end mark of old systems. Throws FILE_TRUNCATED for the remains of a torn write. */
function lastText(rest: string, file: TableFile, line: number): string {
  let text = rest;
  while (text.endsWith(endOfFile)) text = text.slice(0, -1);
  if (text.endsWith('\0'))
    throw refused(file, 'FILE_TRUNCATED', 'ends in zero bytes: it was not written to its end.', line);
  return text;
}

/**
 * The records of a CSV file from the beginning of a record; blank lines are left out. `path` holds its text in UTF-8. Throws
 * FILE_QUOTE_STRAY, FILE_NOT_A_TABLE and FILE_TRUNCATED for errors that no table has.
 */
export async function* csvRecords(
  path: string,
  file: TableFile,
  delimiter: string,
  start: { offset: number; line: number },
): AsyncGenerator<CsvRecord> {
  let { line } = start;
  let rest = '';
  let isPlain = true;
  function* recordsOf(text: string, isWhole: boolean): Generator<CsvRecord> {
    const read = recordReader(text, delimiter);
    let at = 0;
    while (at < text.length) {
      const raw = read(at, isWhole);
      if (raw === undefined) break;
      requireCellsOfUsualLength(raw, text, file, line);
      at = raw.next;
      const record = csvRecord(raw, text, line, isPlain);
      line = record.lastLine + 1;
      if (!isBlankLine(raw)) yield record;
    }
    rest = text.slice(at);
  }
  for await (const block of textBlocks(path, start.offset)) {
    isPlain &&= isAscii(block);
    yield* recordsOf(rest + block.toString('latin1'), false);
    if (rest.length > 2 * longestCell) {
      const raw = recordReader(rest, delimiter)(0, true);
      if (raw !== undefined) requireCellsOfUsualLength(raw, rest, file, line);
    }
    isPlain = rest === '' || (isPlain && !hasHighByte(rest));
  }
  yield* recordsOf(lastText(rest, file, line), true);
}
