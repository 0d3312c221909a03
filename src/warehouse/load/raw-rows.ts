import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import {
  figurePosition,
  type OpenedFile,
  otherHeader,
  type RejectedTableRow,
  type TableFile,
  type TableHeader,
  type TableRow,
} from 'tieout-files';
import type { LoadPlan } from '../../domain/receipt-kind.ts';
import { execute, numberOf, readRows, sqlText, type WarehouseRow } from '../duckdb-values.ts';

/** The cost of planning a statement grows with the square of its columns; a wider table is read row by row. */
const mostBulkColumns = 200;

const columnNames = ({ width }: TableHeader) => Array.from({ length: width }, (_, position) => `c${position}`);

/**
 * Whether a row has words where every line has figures, and so is a header with other columns. The reader row by row decides what it
 * means.
 */
async function hasOtherHeader(connection: DuckDBConnection, header: TableHeader, file: TableFile): Promise<boolean> {
  const position = figurePosition(header, file);
  if (position === undefined) return false;
  const rows = await readRows(
    connection,
    `select ${columnNames(header).join(', ')} from bulk_row
     where c${position} >= 'A' and not regexp_matches(c${position}, '[0-9]') limit 1000`,
  );
  return rows.some((row) => {
    const cells = columnNames(header).map((name) => String(row[name] ?? ''));
    return otherHeader({ line: 0, cells }, header, file) !== undefined;
  });
}

/**
 * Reads a plain CSV file into the temporary table `bulk_row`, with the given dialect, never a detected one. Returns the number of rows;
 * undefined where the file is not plain enough for the bulk reader, or where the reader counts other rows than the inspection of the
 * file.
 */
export async function readInBulk(
  connection: DuckDBConnection,
  { header, csv }: OpenedFile,
  file: TableFile,
): Promise<number | undefined> {
  if (csv?.records === undefined || header.width > mostBulkColumns) return undefined;
  const { path, delimiter, linesAbove, records, openEnds } = csv;
  const columns = columnNames(header).map((name) => `${name}: 'text'`);
  try {
    await execute(
      connection,
      `create or replace temp table bulk_row as
       select ${columnNames(header).join(', ')} from read_csv(${sqlText(path)}, auto_detect = false,
         delim = ${sqlText(delimiter)}, quote = '"', escape = '"', header = false, skip = ${linesAbove},
         columns = {${columns.join(', ')}}, nullstr = '', strict_mode = true, null_padding = false,
         max_line_size = 4194304)`,
    );
  } catch {
    // not an error yet: reading row by row names the line on which the bulk reader failed
    return undefined;
  }
  const [counted] = await readRows(
    connection,
    `select count(*) as n, count(*) filter (where c${header.width - 1} is null) as blank_ends from bulk_row`,
  );
  const isRead = counted !== undefined && numberOf(counted, 'n') === records;
  // the database drops a surplus blank cell, so such a row may be one whose cells a delimiter moved
  const isFitting = counted !== undefined && openEnds <= numberOf(counted, 'blank_ends');
  if (isRead && isFitting && !(await hasOtherHeader(connection, header, file))) return records;
  await execute(connection, 'drop table bulk_row');
  return undefined;
}

/** Writes the rows that were read in bulk into a raw table; cells are trimmed and blank rows left out. */
export async function writeBulk(
  connection: DuckDBConnection,
  table: string,
  columns: readonly string[],
  receiptId: number,
  header: TableHeader,
): Promise<number> {
  const text = (name: string) => `nullif(trim(${name}), '')`;
  const cells = columns.map((column) => {
    const position = header.positions.get(column);
    return position === undefined ? 'null' : text(`c${position}`);
  });
  const others = header.others.map(({ name, position }) => `${sqlText(name)}: ${text(`c${position}`)}`);
  const rows = await execute(
    connection,
    `insert into ${table}
     select $receipt_id, rowid + ${header.line + 1}, ${cells.join(', ')},
       ${others.length === 0 ? 'null' : `to_json({${others.join(', ')}})::text`}
     from bulk_row
     where coalesce(${columnNames(header).map(text).join(', ')}) is not null`,
    { receipt_id: receiptId },
  );
  await execute(connection, 'drop table bulk_row');
  return rows;
}

