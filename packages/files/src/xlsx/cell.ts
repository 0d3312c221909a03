export const mostColumns = 16_384;
/** A line number must stay below the first of the next sheet (see open-xlsx.ts). */
export const mostRows = 9_999_999;
/** A spreadsheet takes 32,767 letters in a cell. */
export const longestCell = 1024 ** 2;

export type CellType = 'number' | 'shared' | 'inline' | 'text' | 'boolean' | 'error' | 'date';

/** A cell without a usable value: the reason, and the text that it shows. `formula` only where cells are read as they are stored. */
export type CellFault = { column: number; code: 'cell_error' | 'formula_without_value' | 'formula'; text: string };

/** The cell being read. One object serves all cells: a large sheet has ten million. */
export type Cell = {
  /** Counted from 0; -1 before the first cell of a row. */
  column: number;
  type: CellType;
  style: number;
  /** Whether its start tag is also its end tag. */
  isEmpty: boolean;
  fault: CellFault['code'] | undefined;
  /** The position after its value. */
  end: number;
};

/** A row that is not blank, with its number in the sheet. */
export type SheetRow = { line: number; cells: string[]; faults: CellFault[] | undefined };
