import { FileRefusal } from '../file-refusal.ts';
import { figuresOf, trimmedToWidth } from '../table/figure-columns.ts';
import type { TableFile, TableHeader } from '../table/table-spec.ts';
import { lineBreaksIn, lineEnds, textOfBytes } from './byte-text.ts';
import { type CsvRecord, recordsOf } from './record-reader.ts';

function stray({ fileName, spec }: TableFile, line: number, what: string): FileRefusal {
  return new FileRefusal({
    code: 'FILE_QUOTE_STRAY',
    message: `In the ${spec.title} a quote opens a cell on line ${line} and ${what}.`,
    remedy: 'Remove the quote, double it or close the cell, or export the file again; nothing of it was loaded.',
    place: { file: fileName, line },
  });
}

/** The refusal of a file with an unclosed cell: the file was truncated, or the rest of it is inside the cell. */
export function quoteNotClosed(record: CsvRecord, file: TableFile, until?: string): FileRefusal {
  const text = record.text.trimEnd();
  const line = record.line + lineBreaksIn(text.slice(0, record.fault?.opensAt ?? 0));
  const lastLine = record.line + lineBreaksIn(text);
  if (until !== undefined) return stray(file, line, `does not close it ${until}`);
  if (line < lastLine) return stray(file, line, `does not close it before the end of the file on line ${lastLine}`);
  return new FileRefusal({
    code: 'FILE_TRUNCATED',
    message: `The ${file.spec.title} ends inside a quoted cell on line ${line}: it was cut off, or a quote is not closed.`,
    remedy: 'Export or download the file again; nothing of it was loaded.',
    place: { file: file.fileName, line },
  });
}

/** The cells of a single line, where an unclosed quote is an ordinary letter. */
function cellsOfLine(bytes: string, delimiter: string): string[] {
  const { text } = textOfBytes(bytes);
  const [record] = recordsOf(text, delimiter, true);
  if (record === undefined) return [''];
  const { cells, fault } = record;
  return fault === undefined ? cells : [...cells.slice(0, -1), ...text.slice(fault.opensAt).split(delimiter)];
}

/**
 * Whether a record with line breaks in its cells contains lines of the table. A whole line inside a cell is recognised by its width and
 * its figures. Two stray quotes in consecutive lines leave no whole line inside; then the first and the last line of the record are both
 * lines of the table by themselves, with figures inside the quotes. A text with line breaks, such as an address, matches neither case.
 */
function hasSwallowedLines(record: CsvRecord, header: TableHeader, file: TableFile, delimiter: string): boolean {
  const { broken, cells } = record;
  if (broken === undefined) return false;
  const lines = record.text.split(lineEnds).map((line) => cellsOfLine(line, delimiter));
  const figures = lines.map((line) => figuresOf(line, header, file));
  if (figures.slice(1, -1).some((found) => found !== undefined)) return true;
  const [first, last] = [figures.at(0), figures.at(-1)];
  // a record that does not fit is suspicious when one of its lines fits
  if (trimmedToWidth(cells, header.width).length !== header.width) return first !== undefined || last !== undefined;
  const lastInside = header.width - 1 - (cells.length - 1 - broken.last);
  const isInside =
    first?.some((position) => position > broken.first) === true || last?.some((position) => position < lastInside);
  return first !== undefined && last !== undefined && isInside === true;
}

/** Refuses a file with a record whose quotes enclose further lines. Throws FILE_QUOTE_STRAY and FILE_TRUNCATED. */
export function refuseStrayQuote(record: CsvRecord, header: TableHeader, file: TableFile, delimiter: string): void {
  const { line, lastLine, broken, fault } = record;
  if (fault?.kind === 'quote_unclosed') throw quoteNotClosed(record, file);
  if (broken === undefined) return;
  if (fault !== undefined) throw stray(file, line, `closes it on line ${lastLine} in the middle of a cell`);
  if (hasSwallowedLines(record, header, file, delimiter))
    throw stray(file, line, `closes it on line ${lastLine}, with lines of the table inside`);
}