type TablePlan = Extract<LoadPlan, { format: 'table' }>;

/** With fewer columns, a record may consist of a single text. */
const fewestColumns = 3;
/** More rows than this below a table are not a footer. */
const mostRows = 100;

/**
 * Text that a failed download appends to a file: markup, JSON or a message. The lines after it are missing, so such a row remains
 * rejected.
 */
const failure =
  /^\s*[<{[]|\b(error|exception|fatal|warning|aborted|failed|failure|time-?out|timed out|expired|denied|unauthori[sz]ed|forbidden|bad gateway|unavailable|not found|(log|sign)[ -]?in)\b/i;

/** Whether a text is a remark, such as "This statement needs no signature". One word may be the first cell of a record. */
export const isRemark = (text: string) =>
  /\p{L}\P{L}*\s\P{L}*\p{L}/u.test(text) && !/\p{N}/u.test(text) && !failure.test(text);

const isFilled = (cell: unknown) => typeof cell === 'string' && cell.trim() !== '';

/** The text in the first column of a row that has no other cell. */
function loneText(row: WarehouseRow, { positions, others }: TableHeader): unknown {
  const otherCells = typeof row.other_cells === 'string' ? JSON.parse(row.other_cells) : {};
  const cells = [
    ...[...positions].map(([column, position]) => ({ position, cell: row[column] })),
    ...others.map(({ name, position }) => ({ position, cell: otherCells[name] })),
  ].sort((left, right) => left.position - right.position);
  return cells.slice(1).some(({ cell }) => isFilled(cell)) ? undefined : cells[0]?.cell;
}

/** The text of a rejected row that has too few cells and only one that is not blank. */
function rejectedText({ reason_code: code, raw_text: rawText }: WarehouseRow): unknown {
  if (code !== 'too_few_cells' || typeof rawText !== 'string') return undefined;
  const [cell, another] = rawText.split('|').filter(isFilled);
  return another === undefined ? cell?.trim() : undefined;
}

/**
 * Rejects the remarks below a table as text rows, which, unlike other rejected rows, are not records and make no day incomplete. A row
 * with a digit or a second cell may be a truncated or moved record, and is left unchanged.
 */
export async function settleTextRows(
  connection: DuckDBConnection,
  { receipt_id: receiptId }: { receipt_id: number },
  plan: TablePlan,
  { format, header }: OpenedFile,
): Promise<void> {
  if (!['csv', 'xlsx'].includes(format) || header.width < fewestColumns) return;
  const id = { id: receiptId };
  const last = (table: string) =>
    readRows(connection, `select * from ${table} where receipt_id = $id order by line_no desc limit ${mostRows}`, id);
  const loaded = (await last(plan.table)).map((row) => ({
    line: numberOf(row, 'line_no'),
    text: loneText(row, header),
  }));
  const rejected = (await last('staging.rejected_row')).map((row) => ({
    line: numberOf(row, 'line_no'),
    text: rejectedText(row),
  }));
  for (const { line, text } of [...loaded, ...rejected].sort((left, right) => right.line - left.line)) {
    if (typeof text !== 'string' || !isRemark(text)) return;
    const place = { ...id, line };
    for (const table of [plan.table, 'staging.rejected_row'])
      await execute(connection, `delete from ${table} where receipt_id = $id and line_no = $line`, place);
    await execute(
      connection,
      `insert into staging.rejected_row values ($id, $line, 'text_row', 'Text below the lines: "' || $shown || '".', $text, null)`,
      { ...place, text, shown: text.length > 200 ? `${text.slice(0, 200)} …` : text },
    );
  }
}

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
