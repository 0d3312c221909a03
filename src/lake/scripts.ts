import { sqlText } from '../warehouse/duckdb-values.ts';
import type { LakeFilter, LakeTable, LakeType } from './lake-table.ts';

/** What the scripts are made from; `address` is how readers reach the folder of the lake. */
export type ScriptInput = { tables: readonly LakeTable[]; filters: readonly LakeFilter[]; address: string };

type Script = { name: string; text: string };
type Columns = readonly { name: string; type: LakeType }[];

/** The columns of a manifest that readers need. */
const manifestColumns: Columns = [
  { name: 'manifest', type: 'BIGINT' },
  { name: 'published_at', type: 'VARCHAR' },
  { name: 'file_count', type: 'BIGINT' },
  { name: 'company', type: 'VARCHAR' },
  { name: 'relation', type: 'VARCHAR' },
  { name: 'partition_month', type: 'VARCHAR' },
  { name: 'path', type: 'VARCHAR' },
  { name: 'file_name', type: 'VARCHAR' },
  { name: 'row_count', type: 'BIGINT' },
  { name: 'byte_count', type: 'BIGINT' },
  { name: 'sha256', type: 'VARCHAR' },
];

/** How an engine reads the files of a folder. */
type Engine = {
  file: string;
  about: readonly string[];
  quote: (name: string) => string;
  /** Statements ahead of the views. */
  prelude?: (input: ScriptInput) => string[];
  /** The manifests, and the files of a relation, as sources of rows. */
  manifests: (address: string) => string;
  files: (table: LakeTable, address: string) => string;
  /** Expressions for the name of the file of a row, and for its month. */
  fileName: string;
  month: string;
  /** Whether views and their columns take comments. */
  hasComments?: boolean;
};

const doubleQuoted = (name: string) => `"${name}"`;
const backQuoted = (name: string) => `\`${name}\``;

/** Columns with the types of an engine. */
const typed = (columns: Columns, types: Readonly<Record<LakeType, string>>, quote: (name: string) => string) =>
  columns.map(({ name, type }) => `${quote(name)} ${types[type]}`).join(', ');

const partitionsOf = (address: string, relation: string) =>
  sqlText(`${address}/${relation}/company=*/partition_month=*/*.parquet`);

const duckdb: Engine = {
  file: 'duckdb.sql',
  about: ['DuckDB and MotherDuck. For an address such as s3://bucket/lake, install and load httpfs first.'],
  quote: doubleQuoted,
  manifests: (address) => {
    const columns = manifestColumns.map(({ name, type }) => `${name}: ${sqlText(type)}`).join(', ');
    const pattern = sqlText(`${address}/manifest/company=*/*.json`);
    return `read_json(${pattern}, format = 'newline_delimited', hive_partitioning = false, columns = {${columns}})`;
  },
  files: ({ name }, address) =>
    `read_parquet(${partitionsOf(address, name)}, union_by_name = true, filename = 'path_of_file', hive_partitioning = true, ` +
    'hive_types = {company: VARCHAR, partition_month: VARCHAR})',
  fileName: 'parse_filename(path_of_file)',
  month: 'partition_month',
  hasComments: true,
};

const clickhouseTypes: Readonly<Record<LakeType, string>> = {
  VARCHAR: 'Nullable(String)',
  BIGINT: 'Nullable(Int64)',
  INTEGER: 'Nullable(Int32)',
  BOOLEAN: 'Nullable(Bool)',
  DATE: 'Nullable(Date32)',
  'TIMESTAMP WITH TIME ZONE': "Nullable(DateTime64(6, 'UTC'))",
  'DECIMAL(38,4)': 'Nullable(Decimal(38, 4))',
};

/** A table function of ClickHouse for files at an address. */
function clickhouseSource(address: string, pattern: string, format: string, columns: Columns): string {
  const structure = sqlText(typed(columns, clickhouseTypes, backQuoted));
  return `${address.startsWith('s3://') ? 's3' : 'file'}(${pattern}, '${format}', ${structure})`;
}

const clickhouse: Engine = {
  file: 'clickhouse.sql',
  about: [
    'ClickHouse. For an address such as s3://bucket/lake, the views use the table function s3; other stores have their own.',
  ],
  quote: backQuoted,
  manifests: (address) =>
    clickhouseSource(address, sqlText(`${address}/manifest/company=*/*.json`), 'JSONEachRow', manifestColumns),
  files: ({ name, columns }, address) => clickhouseSource(address, partitionsOf(address, name), 'Parquet', columns),
  fileName: '_file',
  month: "extract(_path, 'partition_month=([^/]+)')",
};

