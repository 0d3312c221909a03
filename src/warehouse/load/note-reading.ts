import type { DuckDBConnection } from '@duckdb/node-api';
import type { ReadingTerms } from '../../domain/reading.ts';
import type { FileClaim, OpenedFile } from '../../formats/opened-file.ts';
import type { TableHeader } from '../../formats/table/table-spec.ts';
import { execute } from '../duckdb-values.ts';
import type { ReceiptContent } from './insert-receipts.ts';

/** Keeps the totals and balances that a file states. */
export async function writeClaims(
  connection: DuckDBConnection,
  fileId: number,
  claims: readonly FileClaim[],
): Promise<void> {
  for (const claim of claims) {
    await execute(
      connection,
      `insert into raw.file_claim values ($file_id, $statement_no, $line_no, $account, $currency, $identifier, $first_day,
         $last_day, $opening, $opening_on, $opening_line, $closing, $closing_on, $closing_line, $entry_count, $credit_sum,
         $debit_sum)`,
      {
        ...{ file_id: fileId, statement_no: claim.statementNo, line_no: claim.line, account: claim.account },
        ...{ currency: claim.currency, identifier: claim.identifier, first_day: claim.from, last_day: claim.to },
        ...{ opening: claim.opening?.amount ?? null, opening_on: claim.opening?.on ?? null },
        ...{ opening_line: claim.opening?.line ?? null, closing: claim.closing?.amount ?? null },
        ...{ closing_on: claim.closing?.on ?? null, closing_line: claim.closing?.line ?? null },
        ...{ entry_count: claim.entryCount, credit_sum: claim.creditSum, debit_sum: claim.debitSum },
      },
    );
  }
}

const namedColumns = 12;

/** The columns whose headers are not known, in one sentence. */
function unknownColumns({ others }: TableHeader): string[] {
  if (others.length === 0) return [];
  const names = others.slice(0, namedColumns).map(({ name }) => name);
  const more = others.length > namedColumns ? ` and ${others.length - namedColumns} more` : '';
  return [`Unknown columns are kept and not used: ${names.join(', ')}${more}.`];
}

/** What the receipt of a table says of it, once its rows were read. */
export function contentOf(opened: OpenedFile, { decimalMark }: ReadingTerms, rows: number): ReceiptContent {
  return {
    ...{ row_count: rows, header_line: opened.header.line, format: opened.format, encoding: opened.encoding },
    ...{ sheets: opened.sheets, notes: [...opened.notes(), ...unknownColumns(opened.header)] },
    decimal_mark: decimalMark === ',' ? ',' : null,
  };
}
