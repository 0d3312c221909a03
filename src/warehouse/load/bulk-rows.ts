import type { DuckDBConnection } from '@duckdb/node-api';
import type { OpenedFile } from '../../formats/opened-file.ts';
import { figurePosition, otherHeader } from '../../formats/table/header.ts';
import type { TableFile, TableHeader } from '../../formats/table/table-spec.ts';
import { execute, numberOf, readRows, sqlText } from '../duckdb-values.ts';

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
  if (csv?.records === undefined) return undefined;
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
