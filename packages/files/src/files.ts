/*
 * Reads tables and bank statements: CSV, XLSX, JSON lines, camt.053, MT940, OFX and PDF. The reader of a format is loaded for the first
 * file of the format.
 */

import type { SizeLimits } from './file-terms.ts';
import type { TableFile } from './table/table-spec.ts';
import type { Archive } from './xlsx/archive.ts';
import type { StoredRow } from './xlsx/stored-cells.ts';

export { delimiterNames } from './csv/delimiters.ts';
export type { FileFormat } from './file-format.ts';
export { FileRefusal, type RefusalPlace, type Suggestion } from './file-refusal.ts';
export { type DateOrder, defaultTerms, type FileTerms, type SizeLimits } from './file-terms.ts';
export { foreignFormat } from './foreign-file.ts';
export { isSpanOnly, jsonLines } from './jsonl/objects.ts';
export { openFile } from './open-file.ts';
export type { FileClaim, OpenedFile, StatedBalance } from './opened-file.ts';
export { lineNumberText, numberOfPlace, pagedLine, placeText } from './paged-line.ts';
export { type FilePreview, previewFile } from './preview-file.ts';
export { formatNames, formatOf, formatOfFile } from './recognise-format.ts';
export { recognisePreset } from './recognise-preset.ts';
export { columnOf, figurePosition, headerTwice, otherHeader } from './table/header.ts';
export { normaliseHeader } from './table/header-name.ts';
export { monthNames, namesOfMonths } from './table/month-names.ts';
export type {
  RejectedTableRow,
  RepeatedColumn,
  TableFile,
  TableHeader,
  TableRow,
  TableSpec,
} from './table/table-spec.ts';
export { encodingNamed } from './text/encodings.ts';
export { readHead } from './text/read-head.ts';
export { shownEncoding } from './text/source-encoding.ts';
export type { Archive } from './xlsx/archive.ts';
export type { StoredCell, StoredRow } from './xlsx/stored-cells.ts';

/**
 * The rows of all sheets of a workbook that are not blank, by tabs, in constant memory: numbers and dates as they are stored, whatever
 * their style. Throws FILE_TRUNCATED, FILE_DAMAGED and FILE_TOO_LARGE.
 */
export async function* storedRows(file: Pick<TableFile, 'path' | 'fileName' | 'temporary'>): AsyncGenerator<StoredRow> {
  const stored = await import('./xlsx/stored-cells.ts');
  yield* stored.storedRows(file);
}

/**
 * Opens a workbook's archive and reads its directory, without unpacking anything. Throws FILE_TRUNCATED, FILE_DAMAGED or
 * FILE_TOO_LARGE.
 */
export async function openArchive(path: string, fileName: string, limits: SizeLimits): Promise<Archive> {
  const archive = await import('./xlsx/archive.ts');
  return archive.openArchive(path, fileName, limits);
}
