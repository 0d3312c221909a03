import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../domain/tieout-error.ts';
import { currencyFingerprint, fillCurrencies } from './currency-table.ts';
import { definitionFiles, recreateDefinitions, runSqlFile } from './definitions.ts';
import { execute, numberOf, readRows, textOf } from './duckdb-values.ts';
import { newerWarehouse } from './open-error.ts';
import { dropOwnDefinitions, makeOwnDefinitions, storedOwnFiles } from './own-definitions.ts';
import type { OwnFile } from './own-files.ts';
import { connectorFolders, type SqlFile, sqlFiles, sqlRoot } from './sql-files.ts';

function fingerprint(files: readonly SqlFile[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.path).update('\0').update(file.text).update('\0');
  return hash.digest('hex');
}

/** The files that make the tables: those of sql/schema first, then each connector's own. */
async function schemaFiles(root: string): Promise<SqlFile[]> {
  const own = (await connectorFolders(root)).filter(({ hasSchema }) => hasSchema).map(({ folder }) => folder);
  return (
    await Promise.all(['schema', ...own.map((folder) => `${folder}/schema`)].map((f) => sqlFiles(f, root)))
  ).flat();
}

type Applied = ReadonlyMap<string, string>;

async function readApplied(connection: DuckDBConnection): Promise<{ tables: Applied; marks: Applied }> {
  await execute(
    connection,
    'create table if not exists migration (name text not null, sha256 text not null, applied_order integer not null)',
  );
  const rows = await readRows(connection, 'select name, sha256, applied_order from migration');
  const entries = (isMark: boolean) =>
    rows
      .filter((row) => numberOf(row, 'applied_order') < 0 === isMark)
      .map((row) => [textOf(row, 'name'), textOf(row, 'sha256')] as const);
  return { tables: new Map(entries(false)), marks: new Map(entries(true)) };
}

/** Tables are never changed in place: a warehouse with other tables is rebuilt from landing. */
function refuseOtherVersion(applied: Applied, files: readonly SqlFile[]): void {
  const present = new Map(files.map((file) => [file.path, fingerprint([file])]));
  for (const [name, sha256] of applied) {
    if (present.get(name) === sha256) continue;
    // no released file is ever removed
    if (!present.has(name)) throw newerWarehouse(name, `this version has no ${name}.`);
    throw new TieoutError({
      code: 'MIGRATION_CHANGED',
      message: `${name} has changed since it made the tables of this warehouse.`,
      remedy: 'Run `tieout rebuild`: it rebuilds the warehouse from the landing zone; nothing is lost.',
      place: { file: name },
    });
  }
}

/** Does work that depends on views, macros and own files only: once for each version of them. `name` identifies the work. */
export async function onceForDefinitions(
  connection: DuckDBConnection,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const { marks } = await readApplied(connection);
  const definitions = `${marks.get('definitions')} ${marks.get('own_files')}`;
  if (marks.get(name) === definitions) return;
  await work();
  await writeMark(connection, name, definitions);
}

async function writeMark(connection: DuckDBConnection, name: string, sha256: string): Promise<void> {
  await execute(connection, 'delete from migration where name = $name', { name });
  await execute(connection, 'insert into migration values ($name, $sha256, -1)', { name, sha256 });
}

async function inTransaction(connection: DuckDBConnection, work: () => Promise<void>): Promise<void> {
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

/**
 * Upgrades a warehouse to this version: the tables that it lacks, the list of currencies, and all views and macros when any
 * of their files changed, those of the user's own included. Without `own`, the user's files stay as they were. Each step is
 * a transaction (MIGRATION_CHANGED, WAREHOUSE_NEWER, SQL_FILE_FAILED, SQL_FOLDER_MISSING, OWN_FILE_WRONG, OWN_NAME_TAKEN).
 */
export async function migrate(connection: DuckDBConnection, root = sqlRoot, own?: readonly OwnFile[]): Promise<void> {
  const { tables, marks } = await readApplied(connection);
  const files = await schemaFiles(root);
  refuseOtherVersion(tables, files);
  for (const file of files.filter(({ path }) => !tables.has(path))) {
    await inTransaction(connection, async () => {
      await runSqlFile(connection, file);
      await execute(
        connection,
        'insert into migration select $name, $sha256, (select count(*) from migration where applied_order >= 0)',
        { name: file.path, sha256: fingerprint([file]) },
      );
    });
  }
  if (marks.get('currencies') !== currencyFingerprint) {
    await inTransaction(connection, async () => {
      await fillCurrencies(connection);
      await writeMark(connection, 'currencies', currencyFingerprint);
    });
  }
  const definitions = await definitionFiles(root);
  const before = await storedOwnFiles(connection);
  const ownFiles = own ?? before;
  const shipped = fingerprint(definitions.flatMap(({ files: all }) => all));
  const added = fingerprint(ownFiles);
  const isShippedKnown = marks.get('definitions') === shipped;
  if (isShippedKnown && marks.get('own_files') === added) return;
  const corruptions = await sqlFiles('selftest', root);
  await inTransaction(connection, async () => {
    if (isShippedKnown) await dropOwnDefinitions(connection, before);
    else await recreateDefinitions(connection, definitions);
    await makeOwnDefinitions(connection, ownFiles, definitions, corruptions);
    await writeMark(connection, 'definitions', shipped);
    await writeMark(connection, 'own_files', added);
  });
}
