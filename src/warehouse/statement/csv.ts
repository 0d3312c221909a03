import { createReadStream } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { parse as parseStream } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { statementColumns } from '../../connectors/gateway/statement-columns.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import {
  type CsvDialect,
  decodeHead,
  findDialect,
  headerSearchRows,
  readHead,
  refuseForeignFile,
} from '../../formats/csv/dialect.ts';
import { scanCsv } from '../../formats/csv/scan.ts';
import { execute, numberOf, readRows, sqlText } from '../duckdb-values.ts';
import { type ColumnAliases, findHeader, type StatementHeader } from './columns.ts';
import { fitRow, openRawRows } from './raw-rows.ts';

export type LoadedStatement = { header: StatementHeader; rows: number; rejects: number };

export type StatementFile = { fileId: number; path: string; fileName: string; aliases: ColumnAliases };

const recordWithLine = z.object({ record: z.array(z.string()), info: z.object({ lines: z.number() }) });

/** A CSV statement that was looked at and is ready to be loaded, in bulk or record by record. */
export type PreparedCsv = { header: StatementHeader; dialect: CsvDialect; bulkRows: number | undefined };

/**
 * Looks at a CSV statement before anything is written: what it is, where its header stands, whether it is whole. The
 * database's own reader takes a plain file in bulk, with the dialect given, never sniffed. A file whose count it does
 * not confirm, or that it stumbles over, is left to be read record by record, so that each row is named with its line.
 */
export async function prepareCsvStatement(connection: DuckDBConnection, file: StatementFile): Promise<PreparedCsv> {
  const head = await readHead(file.path);
  refuseForeignFile(head, file.fileName, 'csv');
  const dialect = await findDialect(head);
  const header = findHeader(headRows(head, dialect), file.aliases, file.fileName);
  const scan = await scanCsv(file.path);
  if (!scan.isWhole) throw truncated(file);
  const isPlain = dialect.encoding === 'utf-8' && !scan.hasLineBreakInCell && !scan.hasBlankLine && !scan.hasNulByte;
  const bulkRows = isPlain
    ? await readInBulk(connection, file, dialect, header, scan.records - header.line)
    : undefined;
  return { header, dialect, bulkRows };
}

/** Loads a prepared CSV statement into raw.statement_line, every cell as text. */
export async function loadCsvStatement(
  connection: DuckDBConnection,
  file: StatementFile,
  { header, dialect, bulkRows }: PreparedCsv,
): Promise<LoadedStatement> {
  if (bulkRows === undefined) return { header, ...(await loadByRecord(connection, file, dialect, header)) };
  return { header, rows: await loadBulk(connection, file, header), rejects: 0 };
}

function truncated(file: StatementFile): TieoutError {
  return new TieoutError({
    code: 'STATEMENT_TRUNCATED',
    message: 'The statement ends inside a quoted cell: it was cut off.',
    remedy: 'Download the statement again; nothing of this file was loaded.',
    place: { file: file.fileName },
    exitStatus: 4,
  });
}

function headRows(head: Buffer, dialect: CsvDialect): { line: number; cells: string[] }[] {
  const records: unknown = parse(decodeHead(head, dialect.encoding), {
    delimiter: dialect.delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_records_with_error: true,
    to: headerSearchRows,
  });
  return z
    .array(recordWithLine)
    .parse(records)
    .map(({ record, info }) => ({ line: info.lines, cells: record }));
}

/** Reads the whole file into a temporary table; gives undefined when the file is not as plain as it looked. */
async function readInBulk(
  connection: DuckDBConnection,
  file: StatementFile,
  dialect: CsvDialect,
  header: StatementHeader,
  expectedRows: number,
): Promise<number | undefined> {
  const names = Array.from({ length: header.width }, (_, position) => `c${position}`);
  const columns = names.map((name) => `${name}: 'text'`).join(', ');
  try {
    await execute(
      connection,
      `create or replace temp table bulk_statement as
       select ${names.join(', ')} from read_csv(${sqlText(file.path)}, auto_detect = false, delim = ${sqlText(dialect.delimiter)},
         quote = '"', escape = '"', header = false, skip = ${header.line}, columns = {${columns}}, nullstr = '',
         strict_mode = true, null_padding = false, max_line_size = 4194304)`,
    );
  } catch {
    // Not an error yet: the slow way names the line on which the fast way stumbled.
    return undefined;
  }
  const [counted] = await readRows(connection, 'select count(*) as n from bulk_statement');
  return counted !== undefined && numberOf(counted, 'n') === expectedRows ? expectedRows : undefined;
}

async function loadBulk(connection: DuckDBConnection, file: StatementFile, header: StatementHeader): Promise<number> {
  const text = (position: number) => `nullif(trim(c${position}), '')`;
  const cell = (position: number | undefined) => (position === undefined ? 'null' : text(position));
  const others = header.others.map(({ name, position }) => `${sqlText(name)}: c${position}`).join(', ');
  const cells = Array.from({ length: header.width }, (_, position) => text(position));
  const rows = await execute(
    connection,
    `insert into raw.statement_line
     select $file_id, rowid + ${header.line + 1},
       ${statementColumns.map((column) => cell(header.positions.get(column))).join(', ')},
       ${others === '' ? 'null' : `to_json({${others}})::text`}
     from bulk_statement
     where coalesce(${cells.join(', ')}) is not null
     order by rowid`,
    { file_id: file.fileId },
  );
  await execute(connection, 'drop table bulk_statement');
  return rows;
}

async function loadByRecord(
  connection: DuckDBConnection,
  file: StatementFile,
  dialect: CsvDialect,
  header: StatementHeader,
): Promise<{ rows: number; rejects: number }> {
  const writer = await openRawRows(connection, file.fileId, header);
  const parser = createReadStream(file.path).pipe(
    parseStream({
      delimiter: dialect.delimiter,
      bom: true,
      encoding: dialect.encoding === 'utf-16' ? 'utf16le' : 'utf8',
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    }),
  );
  let isPastHeader = false;
  let line = 0;
  for await (const parsed of parser) {
    const { record, info } = recordWithLine.parse(parsed);
    // csv-parse tells the line on which a record ends; the one on which it begins is the one a person looks for.
    const breaks = record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0);
    line = info.lines - breaks;
    if (!isPastHeader) {
      isPastHeader = info.lines >= header.line;
      continue;
    }
    if (record.length < header.width) {
      writer.reject({
        line,
        code: 'too_few_cells',
        reason: `The row has ${record.length} cells, the header has ${header.width}.`,
        rawText: record.join(' | '),
      });
      continue;
    }
    const fitted = fitRow({ line, cells: record }, header);
    if (fitted === undefined) continue;
    if ('code' in fitted) writer.reject(fitted);
    else writer.row(fitted);
  }
  return writer.end();
}
