import type { RejectedTableRow, TableHeader, TableRow } from './table-spec.ts';

function rejected(row: TableRow, code: string, reason: string): RejectedTableRow {
  return { line: row.line, code, reason, rawText: row.cells.join(' | ') };
}

/** The row with surplus blank cells removed, the reason why it is rejected, or undefined for a blank row. */
export function fitRow(row: TableRow, header: TableHeader): TableRow | RejectedTableRow | undefined {
  const cells = [...row.cells];
  while (cells.length > header.width && (cells[cells.length - 1] ?? '').trim() === '') cells.pop();
  if (cells.every((cell) => cell.trim() === '')) return undefined;
  if (cells.length > header.width) {
    return rejected(row, 'too_many_cells', `The row has ${cells.length} cells, the header has ${header.width}.`);
  }
  if (cells.some((cell) => cell.includes('\uFFFD')))
    return rejected(row, 'not_utf8', 'The row holds bytes that are not UTF-8 text.');
  return { line: row.line, cells };
}

/** As fitRow, for a format in which every row must have all its cells: a CSV row that is cut short is rejected. */
export function fitWholeRow(row: TableRow, header: TableHeader): TableRow | RejectedTableRow | undefined {
  if (row.cells.length < header.width && row.cells.some((cell) => cell.trim() !== ''))
    return rejected(row, 'too_few_cells', `The row has ${row.cells.length} cells, the header has ${header.width}.`);
  return fitRow(row, header);
}
