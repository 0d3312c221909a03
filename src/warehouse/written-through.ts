import type { DuckDBConnection } from '@duckdb/node-api';
import { execute } from './duckdb-values.ts';
import { madeWith } from './warehouse-version.ts';

const part = 'written_through';

/**
 * Records in a warehouse the newest entry of the landing index, for the next process that opens it; null while a command writes, so that
 * a killed command leaves no record.
 */
export async function noteWrittenThrough(connection: DuckDBConnection, receiptId: number | null): Promise<void> {
  await execute(connection, 'delete from main.made_with where part = $part', { part });
  if (receiptId !== null)
    await execute(connection, 'insert into main.made_with values ($part, $id)', { part, id: String(receiptId) });
}

/** Whether a warehouse was closed before an entry was added to the landing index: it was restored from a backup, or is out of date. */
export async function wasClosedBefore(connection: DuckDBConnection, receiptId: number): Promise<boolean> {
  const noted = (await madeWith(connection))?.get(part);
  return noted !== undefined && Number(noted) < receiptId;
}
