import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import {
  figurePosition,
  type OpenedFile,
  otherHeader,
  type RejectedTableRow,
  type TableFile,
  type TableHeader,
} from 'tieout-files';
import { execute, numberOf, readRows, sqlName, sqlText, type WarehouseRow } from '../duckdb-values.ts';

/** The cost of planning a statement grows with the square of its columns; a wider table is read row by row. */
const mostBulkColumns = 200;

const columnNames = ({ width }: TableHeader) => Array.from({ length: width }, (_, position) => `c${position}`);

/** The temporary table of the lines of the file that is being loaded: every cell as text, trimmed, and null where it is blank. */
export const fileLines = 'file_line';

/** Another name than that of any column of a plan. */
const openEnd = 'has_open_end';

/** The cells of a line in the order of the file. */
function cellsOf(row: WarehouseRow, { positions, others, width }: TableHeader): (string | undefined)[] {
  const otherCells = typeof row.other_cells === 'string' ? JSON.parse(row.other_cells) : {};
  const cells: (string | undefined)[] = Array.from({ length: width }, () => undefined);
  const place = (position: number, cell: unknown) => {
    if (typeof cell === 'string') cells[position] = cell;
  };
  for (const [column, position] of positions) place(position, row[column]);
  for (const { name, position } of others) place(position, otherCells[name]);
  return cells;
}

/**
 * Whether a row has words where every line has figures, and so is a header with other columns. The reader row by row decides what it
 * means.
 */
async function hasOtherHeader(connection: DuckDBConnection, header: TableHeader, file: TableFile): Promise<boolean> {
  const position = figurePosition(header, file);
  const [column] = [...header.positions].find(([, at]) => at === position) ?? [];
  if (column === undefined) return false;
  const name = sqlName(column);
  const rows = await readRows(
    connection,
    `from ${fileLines} where ${name} >= 'A' and not regexp_matches(${name}, '[0-9]') limit 1000`,
  );
  return rows.some((row) => {
    const cells = cellsOf(row, header).map((cell) => cell ?? '');
    return otherHeader({ line: 0, cells }, header, file) !== undefined;
  });
}

/** Drops the lines of the last file. */
export const dropFileLines = (connection: DuckDBConnection): Promise<number> =>
  execute(connection, `drop table if exists temp.${fileLines}`);

/**
 * Reads a plain CSV file into the table of its lines, with the given dialect, never a detected one. Returns the number of rows, without
 * blank ones; undefined where the file is not plain enough for the bulk reader, or where the reader counts other rows than the inspection
 * of the file.
 */
export async function readInBulk(
  connection: DuckDBConnection,
  receiptId: number,
  { header, csv }: OpenedFile,
  file: TableFile,
): Promise<number | undefined> {
  if (csv?.records === undefined || header.width > mostBulkColumns) return undefined;
  const { path, delimiter, linesAbove, records, openEnds } = csv;
  const names = columnNames(header);
  const text = (position: number) => `nullif(trim(c${position}), '')`;
  const cells = Object.keys(file.spec.columns).map((column) => {
    const position = header.positions.get(column);
    return `${position === undefined ? 'null::text' : text(position)} as ${sqlName(column)}`;
  });
  const others = header.others.map(({ name, position }) => `${sqlText(name)}: ${text(position)}`);
  const otherCells = others.length === 0 ? 'null::text' : `to_json({${others.join(', ')}})::text`;
  const isBlank = `coalesce(${names.map((_, position) => text(position)).join(', ')}) is null`;
  try {
    // a number for each line while they are read would keep the reader from using several threads
    await execute(
      connection,
      `create or replace temp table ${fileLines} as
       select ${receiptId} as receipt_id, if(${isBlank}, null, 0::bigint) as line_no, ${cells.join(', ')}, ${otherCells} as other_cells,
         c${header.width - 1} is null as ${openEnd}
       from read_csv(${sqlText(path)}, auto_detect = false,
         delim = ${sqlText(delimiter)}, quote = '"', escape = '"', header = false, skip = ${linesAbove},
         columns = {${names.map((name) => `${name}: 'text'`).join(', ')}}, nullstr = '', strict_mode = true, null_padding = false,
         max_line_size = 4194304)`,
    );
  } catch {
    // not an error yet: reading row by row names the line on which the bulk reader failed
    return undefined;
  }
  const [counted] = await readRows(
    connection,
    `select count(*) as n, count(line_no) as line_count, count(*) filter (${openEnd}) as open_ends from ${fileLines}`,
  );
  const isRead = counted !== undefined && numberOf(counted, 'n') === records;
  // the database drops a surplus blank cell, so such a row may be one whose cells a delimiter moved
  const isFitting = counted !== undefined && openEnds <= numberOf(counted, 'open_ends');
  if (!isRead || !isFitting || (await hasOtherHeader(connection, header, file))) return undefined;
  await execute(
    connection,
    `alter table ${fileLines} drop column ${openEnd};
     update ${fileLines} set line_no = rowid - (select min(rowid) from ${fileLines}) + ${header.line + 1} where line_no is not null;
     delete from ${fileLines} where line_no is null`,
  );
  return numberOf(counted, 'line_count');
}

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
function loneText(row: WarehouseRow, header: TableHeader): unknown {
  const cells = cellsOf(row, header);
  return cells.slice(1).some(isFilled) ? undefined : cells[0];
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
  { format, header }: OpenedFile,
): Promise<void> {
  if (!['csv', 'xlsx'].includes(format) || header.width < fewestColumns) return;
  const id = { id: receiptId };
  const last = (table: string) =>
    readRows(connection, `select * from ${table} where receipt_id = $id order by line_no desc limit ${mostRows}`, id);
  const loaded = (await last(fileLines)).map((row) => ({
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
    for (const table of [fileLines, 'staging.rejected_row'])
      await execute(connection, `delete from ${table} where receipt_id = $id and line_no = $line`, place);
    await execute(
      connection,
      `insert into staging.rejected_row values ($id, $line, 'text_row', 'Text below the lines: "' || $shown || '".', $text, null)`,
      { ...place, text, shown: text.length > 200 ? `${text.slice(0, 200)} …` : text },
    );
  }
}

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

/**
 * Writes rows that are read in TypeScript (workbooks, and CSV files with oddities) into the table of the lines. Returns their number, with
 * the rejected ones.
 */
export async function readRowByRow(
  connection: DuckDBConnection,
  columns: readonly string[],
  receiptId: number,
  { header, rows }: Pick<OpenedFile, 'header' | 'rows'>,
): Promise<number> {
  const texts = [...columns, 'other_cells'].map((column) => `${sqlName(column)} text`);
  const all = ['receipt_id integer', 'line_no bigint', ...texts];
  await execute(connection, `create or replace temp table ${fileLines} (${all.join(', ')})`);
  const lines = await connection.createAppender(fileLines, 'main', 'temp');
  const rejects = await connection.createAppender('rejected_row', 'staging');
  let count = 0;
  try {
    for await (const row of rows()) {
      count += 1;
      if ('code' in row) {
        appendRejected(rejects, receiptId, row);
        continue;
      }
      lines.appendInteger(receiptId);
      lines.appendBigInt(BigInt(row.line));
      for (const column of columns) appendText(lines, cellText(row.cells, header.positions.get(column)));
      appendText(lines, otherCells(row.cells, header));
      lines.endRow();
    }
  } finally {
    // an appender that is left open would flush its rows when it is collected, after the rollback of the transaction
    lines.closeSync();
    rejects.closeSync();
  }
  return count;
}
