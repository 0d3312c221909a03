import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import { statementColumns } from '../../connectors/gateway/statement-columns.ts';
import type { StatementHeader } from './columns.ts';

/** One row of the file: its line and its cells as text. */
export type RawRow = { line: number; cells: string[] };

export type RejectedRow = { line: number; code: string; reason: string; rawText: string };

/** Writes rows that came through TypeScript (workbooks, and CSV files with oddities) into raw.statement_line. */
export type RawRowWriter = {
  row(row: RawRow): void;
  reject(row: RejectedRow): void;
  /** Flushes, and gives how many rows and rejects were written. */
  end(): { rows: number; rejects: number };
};

/** A cell text that a person would call empty is null: a blank is not a value. */
function cellText(cells: string[], position: number | undefined): string | null {
  const text = position === undefined ? undefined : cells[position];
  return text === undefined || text.trim() === '' ? null : text;
}

function appendText(appender: DuckDBAppender, text: string | null): void {
  if (text === null) appender.appendNull();
  else appender.appendVarchar(text);
}

export async function openRawRows(
  connection: DuckDBConnection,
  fileId: number,
  header: StatementHeader,
): Promise<RawRowWriter> {
  const rows = await connection.createAppender('statement_line', 'raw');
  const rejects = await connection.createAppender('rejected_row', 'staging');
  let rowCount = 0;
  let rejectCount = 0;
  return {
    row({ line, cells }) {
      rows.appendInteger(fileId);
      rows.appendBigInt(BigInt(line));
      for (const column of statementColumns) appendText(rows, cellText(cells, header.positions.get(column)));
      appendText(rows, otherCells(cells, header));
      rows.endRow();
      rowCount += 1;
    },
    reject({ line, code, reason, rawText }) {
      rejects.appendInteger(fileId);
      rejects.appendBigInt(BigInt(line));
      rejects.appendVarchar(code);
      rejects.appendVarchar(reason);
      rejects.appendVarchar(rawText.slice(0, 2000));
      rejects.appendNull();
      rejects.endRow();
      rejectCount += 1;
    },
    end() {
      rows.closeSync();
      rejects.closeSync();
      return { rows: rowCount, rejects: rejectCount };
    },
  };
}

function otherCells(cells: string[], header: StatementHeader): string | null {
  const present = header.others
    .map(({ name, position }) => [name, cellText(cells, position)] as const)
    .filter(([, text]) => text !== null);
  return present.length === 0 ? null : JSON.stringify(Object.fromEntries(present));
}

/** What a row's number of cells says about it: the row with blanks cut off, or why it is not understood. */
export function fitRow(row: RawRow, header: StatementHeader): RawRow | RejectedRow | undefined {
  const cells = [...row.cells];
  while (cells.length > header.width && (cells[cells.length - 1] ?? '').trim() === '') cells.pop();
  if (cells.every((cell) => cell.trim() === '')) return undefined;
  const rawText = row.cells.join(' | ');
  if (cells.length > header.width) {
    return {
      line: row.line,
      code: 'too_many_cells',
      reason: `The row has ${cells.length} cells, the header has ${header.width}.`,
      rawText,
    };
  }
  if (cells.some((cell) => cell.includes('\uFFFD'))) {
    return { line: row.line, code: 'not_utf8', reason: 'The row holds bytes that are not UTF-8 text.', rawText };
  }
  return { line: row.line, cells };
}
