import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../domain/tieout-error.ts';
import { currencyExponent } from './currency-table.ts';
import { monthNumber } from './month-macro.ts';
import { connectorFolders, type SqlStatement, sqlStatements } from './sql-files.ts';

/** The views and macros of one folder of sql/. */
export type DefinitionFolder = { folder: string; files: SqlStatement[] };

/** Whether a statement is a definition, by its first word; a step runs the others with bound values. */
function isDefinition(file: SqlStatement): boolean {
  return /^\s*(--[^\n]*\n\s*)*create\b/i.test(file.text);
}

/** The views and macros of this version by folder, in the order in which the folders build on one another. */
export async function definitionFiles(root: string): Promise<DefinitionFolder[]> {
  const connectors = (await connectorFolders(root)).map(({ folder }) => folder);
  const folders = ['staging', ...connectors, 'core', 'match', 'reconcile', 'check', 'mart'];
  const all = await Promise.all(
    folders.map(async (folder) => ({ folder, files: (await sqlStatements(folder, root)).filter(isDefinition) })),
  );
  return [{ folder: 'staging', files: [currencyExponent, monthNumber] }, ...all];
}

export async function runStatement(connection: DuckDBConnection, file: SqlStatement): Promise<void> {
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

/**
 * Runs definitions that may depend on one another within a folder: a failed definition is tried again after the others, until all have
 * run.
 */
async function runInOrderOfNeed(connection: DuckDBConnection, files: readonly SqlStatement[]): Promise<void> {
  const failed: SqlStatement[] = [];
  for (const file of files) {
    try {
      await connection.run(file.text);
    } catch {
      failed.push(file);
    }
  }
  if (failed.length === files.length && failed[0] !== undefined) await runStatement(connection, failed[0]);
  if (failed.length > 0) await runInOrderOfNeed(connection, failed);
}

/** Makes the views and macros of this version in a database that has only its tables. */
export async function makeDefinitions(
  connection: DuckDBConnection,
  folders: readonly DefinitionFolder[],
): Promise<void> {
  for (const { files } of folders) await runInOrderOfNeed(connection, files);
}
