import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../domain/tieout-error.ts';
import {
  execute,
  readWritten,
  sqlText,
  streamRows,
  textOf,
  type WarehouseRow,
  written,
} from '../warehouse/duckdb-values.ts';
import type { ReportDefinition, Section } from './definition.ts';
import { defaultReport, type LoadedDefinition } from './load-definition.ts';
import { daysIn } from './page/figures.ts';
import { checkViews } from './section-views.ts';

/** An ordered query: the selected columns, the statement from `from` on, the columns of the order, and the number of its rows. */
type OrderedQuery = {
  columns: readonly string[];
  from: string;
  bound: Record<string, string>;
  order: readonly string[];
  count: number;
};

const listed = (order: readonly string[]) => order.map((field) => `${field} nulls last`).join(', ');

/**
 * The rows of a query in its order, or the first of them. Fails if their number differs from the count: when the database runs out of
 * memory, its stream ends without an error.
 */
export async function* orderedRows(
  connection: DuckDBConnection,
  { columns, from, bound, order, count }: OrderedQuery,
  atMost = count,
): AsyncGenerator<WarehouseRow[]> {
  const expected = Math.min(atMost, count);
  const sql = `select ${columns.join(', ')} ${from} order by ${listed(order)}${expected < count ? ` limit ${expected}` : ''}`;
  let read = 0;
  for await (const rows of streamRows(connection, written(sql, bound))) {
    read += rows.length;
    yield rows;
  }
  if (read === expected) return;
  throw new TieoutError({
    code: 'REPORT_ROWS_MISSING',
    message: `Only ${read} of ${expected} rows of a report could be read.`,
    remedy: 'Free memory or disk space and write the reports again with `tieout report`; this one was discarded.',
  });
}

/** The scope of a report: a company and its business days, half-open, in its own zone. */
export type ReportScope = { company: string; zone: string; from: string; to: string };

/** The rows of a section for a scope, the only source of every output format. */
export type ReportTable = {
  section: Section;
  /** The name of the file with all its rows. */
  file: string;
  count: number;
  /** Of a section of the user's own without rows: the rows of its view, in all and of the company. */
  rowsOfView?: { all: number; ofCompany: number };
  /** Its rows in their order, or the first of them. */
  rows: (atMost?: number) => AsyncGenerator<WarehouseRow[]>;
  /** Has DuckDB write all rows in their order as a Parquet file, with an expression for each column by its name. */
  copy: (columns: Readonly<Record<string, string>>, path: string) => Promise<void>;
  /** DuckDB's type of each column, by name. */
  types: () => Promise<ReadonlyMap<string, string>>;
  /** Aggregates as exact text, for each combination of `by` and in its order; `of` are the columns they are computed from. */
  summarised: (by: readonly string[], values: Readonly<Record<string, string>>, of?: string) => Promise<WarehouseRow[]>;
};

/** The condition for the rows of a report: those of its business days; for files, those that its figures are based on. */
function condition({ day, view }: Section): string {
  const isWithin = 'business_date >= $from::date and business_date < $to::date';
  if (day === 'received') {
    // files of a window that overlaps the period, lists of the payout service read after its end, and imported files
    return `company = $company and received_at <= (select max(known_at) from recon.run) and case
      when window_from is not null then window_from < timezone($zone, $to::timestamp) and window_to >= timezone($zone, $from::timestamp)
      when source = 'payout' then received_at >= timezone($zone, $to::timestamp)
      else true
    end`;
  }
  if (day === 'earlier')
    return `company = $company and business_date < $from::date and status in ('open', 'awaiting_approval')`;
  // a day is run after its end, so its changes have the date of the next day
  if (day === 'changed') return 'company = $company and changed_on > $from::date and changed_on <= $to::date';
  const isStanding = 'company = $company and since_on < $to::date and (ended_on is null or ended_on >= $to::date)';
  if (day === 'standing') return isStanding;
  if (day === 'open_within') return `${isStanding} and (closed_on is null or closed_on >= $from::date)`;
  if (day === 'whole_month')
    return `company = $company and month >= $from::date and month + interval 1 month <= $to::date`;
  if (day === 'settlement_date') return `company = $company and ${isWithin.replaceAll('business_date', day)}`;
  return view === 'mart.rejected_row'
    ? `company = $company and is_in_force and (business_date is null or (${isWithin}))`
    : `company = $company and ${isWithin}`;
}

/** The name of a section's file before its ending; it carries the report's name unless that is the default one. */
const fileNameOf = ({ name }: ReportDefinition, section: Section) =>
  name === defaultReport ? section.name : `${name}.${section.name}`;

/** The first rows of a section, up to this number, are kept from the first reading: the page has no more, and most sections have fewer. */
const rowsKept = 1_000;

/** The rows that are in memory together while a Parquet file is written; wide texts would make DuckDB's 122,880 rows several 100 MB. */
const rowsOfGroup = 20_480;

const fromOf = (section: Section) =>
  section.day === 'period'
    ? `from ${section.view}($company, $from::date, $to::date, $materiality) where true`
    : `from ${section.view} where ${condition(section)}`;

/** The change of an amount above which it is marked: a percentage, and the minimum by currency. */
export type Materiality = { percent: string; minimum: Readonly<Record<string, string>> };

