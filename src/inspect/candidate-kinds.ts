import type { ReadingTerms } from '../domain/reading.ts';
import type { LoadPlan } from '../domain/receipt-kind.ts';
import { columnOf } from '../formats/table/header.ts';
import type { TableRow, TableSpec } from '../formats/table/table-spec.ts';
import type { ImportableKind } from '../pipeline/import-file.ts';

/** A plan whose records have columns. */
export type ColumnPlan = Extract<LoadPlan, { format: 'table' | 'records' }>;

export const columnPlanOf = ({ declaration: { load } }: ImportableKind): ColumnPlan | undefined =>
  load.format === 'table' || load.format === 'records' ? load : undefined;

export const specOf = ({ title, columns, required, section }: ColumnPlan): TableSpec => ({
  ...{ title, columns, required, section },
});

/** The degree to which a row is the header of a kind of file. */
type HeaderFit = {
  row: TableRow | undefined;
  /** The position of each column that the row names. */
  positions: ReadonlyMap<string, number>;
  /** Required columns that the row does not name; of a group that requires one column, all of them. */
  missing: readonly (readonly string[])[];
};

const groupOf = (column: string | readonly string[]): readonly string[] =>
  typeof column === 'string' ? [column] : column;

function fitOf(row: TableRow | undefined, spec: TableSpec, reading: ReadingTerms): HeaderFit {
  const positions = new Map<string, number>();
  row?.cells.forEach((cell, position) => {
    const column = columnOf(cell, { path: '', fileName: '', spec, reading });
    if (column !== undefined && !positions.has(column)) positions.set(column, position);
  });
  const missing = spec.required.map(groupOf).filter((group) => !group.some((column) => positions.has(column)));
  return { row, positions, missing };
}

/** The row that names the most required columns of a kind of file. */
export function bestHeader(rows: readonly TableRow[], spec: TableSpec, reading: ReadingTerms): HeaderFit {
  return rows
    .map((row) => fitOf(row, spec, reading))
    .reduce(
      (best, fit) =>
        fit.missing.length < best.missing.length ||
        (fit.missing.length === best.missing.length && fit.positions.size > best.positions.size)
          ? fit
          : best,
      fitOf(undefined, spec, reading),
    );
}
