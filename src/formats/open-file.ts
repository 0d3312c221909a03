import type { FileFormat } from '../domain/file-format.ts';
import { openCamt053 } from './camt053/open-camt053.ts';
import { openCsv } from './csv/open-csv.ts';
import { openJsonl } from './jsonl/open-jsonl.ts';
import { openMt940 } from './mt940/open-mt940.ts';
import { openOfx } from './ofx/open-ofx.ts';
import type { OpenedFile } from './opened-file.ts';
import { openPdf } from './pdf/open-pdf.ts';
import { recogniseFormat } from './recognise-format.ts';
import type { TableFile } from './table/table-spec.ts';
import { openXlsx } from './xlsx/open-xlsx.ts';

const openers: Readonly<Record<FileFormat, (file: TableFile) => Promise<OpenedFile>>> = {
  csv: openCsv,
  xlsx: openXlsx,
  jsonl: openJsonl,
  camt053: openCamt053,
  mt940: openMt940,
  ofx: openOfx,
  pdf: openPdf,
};

/**
 * Inspects a file before any row is used: its format by its content, the position of its header, and whether it is complete. Throws
 * FILE_NOT_A_TABLE, FILE_FORMAT_NOT_ACCEPTED, FILE_HEADER_NOT_FOUND, FILE_COLUMN_MISSING, FILE_COLUMN_TWICE, FILE_TRUNCATED,
 * FILE_TOO_LARGE or FILE_ENCODING_UNKNOWN.
 */
export async function openFile(file: TableFile, accepted: readonly FileFormat[]): Promise<OpenedFile> {
  const format = await recogniseFormat(file, accepted);
  return openers[format](file);
}
