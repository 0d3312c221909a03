import { fitRow } from '../table/fit-row.ts';
import { normaliseHeader, type RejectedTableRow, type TableHeader, type TableRow } from '../table/table-spec.ts';
import type { CellFault, SheetRow } from './cell.ts';

/**
 * The common header of all sheets that are read, and for each sheet the new positions of a row's cells; undefined where they do not
 * move.
 */
type CommonHeader = { header: TableHeader; moves: readonly (readonly number[] | undefined)[] };

/**
 * One header for several sheets with the same columns in another order, or with additional columns: that of the first sheet, followed by
 * the columns that only later sheets have.
 */
export function commonHeader(headers: readonly [TableHeader, ...TableHeader[]]): CommonHeader {
  const [first] = headers;
  const positions = new Map(first.positions);
  const names = new Map(headers.flatMap((header) => [...(header.names ?? [])]).reverse());
  const others = [...first.others];
  const otherPlaces = new Map(others.map(({ name, position }) => [normaliseHeader(name), position] as const).reverse());
  let width = first.width;

  function placeOf(column: string): number {
    const known = positions.get(column);
    if (known !== undefined) return known;
    positions.set(column, width);
    width += 1;
    return width - 1;
  }

  function placeOfOther(name: string): number {
    const normal = normaliseHeader(name);
    const known = otherPlaces.get(normal);
    if (known !== undefined) return known;
    others.push({ name, position: width });
    otherPlaces.set(normal, width);
    width += 1;
    return width - 1;
  }

  const moves = headers.map((header) => {
    if (header === first) return undefined;
    const move = Array.from({ length: header.width }, () => -1);
    for (const [column, position] of header.positions) move[position] = placeOf(column);
    for (const { name, position } of header.others) move[position] = placeOfOther(name);
    return move.every((to, from) => to === from) ? undefined : move;
  });
  return { header: { line: first.line, width, positions, names, others }, moves };
}

/** The cells of a row in their positions in the common header. A cell without a header has no position, and is blank or noted. */
function movedCells(cells: readonly string[], move: readonly number[] | undefined, width: number): string[] {
  if (move === undefined) return [...cells];
  const moved = Array.from({ length: width }, () => '');
  cells.forEach((cell, from) => {
    const to = move[from] ?? -1;
    if (to >= 0) moved[to] = cell;
  });
  return moved;
}

/** A sheet that is read, and its place in the numbering and the common header. */
export type SheetPlace = {
  header: TableHeader;
  /** The number of its line 0, because the lines of a later sheet have separate numbers. */
  base: number;
  /** The new positions of its cells in the common header, and the width of that header. */
  move: readonly number[] | undefined;
  width: number;
};

/** The name of a cell as a spreadsheet shows it, such as C7. */
export function cellName(column: number, line: number): string {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${line}`;
}

function reasonOf({ column, code, text }: CellFault, line: number): string {
  const cell = cellName(column, line);
  return code === 'cell_error'
    ? `The cell ${cell} holds the error ${text}: correct it in the workbook.`
    : `The formula in the cell ${cell} has no calculated value (${text}): open the workbook in a spreadsheet program and save it.`;
}

/** A row in the common header, or rejected; undefined for a row above the header of its sheet. */
export function fitSheetRow(row: SheetRow, place: SheetPlace, known: ReadonlySet<number>) {
  const { header, base, move, width } = place;
  if (row.line <= header.line) return undefined;
  const line = base + row.line;
  const fault = row.faults?.find(({ column }) => known.has(column));
  if (fault !== undefined) {
    const rejected: RejectedTableRow = {
      line,
      code: fault.code,
      reason: reasonOf(fault, row.line),
      rawText: row.cells.join(' | '),
    };
    return rejected;
  }
  if (row.cells.length > header.width) {
    const fitted = fitRow({ line, cells: row.cells }, header);
    return fitted === undefined || 'code' in fitted || move === undefined
      ? fitted
      : { line, cells: movedCells(fitted.cells, move, width) };
  }
  const plain: TableRow = { line, cells: move === undefined ? row.cells : movedCells(row.cells, move, width) };
  return plain;
}
