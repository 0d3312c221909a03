import { FileRefusal, refused } from '../file-refusal.ts';
import type { TableFile } from '../table/table-spec.ts';

/** The refusal of a file with a cell that begins with a quote and does not end with one. */
export function stray({ fileName, spec }: TableFile, line: number, what: string): FileRefusal {
  return new FileRefusal({
    code: 'FILE_QUOTE_STRAY',
    message: `In the ${spec.title} a quote opens a cell on line ${line} and ${what}.`,
    remedy: 'Remove the quote, double it or close the cell, or export the file again; nothing of it was loaded.',
    place: { file: fileName, line },
  });
}

/** The refusal of a file with a cell whose closing quote is not its end. */
export const closedWithin = (file: TableFile, line: number): FileRefusal =>
  stray(file, line, 'closes it in the middle of a cell');

/** A cell that is not read to its end: the line on which it begins, the last line of the file, and whether it begins with a quote. */
export type OpenCell = { line: number; lastLine: number; isQuoted: boolean };

/** The refusal of a file with a cell that is not read to its end, by the error of the reader. */
export function unreadCell(file: TableFile, code: string, { line, lastLine, isQuoted }: OpenCell): FileRefusal {
  const { fileName, spec } = file;
  if (code === 'CSV_INVALID_CLOSING_QUOTE' || code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE')
    return closedWithin(file, line);
  if (code === 'CSV_MAX_RECORD_SIZE' && isQuoted) return stray(file, line, 'does not close it for 1 MiB');
  if (code === 'CSV_MAX_RECORD_SIZE')
    return refused(fileName, 'FILE_NOT_A_TABLE', `The ${spec.title} has more than 1 MiB on line ${line}.`, { line });
  if (line < lastLine) return stray(file, line, `does not close it before the end of the file on line ${lastLine}`);
  const message = `The ${spec.title} ends inside a quoted cell on line ${line}: it was cut off, or a quote is not closed.`;
  return refused(fileName, 'FILE_TRUNCATED', message, { line });
}
