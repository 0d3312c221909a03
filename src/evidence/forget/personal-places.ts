import { basename, relative } from 'node:path';
import { isNotThere, isThere } from '../../disk/file.ts';
import { filesBelow } from '../../disk/folder.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import type { ValueFinder } from '../../privacy/find-values.ts';
import { readRows, textOf } from '../../warehouse/duckdb-values.ts';
import { openSnapshotAsIs, openUnpublished } from '../../warehouse/open.ts';
import { sealPath } from '../../warehouse/seal-file.ts';
import { NotLookedInto, redactFile } from './redact-file.ts';

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** With more values than this, searching each text once is faster than comparing it with each value. */
const fewValues = 50;

/** The text columns of a database that contain one of the values. */
async function columnsWith(path: string, values: readonly string[], finder: ValueFinder): Promise<string[]> {
  // the database may also be a copy that somebody made to analyse it
  const { connection, close } = await ((await isThere(sealPath(path)))
    ? openSnapshotAsIs(path)
    : openUnpublished(path));
  try {
    const columns = await readRows(
      connection,
      `select columns.schema_name as s, columns.table_name as t, columns.column_name as c
       from duckdb_columns() as columns
       inner join duckdb_tables() as tables using (database_oid, schema_oid, table_oid)
       where not columns.internal and (columns.data_type like 'VARCHAR%' or columns.data_type = 'JSON') order by all`,
    );
    const found: string[] = [];
    for (const row of columns) {
      const [schema, table, column] = [textOf(row, 's'), textOf(row, 't'), textOf(row, 'c')];
      const field = `${quoted(column)}::varchar`;
      const texts = await readRows(
        connection,
        `select distinct ${field} as value from ${quoted(schema)}.${quoted(table)} as each
         where ${field} is not null and (len(from_json($values, '["VARCHAR"]')) > ${fewValues} or exists (select 1 from (select unnest(from_json($values, '["VARCHAR"]')) as known)
           where contains(lower(${field}), lower(known))))`,
        { values: JSON.stringify(values) },
      );
      if (texts.some((text) => finder.isIn(Buffer.from(textOf(text, 'value')))))
        found.push(`${schema}.${table}.${column}`);
    }
    return found;
  } finally {
    close();
  }
}

/** The places of a file that contain one of the values. The warehouse in use is not searched; the snapshot published from it is. */
async function placesIn(
  path: string,
  name: string,
  values: readonly string[],
  finder: ValueFinder,
): Promise<readonly string[]> {
  try {
    if (finder.redactedText(name) !== name) return [name];
    if (basename(path) === 'tieout.duckdb') return [];
    if (path.endsWith('.duckdb'))
      return (await columnsWith(path, values, finder)).map((column) => `${name}: ${column}`);
    return (await redactFile(path, undefined, finder)) ? [name] : [];
  } catch (error) {
    if (error instanceof NotLookedInto) return [`${name} (${error.message})`];
    if (error instanceof TieoutError) return [`${name} (not looked into: ${error.message})`];
    // a download or a copy that its process has removed since
    if (isNotThere(error)) return [];
    throw error;
  }
}

/** The places of the values, below some folders and in some files: paths from the data directory, and columns of databases. */
export async function placesOf(
  dataDir: string,
  {
    folders,
    files,
    isOthers,
  }: { folders: readonly string[]; files: readonly string[]; isOthers(path: string): boolean },
  values: readonly string[],
  finder: ValueFinder,
): Promise<string[]> {
  const all = [...files, ...(await Promise.all(folders.map(filesBelow))).flat()];
  const places: string[] = [];
  for (const path of all.filter((each) => !isOthers(each)))
    places.push(...(await placesIn(path, relative(dataDir, path), values, finder)));
  return places;
}
