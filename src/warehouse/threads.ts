import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { DuckDBConnection } from '@duckdb/node-api';
import { execute } from './duckdb-values.ts';

/** Up to this size of a database or of a received file, in bytes, one thread works. */
const mostForOneThread = 32 * 1024 ** 2;

/** Connections to databases that were opened with one thread because they were small, not because the configuration says so. */
const isOfSmall = new WeakSet<DuckDBConnection>();

/**
 * The threads for a database: those of the configuration, else one for a small database and one a core for a large one. For the few
 * rows of a small day a second thread costs a sixth more processor time and gains nothing.
 */
export async function threadsFor(path: string, configured: number | undefined): Promise<number> {
  if (configured !== undefined) return configured;
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  return size > mostForOneThread ? availableParallelism() : 1;
}

/** Notes that the threads of a connection's database may be raised, because no configuration gives them. */
export function noteThreads(connection: DuckDBConnection, configured: number | undefined): void {
  if (configured === undefined) isOfSmall.add(connection);
}

/** Puts all cores to work in a small database before a large file is loaded into it, unless the configuration gives the threads. */
export async function raiseThreads(connection: DuckDBConnection, bytes: number): Promise<void> {
  if (bytes <= mostForOneThread || !isOfSmall.delete(connection)) return;
  await execute(connection, `set threads = ${availableParallelism()}`);
}
