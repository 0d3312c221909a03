import type { DuckDBConnection } from '@duckdb/node-api';
import { execute } from './duckdb-values.ts';
import { madeWith } from './warehouse-version.ts';

const part = 'written_through';

/**
 * Notes in a warehouse the newest entry of the landing index, for whoever opens it next; null while a command writes to it: one that
 * is killed then says nothing of it.
 */
export async function noteWrittenThrough(connection: DuckDBConnection, receiptId: number | null): Promise<void> {
  await execute(connection, 'delete from main.made_with where part = $part', { part });
  if (receiptId !== null)
    await execute(connection, 'insert into main.made_with values ($part, $id)', { part, id: String(receiptId) });
}

/** Whether a warehouse was closed before an entry of the landing index came: it was restored from a backup, or left behind. */
export async function wasClosedBefore(connection: DuckDBConnection, receiptId: number): Promise<boolean> {
  const noted = (await madeWith(connection))?.get(part);
  return noted !== undefined && Number(noted) < receiptId;
}
