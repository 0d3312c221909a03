import { createHash } from 'node:crypto';
import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../domain/tieout-error.ts';
import { currencyFingerprint, fillCurrencies } from './currency-table.ts';
import { execute, numberOf, readRows, textOf } from './duckdb-values.ts';
import { type SqlFile, sqlFiles } from './sql-files.ts';

/** Folders whose files say what an object is now; they are made anew whenever one of them changed, in this order. */
const definitionFolders = [
  'staging',
  'connectors/gateway',
  'connectors/payout',
  'connectors/files',
  'core',
  'match',
  'reconcile',
  'check',
  'mart',
] as const;

function fingerprint(files: SqlFile[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.path).update('\0').update(file.text).update('\0');
  return hash.digest('hex');
}

async function runFile(connection: DuckDBConnection, file: SqlFile): Promise<void> {
  try {
    await connection.run(file.text);
  } catch (cause) {
    throw new TieoutError({
      code: 'SQL_FILE_FAILED',
      message: `${file.path} does not run: ${cause instanceof Error ? cause.message : String(cause)}`,
      remedy: 'Reinstall tieout; if you changed the file, run it in the DuckDB shell to see why.',
      place: { file: file.path },
      cause,
    });
  }
}

/** Within a folder one definition may build on another: what fails is tried again after the others, until none is left. */
async function runInOrderOfNeed(connection: DuckDBConnection, files: SqlFile[]): Promise<void> {
  const waiting: SqlFile[] = [];
  for (const file of files) {
    try {
      await connection.run(file.text);
    } catch {
      waiting.push(file);
    }
  }
  if (waiting.length === files.length && waiting[0] !== undefined) await runFile(connection, waiting[0]);
  if (waiting.length > 0) await runInOrderOfNeed(connection, waiting);
}

async function sqlFilesOf(folder: string): Promise<SqlFile[]> {
  try {
    return await sqlFiles(folder);
  } catch {
    return [];
  }
}

/**
 * Brings a database to this version's shape: the numbered files of sql/schema that it has not seen, each in a
 * transaction of its own, then the macros and views, when any of them changed.
 */
export async function migrate(connection: DuckDBConnection): Promise<void> {
  await execute(
    connection,
    'create table if not exists migration (name text primary key, sha256 text not null, applied_order integer not null)',
  );
  const applied = new Map(
    (await readRows(connection, 'select name, sha256 from migration')).map((row) => [
      textOf(row, 'name'),
      textOf(row, 'sha256'),
    ]),
  );
  for (const file of await sqlFiles('schema')) {
    const sha256 = fingerprint([file]);
    const known = applied.get(file.name);
    if (known === sha256) continue;
    if (known !== undefined) throw changedMigration(file);
    await execute(connection, 'begin');
    await runFile(connection, file);
    await execute(connection, 'insert into migration select $name, $sha256, (select count(*) from migration)', {
      name: file.name,
      sha256,
    });
    await execute(connection, 'commit');
  }
  if (applied.get('currencies') !== currencyFingerprint) {
    await execute(connection, 'begin');
    await fillCurrencies(connection);
    await execute(connection, 'insert or replace into migration values ($name, $sha256, -1)', {
      name: 'currencies',
      sha256: currencyFingerprint,
    });
    await execute(connection, 'commit');
  }
  const definitions = (await Promise.all(definitionFolders.map(sqlFilesOf))).flat().filter(isDefinition);
  const sha256 = fingerprint(definitions);
  if (applied.get('definitions') === sha256) return;
  for (const folder of definitionFolders) {
    await runInOrderOfNeed(
      connection,
      definitions.filter((file) => file.path.startsWith(`sql/${folder}/`)),
    );
  }
  await execute(connection, 'insert or replace into migration values ($name, $sha256, -1)', {
    name: 'definitions',
    sha256,
  });
}

/** Statements that a step runs with bound values are told from definitions by their first word. */
function isDefinition(file: SqlFile): boolean {
  return /^\s*(--[^\n]*\n\s*)*create\b/i.test(file.text);
}

function changedMigration(file: SqlFile): TieoutError {
  return new TieoutError({
    code: 'MIGRATION_CHANGED',
    message: `${file.path} is not the file that made this database.`,
    remedy: 'Run `tieout rebuild`: the warehouse is made anew from the landing zone, nothing is lost.',
    place: { file: file.path },
  });
}

/** How many migrations a database has seen; for `tieout status` and the tests. */
export async function migrationCount(connection: DuckDBConnection): Promise<number> {
  const [row] = await readRows(connection, 'select count(*) as migrations from migration where applied_order >= 0');
  return row === undefined ? 0 : numberOf(row, 'migrations');
}