/** In tables of Hive, the folders have the columns of the partitions. */
const inFiles = (columns: Columns) => columns.filter(({ name }) => name !== 'company' && name !== 'partition_month');

const javaTypes = { BIGINT: 'bigint', BOOLEAN: 'boolean', DATE: 'date', 'DECIMAL(38,4)': 'decimal(38,4)' } as const;
// the Hive connector has timestamps without a zone, which are those of UTC
const trinoTypes = { ...javaTypes, VARCHAR: 'varchar', INTEGER: 'integer', 'TIMESTAMP WITH TIME ZONE': 'timestamp(6)' };
const sparkTypes = { ...javaTypes, VARCHAR: 'string', INTEGER: 'int', 'TIMESTAMP WITH TIME ZONE': 'timestamp' };

function trinoTable(address: string, name: string, columns: Columns, isManifest: boolean): string[] {
  const by = isManifest ? ['company'] : ['company', 'partition_month'];
  const own = typed(inFiles(columns), trinoTypes, doubleQuoted);
  return [
    `create table if not exists ${name}_files (${own}, ${by.map((each) => `${each} varchar`).join(', ')}) with (`,
    `  external_location = ${sqlText(`${address}/${name}`)}, format = '${isManifest ? 'JSON' : 'PARQUET'}',`,
    `  partitioned_by = array[${by.map(sqlText).join(', ')}]);`,
    `call hive.system.sync_partition_metadata('lake', '${name}_files', 'FULL');`,
  ];
}

const trino: Engine = {
  file: 'trino.sql',
  about: [
    'Trino with the Hive connector, whose catalog is called hive here.',
    'Call sync_partition_metadata again after each publication: a new month, and a new company, is a new partition.',
  ],
  quote: doubleQuoted,
  prelude: ({ tables, address }) => [
    'create schema if not exists hive.lake;',
    'use hive.lake;',
    ...trinoTable(address, 'manifest', manifestColumns, true),
    ...tables.flatMap(({ name, columns }) => trinoTable(address, name, columns, false)),
  ],
  manifests: () => 'manifest_files',
  files: ({ name }) => `${name}_files`,
  fileName: `regexp_extract("$path", '[^/]+$')`,
  month: 'partition_month',
};

function sparkTable(address: string, name: string, columns: Columns, isManifest: boolean): string[] {
  const by = isManifest ? ['company'] : ['company', 'partition_month'];
  const own = typed(inFiles(columns), sparkTypes, backQuoted);
  return [
    `create table if not exists ${name}_files (${own}, ${by.map((each) => `${each} string`).join(', ')})`,
    `using ${isManifest ? 'json' : 'parquet'} partitioned by (${by.join(', ')}) location ${sqlText(`${address}/${name}`)};`,
    `msck repair table ${name}_files;`,
  ];
}

const spark: Engine = {
  file: 'spark.sql',
  about: [
    'Spark SQL. Times are shown in the time zone of the session (spark.sql.session.timeZone).',
    'Run "msck repair table" again after each publication: a new month, and a new company, is a new partition.',
  ],
  quote: backQuoted,
  prelude: ({ tables, address }) => [
    'create database if not exists lake;',
    'use lake;',
    ...sparkTable(address, 'manifest', manifestColumns, true),
    ...tables.flatMap(({ name, columns }) => sparkTable(address, name, columns, false)),
  ],
  manifests: () => 'manifest_files',
  files: ({ name }) => `${name}_files`,
  fileName: '_metadata.file_name',
  month: 'partition_month',
};

/** The files in force: those of the last complete manifest of each company. */
function filesInForce({ quote, manifests }: Engine, address: string): string[] {
  const columns = manifestColumns.map(({ name }) => `line.${quote(name)} as ${quote(name)}`).join(', ');
  return [
    '-- The files in force: those of the last complete manifest of each company.',
    'create or replace view lake_file as',
    `select ${columns}`,
    `from ${manifests(address)} as line`,
    'inner join (',
    '  select company, max(manifest) as last_manifest from (',
    `    select company, manifest from ${manifests(address)} as written`,
    '    group by company, manifest having count(*) = max(file_count)',
    '  ) as complete group by company',
    ') as newest on newest.company = line.company and newest.last_manifest = line.manifest;',
  ];
}

