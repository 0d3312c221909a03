import type { OpenedFile } from '../opened-file.ts';
import { fitWholeRow } from '../table/fit-row.ts';
import { findHeader } from '../table/header.ts';
import type { TableFile } from '../table/table-spec.ts';
import { findDialect, readHead, refuseForeignFile } from './dialect.ts';
import { csvRows, cutOff, headRows } from './records.ts';
import { scanCsv } from './scan.ts';

/** Looks at a CSV file before any row is used. Throws FILE_NOT_A_TABLE, FILE_TRUNCATED and the errors of the header. */
export async function openCsv(file: TableFile): Promise<OpenedFile> {
  const head = await readHead(file.path);
  refuseForeignFile(head, file, 'csv');
  const dialect = findDialect(head);
  const header = findHeader(headRows(head, dialect), file);
  const scan = await scanCsv(file.path);
  if (!scan.isWhole) throw cutOff(file);
  async function* rows() {
    for await (const row of csvRows(file, dialect, header.line)) {
      const fitted = fitWholeRow(row, header);
      if (fitted !== undefined) yield fitted;
    }
  }
  return {
    ...{ format: 'csv', encoding: dialect.encoding, sheets: [], header, rows },
    ...{ claims: () => [], notes: () => [], close: async () => {}, csv: { dialect, scan, path: file.path } },
  };
}
