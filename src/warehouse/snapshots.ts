import type { DuckDBConnection } from '@duckdb/node-api';
import { type Asked, askStatements } from './ask.ts';
import { type Bound, readRows, sqlName, sqlText, type WarehouseRow } from './duckdb-values.ts';
import { databaseOptions, openDatabase, openToRead, useZone } from './open.ts';
import { openReadOnly } from './open-read-only.ts';
import { refuseOtherProgram } from './warehouse-version.ts';

/** The published snapshots of one company or of several, read as one database. */
export type Snapshots = {
  /** Runs a statement of the program's own. */
  read(sql: string, bound?: Bound): Promise<WarehouseRow[]>;
  /**
   * Runs the statements of a text that a user wrote; names without a schema are those of `mart` and `own`. From the first statement on,
   * the database can open no file. It can therefore neither read another file nor replace the snapshot itself, which disabling external
   * access alone would allow. `zone` is the time zone of the session, UTC by default.
   */
  ask(text: string, zone?: string): AsyncGenerator<Asked>;
  close(): void;
};

/** DuckDB's message for a statement that writes to a snapshot. */
const writesText = (type: string) =>
  `Invalid Input Error: Cannot execute statement of type "${type}" on database "published" which is attached in read-only mode!`;

/** The schemas whose tables and views are read across companies. */
const schemas = ['raw', 'staging', 'core', 'recon', 'mart', 'own'] as const;

/** Statements that read the catalogue, for which every object must exist, whether it is named or not. */
const readsCatalogue =
  /\b(?:duckdb_\w+|information_schema|pg_\w+|sqlite_\w+|show|pragma)\b|\b(?:describe|desc)\s*(?:;|$)/i;

/** A table or view of the companies; a company whose snapshot another version published may lack it. */
type CatalogueObject = { schema: string; name: string; columns: string[]; comment: string | null };

const isSame = (a: CatalogueObject, b: CatalogueObject) => a.schema === b.schema && a.name === b.name;

/**
 * The name under which a company's snapshot is attached. It contains a space, so that it never equals the name of a schema or of a
 * database of DuckDB's (mart, memory, temp, system), which may also be the name of a company.
 */
const databaseOf = (company: string) => `${company} snapshot`;

/** No folder for temporary files, because they are locked; a query that does not fit into memory is an error. */
const noSpill = '';

/** Prepares a connection for statements that a user wrote. */
async function lockFiles(connection: DuckDBConnection, zone: string): Promise<void> {
  await useZone(connection, zone);
  const found = await readRows(
    connection,
    `select distinct schema_name from duckdb_schemas()
     where database_name = current_database() and schema_name in ('mart', 'own') order by schema_name`,
  );
  // a snapshot that another version published may lack one of the schemas
  if (found.length > 0)
    await connection.run(`set search_path = '${found.map(({ schema_name: schema }) => schema).join(',')}'`);
  await connection.run("set disabled_filesystems = 'LocalFileSystem'");
  await connection.run('set lock_configuration = true');
}

async function catalogueOf(connection: DuckDBConnection, database: string): Promise<CatalogueObject[]> {
  const rows = await readRows(
    connection,
    `select columns.schema_name, columns.table_name, objects.comment,
       list(columns.column_name order by columns.column_index) as column_names
     from duckdb_columns() as columns
     left join (
       select database_name, schema_name, view_name as name, comment from duckdb_views()
       union all
       select database_name, schema_name, table_name, comment from duckdb_tables()
     ) as objects
       on objects.database_name = columns.database_name and objects.schema_name = columns.schema_name
       and objects.name = columns.table_name
     where columns.database_name = $database and columns.schema_name in (${schemas.map(sqlText).join(', ')})
     group by columns.schema_name, columns.table_name, objects.comment
     order by columns.schema_name, columns.table_name`,
    { database },
  );
  return rows.map(({ schema_name, table_name, column_names, comment }) => ({
    schema: String(schema_name),
    name: String(table_name),
    columns: Array.isArray(column_names) ? column_names.map(String) : [],
    comment: comment === null || comment === undefined ? null : String(comment),
  }));
}

/**
 * The rows of one object for all companies, each with its company. Rows of `mart` that neither name one nor are of a received file are the
 * same for every company (reasons, currencies) and are listed once.
 */
function unionOf({ schema, name, columns }: CatalogueObject, companies: readonly string[]): string {
  const isNamed = columns.includes('company');
  const isShared = schema === 'mart' && !isNamed && !columns.includes('receipt_id');
  const selects = companies.map((company) => {
    const added = !isNamed && !isShared ? `, ${sqlText(company)} as company` : '';
    return `select *${added} from ${sqlName(databaseOf(company))}.${sqlName(schema)}.${sqlName(name)}`;
  });
  return selects.join(isShared ? ' union by name ' : ' union all by name ');
}

