import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { sha256OfFile } from '../disk/files.ts';
import type { Clock } from '../domain/clock.ts';
import { programVersion } from '../program-version.ts';
import { execute, numberOf, readRows, sqlName, sqlText, textOf } from '../warehouse/duckdb-values.ts';
import { databaseOptions, openDatabase, type WarehouseLimits } from '../warehouse/open.ts';
import { type LakeTable, lakeTables } from './lake-table.ts';
import { type LakeFile, manifestsOf, placeFile, placeManifest, placeText, removeReplaced } from './manifest.ts';
import { lakeScripts } from './scripts.ts';

/** The lake of a company: its folder, and the address by which readers reach the folder, such as s3://bucket/lake. */
export type Lake = { folder: string; address: string; company: string; zone: string };

export type LakePublication = {
  /** A copy of the snapshot that no other process changes; masked, unless the configuration shows personal data. */
  snapshot: string;
  /** A private folder for files before they are in the lake; the caller removes it. */
  spool: string;
  limits: WarehouseLimits;
  clock: Clock;
  isMasked: boolean;
  /** Whether replaced files are removed at once, because they have a person who was forgotten. */
  isForgetting: boolean;
};

/** The number of files that were written, and of all files of the company. */
export type LakeOutcome = { written: number; files: number; rows: number };

const source = 'source';

/** The name of the rows of a table, of which a view is computed once. */
const rowsOf = ({ name }: LakeTable) => sqlName(`lake_${name}`);

async function defineRows(connection: DuckDBConnection, table: LakeTable): Promise<void> {
  const columns = table.columns.map(({ name, value }) => `${value} as ${sqlName(name)}`).join(', ');
  await execute(
    connection,
    `create temp ${table.isView ? 'table' : 'view'} ${rowsOf(table)} as
     select ${columns}, ${table.month} as partition_month from ${source}.mart.${sqlName(table.name)}`,
  );
}

type Partition = Pick<LakeFile, 'partition_month' | 'row_count' | 'content' | 'sums'>;

/** The months of a table with their rows; a table without rows has an empty file, from which engines learn its columns. */
async function partitionsOf(connection: DuckDBConnection, table: LakeTable): Promise<Partition[]> {
  const decimals = table.columns.filter(({ type }) => type.startsWith('DECIMAL')).map(({ name }) => name);
  const sums = decimals.map((name, index) => `sum(${sqlName(name)})::varchar as sum_${index}`);
  const rows = await readRows(
    connection,
    `select ${['partition_month', 'count(*) as row_count', 'sum(hash(given))::varchar as content', ...sums].join(', ')}
     from ${rowsOf(table)} as given group by partition_month order by partition_month`,
  );
  const partitions = rows.map((row) => ({
    partition_month: textOf(row, 'partition_month'),
    row_count: numberOf(row, 'row_count'),
    content: textOf(row, 'content'),
    sums: Object.fromEntries(
      decimals.map((name, index) => {
        const sum = row[`sum_${index}`];
        return [name, typeof sum === 'string' ? sum : null];
      }),
    ),
  }));
  const empty = { partition_month: 'none', row_count: 0, content: '0', sums: {} };
  return partitions.length === 0 ? [empty] : partitions;
}

const shortHash = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 20);

/** The tables and columns as a text; another text is another schema. */
const schemaOf = (tables: readonly LakeTable[]) =>
  shortHash(
    ...tables.flatMap(({ name, columns }) => [name, ...columns.map((column) => `${column.name} ${column.type}`)]),
  );

type Written = Omit<LakeFile, 'manifest' | 'file_count' | 'published_at' | 'program' | 'is_masked'>;

async function writePartition(
  connection: DuckDBConnection,
  table: LakeTable,
  partition: Partition,
  { lake, spool, schema }: { lake: Lake; spool: string; schema: string },
): Promise<Written> {
  const local = join(spool, 'rows.parquet');
  const month = partition.partition_month;
  await execute(
    connection,
    `copy (select ${table.columns.map(({ name }) => sqlName(name)).join(', ')} from ${rowsOf(table)}
       where partition_month = ${sqlText(month)})
     to ${sqlText(local)} (format parquet)`,
  );
  const [{ size }, sha256] = [await stat(local), await sha256OfFile(local)];
  // files with the same bytes in two places have two names, because engines know a file by its name
  const fileName = `${shortHash(lake.company, table.name, month, sha256)}.parquet`;
  const path = join(table.name, `company=${lake.company}`, `partition_month=${month}`, fileName);
  await placeFile(local, join(lake.folder, path));
  return {
    ...partition,
    schema,
    company: lake.company,
    relation: table.name,
    path,
    file_name: fileName,
    byte_count: size,
    sha256,
  };
}

/** The file of a partition in the newest manifest, if it has the same rows and columns and is still there. */
async function keptFile(
  known: ReadonlyMap<string, LakeFile>,
  table: LakeTable,
  partition: Partition,
  { lake, schema }: { lake: Lake; schema: string },
): Promise<LakeFile | undefined> {
  const file = known.get(`${table.name} ${partition.partition_month}`);
  if (file === undefined || file.schema !== schema || file.content !== partition.content) return undefined;
  if (file.row_count !== partition.row_count) return undefined;
  const there = await stat(join(lake.folder, file.path)).catch(() => undefined);
  return there?.size === file.byte_count ? file : undefined;
}

/**
 * Publishes a company into its lake: the relations of mart as Parquet files by month, then the manifest that names them. A month whose
 * rows have not changed is not written again. A reader that goes through the manifests finds the state before or the new one. No other
 * company's files are touched.
 */
export async function publishLake(lake: Lake, publication: LakePublication): Promise<LakeOutcome> {
  const { snapshot, spool, limits, clock, isMasked, isForgetting } = publication;
  const { connection, close } = await openDatabase(':memory:', databaseOptions(limits, join(spool, 'spill')));
  try {
    await connection.run(`attach ${sqlText(snapshot)} as ${source} (read_only)`);
    const { tables, filters } = await lakeTables(connection, source, lake);
    const schema = schemaOf(tables);
    const [newest] = await manifestsOf(lake.folder, lake.company);
    const known = new Map(newest?.files.map((file) => [`${file.relation} ${file.partition_month}`, file]));
    const files: Written[] = [];
    let written = 0;
    for (const table of tables) {
      await defineRows(connection, table);
      for (const partition of await partitionsOf(connection, table)) {
        const terms = { lake, spool, schema };
        const kept = await keptFile(known, table, partition, terms);
        if (kept === undefined) written += 1;
        files.push(kept ?? (await writePartition(connection, table, partition, terms)));
      }
      await execute(connection, `drop ${table.isView ? 'table' : 'view'} ${rowsOf(table)}`);
    }
    for (const { name, text } of await lakeScripts({ tables, filters, address: lake.address }))
      await placeText(join(lake.folder, 'scripts', name), text);
    // the time at which readers can find it; the views of the scripts rely on that
    const now = clock().epochMilliseconds;
    const stamp = { published_at: new Date(now).toISOString(), program: programVersion, is_masked: isMasked };
    await placeManifest(
      lake.folder,
      lake.company,
      files.map((file) => ({ ...file, ...stamp })),
    );
    const isAtOnce = isForgetting || (isMasked && newest?.files[0]?.is_masked === false);
    await removeReplaced(lake.folder, lake.company, { now, isAtOnce });
    return { written, files: files.length, rows: files.reduce((sum, file) => sum + file.row_count, 0) };
  } finally {
    close();
  }
}