/** The number of rows of each section. Those of mart are counted in one statement: planning is most of the cost of each. */
async function countsOf(
  connection: DuckDBConnection,
  sections: readonly Section[],
  bound: Record<string, string>,
): Promise<Map<Section, number>> {
  const isOwn = ({ view }: Section) => view.startsWith('own.');
  // views of the user's own can be of any size, and are counted one after another
  const statements = [sections.filter((section) => !isOwn(section)), ...sections.filter(isOwn).map((own) => [own])];
  const counts = new Map<Section, number>();
  for (const counted of statements.filter(({ length }) => length > 0)) {
    const parts = counted.map(
      (section, index) => `select ${index} as place, count(*)::integer as row_count ${fromOf(section)}`,
    );
    for (const row of await readWritten(connection, parts.join(' union all '), bound)) {
      const section = counted[Number(row.place)];
      if (section !== undefined) counts.set(section, Number(row.row_count));
    }
  }
  return counts;
}

/** The rows of a section from a view, as `from ... where ...` with the values that it uses. */
type Source = { from: string; bound: Record<string, string>; file: string; count: number };

/** A section with the rows of a source. */
export function tableFrom(
  connection: DuckDBConnection,
  section: Section,
  { from, bound, file, count }: Source,
): ReportTable {
  const names = new Set([...section.columns.map(({ field }) => field), ...section.order]);
  const query = { columns: [...names], from, bound, order: section.order, count };
  let kept: WarehouseRow[] = [];
  return {
    section,
    file,
    count,
    rows: async function* (atMost = count) {
      const wanted = Math.min(atMost, count);
      if (wanted <= kept.length) return yield kept.slice(0, wanted);
      const first: WarehouseRow[] = [];
      for await (const rows of orderedRows(connection, query, wanted)) {
        first.push(...rows.slice(0, rowsKept - first.length));
        yield rows;
      }
      kept = first;
    },
    copy: async (columns, path) => {
      const selected = Object.entries(columns).map(([name, value]) => `${value} as ${name}`);
      // in the order of the values, not of what is selected from them
      const order = listed(section.order.map((field) => `given.${field}`));
      const rows = written(
        `select ${selected.join(', ')} from (select ${[...names].join(', ')} ${from}) as given order by ${order}`,
        bound,
      );
      await execute(connection, `copy (${rows}) to ${sqlText(path)} (format parquet, row_group_size ${rowsOfGroup})`);
    },
    types: async () => {
      const described = await readWritten(connection, `describe select ${[...names].join(', ')} ${from}`, bound);
      return new Map(described.map((row) => [textOf(row, 'column_name'), textOf(row, 'column_type')]));
    },
    summarised: async (by, values, of = '*') => {
      if (count === 0) return [];
      const columns = [...by, ...Object.entries(values).map(([name, value]) => `(${value})::text as ${name}`)];
      return readWritten(
        connection,
        `select ${columns.join(', ')} from (select ${of} ${from}) group by all order by all`,
        bound,
      );
    },
  };
}

/** The rows of the view of a section without rows, if the view is the user's own: they tell why it has none. */
async function rowsOfView(
  connection: DuckDBConnection,
  { view, day }: Section,
  { company }: ReportScope,
): Promise<ReportTable['rowsOfView']> {
  if (!view.startsWith('own.') || day === 'period') return undefined;
  const sql = `select count(*)::integer as every, (count(*) filter (company = $company))::integer as own from ${view}`;
  const [row] = await readWritten(connection, sql, { company });
  return { all: Number(row?.every), ofCompany: Number(row?.own) };
}

function tableOf(
  connection: DuckDBConnection,
  section: Section,
  values: Record<string, string>,
  file: string,
  count: number,
): ReportTable {
  const from = fromOf(section);
  const bound = Object.fromEntries(Object.entries(values).filter(([name]) => from.includes(`$${name}`)));
  return tableFrom(connection, section, { from, bound, file, count });
}

/**
 * The tables of a report. A section with more rows than `rowsAsText` has a Parquet file instead of a CSV file. A section whose view or
 * column does not exist is refused with its place in the definition.
 */
export async function readTables(
  connection: DuckDBConnection,
  definition: LoadedDefinition,
  scope: ReportScope,
  { materiality, rowsAsText = Infinity }: { materiality?: Materiality | undefined; rowsAsText?: number } = {},
): Promise<ReportTable[]> {
  const checked = await checkViews(connection, definition);
  const sections = checked.filter(({ least_days: least }) => daysIn(scope) >= least);
  const bound = { ...scope, materiality: JSON.stringify(materiality ?? {}) };
  const counts = await countsOf(connection, sections, bound);
  const tables: ReportTable[] = [];
  for (const section of sections) {
    const count = counts.get(section) ?? 0;
    if (section.optional && count === 0) continue;
    const file = `${fileNameOf(definition, section)}.${count > rowsAsText ? 'parquet' : 'csv'}`;
    const table = tableOf(connection, section, bound, file, count);
    const found = count === 0 ? await rowsOfView(connection, section, scope) : undefined;
    tables.push(found === undefined ? table : { ...table, rowsOfView: found });
  }
  return tables;
}