async function defineObject(
  connection: DuckDBConnection,
  object: CatalogueObject,
  companies: readonly string[],
): Promise<void> {
  const view = `${sqlName(object.schema)}.${sqlName(object.name)}`;
  const define = (some: readonly string[]) => connection.run(`create view ${view} as ${unionOf(object, some)}`);
  try {
    await define(companies);
  } catch {
    // a snapshot that another version published may lack the object
    const having: string[] = [];
    for (const company of companies) {
      const isThere = await connection.run(`select 1 from (${unionOf(object, [company])}) limit 0`).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Error && error.message.startsWith('Catalog Error')) return false;
          throw error;
        },
      );
      if (isThere) having.push(company);
    }
    if (having.length > 0) await define(having);
  }
  if (object.comment !== null) await connection.run(`comment on view ${view} is ${sqlText(object.comment)}`);
}

/** Attaches the snapshots to a database in memory. Their objects are defined as views when a statement names them. */
async function attachSnapshots(paths: ReadonlyMap<string, string>, ofAnyVersion: boolean): Promise<Snapshots> {
  const { connection, close } = await openDatabase(':memory:', databaseOptions({}, noSpill));
  const attach = async (company: string, path: string, isHidden: boolean) => {
    await openReadOnly(path, (readable) =>
      connection.run(`attach ${sqlText(readable)} as ${sqlName(databaseOf(company))} (read_only, hidden ${isHidden})`),
    );
    if (!ofAnyVersion) await refuseOtherProgram(path, connection, databaseOf(company));
  };
  const companies = [...paths.keys()];
  let catalogue: CatalogueObject[] = [];
  try {
    // snapshots of other versions may have more objects than the first
    for (const [company, path] of ofAnyVersion ? [...paths] : [...paths].slice(0, 1)) {
      // hidden databases are not listed, neither here nor for the user, who should see each view once
      await attach(company, path, false);
      const found = await catalogueOf(connection, databaseOf(company));
      catalogue = [...catalogue, ...found.filter((object) => !catalogue.some((known) => isSame(known, object)))];
      await connection.run(`detach ${sqlName(databaseOf(company))}`);
    }
    for (const [name, file] of paths) await attach(name, file, true);
    await connection.run("set enable_external_access = 'false'");
    for (const schema of schemas) await connection.run(`create schema ${schema}`);
  } catch (error) {
    close();
    throw error;
  }

  const undefinedObjects = new Set(catalogue);
  async function define(isNeeded: (object: CatalogueObject) => boolean): Promise<void> {
    for (const object of undefinedObjects) {
      if (!isNeeded(object)) continue;
      undefinedObjects.delete(object);
      await defineObject(connection, object, companies);
    }
  }
  function defineNamed(statement: string): Promise<void> {
    const isAll = readsCatalogue.test(statement);
    const words = new Set(statement.toLowerCase().match(/\w+/g));
    return define(({ name }) => isAll || words.has(name));
  }
  // DuckDB suggests the names of objects that are defined
  async function defineRest(): Promise<boolean> {
    if (undefinedObjects.size === 0) return false;
    await define(() => true);
    return true;
  }
  // unlike a snapshot, the database in memory can be written, but the changes would be lost after the command
  async function refuseKept(): Promise<void> {
    const kept = await readRows(
      connection,
      `select schema_name, table_name as name from duckdb_tables() where database_name = 'memory' and not temporary
       union all
       select schema_name, view_name from duckdb_views()
       where database_name = 'memory' and not temporary and not internal`,
    );
    const known = new Set(catalogue.map(({ schema, name }) => `${schema}.${name}`));
    if (kept.some(({ schema_name: schema, name }) => !known.has(`${schema}.${name}`)))
      throw new Error(writesText('CREATE'));
  }

  let isLocked = false;
  return {
    read: async (sql, bound) => {
      await defineNamed(sql);
      return readRows(connection, sql, bound);
    },
    ask: async function* (text, zone = 'UTC') {
      await defineNamed(text);
      if (!isLocked) await lockFiles(connection, zone);
      isLocked = true;
      yield* askStatements(connection, text, { defineMissing: defineRest, afterEffect: refuseKept });
    },
    close,
  };
}

/**
 * Opens the published snapshots of some companies, by company: a single snapshot directly; several, and with `isUnion` also one, as one
 * database whose views have the rows of all with their company. Macros with parameters are left out of it, because they are run on the
 * snapshot of each company. Nothing but the snapshots can be read, and nothing written. Throws REBUILD_PENDING where another version
 * published a snapshot, unless `ofAnyVersion`.
 */
export async function openSnapshots(
  paths: ReadonlyMap<string, string>,
  { ofAnyVersion = false, isUnion = false }: { ofAnyVersion?: boolean; isUnion?: boolean } = {},
): Promise<Snapshots> {
  const [only, ...others] = paths.values();
  if (only === undefined || others.length > 0 || isUnion) return attachSnapshots(paths, ofAnyVersion);
  const { connection, close } = await openToRead(only, { spillDirectory: noSpill, ofAnyVersion });
  let isLocked = false;
  return {
    read: (sql, bound) => readRows(connection, sql, bound),
    ask: async function* (text, zone = 'UTC') {
      if (!isLocked) await lockFiles(connection, zone);
      isLocked = true;
      yield* askStatements(connection, text);
    },
    close,
  };
}
