import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fillCurrencies } from './currency-table.ts';
import { definitionFiles, makeDefinitions, runStatement } from './definitions.ts';
import { execute, readRows } from './duckdb-values.ts';
import { commentFromHeads } from './head-comments.ts';
import { inTransaction } from './in-transaction.ts';
import { dropOwnDefinitions, makeOwnDefinitions, storedOwnFiles } from './own-definitions.ts';
import type { OwnFile } from './own-files.ts';
import { connectorFolders, type SqlStatement, sqlRoot, sqlStatement, sqlStatements } from './sql-files.ts';
import { madeWith, partsOfVersion, refuseOtherVersion } from './warehouse-version.ts';

function fingerprint(files: readonly OwnFile[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.path).update('\0').update(file.text).update('\0');
  return hash.digest('hex');
}

/** The files that create the tables: first those of sql/schema, then those of each connector. */
export async function schemaFiles(root: string): Promise<SqlStatement[]> {
  const own = (await connectorFolders(root)).filter(({ hasSchema }) => hasSchema).map(({ folder }) => folder);
  return (
    await Promise.all(['schema', ...own.map((folder) => `${folder}/schema`)].map((f) => sqlStatements(f, root)))
  ).flat();
}

/** Records in the warehouse with what a part of it was made. */
export async function noteMadeWith(connection: DuckDBConnection, part: string, value: string): Promise<void> {
  await execute(connection, 'delete from main.made_with where part = $part', { part });
  await execute(connection, 'insert into main.made_with values ($part, $value)', { part, value });
}

/** Does work that depends only on views, macros and own files, once for each version of them. `name` identifies the work. */
export async function onceForDefinitions(
  connection: DuckDBConnection,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const made = await madeWith(connection);
  const own = made?.get('own_files') ?? '';
  if (made?.get(name) === own) return;
  await work();
  await noteMadeWith(connection, name, own);
}

async function isEmpty(connection: DuckDBConnection): Promise<boolean> {
  const [table] = await readRows(
    connection,
    'select 1 from duckdb_tables() where database_name = current_database() limit 1',
  );
  return table === undefined;
}

async function makeAll(connection: DuckDBConnection, root: string): Promise<void> {
  const tables = await schemaFiles(root);
  const definitions = await definitionFiles(root);
  for (const file of tables) await runStatement(connection, file);
  await fillCurrencies(connection);
  await makeDefinitions(connection, definitions);
  await commentFromHeads(connection, [...tables, ...definitions.flatMap(({ files }) => files)]);
  const [comment] = await readRows(connection, await sqlStatement('mart', 'column_comment'));
  await connection.run(String(comment?.statements));
  await execute(connection, 'create table main.made_with (part text not null, made_with text not null)');
  for (const [part, value] of await partsOfVersion(root)) await noteMadeWith(connection, part, value);
  // a warehouse without a receipt of landing counts as older than every run
  await noteMadeWith(connection, 'written_through', '0');
}

async function makeOwn(connection: DuckDBConnection, root: string, own: readonly OwnFile[] | undefined): Promise<void> {
  const before = await storedOwnFiles(connection);
  const files = own ?? before;
  const value = fingerprint(files);
  if ((await madeWith(connection))?.get('own_files') === value) return;
  const [definitions, corruptions] = await Promise.all([definitionFiles(root), sqlStatements('selftest', root)]);
  await inTransaction(connection, async () => {
    await dropOwnDefinitions(connection, before);
    await makeOwnDefinitions(connection, files, definitions, corruptions);
    await noteMadeWith(connection, 'own_files', value);
  });
}

/**
 * Makes the tables, views and macros of this version in an empty database, and those of the user's own files where they have changed.
 * Without `own`, the user's files remain unchanged. `path` names the database in errors. Throws REBUILD_PENDING where another version
 * made it, SQL_FILE_FAILED, SQL_FOLDER_MISSING, OWN_FILE_WRONG or OWN_NAME_TAKEN.
 */
export async function prepareWarehouse(
  connection: DuckDBConnection,
  { path, root = sqlRoot, own }: { path: string; root?: string; own?: readonly OwnFile[] | undefined },
): Promise<void> {
  if (await isEmpty(connection)) await inTransaction(connection, () => makeAll(connection, root));
  else refuseOtherVersion(path, await madeWith(connection), await partsOfVersion(root));
  await makeOwn(connection, root, own);
}
