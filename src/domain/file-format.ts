/** The formats in which files are accepted. */
export const fileFormats = ['csv', 'xlsx', 'jsonl', 'camt053', 'mt940', 'ofx', 'pdf'] as const;
export type FileFormat = (typeof fileFormats)[number];

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
