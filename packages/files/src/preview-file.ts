import type { FileFormat } from './file-format.ts';
import { FileRefusal } from './file-refusal.ts';
import { openFile } from './open-file.ts';
import type { OpenedFile } from './opened-file.ts';
import { formatOfFile } from './recognise-format.ts';
import { headerSearchRows } from './table/header.ts';
import type { TableFile, TableRow, TableSpec } from './table/table-spec.ts';

/** The known facts of a file with unknown columns: its format and encoding, and its first rows. */
export type FilePreview = {
  format: FileFormat;
  encoding: string | null;
  delimiter: string | null;
  sheets: readonly string[];
  /** The rows in which a header is looked for. */
  rows: readonly TableRow[];
  /** Why the file cannot be read, regardless of its columns. */
  error: FileRefusal | undefined;
};

/** A file whose columns are not known. */
type UnknownFile = Pick<TableFile, 'path' | 'fileName' | 'reading' | 'temporary'>;

const anyTable: TableSpec = { title: 'file', columns: {}, required: [], section: '' };
/** A specification whose columns no header names, so that every row of the head is examined. */
const noTable: TableSpec = { ...anyTable, columns: { a: [], b: [], c: [] }, required: ['a', 'b', 'c'] };

/** Opens a table regardless of its columns; returns the error when it is not a table. */
async function opened(file: TableFile, format: FileFormat): Promise<OpenedFile | FileRefusal> {
  try {
    return await openFile(file, [format]);
  } catch (error) {
    if (error instanceof FileRefusal) return error;
    throw error;
  }
}

/** The first records of a format that has no header line, below their names. */
async function firstRecords({ header, rows }: OpenedFile): Promise<TableRow[]> {
  const cells: string[] = Array.from({ length: header.width }, () => '');
  for (const { name, position } of header.others) cells[position] = name;
  const found: TableRow[] = [{ line: 0, cells }];
  for await (const row of rows()) {
    if ('cells' in row) found.push(row);
    if (found.length > headerSearchRows) break;
  }
  return found;
}

const cellCount = (rows: readonly TableRow[]) =>
  rows.reduce((sum, { cells }) => sum + cells.filter((cell) => cell.trim() !== '').length, 0);

/** The rows in which a header is looked for; of a workbook, those of the sheet that has the most cells. */
async function examinedRows(file: TableFile, format: FileFormat): Promise<TableRow[]> {
  const sheets: TableRow[][] = [];
  const examined = (row: TableRow) => {
    const last = sheets.at(-1);
    // a row may come twice; the rows of a sheet come in their order
    if (row === last?.at(-1)) return;
    if (last === undefined || row.line <= (last.at(-1)?.line ?? 0)) sheets.push([row]);
    else last.push(row);
  };
  const outcome = await opened({ ...file, spec: noTable, examined }, format);
  if (!(outcome instanceof FileRefusal)) await outcome.close();
  const fullest = sheets.reduce<TableRow[]>((best, rows) => (cellCount(rows) > cellCount(best) ? rows : best), []);
  return fullest.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

/**
 * Previews a file without knowing its columns. A bank format has its own columns and no rows to examine; for a PDF
 * without a known head, `unknownHead` gives the columns of its kind, so that a head with some known words is found.
 */
export async function previewFile(
  given: UnknownFile,
  unknownHead?: Pick<TableFile, 'spec' | 'password'>,
): Promise<FilePreview> {
  const format = await formatOfFile(given.path);
  const nothing = { format, encoding: null, delimiter: null, sheets: [], rows: [], error: undefined };
  if (format === 'pdf' && unknownHead !== undefined) {
    const { previewPdf } = await import('./pdf/preview-pdf.ts');
    return { ...nothing, rows: await previewPdf({ ...given, ...unknownHead }) };
  }
  if (format !== 'csv' && format !== 'xlsx' && format !== 'jsonl') return nothing;
  const file = { ...given, spec: anyTable, reading: { ...given.reading, aliases: {} } };
  const outcome = await opened(file, format);
  if (outcome instanceof FileRefusal) {
    const rows = await examinedRows(file, format);
    return { ...nothing, rows, error: outcome };
  }
  try {
    const rows = format === 'jsonl' ? await firstRecords(outcome) : await examinedRows(file, format);
    const { encoding, sheets, csv } = outcome;
    return { format, encoding, delimiter: csv?.delimiter ?? null, sheets, rows, error: undefined };
  } finally {
    await outcome.close();
  }
}
