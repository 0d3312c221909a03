import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../domain/tieout-error.ts';
import { currencyExponent } from './currency-table.ts';
import { execute, readRows, textOf } from './duckdb-values.ts';
import { connectorFolders, type SqlFile, sqlFiles } from './sql-files.ts';

/** The views and macros of one folder of sql/. */
export type DefinitionFolder = { folder: string; files: SqlFile[] };

/** Statements that a step runs with bound values differ from definitions by their first word. */
function isDefinition(file: SqlFile): boolean {
  return /^\s*(--[^\n]*\n\s*)*create\b/i.test(file.text);
}

/** The views and macros of this version by folder, in the order in which the folders build on one another. */
export async function definitionFiles(root: string): Promise<DefinitionFolder[]> {
  const connectors = (await connectorFolders(root)).map(({ folder }) => folder);
  const folders = ['staging', ...connectors, 'core', 'match', 'reconcile', 'check', 'mart'];
  const all = await Promise.all(
    folders.map(async (folder) => ({ folder, files: (await sqlFiles(folder, root)).filter(isDefinition) })),
  );
  return [{ folder: 'staging', files: [currencyExponent] }, ...all];
}

export async function runSqlFile(connection: DuckDBConnection, file: SqlFile): Promise<void> {
  try {
    await connection.run(file.text);
  } catch (cause) {
    throw new TieoutError({
      code: 'SQL_FILE_FAILED',
      message: `${file.path} does not run: ${cause instanceof Error ? cause.message : String(cause)}`,
      remedy: 'Reinstall tieout. If you changed the file, run it in the DuckDB shell to see the cause.',
      place: { file: file.path },
      cause,
    });
  }
}

/** Within a folder one definition may build on another: what fails is tried again after the others, until none is left. */
async function runInOrderOfNeed(connection: DuckDBConnection, files: readonly SqlFile[]): Promise<void> {
  const failed: SqlFile[] = [];
  for (const file of files) {
    try {
      await connection.run(file.text);
    } catch {
      failed.push(file);
    }
  }
  if (failed.length === files.length && failed[0] !== undefined) await runSqlFile(connection, failed[0]);
  if (failed.length > 0) await runInOrderOfNeed(connection, failed);
}

/** Drops every view and macro, so that none of an older version outlives an upgrade, and makes those of this version. */
export async function recreateDefinitions(
  connection: DuckDBConnection,
  folders: readonly DefinitionFolder[],
): Promise<void> {
  const stale = await readRows(
    connection,
    `select 'view' as kind, schema_name, view_name as name from duckdb_views() where not internal
     union all
     select distinct case function_type when 'macro' then 'macro' else 'macro table' end, schema_name, function_name
     from duckdb_functions()
     where not internal and function_type in ('macro', 'table_macro')`,
  );
  for (const row of stale)
    await execute(connection, `drop ${textOf(row, 'kind')} "${textOf(row, 'schema_name')}"."${textOf(row, 'name')}"`);
  for (const { files } of folders) await runInOrderOfNeed(connection, files);
}
