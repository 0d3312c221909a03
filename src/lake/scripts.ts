import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sqlText } from '../warehouse/duckdb-values.ts';
import { sqlRoot } from '../warehouse/sql-files.ts';
import type { LakeColumn, LakeFilter, LakeTable, LakeType } from './lake-table.ts';

/** What the scripts are made from; `address` is how readers reach the folder of the lake. */
export type ScriptInput = { tables: readonly LakeTable[]; filters: readonly LakeFilter[]; address: string };

type Types = Readonly<Record<LakeType, string>>;

/** An engine with a script in sql/lake. */
type Engine = {
  name: string;
  quote: '"' | '`';
  types?: Types;
  /** Whether the folders have the company, so that a table does not declare it as a column of the files. */
  isHive?: boolean;
};

const clickhouseTypes: Types = {
  VARCHAR: 'Nullable(String)',
  BIGINT: 'Nullable(Int64)',
  INTEGER: 'Nullable(Int32)',
  BOOLEAN: 'Nullable(Bool)',
  DATE: 'Nullable(Date32)',
  'TIMESTAMP WITH TIME ZONE': "Nullable(DateTime64(6, 'UTC'))",
  'DECIMAL(38,4)': 'Nullable(Decimal(38, 4))',
};
const javaTypes = { BIGINT: 'bigint', BOOLEAN: 'boolean', DATE: 'date', 'DECIMAL(38,4)': 'decimal(38,4)' } as const;
// the Hive connector has timestamps without a zone
const trinoTypes: Types = {
  ...javaTypes,
  VARCHAR: 'varchar',
  INTEGER: 'integer',
  'TIMESTAMP WITH TIME ZONE': 'timestamp(6)',
};
const sparkTypes: Types = { ...javaTypes, VARCHAR: 'string', INTEGER: 'int', 'TIMESTAMP WITH TIME ZONE': 'timestamp' };

const engines: readonly Engine[] = [
  { name: 'duckdb', quote: '"' },
  { name: 'clickhouse', quote: '`', types: clickhouseTypes },
  { name: 'trino', quote: '"', types: trinoTypes, isHive: true },
  { name: 'spark', quote: '`', types: sparkTypes, isHive: true },
  { name: 'ducklake', quote: '"' },
];

/** A text with the values of its {{names}}. */
const filled = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);

/** The parts of a script by their first lines: the head, one for each relation, column and filter, and the end. */
function partsOf(template: string): (name: string) => string {
  const [head = '', ...parts] = template.split(/^-- (for each \w+|at the end)\n/m);
  const named = new Map([['head', head]]);
  for (let at = 0; at < parts.length; at += 2) named.set(parts[at] ?? '', parts[at + 1] ?? '');
  return (name) => named.get(name) ?? '';
}

/** The columns of a relation with the types of an engine. ClickHouse takes them as a text. */
function typesOf({ name, quote, types, isHive }: Engine, columns: readonly LakeColumn[]): string {
  if (types === undefined) return '';
  const inFiles = isHive === true ? columns.filter((column) => column.name !== 'company') : columns;
  const listed = inFiles.map((column) => `${quote}${column.name}${quote} ${types[column.type]}`).join(', ');
  return name === 'clickhouse' ? sqlText(listed) : listed;
}

async function scriptOf(engine: Engine, { tables, filters, address }: ScriptInput) {
  const part = partsOf(await readFile(join(sqlRoot, 'lake', `${engine.name}.sql`), 'utf8'));
  const quoted = (name: string) => `${engine.quote}${name}${engine.quote}`;
  const all = { address, source: address.startsWith('s3://') ? 's3' : 'file' };
  const relations = tables.flatMap(({ name, comment, columns }) => {
    const relation = quoted(name);
    const values = { ...all, name, relation, comment: sqlText(comment), types: typesOf(engine, columns) };
    return [
      filled(part('for each relation'), {
        ...values,
        columns: columns.map((column) => quoted(column.name)).join(', '),
      }),
      ...columns.map((column) =>
        filled(part('for each column'), { relation, column: quoted(column.name), meaning: sqlText(column.comment) }),
      ),
    ];
  });
  const filtered = filters.map(({ name, comment, condition }) =>
    filled(part('for each filter'), { relation: quoted(name), comment: sqlText(comment), condition }),
  );
  const text = [filled(part('head'), all), ...relations, ...filtered, part('at the end')].join('');
  return { name: `${engine.name}.sql`, text };
}

/** The dictionary of the lake as a page. */
function dictionaryPage({ tables, filters }: ScriptInput) {
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
export async function lakeScripts(input: ScriptInput): Promise<{ name: string; text: string }[]> {
  return [...(await Promise.all(engines.map((engine) => scriptOf(engine, input)))), dictionaryPage(input)];
}
