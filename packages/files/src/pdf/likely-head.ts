import type { TableFile } from '../table/table-spec.ts';
import type { PdfLine } from './page-lines.ts';
import { isClearAmount } from './printed-amount.ts';
import { printedDate } from './printed-date.ts';
import { cellOf, type HeadCell, hasFigures, stacksOf } from './table-head.ts';

/** Lines below a head that are examined, and the lines that a head may have. */
const mostRows = 30;
const mostLines = 3;
/** A head of which fewer columns are known is too uncertain to propose others. */
const leastKnown = 2;

const hasEntry = (lines: readonly PdfLine[], mark: '.' | ',') =>
  lines.some(({ words }) => words.some(({ text }) => printedDate(text) !== undefined)) &&
  lines.some(({ words }) => words.some(({ text }) => isClearAmount(text, mark)));

/** Lines that may be a head: its cells, its first line, and the lines below it. */
export type Candidate = { cells: HeadCell[]; line: PdfLine; below: readonly PdfLine[] };

function candidatesOf(lines: readonly PdfLine[], file: TableFile): Candidate[] {
  const mark = file.reading.decimalMark ?? '.';
  return lines.flatMap((line, at) => {
    const found: Candidate[] = [];
    for (let height = 1; height <= mostLines; height += 1) {
      const part = lines.slice(at, at + height);
      const below = lines.slice(at + height, at + height + mostRows);
      if (part.some(hasFigures) || !hasEntry(below.slice(0, 6), mark)) break;
      found.push({ cells: stacksOf(part, file).map((stack) => cellOf(stack, file)), line, below });
    }
    return found;
  });
}

const knownOf = ({ cells }: Candidate) => new Set(cells.flatMap(({ column }) => column ?? [])).size;

/** The lines that are most like the head of a table, where no lines are one: above dates and amounts, with the most known columns. */
export function likelyHead(pages: readonly (readonly PdfLine[])[], file: TableFile): Candidate | undefined {
  return pages
    .flatMap((lines) => candidatesOf(lines, file))
    .filter((candidate) => knownOf(candidate) >= leastKnown)
    .reduce<Candidate | undefined>(
      (top, one) => (top === undefined || knownOf(one) > knownOf(top) ? one : top),
      undefined,
    );
}
