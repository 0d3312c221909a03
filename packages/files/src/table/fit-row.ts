import { isBlank, type RejectedTableRow, type TableHeader, type TableRow } from './table-spec.ts';

export function rejected(row: TableRow, code: string, reason: string): RejectedTableRow {
  return { line: row.line, code, reason, rawText: row.cells.join(' | ') };
}

const counted = (count: number) => `${count} cell${count === 1 ? '' : 's'}`;

/** The row with surplus blank cells removed, the reason why it is rejected, or undefined for a blank row. */
function fitted(row: TableRow, header: TableHeader): TableRow | RejectedTableRow | undefined {
  const cells = [...row.cells];
  while (cells.length > header.width && isBlank(cells[cells.length - 1] ?? '')) cells.pop();
  if (cells.every(isBlank)) return undefined;
  if (cells.length > header.width)
    return rejected(row, 'too_many_cells', `The row has ${counted(cells.length)}, the header has ${header.width}.`);
  return { line: row.line, cells };
}

/** Like `fitted`, for text that was decoded without a proof: the mark of a damaged letter rejects the row. */
export function fitRow(row: TableRow, header: TableHeader): TableRow | RejectedTableRow | undefined {
  const fit = fitted(row, header);
  if (fit !== undefined && 'cells' in fit && fit.cells.some((cell) => cell.includes('\uFFFD')))
    return rejected(row, 'not_utf8', 'The row holds bytes that are not UTF-8 text.');
  return fit;
}

/** Like `fitted`, for a format in which every row must have all its cells: a truncated CSV row is rejected. */
export function fitWholeRow(row: TableRow, header: TableHeader): TableRow | RejectedTableRow | undefined {
  if (row.cells.length < header.width && !row.cells.every(isBlank))
    return rejected(row, 'too_few_cells', `The row has ${counted(row.cells.length)}, the header has ${header.width}.`);
  return fitted(row, header);
}
