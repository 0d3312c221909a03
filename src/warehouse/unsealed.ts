import type { DuckDBConnection } from '@duckdb/node-api';
import { copyLive } from './copy-live.ts';
import { readRows, textOf } from './duckdb-values.ts';
import { hasLog, openCopy } from './open-copy.ts';
import { isLocked, openError } from './open-error.ts';

/** The first file of tables that only versions with seals have: 0.1.0 and 0.2.0 end with the seventh. */
const firstSealed = 'sql/schema/0028_request_book.sql';

async function tableFilesOf(connection: DuckDBConnection): Promise<string[]> {
  const [found] = await readRows(
    connection,
    "select 1 from duckdb_tables() where schema_name = 'main' and table_name = 'migration'",
  );
  if (found === undefined) return [];
  const rows = await readRows(connection, 'select name from migration where applied_order >= 0');
  return rows.map((row) => textOf(row, 'name')).filter((name) => name.startsWith('sql/schema/'));
}

async function readTableFiles(path: string): Promise<string[]> {
  const { DuckDBInstance: instances } = await import('@duckdb/node-api');
  const instance = await instances.create(path, { access_mode: 'READ_ONLY', enable_external_access: 'false' });
  try {
    const connection = await instance.connect();
    try {
      return await tableFilesOf(connection);
    } finally {
      connection.closeSync();
    }
  } finally {
    instance.closeSync();
  }
}

/**
 * Whether a snapshot or a warehouse was written by a version without seals, by the files that made its tables. A database that
 * lists none of them is of no such version. Throws as openError.
 */
export async function isOfUnsealedVersion(database: string): Promise<boolean> {
  let files: string[];
  const read = () => openCopy(database, (copy) => copyLive(database, copy), readTableFiles);
  try {
    files = (await hasLog(database))
      ? await read()
      : await readTableFiles(database).catch((error: unknown) => {
          if (isLocked(error)) return read();
          throw error;
        });
  } catch (error) {
    throw openError(database, error);
  }
  return files.length > 0 && files.every((file) => file < firstSealed);
}
