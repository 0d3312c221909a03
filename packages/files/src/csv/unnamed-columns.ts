import { hasOnlyFigures } from '../table/figure-columns.ts';
import { isBlank, type TableFile, type TableHeader, type TableRow } from '../table/table-spec.ts';

/*
 * Columns without a name at the end of a header, such as "Date,Description,Amount,": some exports of cards mark only credits there, and
 * end the other rows before it.
 */

/** The number of cells up to the last column with a name. */
export const leastWidth = ({ least, width }: TableHeader): number => least ?? width;

type Sample = readonly Pick<TableRow, 'cells'>[];

/** Whether the rows of a table end with more delimiters than its header has named columns, as some programs write them. */
export function hasPaddedRows(sample: Sample, header: TableHeader): boolean {
  const padded = sample.filter(({ cells }) => cells.length > leastWidth(header)).length;
  return padded > sample.length - padded;
}

/** Whether every row has cells for the columns without a name, as it should where the configuration names one by its number. */
const isWide = (sample: Sample, header: TableHeader) => sample.every(({ cells }) => cells.length > leastWidth(header));

/**
 * Whether the cells behind the named columns of a row are marks, such as CR behind an amount. The pieces of an unquoted cell are not:
 * behind the last amount they would have digits, and behind a last text they may be anything.
 */
function isMarked(cells: readonly string[], header: TableHeader, file: TableFile): boolean {
  const least = leastWidth(header);
  const last = [...header.positions].find(([, position]) => position === least - 1)?.[0];
  const isFigure = last !== undefined && [...(file.spec.amounts ?? []), ...(file.spec.dates ?? [])].includes(last);
  const behind = cells.slice(least);
  return isFigure && behind.every((cell) => !/\d/.test(cell)) && hasOnlyFigures(cells.slice(0, least), header, file);
}

/** Whether cells behind the named columns of a row of this table belong there; a delimiter in another cell may have moved them. */
export function surplusTest(
  sample: Sample,
  header: TableHeader,
  file: TableFile,
): (cells: readonly string[]) => boolean {
  const isPadded = hasPaddedRows(sample, header);
  const isNamed = [...header.positions.values()].some((position) => position >= leastWidth(header));
  const isRegular = isNamed && isWide(sample, header);
  return (cells) => {
    const isBlankBehind = header.least === undefined || cells.slice(header.least).every(isBlank);
    if (isBlankBehind ? isPadded : isRegular) return true;
    return header.least !== undefined && isMarked(cells, header, file);
  };
}

/** The header of a table with the columns without a name in which rows have cells; `written` is the number of its cells as written. */
export function withUnnamed(header: TableHeader, written: number, sample: Sample, file: TableFile): TableHeader {
  const { width } = header;
  const isFilled = ({ cells }: Pick<TableRow, 'cells'>) =>
    cells.length > width && cells.length <= written && !cells.slice(width).every(isBlank);
  if (!sample.some((row) => isFilled(row) && isMarked(row.cells, header, file))) return header;
  const added = Array.from({ length: written - width }, (_, index) => width + index);
  return {
    ...header,
    width: written,
    least: leastWidth(header),
    others: [...header.others, ...added.map((position) => ({ name: `column ${position + 1}`, position }))],
  };
}

/** A row that ends behind the last named column or later, with all its cells. */
export function completedRow(row: TableRow, header: TableHeader): TableRow {
  const missing = header.width - row.cells.length;
  if (missing <= 0 || row.cells.length < leastWidth(header)) return row;
  return { line: row.line, cells: [...row.cells, ...Array.from({ length: missing }, () => '')] };
}

/** The header as it is for a row that may end before the columns without a name. */
export const endingWith = (cells: readonly string[], header: TableHeader): TableHeader => ({
  ...header,
  width: Math.min(header.width, Math.max(leastWidth(header), cells.length)),
});
