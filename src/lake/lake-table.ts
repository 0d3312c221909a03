import type { DuckDBConnection } from '@duckdb/node-api';
import { readRows, sqlName, sqlText, textOf } from '../warehouse/duckdb-values.ts';
import { sqlStatements } from '../warehouse/sql-files.ts';

/** The types that every engine reads. JSON is text; amounts have one type, whatever their size in mart. */
export type LakeType =
  | 'VARCHAR'
  | 'BIGINT'
  | 'INTEGER'
  | 'BOOLEAN'
  | 'DATE'
  | 'TIMESTAMP WITH TIME ZONE'
  | 'DECIMAL(38,4)';

/** A column of the lake; `value` gives it from its relation of mart. */
export type LakeColumn = { name: string; type: LakeType; value: string; comment: string };

/** A relation of mart as files: its columns, and the month by which its rows are in files. */
export type LakeTable = { name: string; comment: string; isView: boolean; columns: LakeColumn[]; month: string };

/** A relation that only filters mart.item, and is a view in each engine. */
export type LakeFilter = { name: string; comment: string; condition: string };

const filterOfItem = /^create or replace view mart\.(\w+) as\nselect item\.\* from mart\.item as item where (.+?);?$/m;

/** The conditions of the relations that only filter mart.item, by name; they are SQL that every engine reads. */
async function filterConditions(): Promise<Map<string, string>> {
  const conditions = new Map<string, string>();
  for (const { text } of await sqlStatements('mart')) {
    const [, name, condition] = filterOfItem.exec(text) ?? [];
    if (name !== undefined && condition !== undefined) conditions.set(name, condition);
  }
  return conditions;
}

function lakeType(type: string): LakeType {
  if (/^(?:DECIMAL|HUGEINT)\b[^[]*$/.test(type)) return 'DECIMAL(38,4)';
  if (type === 'BIGINT' || type === 'INTEGER' || type === 'BOOLEAN' || type === 'DATE') return type;
  return type === 'TIMESTAMP WITH TIME ZONE' ? type : 'VARCHAR';
}

/** The days by which relations are split into months, the first one that a relation has. */
const monthDays = ['business_date', 'settlement_date', 'calendar_date', 'since_on'];

/** The month of rows without a day, and of relations without one. */
export const noMonth = 'none';

function monthOf(columns: readonly LakeColumn[]): string {
  const day = monthDays.find((name) => columns.some((column) => column.name === name && column.type === 'DATE'));
  return day === undefined ? sqlText(noMonth) : `coalesce(strftime(${day}, '%Y-%m'), ${sqlText(noMonth)})`;
}

/** The columns of a relation; beside an instant its day in the company's zone, and the company where a relation does not name it. */
function columnsOf(columns: readonly LakeColumn[], { company, zone }: { company: string; zone: string }): LakeColumn[] {
  const names = new Set(columns.map(({ name }) => name));
  const days = columns.flatMap(({ name, type }): LakeColumn[] => {
    const day = name.replace(/_at$/, '_on');
    if (type !== 'TIMESTAMP WITH TIME ZONE' || names.has(day)) return [];
    const value = `cast(timezone(${sqlText(zone)}, ${sqlName(name)}) as date)`;
    return [{ name: day, type: 'DATE', value, comment: `Day of ${name} in the time zone of the company.` }];
  });
  const own: LakeColumn[] = names.has('company')
    ? []
    : [
        {
          name: 'company',
          type: 'VARCHAR',
          value: sqlText(company),
          comment: 'Company, as named in the configuration.',
        },
      ];
  return [...own, ...columns, ...days];
}

/** The relations of mart in an attached database, as tables and filters of the lake. */
export async function lakeTables(
  connection: DuckDBConnection,
  database: string,
  of: { company: string; zone: string },
): Promise<{ tables: LakeTable[]; filters: LakeFilter[] }> {
  const isMart = `database_name = ${sqlText(database)} and schema_name = 'mart'`;
  const relations = await readRows(
    connection,
    `select table_name as name, coalesce(comment, '') as comment, false as is_view from duckdb_tables() where ${isMart}
     union all select view_name, coalesce(comment, ''), true from duckdb_views() where ${isMart}
     order by name`,
  );
  const columns = await readRows(
    connection,
    `select table_name, column_name, data_type, coalesce(comment, '') as comment from duckdb_columns() where ${isMart}
     order by table_name, column_index`,
  );
  const conditions = await filterConditions();
  const tables: LakeTable[] = [];
  const filters: LakeFilter[] = [];
  for (const row of relations) {
    const [name, comment] = [textOf(row, 'name'), textOf(row, 'comment')];
    const condition = conditions.get(name);
    if (condition !== undefined) {
      filters.push({ name, comment, condition });
      continue;
    }
    const own = columns.filter(({ table_name }) => table_name === name);
    const plain = own.map((column): LakeColumn => {
      const [field, type] = [textOf(column, 'column_name'), lakeType(textOf(column, 'data_type'))];
      return { name: field, type, value: `cast(${sqlName(field)} as ${type})`, comment: textOf(column, 'comment') };
    });
    tables.push({ name, comment, isView: row.is_view === true, columns: columnsOf(plain, of), month: monthOf(plain) });
  }
  return { tables, filters };
}
