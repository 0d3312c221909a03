import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import type { RejectedTableRow, TableHeader, TableRow } from '../../formats/table/table-spec.ts';

/** Writes rows that were read in TypeScript (workbooks, and CSV files with oddities) into a raw table. */
type RawRowWriter = {
  row(row: TableRow): void;
  reject(row: RejectedTableRow): void;
  /** Flushes, and returns the number of rows and rejected rows. It must be called before a transaction ends, even after an error. */
  end(): { rows: number; rejects: number };
};

/** A cell trimmed like the bulk reader's: without spaces around it, null when it is blank. */
function cellText(cells: string[], position: number | undefined): string | null {
  const text = position === undefined ? undefined : cells[position];
  if (text === undefined || text === '') return null;
  const trimmed = /^\p{Zs}|\p{Zs}$/u.test(text) ? text.replaceAll(/^\p{Zs}+|\p{Zs}+$/gu, '') : text;
  return trimmed === '' ? null : trimmed;
}

function appendText(appender: DuckDBAppender, text: string | null): void {
  if (text === null) appender.appendNull();
  else appender.appendVarchar(text);
}

/** Other cells in the order of the columns, as the bulk reader writes them; an object would put a header such as 2026 first. */
function otherCells(cells: string[], { others }: TableHeader): string | null {
  if (others.length === 0) return null;
  const values = others.map(({ name, position }) =>
    [name, cellText(cells, position)].map((text) => JSON.stringify(text)),
  );
  return `{${values.map((pair) => pair.join(':')).join(',')}}`;
}

/** Appends one rejected row to staging.rejected_row; a row whose types were not read has no business date. */
export function appendRejected(appender: DuckDBAppender, receiptId: number, row: RejectedTableRow): void {
  appender.appendInteger(receiptId);
  appender.appendBigInt(BigInt(row.line));
  appender.appendVarchar(row.code);
  appender.appendVarchar(row.reason);
  appender.appendVarchar(row.rawText.slice(0, 2000));
  appender.appendNull();
  appender.endRow();
}

/** `table` is a table of schema raw: receipt_id, line_no, the columns in their order, other_cells. */
export async function openRawRows(
  connection: DuckDBConnection,
  table: string,
  columns: readonly string[],
  receiptId: number,
  header: TableHeader,
): Promise<RawRowWriter> {
  const rows = await connection.createAppender(table.replace(/^raw\./, ''), 'raw');
  const rejects = await connection.createAppender('rejected_row', 'staging');
  let rowCount = 0;
  let rejectCount = 0;
  return {
    row({ line, cells }) {
      rows.appendInteger(receiptId);
      rows.appendBigInt(BigInt(line));
      for (const column of columns) appendText(rows, cellText(cells, header.positions.get(column)));
      appendText(rows, otherCells(cells, header));
      rows.endRow();
      rowCount += 1;
    },
    reject(row) {
      appendRejected(rejects, receiptId, row);
      rejectCount += 1;
    },
    end() {
      rows.closeSync();
      rejects.closeSync();
      return { rows: rowCount, rejects: rejectCount };
    },
  };
}
