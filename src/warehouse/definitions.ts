import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../domain/tieout-error.ts';
import { currencyExponent } from './currency-table.ts';
import { monthNumber } from './month-macro.ts';
import { connectorFolders, type SqlStatement, sqlStatements } from './sql-files.ts';

/** A table whose rows follow from other tables, by a query: `create table core.coverage as …`. */
export type DerivedTable = { name: string; query: string };

const derived = /^create table (\w+\.\w+) as\b((?:(?!;\n).)*)/ms;

/** The views, macros and derived tables of one folder of sql/. */
export type DefinitionFolder = { folder: string; files: SqlStatement[] };

/** Whether a statement is a definition, by its first words; a step runs the others with bound values. */
function isDefinition(file: SqlStatement): boolean {
  return /^\s*(--[^\n]*\n\s*)*create\b(?! or replace temp table)/i.test(file.text);
}

/** The views, macros and derived tables of this version by folder, in the order in which the folders build on one another. */
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

const created = /^create\s+(?:or\s+replace\s+)?(?:macro|view|table)\s+([a-z_]+\.[a-z_]+)/gim;

/** The names of what a definition makes. */
export function namesMade({ text }: SqlStatement): string[] {
  return [...text.matchAll(created)].map(([, name = '']) => name);
}

/** Every name with a schema in a text, in a comment too. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(/\b[a-z_]+\.[a-z_]+\b/g)].map(([name]) => name);
}

/** Definitions of one folder, each after those of the folder that it uses. */
function inOrderOfNeed(files: readonly SqlStatement[]): SqlStatement[] {
  const makers = new Map(files.flatMap((file) => namesMade(file).map((name) => [name, file] as const)));
  const ordered = new Set<SqlStatement>();
  const begun = new Set<SqlStatement>();
  const add = (file: SqlStatement) => {
    if (begun.has(file)) return;
    begun.add(file);
    for (const name of namesIn(file.text.replaceAll(/^(\s*--|comment on ).*$/gm, ''))) {
      const needed = makers.get(name);
      if (needed !== undefined) add(needed);
    }
    ordered.add(file);
  };
  for (const file of files) add(file);
  return [...ordered];
}

/** Makes the definitions of this version in a database that has only the tables of sql/schema; derived tables have no rows yet. */
export async function makeDefinitions(
  connection: DuckDBConnection,
  folders: readonly DefinitionFolder[],
): Promise<void> {
  for (const { files } of folders) {
    for (const file of inOrderOfNeed(files))
      await runStatement(connection, { ...file, text: file.text.replace(derived, '$& with no data') });
  }
}

let known: Promise<DerivedTable[]> | undefined;

async function readDerived(): Promise<DerivedTable[]> {
  const statements = [...inOrderOfNeed(await sqlStatements('core')), ...inOrderOfNeed(await sqlStatements('mart'))];
  return statements.flatMap(({ text }) => {
    const [, name, query] = derived.exec(text) ?? [];
    return name === undefined || query === undefined ? [] : [{ name, query }];
  });
}

/** The derived tables of these schemas, each after those of which it is computed. The files of this installation do not change. */
export async function derivedTables(...schemas: ('core' | 'recon' | 'mart')[]): Promise<DerivedTable[]> {
  known ??= readDerived();
  return (await known).filter(({ name }) => schemas.some((schema) => name.startsWith(`${schema}.`)));
}