/** The views of an engine: the files in force, each relation, and the filters of items. */
function scriptOf(engine: Engine, input: ScriptInput): Script {
  const { quote, files, fileName, month, hasComments = false } = engine;
  const { tables, filters, address } = input;
  const comments = (name: string, comment: string, columns: LakeTable['columns']) =>
    hasComments
      ? [
          `comment on view ${quote(name)} is ${sqlText(comment)};`,
          ...columns.map((each) => `comment on column ${quote(name)}.${quote(each.name)} is ${sqlText(each.comment)};`),
        ]
      : [];
  const lines = [
    ...['The lake of tieout, as views that follow its manifests.', ...engine.about].map((line) => `-- ${line}`),
    ...(engine.prelude?.(input) ?? []),
    '',
    ...filesInForce(engine, address),
    ...tables.flatMap((table) => [
      '',
      `create or replace view ${quote(table.name)} as`,
      `select ${table.columns.map(({ name }) => quote(name)).join(', ')}, ${month} as partition_month`,
      `from ${files(table, address)}`,
      `where ${fileName} in (select file_name from lake_file where relation = ${sqlText(table.name)});`,
      ...comments(table.name, table.comment, table.columns),
    ]),
    ...filters.flatMap(({ name, comment, condition }) => [
      '',
      `create or replace view ${quote(name)} as select * from ${quote('item')} as item where ${condition};`,
      ...comments(name, comment, []),
    ]),
  ];
  return { name: engine.file, text: `${lines.join('\n')}\n` };
}

/** Copies the partitions whose files have changed into a DuckLake, in one transaction. */
function duckLakeScript({ tables }: ScriptInput): Script {
  const changed = (name: string) =>
    `where (company, partition_month) in (select (company, partition_month) from changed_partition where relation = '${name}')`;
  const lines = [
    '-- Brings a DuckLake up to date with the lake of tieout. Run duckdb.sql first in the same session, and attach the DuckLake:',
    "--   attach 'ducklake:catalog.ducklake' as mirror (data_path 'data', data_inlining_row_limit 0);",
    '-- Run it again after each publication. Only partitions whose files have changed are copied, in one transaction.',
    'begin;',
    'create table if not exists mirror.lake_loaded (relation varchar, company varchar, partition_month varchar, file_name varchar);',
    'create or replace temp table in_force as select relation, company, partition_month, file_name from lake_file;',
    'create or replace temp table changed_partition as',
    '  select relation, company, partition_month from ((from in_force except from mirror.lake_loaded)',
    '  union all (from mirror.lake_loaded except from in_force)) as changed;',
    ...tables.flatMap(({ name }) => [
      `create table if not exists mirror."${name}" as from "${name}" limit 0;`,
      `delete from mirror."${name}" ${changed(name)};`,
      `insert into mirror."${name}" from "${name}" ${changed(name)};`,
    ]),
    'delete from mirror.lake_loaded;',
    'insert into mirror.lake_loaded from in_force;',
    'commit;',
  ];
  return { name: 'ducklake.sql', text: `${lines.join('\n')}\n` };
}

/** The dictionary of the lake as a page. */
function dictionaryPage({ tables, filters }: ScriptInput): Script {
  const lines = [
    '# The lake',
    '',
    'Amounts are in major units, times in UTC, and days in the time zone of the company. Each relation also has `partition_month`.',
    ...tables.flatMap(({ name, comment, columns }) => [
      ...['', `## ${name}`, '', comment, '', '| column | type | meaning |', '|---|---|---|'],
      ...columns.map((column) => `| ${column.name} | ${column.type} | ${column.comment} |`),
    ]),
    ...filters.flatMap(({ name, comment, condition }) => [
      ...['', `## ${name}`, '', `${comment} The rows of \`item\` where \`${condition}\`.`],
    ]),
  ];
  return { name: 'dictionary.md', text: `${lines.join('\n')}\n` };
}

/** The scripts and the dictionary that are written beside the files of a lake. */
export const lakeScripts = (input: ScriptInput): Script[] => [
  ...[duckdb, clickhouse, trino, spark].map((engine) => scriptOf(engine, input)),
  duckLakeScript(input),
  dictionaryPage(input),
];
