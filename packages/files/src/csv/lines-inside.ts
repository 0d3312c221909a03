import { figuresOf, trimmedToWidth } from '../table/figure-columns.ts';
import type { TableFile, TableHeader } from '../table/table-spec.ts';
import { type CsvRecord, lineEnds } from './records.ts';
import { stray } from './stray-quote.ts';

/** The lines of a record with line breaks in its cells, each split as if the quotes around these cells were letters. */
export function linesOf({ cells }: CsvRecord, delimiter: string): string[][] {
  let line: string[] = [];
  const lines = [line];
  for (const cell of cells) {
    const parts = cell.split(lineEnds);
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        line = [];
        lines.push(line);
      }
      line.push(...(parts.length === 1 ? [part] : part.split(delimiter)));
    }
  }
  return lines;
}

const isBroken = (cell: string) => /[\r\n]/.test(cell);

/**
 * Refuses a file with a record whose cells contain lines of the table: correct CSV, in which two stray quotes would hide lines. A whole
 * line inside is recognised by its width and its figures. Two stray quotes in consecutive lines leave no whole line inside; then the
 * first and the last line of the record are both lines of the table by themselves, with figures inside the quotes. A text with line
 * breaks, such as an address, matches neither case. Throws FILE_QUOTE_STRAY.
 */
export function refuseLinesInside(record: CsvRecord, header: TableHeader, file: TableFile, delimiter: string): void {
  const { line, lastLine, cells } = record;
  if (line === lastLine) return;
  const figures = linesOf(record, delimiter).map((each) => figuresOf(each, header, file));
  const [first, last] = [figures.at(0), figures.at(-1)];
  const lastInside = header.width - cells.length + cells.findLastIndex(isBroken);
  const isInside =
    first?.some((position) => position > cells.findIndex(isBroken)) || last?.some((position) => position < lastInside);
  // a record that does not fit is suspicious when one of its lines fits
  const isSplit =
    trimmedToWidth(cells, header.width).length === header.width
      ? first !== undefined && last !== undefined && isInside === true
      : first !== undefined || last !== undefined;
  if (isSplit || figures.slice(1, -1).some((found) => found !== undefined))
    throw stray(file, line, `closes it on line ${lastLine}, with lines of the table inside`);
}
