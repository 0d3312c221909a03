import { hasOnlyFigures } from './figure-columns.ts';
import { isBlank, type TableFile, type TableHeader, type TableRow } from './table-spec.ts';

const textPositions = ({ positions }: TableHeader, { spec }: TableFile) =>
  (spec.texts ?? []).flatMap((column) => positions.get(column) ?? []);

/** The cells with blank ones where the program wrote none: only cells of free text, or all but the description, may be missing. */
function completed(cells: readonly string[], header: TableHeader, file: TableFile): string[] | undefined {
  const texts = textPositions(header, file);
  const optional = new Set([...texts, ...header.others.map(({ position }) => position)]);
  const missing = Array.from({ length: header.width - cells.length }, (_, index) => cells.length + index);
  const description = header.positions.get(file.spec.texts?.[0] ?? '');
  const isContinuation = cells.every((cell, position) => isBlank(cell) === (position !== description));
  const whole = [...cells, ...missing.map(() => '')];
  const isEntry = missing.every((position) => optional.has(position)) && hasOnlyFigures(whole, header, file);
  return isContinuation || isEntry ? whole : undefined;
}

/** The cells with one text in the place of the pieces into which a delimiter split it; undefined where that is not certain. */
function rejoined(
  cells: readonly string[],
  header: TableHeader,
  file: TableFile,
  delimiter: string,
): string[] | undefined {
  const surplus = cells.length - header.width;
  if (hasOnlyFigures(cells.slice(0, header.width), header, file)) return undefined;
  const fitting = textPositions(header, file).flatMap((position) => {
    const pieces = cells.slice(position, position + surplus + 1);
    // a piece without a letter may be a part of an amount
    if (!pieces.every((piece) => /\p{L}/u.test(piece))) return [];
    const joined = [...cells.slice(0, position), pieces.join(delimiter), ...cells.slice(position + surplus + 1)];
    return hasOnlyFigures(joined, header, file) ? [joined] : [];
  });
  const [only, another] = fitting;
  return another === undefined ? only : undefined;
}

/**
 * A row with fewer or more cells than the header, as a row of the table where its free texts explain the difference: cells of text are
 * missing at its end, it only continues the description of the row above, or a delimiter in the text was not quoted. Days and amounts
 * must then be in their columns. Undefined where that does not explain the row.
 */
export function carelessRow(
  row: TableRow,
  header: TableHeader,
  file: TableFile,
  delimiter: string,
): TableRow | undefined {
  if (file.spec.texts === undefined || row.cells.length === header.width || row.cells.every(isBlank)) return undefined;
  const cells =
    row.cells.length < header.width ? completed(row.cells, header, file) : rejoined(row.cells, header, file, delimiter);
  return cells === undefined ? undefined : { line: row.line, cells };
}
