import type { DuckDBConnection } from '@duckdb/node-api';
import type { ReadingTerms } from '../../domain/reading.ts';
import type { LoadPlan } from '../../domain/receipt-kind.ts';
import { execute } from '../duckdb-values.ts';
import type { LandedFile } from './landed-file.ts';

/** Decides the order of day and month once for the file, and notes it on the receipt. */
export async function settleDateOrder(
  connection: DuckDBConnection,
  file: LandedFile,
  _plan: Extract<LoadPlan, { format: 'table' }>,
  reading: ReadingTerms,
): Promise<void> {
  await execute(connection, 'update raw.receipt set date_order = $date_order where file_id = $file_id', {
    file_id: file.receipt_id,
    date_order: reading.dateOrder ?? null,
  });
}
