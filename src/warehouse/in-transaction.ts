import type { DuckDBConnection } from '@duckdb/node-api';
import { execute } from './duckdb-values.ts';

/** Does work completely or not at all. Throws the error of the work, after a rollback. */
export async function inTransaction(connection: DuckDBConnection, work: () => Promise<void>): Promise<void> {
  await execute(connection, 'begin');
  try {
    await work();
    await execute(connection, 'commit');
  } catch (error) {
    // a failure of the disk has ended the transaction already
    await execute(connection, 'rollback').catch(() => undefined);
    throw error;
  }
}
