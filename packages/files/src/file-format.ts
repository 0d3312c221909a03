/** The formats in which files are read. */
export type FileFormat = 'csv' | 'xlsx' | 'jsonl' | 'camt053' | 'mt940' | 'ofx' | 'pdf';
