import type { FileRefusal } from '../file-refusal.ts';
import { refused } from '../file-refusal.ts';
import type { TableFile } from '../table/table-spec.ts';
import { textBlocks } from '../text/text-blocks.ts';
import { type CsvRecord, decoded, recordsOf } from './record-reader.ts';
import { quoteNotClosed } from './stray-quote.ts';

/** A longer cell is the rest of the file after a stray quote, or the file is not a table. */
const longestCell = 1 << 20;

function notRead({ fileName, spec }: TableFile, code: string, message: string, line: number): FileRefusal {
  return refused(fileName, code, `The ${spec.title} ${message}`, { line });
}

/** `record` is not decoded: the length of a cell is that of its bytes. */
function requireCellsOfUsualLength(record: CsvRecord, file: TableFile): void {
  const { text, line, cells, broken, fault } = record;
  if (text.length <= longestCell) return;
  const long = cells.findIndex((cell) => cell.length > longestCell);
  if (fault?.kind === 'quote_unclosed' || (long !== -1 && broken !== undefined))
    throw quoteNotClosed(record, file, 'for 1 MiB');
  if (long !== -1)
    throw notRead(file, 'FILE_NOT_A_TABLE', `has more than 1 MiB in cell ${long + 1} of line ${line}.`, line);
}

/** The letter (control-Z) with which old systems end a text file. */
export const endOfFile = '\u001a';

/** The end of a file without the end mark of old systems. Throws FILE_TRUNCATED for the remains of a torn write. */
function lastText(rest: string, file: TableFile, line: number): string {
  let text = rest;
  while (text.endsWith(endOfFile)) text = text.slice(0, -1);
  if (text.endsWith('\0'))
    throw notRead(file, 'FILE_TRUNCATED', 'ends in zero bytes: it was not written to its end.', line);
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
  function* read(text: string, isWhole: boolean): Generator<CsvRecord> {
    let at = 0;
    for (const record of recordsOf(text, delimiter, isWhole, line)) {
      requireCellsOfUsualLength(record, file);
      at = record.next;
      line = record.lastLine + 1;
      if (record.text !== '') yield decoded(record);
    }
    rest = text.slice(at);
  }
  for await (const block of textBlocks(path, start.offset)) {
    yield* read(rest + block.toString('latin1'), false);
    if (rest.length > 2 * longestCell) {
      const [record] = recordsOf(rest, delimiter, true, line);
      if (record !== undefined) requireCellsOfUsualLength(record, file);
    }
  }
  yield* read(lastText(rest, file, line), true);
}
