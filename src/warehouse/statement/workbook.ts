import type { DuckDBConnection } from '@duckdb/node-api';
import type { CellValue } from 'exceljs';
import { TieoutError } from '../../domain/tieout-error.ts';
import { headerSearchRows, readHead, refuseForeignFile } from '../../formats/csv/dialect.ts';
import { refuseArchiveBomb } from '../../formats/xlsx/archive.ts';
import { findHeader, type StatementHeader } from './columns.ts';
import type { LoadedStatement, StatementFile } from './csv.ts';
import { fitRow, openRawRows, type RawRow, type RawRowWriter } from './raw-rows.ts';

/** Loads the first sheet of a workbook into raw.statement_line, row by row, through the same border as a CSV. */
export async function loadWorkbookStatement(
  connection: DuckDBConnection,
  file: StatementFile,
): Promise<LoadedStatement> {
  refuseForeignFile(await readHead(file.path), file.fileName, 'xlsx');
  await refuseArchiveBomb(file.path, file.fileName);
  const above: RawRow[] = [];
  let header: StatementHeader | undefined;
  let writer: RawRowWriter | undefined;
  for await (const row of sheetRows(file)) {
    if (writer === undefined || header === undefined) {
      above.push(row);
      header = headerWithin(above, file);
      if (header === undefined) continue;
      writer = await openRawRows(connection, file.fileId, header);
      continue;
    }
    const fitted = fitRow(row, header);
    if (fitted === undefined) continue;
    if ('code' in fitted) writer.reject(fitted);
    else writer.row(fitted);
  }
  if (writer === undefined || header === undefined) {
    findHeader(
      above.map(({ line, cells }) => ({ line, cells })),
      file.aliases,
      file.fileName,
    );
    throw unreadable(file, new Error('the sheet has no rows'));
  }
  return { header, ...writer.end() };
}

/** The header as soon as the newest row is it; an error only once there are no more rows in which it could stand. */
function headerWithin(above: RawRow[], file: StatementFile): StatementHeader | undefined {
  const newest = above.at(-1);
  if (newest === undefined) return undefined;
  try {
    return findHeader([newest], file.aliases, file.fileName);
  } catch (error) {
    if (error instanceof TieoutError && error.code === 'STATEMENT_COLUMN_TWICE') throw error;
    if (above.length >= headerSearchRows) return findHeader(above, file.aliases, file.fileName);
    return undefined;
  }
}

async function* sheetRows(file: StatementFile): AsyncGenerator<RawRow> {
  const { default: exceljs } = await import('exceljs');
  const reader = new exceljs.stream.xlsx.WorkbookReader(file.path, {
    worksheets: 'emit',
    sharedStrings: 'cache',
    styles: 'cache',
    hyperlinks: 'ignore',
    entries: 'emit',
  });
  try {
    for await (const sheet of reader) {
      for await (const row of sheet) {
        const values = Array.isArray(row.values) ? row.values.slice(1) : [];
        yield { line: row.number, cells: Array.from(values, (value) => cellText(value)) };
      }
      return;
    }
  } catch (cause) {
    if (cause instanceof TieoutError) throw cause;
    throw unreadable(file, cause);
  }
}

function unreadable(file: StatementFile, cause: unknown): TieoutError {
  return new TieoutError({
    code: 'STATEMENT_TRUNCATED',
    message: `The workbook cannot be read to its end: ${cause instanceof Error ? cause.message : String(cause)}.`,
    remedy: 'Download the statement again; nothing of this file was loaded.',
    place: { file: file.fileName },
    exitStatus: 4,
    cause,
  });
}

/** A cell as the text that stands for it: a date cell holds wall-clock time without a zone, and stays that. */
function cellText(value: CellValue | undefined): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date)
    return value
      .toISOString()
      .replace('T', ' ')
      .replace(/\.\d+Z$/, '');
  if (typeof value !== 'object') return String(value);
  if ('richText' in value) return value.richText.map((part) => part.text).join('');
  if ('text' in value) return cellText(value.text as CellValue);
  if ('result' in value) return cellText(value.result as CellValue);
  if ('error' in value) return String(value.error);
  return '';
}
