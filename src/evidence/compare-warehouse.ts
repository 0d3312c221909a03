import { existsSync } from 'node:fs';
import type { DuckDBConnection } from '@duckdb/node-api';
import { numberOf, readRows, sqlText, textOf, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import { databaseOptions, openDatabase, type WarehouseLimits } from '../warehouse/open.ts';
import { openReadOnly } from '../warehouse/open-read-only.ts';

/** A row that only one of the two warehouses has. */
type RowDifference = { only_in: 'published' | 'rebuilt'; row: WarehouseRow };

/** A view whose rows differ; `problem` names a view or columns that only one of the two warehouses has. */
export type ViewDifference = {
  view: string;
  only_published: number;
  only_rebuilt: number;
  problem?: string;
  first: RowDifference[];
};

/** The views of a rebuilt warehouse compared with the published ones; `reason` says why they could not be compared. */
export type Comparison = {
  state: 'equal' | 'different' | 'not_compared';
  reason?: string;
  views: number;
  different: ViewDifference[];
};

export const notCompared = (reason: string): Comparison => ({ state: 'not_compared', reason, views: 0, different: [] });

type Side = 'published' | 'rebuilt';

/** The number of differing rows that are listed, for each view and side. */
const listed = 3;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * The views for readers and the table of runs, with their columns. The fingerprint of the SQL of a run is left out, because it changes
 * with every upgrade.
 */
async function viewsOf(connection: DuckDBConnection, side: Side): Promise<Map<string, string[]>> {
  const rows = await readRows(
    connection,
    `select schema_name || '.' || table_name as view, list(column_name order by column_index) as columns
     from duckdb_columns()
     where database_name = $side and (schema_name in ('mart', 'own') or (schema_name = 'recon' and table_name = 'run'))
       and column_name not in ('rules_sha256', 'is_with_other_rules', 'is_in_mart')
     group by schema_name, table_name
     order by all`,
    { side },
  );
  return new Map(
    rows.map(({ view, columns }) => [String(view), Array.isArray(columns) ? columns.map(String) : []] as const),
  );
}

const nameIn = (side: Side, view: string) => [side, ...view.split('.')].map(quoted).join('.');

/** The number of rows of a view and the sum of their hashes, which does not depend on their order. */
async function fingerprint(connection: DuckDBConnection, side: Side, view: string, columns: readonly string[]) {
  const [row] = await readRows(
    connection,
    `select count(*) || ' ' || coalesce(sum(hash(${columns.map(quoted).join(', ')})), 0) as fingerprint
     from ${nameIn(side, view)}`,
  );
  return row === undefined ? '' : textOf(row, 'fingerprint');
}

async function rowsOnlyIn(connection: DuckDBConnection, side: Side, view: string, columns: readonly string[]) {
  const other = side === 'published' ? 'rebuilt' : 'published';
  const names = columns.map(quoted).join(', ');
  const table = `only_${side}`;
  await connection.run(
    `create or replace temp table ${table} as
     select ${names} from ${nameIn(side, view)} except all select ${names} from ${nameIn(other, view)}`,
  );
  const [counted] = await readRows(connection, `select count(*) as n from ${table}`);
  const rows = await readRows(connection, `select * from ${table} order by all limit ${listed}`);
  return {
    count: counted === undefined ? 0 : numberOf(counted, 'n'),
    first: rows.map((row) => ({ only_in: side, row })),
  };
}

function missing(view: string, isPublished: boolean): ViewDifference {
  const problem = isPublished ? 'the published data has no such view' : 'this version has no such view';
  return { view, only_published: 0, only_rebuilt: 0, problem, first: [] };
}

async function compareView(
  connection: DuckDBConnection,
  view: string,
  was: readonly string[] | undefined,
  is: readonly string[] | undefined,
): Promise<ViewDifference | undefined> {
  if (was === undefined || is === undefined) return missing(view, was === undefined);
  const columns = is.filter((column) => was.includes(column));
  const others = [...is, ...was].filter((column) => !columns.includes(column));
  const problem = others.length === 0 ? {} : { problem: `only one of the two has ${others.join(', ')}` };
  const published = await fingerprint(connection, 'published', view, columns);
  if (published === (await fingerprint(connection, 'rebuilt', view, columns)))
    return others.length === 0 ? undefined : { view, only_published: 0, only_rebuilt: 0, ...problem, first: [] };
  const before = await rowsOnlyIn(connection, 'published', view, columns);
  const now = await rowsOnlyIn(connection, 'rebuilt', view, columns);
  const first = [...before.first, ...now.first];
  return { view, only_published: before.count, only_rebuilt: now.count, ...problem, first };
}

const attach = (connection: DuckDBConnection, side: Side, path: string) =>
  connection.run(`attach ${sqlText(path)} as ${side} (read_only)`);

/**
 * Compares the views of a closed, rebuilt warehouse with the published ones, row by row by hash, and the runs with their numbers. Both
 * are attached to a separate database, so that no view reads the tables of the other. Throws SNAPSHOT_DAMAGED, REBUILD_PENDING or
 * WAREHOUSE_UNREADABLE.
 */
export async function compareWarehouses(
  rebuilt: string,
  published: string,
  limits: WarehouseLimits,
  spillDirectory: string,
): Promise<Comparison> {
  const { connection, close } = await openDatabase(':memory:', databaseOptions(limits, spillDirectory));
  try {
    await openReadOnly(published, (readable) => attach(connection, 'published', readable));
    await attach(connection, 'rebuilt', rebuilt);
    const was = await viewsOf(connection, 'published');
    const is = await viewsOf(connection, 'rebuilt');
    const views = [...new Set([...is.keys(), ...was.keys()])].sort();
    const different: ViewDifference[] = [];
    for (const view of views) {
      const difference = await compareView(connection, view, was.get(view), is.get(view));
      if (difference !== undefined) different.push(difference);
    }
    return { state: different.length === 0 ? 'equal' : 'different', views: views.length, different };
  } finally {
    close();
  }
}

/** Compares in the same way; a missing or unreadable snapshot is a reason to rebuild and so no error. */
export async function compareIfPublished(...given: Parameters<typeof compareWarehouses>): Promise<Comparison> {
  const [, published] = given;
  if (!existsSync(published)) return notCompared('nothing was published before');
  try {
    return await compareWarehouses(...given);
  } catch (error) {
    return notCompared(error instanceof Error ? error.message : String(error));
  }
}
