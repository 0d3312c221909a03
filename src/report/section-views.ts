import type { DuckDBConnection } from '@duckdb/node-api';
import { readRows } from '../warehouse/duckdb-values.ts';
import { renamedColumn } from '../warehouse/renamed-columns.ts';
import type { DefinitionProblem, Section } from './definition.ts';
import type { LoadedDefinition } from './load-definition.ts';

/** The columns that select the rows of a section, besides the company. */
const scopeFields: Readonly<Record<NonNullable<Section['day']>, readonly string[]>> = {
  business_date: ['business_date'],
  settlement_date: ['settlement_date'],
  received: ['received_at', 'window_from', 'window_to', 'source'],
  earlier: ['business_date', 'status'],
  changed: ['changed_on'],
  standing: ['since_on', 'ended_on'],
  open_within: ['since_on', 'ended_on', 'closed_on'],
  whole_month: ['month'],
  period: [],
};

/** The columns of every view of mart and of the user's own, by view. */
async function columnsOfViews(connection: DuckDBConnection): Promise<Map<string, Set<string> | undefined>> {
  const columns = new Map<string, Set<string> | undefined>();
  const rows = await readRows(
    connection,
    `select schema_name, table_name, column_name from duckdb_columns() where schema_name in ('mart', 'own')`,
    {},
  );
  for (const { schema_name, table_name, column_name } of rows) {
    const view = `${String(schema_name)}.${String(table_name)}`;
    columns.set(view, (columns.get(view) ?? new Set()).add(String(column_name)));
  }
  return columns;
}

/** The columns of the table macros of a period, by macro; of these names, those that exist. */
async function columnsOfMacros(
  connection: DuckDBConnection,
  views: readonly string[],
): Promise<Map<string, Set<string>>> {
  if (views.length === 0) return new Map();
  const macros = await readRows(
    connection,
    `select schema_name || '.' || function_name as name from duckdb_functions()
     where function_type = 'table_macro' and len(parameters) = 4 and schema_name in ('mart', 'own')`,
  );
  const known = new Set(macros.map(({ name }) => String(name)));
  const columns = new Map<string, Set<string>>();
  for (const view of views.filter((name) => known.has(name))) {
    const rows = await readRows(
      connection,
      `describe from ${view}('', date '2000-01-01', date '2000-01-02', '{}')`,
      {},
    );
    columns.set(view, new Set(rows.map(({ column_name }) => String(column_name))));
  }
  return columns;
}

/** The first thing in a section that its view does not have. */
function missingIn(section: Section, columns: ReadonlySet<string>): DefinitionProblem | undefined {
  const named = [
    ...section.columns.map(({ field }, index) => ({ field, path: ['columns', index, 'field'] })),
    ...section.order.map((field, index) => ({ field, path: ['order', index] })),
    ...['company', ...scopeFields[section.day ?? 'business_date']].map((field) => ({ field, path: ['view'] })),
  ];
  const missing = named.find(({ field }) => !columns.has(field));
  if (missing === undefined) return undefined;
  const renamed = renamedColumn([section.view], missing.field);
  const isNow = renamed === undefined ? '' : `; it is now "${renamed}"`;
  return { path: missing.path, message: `The view ${section.view} has no column "${missing.field}"${isNow}.` };
}

/**
 * Refuses a definition that names a view or a column that does not exist. Returns the sections whose view exists. A definition of
 * this program names views of its own, and a snapshot of another program is not read, so it needs no listing of all columns.
 */
export async function checkViews(
  connection: DuckDBConnection,
  { sections, refuse, isBundled }: LoadedDefinition,
): Promise<Section[]> {
  if (isBundled) return sections;
  const known = await columnsOfViews(connection);
  const macros = sections.filter(({ day }) => day === 'period').map(({ view }) => view);
  for (const view of macros) known.delete(view);
  for (const [view, columns] of await columnsOfMacros(connection, [...new Set(macros)])) known.set(view, columns);
  return sections.filter((section, index) => {
    const columns = known.get(section.view);
    if (section.optional && columns === undefined) return false;
    const problem =
      columns === undefined
        ? {
            path: ['view'],
            message: `There is no view ${section.view}${section.view.startsWith('own.') ? ' among the views of the last run' : ''}.`,
          }
        : missingIn(section, columns);
    if (problem !== undefined) throw refuse({ ...problem, path: ['sections', index, ...problem.path] });
    return true;
  });
}
