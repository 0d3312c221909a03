import type { DuckDBConnection } from '@duckdb/node-api';
import { readRows, type WarehouseRow } from '../warehouse/duckdb-values.ts';
import type { Section } from './definition.ts';
import { orderedRows } from './ordered-rows.ts';

/** What a report is about: one company and its business days, half-open, in its own zone. */
export type ReportScope = { company: string; zone: string; from: string; to: string };

/** The rows of a section for a scope; every output format is made from this and nothing else. */
export type ReportTable = {
  section: Section;
  count: number;
  totals: Map<string, string>;
  rows: () => AsyncGenerator<WarehouseRow[]>;
  /**
   * What aggregate expressions come to, as exact text by their names, for each combination of `by`, in its order;
   * `of` are the columns that they are about.
   */
  summarised: (by: readonly string[], values: Readonly<Record<string, string>>, of?: string) => Promise<WarehouseRow[]>;
};

/** The rows that belong to a report: of its business days; of the files, those that its figures rest on. */
function condition({ day, view }: Section): string {
  const isWithin = 'business_date >= $from::date and business_date < $to::date';
  if (day === 'received') {
    // files of a window that touches the period; lists of the payout service from after its end; what was brought by hand
    return `company = $company and received_at <= (select max(known_at) from recon.run where company = $company) and case
      when window_from is not null then window_from < timezone($zone, $to::timestamp) and window_to >= timezone($zone, $from::timestamp)
      when source = 'payout' then received_at >= timezone($zone, $to::timestamp)
      else true
    end`;
  }
  if (day === 'earlier')
    return `company = $company and business_date < $from::date and first_seen_on <= $to::date
      and status in ('open', 'awaiting_approval')`;
  // a day is run when it is over: what its run saw first was noted on the day after
  if (day === 'changed') return 'company = $company and changed_on > $from::date and changed_on <= $to::date';
  if (day === 'settlement_date') return `company = $company and ${isWithin.replaceAll('business_date', day)}`;
  return view === 'mart.rejected_row'
    ? `company = $company and (business_date is null or (${isWithin}))`
    : `company = $company and ${isWithin}`;
}

export async function readTable(
  connection: DuckDBConnection,
  section: Section,
  scope: ReportScope,
): Promise<ReportTable> {
  const where = condition(section);
  const names = new Set([...section.columns.map(({ field }) => field), ...section.order]);
  const isByCurrency = section.columns.some(({ field }) => field === 'currency');
  if (isByCurrency) names.add('currency');
  const from = `from ${section.view} where ${where}`;
  const bound: Record<string, string> = { company: scope.company, from: scope.from, to: scope.to };
  if (where.includes('$zone')) bound.zone = scope.zone;
  const totalled = section.columns.filter(({ total }) => total).map(({ field }) => field);
  const sums = totalled.map((field) => `coalesce(sum(${field}), 0)::text as ${field}`);
  const [summary = {}] = await readRows(
    connection,
    `select ${['count(*)::integer as row_count_of_table', ...sums].join(', ')} ${from}`,
    bound,
  );
  const count = Number(summary.row_count_of_table);
  const { order } = section;
  return {
    section,
    count,
    totals: new Map(totalled.map((field) => [field, String(summary[field])])),
    rows: () => orderedRows(connection, { columns: [...names], from, bound, order, count }),
    summarised: (by, values, of = '*') => {
      const columns = [...by, ...Object.entries(values).map(([name, value]) => `(${value})::text as ${name}`)];
      return readRows(
        connection,
        `select ${columns.join(', ')} from (select ${of} ${from}) group by all order by all`,
        bound,
      );
    },
  };
}

async function isThere(connection: DuckDBConnection, view: string): Promise<boolean> {
  const [schema = '', name = ''] = view.split('.');
  const found = await readRows(
    connection,
    'select 1 as found from duckdb_views() where schema_name = $schema and view_name = $name',
    { schema, name },
  );
  return found.length > 0;
}

/** The tables of a report, those left out that are declared so and have nothing to show. */
export async function readTables(
  connection: DuckDBConnection,
  sections: readonly Section[],
  scope: ReportScope,
): Promise<ReportTable[]> {
  const tables: ReportTable[] = [];
  for (const section of sections) {
    if (section.optional && !(await isThere(connection, section.view))) continue;
    const table = await readTable(connection, section, scope);
    if (!section.optional || table.count > 0) tables.push(table);
  }
  return tables;
}
