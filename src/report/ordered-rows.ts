import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../domain/tieout-error.ts';
import {
  type Bound,
  readRows,
  streamRows,
  type WarehouseRow,
  type WarehouseValue,
  written,
} from '../warehouse/duckdb-values.ts';

/** An ordered query: the selected columns, the statement from `from` on, and the columns of the order. */
export type OrderedQuery = {
  columns: readonly string[];
  from: string;
  bound: Record<string, string>;
  order: readonly string[];
  count: number;
};

/** The rows that are sorted at once; they bound the memory for a section of any length. */
export const rowsPerChunk = 50_000;

/** The first row of a chunk, by the columns of the order. */
type Boundary = { field: string; type: string; value: WarehouseValue; name: string }[];

/** The condition for rows at a boundary or after it, with nulls last. */
function isFrom([first, ...rest]: Boundary): string {
  if (first === undefined) return 'true';
  const { field, type, value, name } = first;
  const after = value === null ? 'false' : `(${field} > cast($${name} as ${type}) or ${field} is null)`;
  const at = value === null ? `${field} is null` : `${field} = cast($${name} as ${type})`;
  return `(${after} or (${at} and ${isFrom(rest)}))`;
}

function boundOf(boundary: Boundary): Bound {
  return Object.fromEntries(
    boundary.filter(({ value }) => value !== null).map(({ name, value }) => [name, String(value)]),
  );
}

async function boundariesOf(
  connection: DuckDBConnection,
  { from, bound, order }: OrderedQuery,
  size: number,
): Promise<Boundary[]> {
  const rows = await readRows(
    connection,
    `select ${order.map((field) => `${field}::text as ${field}, typeof(${field}) as type_of_${field}`).join(', ')}
     from (select ${order.join(', ')}, row_number() over (order by ${listed(order)}) as row_no ${from}) as numbered
     where row_no > 1 and row_no % ${size} = 1 order by row_no`,
    bound,
  );
  return rows.map((row, chunk) =>
    order.map((field, index) => ({
      field,
      type: String(row[`type_of_${field}`]),
      value: row[field] ?? null,
      name: `boundary_${chunk}_${index}`,
    })),
  );
}

const listed = (order: readonly string[]) => order.map((field) => `${field} nulls last`).join(', ');

/** The condition of each chunk, in order, with its bound values. */
async function chunksOf(
  connection: DuckDBConnection,
  query: OrderedQuery,
  size: number,
): Promise<{ where: string; bound?: Bound }[]> {
  if (query.count <= size) return [{ where: '' }];
  const boundaries = await boundariesOf(connection, query, size);
  return [undefined, ...boundaries].map((begin, index) => {
    const end = boundaries[index];
    return {
      where: `${begin ? ` and ${isFrom(begin)}` : ''}${end ? ` and not ${isFrom(end)}` : ''}`,
      bound: { ...(begin ? boundOf(begin) : {}), ...(end ? boundOf(end) : {}) },
    };
  });
}

/**
 * The rows of a query in its order, chunk by chunk, so that sorting takes the memory of one chunk. Fails if their number
 * differs from the count: when the database runs out of memory, its stream ends without an error.
 */
export async function* orderedRows(
  connection: DuckDBConnection,
  query: OrderedQuery,
  size = rowsPerChunk,
): AsyncGenerator<WarehouseRow[]> {
  const { columns, from, order, count } = query;
  let read = 0;
  for (const { where, bound } of await chunksOf(connection, query, size)) {
    const sql = `select ${columns.join(', ')} ${from}${where} order by ${listed(order)}`;
    // written, as planning is most of the cost of few rows; the values of a boundary come from files, and are bound
    for await (const rows of streamRows(connection, written(sql, query.bound), bound)) {
      read += rows.length;
      yield rows;
    }
  }
  if (read === count) return;
  throw new TieoutError({
    code: 'REPORT_ROWS_MISSING',
    message: `Only ${read} of ${count} rows of a report could be read.`,
    remedy: 'Free memory or disk space and write the reports again with `tieout report`; this one was discarded.',
  });
}
