import { rejected } from '../table/fit-row.ts';
import { isBlank, type RejectedTableRow, type TableHeader } from '../table/table-spec.ts';
import type { CsvRecord } from './csv-records.ts';

/** Whether the rows of a table end with more delimiters than its header has columns, as some programs write them. */
export function hasPaddedRows(sample: readonly CsvRecord[], { width }: TableHeader): boolean {
  const padded = sample.filter(({ cells }) => cells.length > width).length;
  return padded > sample.length - padded;
}

/**
 * The rejection of a row that fits only without the blank cell at its end, in a table whose other rows have none: a
 * delimiter in a cell that is not quoted, such as in 1,234.50, moved the cells behind it.
 */
export function rejectedSurplus(record: CsvRecord, { width }: TableHeader): RejectedTableRow | undefined {
  const { cells } = record;
  if (cells.length <= width || cells.every(isBlank)) return undefined;
  return rejected(
    record,
    'too_many_cells',
    `The row has ${cells.length} cells, the header and most rows have ${width}: a delimiter in a cell may not be quoted.`,
  );
}
