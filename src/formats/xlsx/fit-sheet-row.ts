import { fitRow } from '../table/fit-row.ts';
import type { RejectedTableRow, TableHeader, TableRow } from '../table/table-spec.ts';
import type { CellFault, SheetRow } from './cell.ts';
import { movedCells } from './common-header.ts';

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
