import type { FileFormat } from './file-format.ts';
import type { OpenedFile } from './opened-file.ts';
import { recogniseFormat } from './recognise-format.ts';
import type { TableFile } from './table/table-spec.ts';

/** The reader of each format, which is loaded for the first file of its format. */
const openers: Readonly<Record<FileFormat, () => Promise<(file: TableFile) => Promise<OpenedFile>>>> = {
  csv: async () => (await import('./csv/open-csv.ts')).openCsv,
  xlsx: async () => (await import('./xlsx/open-xlsx.ts')).openXlsx,
  jsonl: async () => (await import('./jsonl/open-jsonl.ts')).openJsonl,
  camt053: async () => (await import('./camt053/open-camt053.ts')).openCamt053,
  mt940: async () => (await import('./mt940/open-mt940.ts')).openMt940,
  ofx: async () => (await import('./ofx/open-ofx.ts')).openOfx,
  pdf: async () => (await import('./pdf/open-pdf.ts')).openPdf,
};

/**
 * Inspects a file before any row is used: its format by its content, the position of its header, and whether it is complete. Throws
 * FILE_NOT_A_TABLE, FILE_FORMAT_NOT_ACCEPTED, FILE_HEADER_NOT_FOUND, FILE_COLUMN_MISSING, FILE_COLUMN_TWICE, FILE_TRUNCATED,
 * FILE_TOO_LARGE or FILE_ENCODING_UNKNOWN.
 */
export async function openFile(file: TableFile, accepted: readonly FileFormat[]): Promise<OpenedFile> {
  const format = await recogniseFormat(file, accepted);
  const open = await openers[format]();
  return open(file);
}
