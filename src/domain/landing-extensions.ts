import type { FileFormat } from 'tieout-files';

/** The extension under which landing keeps a file of a format. */
export const landingExtensions: Readonly<Record<FileFormat, string>> = {
  csv: 'csv',
  xlsx: 'xlsx',
  jsonl: 'jsonl',
  camt053: 'xml',
  mt940: 'mt940',
  ofx: 'ofx',
  pdf: 'pdf',
};
