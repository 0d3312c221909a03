import type { DuckDBConnection } from '@duckdb/node-api';
import { tablesOf } from './ask.ts';
import type { DefinitionFolder } from './definitions.ts';
import { execute, numberOf, readRows, textOf } from './duckdb-values.ts';
import { type OwnFile, type OwnKind, ownFileWrong, ownNameTaken, selectOf } from './own-files.ts';
import { renamedColumn } from './renamed-columns.ts';
import type { SqlStatement } from './sql-files.ts';
import { firstLine } from './warehouse-error.ts';

/** The user's own files with which a warehouse was built. */
export async function storedOwnFiles(connection: DuckDBConnection): Promise<OwnFile[]> {
  const rows = await readRows(connection, 'select kind, name, path, origin, content from recon.own_file');
  const byKind = (kind: OwnKind) =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => ({
        kind,
        name: textOf(row, 'name'),
        path: textOf(row, 'path'),
        origin: textOf(row, 'origin'),
        text: textOf(row, 'content'),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...byKind('pass'), ...byKind('reconciliation'), ...byKind('view'), ...byKind('selftest')];
}

/** The objects of the program that already have a name, and where they are. */
async function takenNames(
  connection: DuckDBConnection,
  shipped: readonly DefinitionFolder[],
  corruptions: readonly SqlStatement[],
): Promise<Map<string, string>> {
  const taken = new Map(
    corruptions.map(({ name, path }) => [`selftest ${name}`, `${name} is a corruption of tieout (${path})`]),
  );
  for (const row of await readRows(connection, `select table_name from duckdb_tables() where schema_name = 'recon'`)) {
    const name = textOf(row, 'table_name');
    taken.set(`recon.${name}`, `recon.${name} is a table of tieout`);
  }
  for (const { path, text } of shipped.flatMap(({ files }) => files)) {
    const [, object] = /^create or replace (?:view|macro)\s+(\w+\.\w+)/m.exec(text) ?? [];
    if (object !== undefined) taken.set(object, `${object} is part of tieout (${path})`);
  }
  return taken;
}

function objectOf({ kind, name }: OwnFile): string {
  if (kind === 'selftest') return `selftest ${name}`;
  return kind === 'view' ? `own.${name}` : `recon.${name}`;
}

const missingColumn = /\bcolumn (?:named )?"(\w+)"/i;

/** DuckDB's message about a file, with what to write instead of a column that was renamed in mart or is only there. */
function problemOf(error: unknown, { text }: OwnFile): string {
  const problem = firstLine(error);
  const [, column = ''] = missingColumn.exec(problem) ?? [];
  const plain = problem.replace(/!$/, '');
  if (column.toLowerCase() === 'company') return `${plain}; a database holds one company, and only mart names it`;
  const renamed = renamedColumn(tablesOf(text), column);
  return renamed === undefined ? problem : `${plain}; it is now "${renamed}"`;
}

/** Refuses a definition whose result a rebuild could not repeat. One that DuckDB cannot parse fails when it is made. */
async function checkRepeatable(connection: DuckDBConnection, file: OwnFile): Promise<void> {
  const { select, above } = selectOf(file);
  const [found] = await readRows(connection, 'from core.sql_dependency($select) limit 1', { select });
  if (found === undefined) return;
  const before = Buffer.from(select).subarray(0, numberOf(found, 'place')).toString();
  throw ownFileWrong(
    file,
    `\`${textOf(found, 'name')}\` depends on the clock, on chance or on another file, so that a rebuild could not repeat the result`,
    above + before.split('\n').length,
  );
}

/** Makes definitions that may depend on one another: a failed definition is tried again after the others, until all have run. */
async function makeInOrderOfNeed(connection: DuckDBConnection, files: readonly OwnFile[]): Promise<void> {
  const failed: { file: OwnFile; problem: string; error: unknown }[] = [];
  for (const file of files) {
    try {
      await connection.run(file.text);
    } catch (error) {
      failed.push({ file, problem: problemOf(error, file), error });
    }
  }
  if (failed.length === 0) return;
  if (failed.length < files.length)
    return makeInOrderOfNeed(
      connection,
      failed.map(({ file }) => file),
    );
  // a file that only lacks the object of another failed file is not the file to correct
  const names = new Set(failed.map(({ file }) => file.name));
  const isFollowing = ({ problem }: { problem: string }) =>
    [...problem.matchAll(/\w+/g)].some(([word]) => names.has(word));
  const wrong = failed.find((one) => !isFollowing(one)) ?? failed[0];
  if (wrong !== undefined) throw ownFileWrong(wrong.file, wrong.problem, undefined, wrong.error);
}

/** Checks that a view has the columns of its key, and no float: an amount that was a float once is not exact to the cent. */
async function checkView(connection: DuckDBConnection, view: OwnFile): Promise<void> {
  const rows = await readRows(
    connection,
    `select column_name, column_type from (describe from own.${view.name})`,
  ).catch((error) => {
    throw ownFileWrong(view, problemOf(error, view), undefined, error);
  });
  const float = rows.find(({ column_type }) => /\b(?:DOUBLE|FLOAT)\b/.test(String(column_type)));
  if (float !== undefined)
    throw ownFileWrong(
      view,
      `the column ${String(float.column_name)} is a ${String(float.column_type)}; cast it to decimal(38, 4), because a float does not hold money exactly`,
    );
  const [, key = ''] = /^-- key: (.+)$/m.exec(view.text) ?? [];
  const names = new Set(rows.map(({ column_name }) => String(column_name)));
  const missing = key.split(',').find((column) => !names.has(column.trim()));
  if (missing !== undefined)
    throw ownFileWrong(view, `its key names a column "${missing.trim()}", which it does not have`);
}

/** Drops the objects of the user's own files; those of the program remain. */
export async function dropOwnDefinitions(connection: DuckDBConnection, own: readonly OwnFile[]): Promise<void> {
  for (const file of own.filter(({ kind }) => kind !== 'selftest'))
    await execute(connection, `drop ${file.kind === 'view' ? 'view' : 'macro table'} if exists ${objectOf(file)}`);
}

/**
 * Makes the user's passes, reconciliations and views after those of the program, without replacing any, and records the files in the
 * warehouse (OWN_FILE_WRONG, OWN_NAME_TAKEN; exit status 2). The caller has dropped the previous ones.
 */
export async function makeOwnDefinitions(
  connection: DuckDBConnection,
  own: readonly OwnFile[],
  shipped: readonly DefinitionFolder[],
  corruptions: readonly SqlStatement[],
): Promise<void> {
  await execute(connection, 'delete from recon.own_file');
  if (own.length === 0) return;
  const taken = await takenNames(connection, shipped, corruptions);
  for (const file of own) {
    const other = taken.get(objectOf(file));
    if (other !== undefined) throw ownNameTaken(file, other);
    if (file.kind === 'reconciliation' && file.name.startsWith('match_'))
      throw ownNameTaken(file, 'Names that begin with match_ belong to match passes');
    await execute(connection, 'insert into recon.own_file values ($kind, $name, $origin, $path, $content)', {
      kind: file.kind,
      name: file.name,
      origin: file.origin,
      path: file.path,
      content: file.text,
    });
  }
  const definitions = own.filter(({ kind }) => kind !== 'selftest');
  for (const file of definitions) await checkRepeatable(connection, file);
  await makeInOrderOfNeed(connection, definitions);
  for (const view of own.filter(({ kind }) => kind === 'view')) await checkView(connection, view);
}
