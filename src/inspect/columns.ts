import { columnOf, normaliseHeader, type TableRow, type TableSpec } from 'tieout-files';
import type { ReadingTerms } from '../domain/reading.ts';
import type { LoadPlan } from '../domain/receipt-kind.ts';
import type { ImportableKind } from '../pipeline/import-file.ts';
import { isAmount, isCurrencyCode, isDay, isFigure, shareOf } from './cell-content.ts';
import { identifies, plainWords } from './header-words.ts';

/** A plan whose records have columns. */
export type ColumnPlan = Extract<LoadPlan, { format: 'table' | 'records' }>;

export const columnPlanOf = ({ declaration: { load } }: ImportableKind): ColumnPlan | undefined =>
  load.format === 'table' || load.format === 'records' ? load : undefined;

export const specOf = ({ title, columns, required, section }: ColumnPlan): TableSpec => ({
  ...{ title, columns, required, section },
});

/** The basis of a proposal: the plan, the first rows, and the terms with which they were read. */
export type Evidence = {
  plan: ColumnPlan;
  rows: readonly TableRow[];
  reading: ReadingTerms;
  /** The current year. */
  year: number;
  /** Whether the configuration says that amounts are in sen or cents. */
  isInCents: boolean;
};

/** A column of a table: what its header and its cells show. Shares are of the cells that are not blank. */
export type Column = {
  position: number;
  /** Empty in a table without a header. */
  title: string;
  words: string;
  /** The cells below the header, trimmed; also blank ones. */
  cells: readonly string[];
  filled: number;
  days: number;
  amounts: number;
  codes: number;
};

const columnsByRow = new WeakMap<TableRow, Column[]>();

/** The columns of rows below a header, or of rows without one. They are computed once, because every proposal uses them. */
export function columnsOf(header: TableRow | undefined, lines: readonly TableRow[]): Column[] {
  const known = header === undefined ? undefined : columnsByRow.get(header);
  if (known !== undefined) return known;
  const width = header?.cells.length ?? lines.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const columns = Array.from({ length: width }, (_, position) => {
    const title = (header?.cells[position] ?? '').trim();
    const cells = lines.map((row) => (row.cells[position] ?? '').trim());
    const filled = cells.filter((cell) => cell !== '').length;
    const [days, amounts, codes] = [isDay, isAmount, isCurrencyCode].map((has) => shareOf(cells, has));
    return {
      position,
      title,
      words: plainWords(title),
      cells,
      filled,
      days: days ?? 0,
      amounts: amounts ?? 0,
      codes: codes ?? 0,
    };
  });
  if (header !== undefined) columnsByRow.set(header, columns);
  return columns;
}

/** The first columns that may be amounts; a table with more of them is not searched further. */
export const figureColumns = (columns: readonly Column[]): Column[] =>
  columns.filter(({ amounts, words }) => amounts >= 0.8 && !identifies.test(words)).slice(0, 10);

/** Gives the column that a header is read as. */
export function readAs(spec: TableSpec, reading: ReadingTerms): (title: string) => string | undefined {
  const file = { path: '', fileName: '', spec, reading };
  const headers = [...Object.values(spec.columns), ...Object.values(reading.aliases)].flatMap((some) => some ?? []);
  const known = new Set(headers.map(normaliseHeader));
  // few cells are a known header, and each would be compared with all of them
  return (title) => (known.has(normaliseHeader(title)) ? columnOf(title, file) : undefined);
}

/** The degree to which a row is the header of a kind of file. */
type HeaderFit = {
  row: TableRow | undefined;
  /** The position of each column that the row names. */
  positions: ReadonlyMap<string, number>;
  /** Required columns that the row does not name; of a group that requires one column, all of them. */
  missing: readonly (readonly string[])[];
};

function fitOf(row: TableRow | undefined, spec: TableSpec, column: (title: string) => string | undefined): HeaderFit {
  const positions = new Map<string, number>();
  row?.cells.forEach((cell, position) => {
    const named = column(cell);
    if (named !== undefined && !positions.has(named)) positions.set(named, position);
  });
  const missing = spec.required.map((one) => [one].flat()).filter((group) => !group.some((one) => positions.has(one)));
  return { row, positions, missing };
}

/** Whether a row has a day or an amount, and so is no header. */
const hasFigures = ({ cells }: TableRow): boolean => cells.some(isFigure);

/** The row that names the most required columns of a kind of file; a row with figures only where it names all of them. */
function bestHeader(
  rows: readonly TableRow[],
  spec: TableSpec,
  column: (title: string) => string | undefined,
): HeaderFit {
  const none = fitOf(undefined, spec, column);
  return rows
    .map((row) => fitOf(row, spec, column))
    .filter(({ row, missing }) => row === undefined || missing.length === 0 || !hasFigures(row))
    .reduce((best, fit) => {
      const less = best.missing.length - fit.missing.length;
      return less > 0 || (less === 0 && fit.positions.size > best.positions.size) ? fit : best;
    }, none);
}

/** Whether a row has a cell above nearly every column that most of the rows below it fill. */
function coversBelow({ cells }: TableRow, below: readonly TableRow[]): boolean {
  const counts: number[] = [];
  for (const row of below)
    row.cells.forEach((cell, position) => {
      if (cell.trim() !== '') counts[position] = (counts[position] ?? 0) + 1;
    });
  const full = counts.filter((count) => count * 2 > below.length).length;
  return cells.filter((cell) => cell.trim() !== '').length * 4 >= full * 3;
}

/** The row that most looks like a header: words only, directly above a row of the same width with a day and an amount. */
function likelyHeader(rows: readonly TableRow[], known: HeaderFit): TableRow | undefined {
  const figures = rows.map(hasFigures);
  const last = figures.lastIndexOf(true);
  let best = { row: known.row, score: 0 };
  for (const [index, row] of rows.entries()) {
    const present = row.cells.filter((cell) => cell.trim() !== '').length;
    // words below the last figures are a footer
    if (present < 2 || figures[index] === true || (last >= 0 && index >= last)) continue;
    const next = rows.slice(index + 1, index + 6);
    if (row !== known.row && !coversBelow(row, next)) continue;
    const cells = (next[0]?.cells ?? []).map((cell) => cell.trim());
    const hasData = cells.some(isDay) && cells.some(isAmount);
    const score = (hasData ? present : present / 4) + (row === known.row ? known.positions.size : 0);
    if (score > best.score) best = { row, score };
  }
  return best.row;
}

/** A table as it would be read: its header, or the row that most looks like one, and the columns below it. */
export type Table = HeaderFit & {
  columns: readonly Column[];
  lines: readonly TableRow[];
  /** The column of the kind of file that a header is read as. */
  readAs: (title: string) => string | undefined;
};

export function tableOf(rows: readonly TableRow[], spec: TableSpec, reading: ReadingTerms): Table {
  const column = readAs(spec, reading);
  const best = bestHeader(rows, spec, column);
  const row = best.missing.length === 0 ? best.row : likelyHeader(rows, best);
  if (row === undefined) return { ...best, columns: [], lines: [], readAs: column };
  const below = rows.filter(({ line }) => line > row.line);
  // a total or a remark has no day: its cells say nothing about the columns
  const dated = below.filter(({ cells }) => cells.some((cell) => isDay(cell.trim())));
  const lines = dated.length > 0 ? dated : below;
  return { ...fitOf(row, spec, column), columns: columnsOf(row, lines), lines, readAs: column };
}
