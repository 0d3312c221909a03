import { defaultTerms } from '../file-terms.ts';
import type { TableFile } from '../table/table-spec.ts';
import { usualTemporary } from '../text/decode-file.ts';
import { openArchive } from './archive.ts';
import type { SheetRow } from './cell.ts';
import { numberMark } from './cell-text.ts';
import { sharedStringsOf } from './shared-strings.ts';
import { sheetRows } from './sheet-rows.ts';
import { readWorkbook } from './workbook.ts';

/** The content of a cell. A formula is only recognised: nothing in a workbook is calculated. */
export type StoredCell = { value: string | number | undefined; isFormula: boolean };

export type StoredRow = { sheet: string; row: number; cells: StoredCell[] };

function cellsOf({ cells, faults }: SheetRow): StoredCell[] {
  const read = cells.map((text): StoredCell => {
    if (text === '') return { value: undefined, isFormula: false };
    return { value: text.startsWith(numberMark) ? Number(text.slice(1)) : text, isFormula: false };
  });
  for (const { column, code } of faults ?? []) read[column] = { value: undefined, isFormula: code !== 'cell_error' };
  return read;
}

/**
 * The rows of all sheets of a workbook that are not blank, by tabs, in constant memory: numbers and dates as they are stored, whatever
 * their style. Throws FILE_TRUNCATED, FILE_DAMAGED and FILE_TOO_LARGE.
 */
export async function* storedRows({
  path,
  fileName,
  temporary = usualTemporary,
}: Pick<TableFile, 'path' | 'fileName' | 'temporary'>): AsyncGenerator<StoredRow> {
  const archive = await openArchive(path, fileName, defaultTerms.limits);
  try {
    const workbook = await readWorkbook(archive, fileName);
    const strings = await sharedStringsOf(archive, workbook, { fileName, temporary });
    try {
      for (const { name: sheet, part } of workbook.sheets) {
        const source = { archive, part, sheet, fileName, ...workbook, decimalMark: undefined, isAsStored: true };
        for await (const batch of sheetRows({ ...source, shared: strings.get }))
          for (const row of batch) yield { sheet, row: row.line, cells: cellsOf(row) };
      }
    } finally {
      strings.close();
    }
  } finally {
    await archive.close();
  }
}
