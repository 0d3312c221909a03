import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { sqlText } from './duckdb-values.ts';
import { openReadOnly } from './open-read-only.ts';
import type { OwnFile } from './own-files.ts';
import { prepareWarehouse } from './prepare-warehouse.ts';
import { noteThreads, threadsFor } from './threads.ts';
import { openError } from './warehouse-error.ts';
import { refuseOtherProgram } from './warehouse-version.ts';

export type WarehouseLimits = { memoryLimit?: string | undefined; threads?: number | undefined };

export type Warehouse = {
  connection: DuckDBConnection;
  path: string;
  close(): void;
};

/** The folder for temporary files of a database's large queries. */
export const spillPath = (warehouse: string): string => join(dirname(warehouse), 'spill');

const privateFile = 0o600;
const privateFolder = 0o700;

/**
 * The options of a database. Extensions are never downloaded: everything needed is built in, and a report must not depend on the
 * network.
 */
export function databaseOptions(limits: WarehouseLimits, spillDirectory: string | undefined): Record<string, string> {
  return {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    ...(limits.memoryLimit === undefined ? {} : { memory_limit: limits.memoryLimit }),
    ...(limits.threads === undefined ? {} : { threads: String(limits.threads) }),
    ...(spillDirectory === undefined ? {} : { temp_directory: spillDirectory }),
  };
}

type Database = { connection: DuckDBConnection; close(): void };

/**
 * Sets the time zone of a session, in which SQL gives hours, days and literals of instants. Queries, reports and reconciliations of the
 * user's run in the zone of the company; the rules of tieout and match passes run in UTC, as do queries on companies in several zones.
 */
export const useZone = (connection: DuckDBConnection, zone: string) =>
  connection.run(`set timezone = ${sqlText(zone)}`);

/** Opens a database in which instants are in UTC, with one connection that is closed with it. */
export async function openDatabase(path: string, options: Record<string, string>): Promise<Database> {
  const { DuckDBInstance: instances } = await import('./driver.ts');
  const instance = await instances.create(path, options);
  const connection = await instance.connect();
  await useZone(connection, 'UTC');
  await connection.run("set calendar = 'gregorian'");
  const close = () => {
    connection.closeSync();
    instance.closeSync();
  };
  return { connection, close };
}

/**
 * The storage format of new databases: that of DuckDB 1.0, which every later version reads, whatever its default is. With the default
 * blocks of 256 KiB a hundred small tables take 40 MB, which each publication copies; with these blocks they take 15 MB.
 */
const storage = { storage_compatibility_version: 'v1.0.0', default_block_size: '65536' };

/**
 * Opens the writer's database, creating it where needed, with the schema of this version and the user's own files; without `own`, with
 * the files that it was last opened with. Only one process may open it at a time. Throws REBUILD_PENDING where another version made it.
 */
export async function openWarehouse(
  path: string,
  limits: WarehouseLimits = {},
  own?: readonly OwnFile[],
): Promise<Warehouse> {
  let database: Database;
  try {
    if (path !== ':memory:') await mkdir(dirname(path), { recursive: true, mode: privateFolder });
    const spill = path === ':memory:' ? undefined : spillPath(path);
    const threads = await threadsFor(path, limits.threads);
    database = await openDatabase(path, { ...databaseOptions({ ...limits, threads }, spill), ...storage });
  } catch (cause) {
    throw openError(path, cause);
  }
  const { connection, close } = database;
  noteThreads(connection, limits.threads);
  try {
    if (path !== ':memory:') await chmod(path, privateFile);
    await prepareWarehouse(connection, { path, own });
  } catch (cause) {
    close();
    throw cause;
  }
  return { connection, path, close };
}

/** Opens a database in memory without any table. */
export async function openEmptyWarehouse(): Promise<Warehouse> {
  const path = ':memory:';
  const options = databaseOptions({ threads: await threadsFor(path, undefined) }, undefined);
  const database = await openDatabase(path, { ...options, ...storage });
  noteThreads(database.connection, undefined);
  return { ...database, path };
}

type ReadingOptions = {
  limits?: WarehouseLimits;
  /** An empty one prevents temporary files for large queries. */
  spillDirectory?: string;
  /** False for a database that was never published, as a closed warehouse or a file of the user's: it is opened without a check. */
  isPublished?: boolean;
  /** Whether the database of another version is read too, without REBUILD_PENDING. */
  ofAnyVersion?: boolean;
  /** The only folder in which SQL may write files. */
  outputs?: string;
};

/** Opens a database like withReader, for a caller that reads it beyond one function, and closes it. */
export async function openToRead(
  path: string,
  { limits = {}, spillDirectory, isPublished = true, ofAnyVersion = false, outputs }: ReadingOptions = {},
): Promise<Warehouse> {
  const options = {
    ...databaseOptions({ ...limits, threads: await threadsFor(path, limits.threads) }, spillDirectory),
    access_mode: 'READ_ONLY',
  };
  const database = await openReadOnly(path, (readable) => openDatabase(readable, options), { isPublished });
  try {
    // a query reads only the snapshot, and no other file of the machine or the network
    const folders = outputs === undefined ? '' : sqlText(outputs);
    await database.connection.run(`set allowed_directories = [${folders}]; set enable_external_access = false`);
    if (!ofAnyVersion) await refuseOtherProgram(path, database.connection);
  } catch (error) {
    database.close();
    throw error;
  }
  return { ...database, path };
}

/**
 * Opens a database for reading, does the work, and closes it. Returns the result of the work. A published snapshot is first proven to be
 * the published one; readers and runs do not block each other. Throws SNAPSHOT_DAMAGED, WAREHOUSE_UNREADABLE, REBUILD_PENDING where
 * another version published it, and the errors of the work.
 */
export async function withReader<T>(
  path: string,
  work: (warehouse: Warehouse) => Promise<T>,
  options: ReadingOptions = {},
): Promise<T> {
  const warehouse = await openToRead(path, options);
  try {
    return await work(warehouse);
  } finally {
    warehouse.close();
  }
}
