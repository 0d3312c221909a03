import type { CellValue } from 'exceljs';
import { TieoutError } from '../../domain/tieout-error.ts';
import { refuseArchiveBomb } from '../../formats/xlsx/archive.ts';

/** The content of a cell. A formula is only recognised as one: nothing in a workbook is calculated. */
export type ReadCell = { value: string | number | undefined; isFormula: boolean };

export type ReadRow = { sheet: string; row: number; cells: ReadCell[] };

const firstDay = Date.UTC(1899, 11, 30);

function read(value: CellValue | undefined): ReadCell {
  const plain = (content: string | number | undefined): ReadCell => ({ value: content, isFormula: false });
  if (value === null || value === undefined) return plain(undefined);
  if (typeof value === 'string' || typeof value === 'number') return plain(value);
  if (typeof value === 'boolean') return plain(String(value));
  if (value instanceof Date) return plain((value.getTime() - firstDay) / 86_400_000);
  if ('richText' in value) return plain(value.richText.map(({ text }) => text).join(''));
  if ('text' in value) return plain(String(value.text));
  return { value: undefined, isFormula: 'formula' in value || 'sharedFormula' in value };
}

function unreadable(file: string, cause: unknown): TieoutError {
  return new TieoutError({
    code: 'WORKBOOK_UNREADABLE',
    message: 'The workbook cannot be read to its end.',
    remedy: 'Open it in a spreadsheet program and save it as .xlsx again. No decision of it was recorded.',
    place: { file },
    exitStatus: 2,
    cause,
  });
}

/** The rows of all sheets of a workbook, in constant memory; `file` is the path that the user gave. */
export async function* readSheets(path: string, file: string = path): AsyncGenerator<ReadRow> {
  try {
    await refuseArchiveBomb(path, file);
    const { default: exceljs } = await import('exceljs');
    const reader = new exceljs.stream.xlsx.WorkbookReader(path, {
      worksheets: 'emit',
      sharedStrings: 'cache',
      styles: 'cache',
      hyperlinks: 'ignore',
      entries: 'emit',
    });
    for await (const sheet of reader) {
      const name = 'name' in sheet ? String(sheet.name) : '';
      for await (const row of sheet) {
        const values = Array.isArray(row.values) ? row.values.slice(1) : [];
        yield { sheet: name, row: row.number, cells: Array.from(values, (value) => read(value)) };
      }
    }
  } catch (cause) {
    throw unreadable(file, cause);
  }
}
