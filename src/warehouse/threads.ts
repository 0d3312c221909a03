import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { DuckDBConnection } from '@duckdb/node-api';
import { execute } from './duckdb-values.ts';

/** The size of a database or received file, in bytes, up to which one thread is used. */
const mostForOneThread = 32 * 1024 ** 2;

/** Connections to databases that were opened with one thread because they are small, not because of the configuration. */
const isOfSmall = new WeakSet<DuckDBConnection>();

/**
 * The number of threads for a database: that of the configuration, otherwise one for a small database and one for each core for a large
 * one. For the few rows of a small day, a second thread costs a sixth more processor time and gains nothing.
 */
export async function threadsFor(path: string, configured: number | undefined): Promise<number> {
  if (configured !== undefined) return configured;
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  return size > mostForOneThread ? availableParallelism() : 1;
}

/** Records that the number of threads of a connection's database may be raised, because the configuration does not set it. */
export function noteThreads(connection: DuckDBConnection, configured: number | undefined): void {
  if (configured === undefined) isOfSmall.add(connection);
}

/** Uses all cores in a small database before a large file is loaded into it, unless the configuration sets the number of threads. */
export async function raiseThreads(connection: DuckDBConnection, bytes: number): Promise<void> {
  if (bytes <= mostForOneThread || !isOfSmall.delete(connection)) return;
  await execute(connection, `set threads = ${availableParallelism()}`);
}
