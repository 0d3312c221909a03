import type { CellValue } from 'exceljs';
import { TieoutError } from '../../domain/tieout-error.ts';
import type { TableFile, TableRow } from '../table/table-spec.ts';

/** The rows of the first sheet of a workbook, one after the other. Throws FILE_TRUNCATED. */
export async function* sheetRows(file: TableFile): AsyncGenerator<TableRow> {
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
    throw new TieoutError({
      code: 'FILE_TRUNCATED',
      message: `The workbook cannot be read to its end: ${cause instanceof Error ? cause.message : String(cause)}.`,
      remedy: 'Export or download the file again; nothing of it was loaded.',
      place: { file: file.fileName },
      exitStatus: 4,
      cause,
    });
  }
}

/** A cell as text. A date cell holds wall-clock time without a zone, and stays so. */
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
