import type { DuckDBConnection } from '@duckdb/node-api';
import { execute } from '../duckdb-values.ts';

/**
 * Undoes what a file that is refused, or only tried, has written. A transaction that a failure has ended already is undone; what keeps
 * a database from undoing is reported by the failure itself.
 */
export async function undo(connection: DuckDBConnection): Promise<void> {
  await execute(connection, 'rollback').catch(() => undefined);
  await execute(connection, 'reset disabled_optimizers').catch(() => undefined);
  for (const table of ['bulk_row', 'incoming'])
    await execute(connection, `drop table if exists temp.${table}`).catch(() => undefined);
}
