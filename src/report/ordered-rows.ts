import type { DuckDBConnection } from '@duckdb/node-api';
import { TieoutError } from '../domain/tieout-error.ts';
import {
  type Bound,
  readRows,
  streamRows,
  type WarehouseRow,
  type WarehouseValue,
} from '../warehouse/duckdb-values.ts';

/** Rows to be read in an order: what is selected, the rest of the statement from `from` on, and the columns that order it. */
export type OrderedQuery = {
  columns: readonly string[];
  from: string;
  bound: Record<string, string>;
  order: readonly string[];
  count: number;
};

/** So many rows are sorted at once: a section of any length is read in the memory of these. */
export const rowsPerStretch = 50_000;

/** Where a stretch begins, as text, by the columns of the order. */
type Place = { field: string; type: string; value: WarehouseValue; name: string }[];

/** Whether a row comes at a place or after it, where nulls come last. */
function isFrom([place, ...rest]: Place): string {
  if (place === undefined) return 'true';
  const { field, type, value, name } = place;
  const after = value === null ? 'false' : `(${field} > cast($${name} as ${type}) or ${field} is null)`;
  const at = value === null ? `${field} is null` : `${field} = cast($${name} as ${type})`;
  return `(${after} or (${at} and ${isFrom(rest)}))`;
}

function boundOf(place: Place): Bound {
  return Object.fromEntries(
    place.filter(({ value }) => value !== null).map(({ name, value }) => [name, String(value)]),
  );
}

async function placesOf(
  connection: DuckDBConnection,
  { from, bound, order }: OrderedQuery,
  size: number,
): Promise<Place[]> {
  const rows = await readRows(
    connection,
    `select ${order.map((field) => `${field}::text as ${field}, typeof(${field}) as type_of_${field}`).join(', ')}
     from (select ${order.join(', ')}, row_number() over (order by ${listed(order)}) as place ${from}) as placed
     where place > 1 and place % ${size} = 1 order by place`,
    bound,
  );
  return rows.map((row, stretch) =>
    order.map((field, index) => ({
      field,
      type: String(row[`type_of_${field}`]),
      value: row[field] ?? null,
      name: `place_${stretch}_${index}`,
    })),
  );
}

const listed = (order: readonly string[]) => order.map((field) => `${field} nulls last`).join(', ');

/** The statement of each stretch, one after the other, with what is bound to it. */
async function stretchesOf(
  connection: DuckDBConnection,
  query: OrderedQuery,
  size: number,
): Promise<{ where: string; bound: Bound }[]> {
  if (query.count <= size) return [{ where: '', bound: {} }];
  const places = await placesOf(connection, query, size);
  return [undefined, ...places].map((begin, index) => {
    const end = places[index];
    return {
      where: `${begin ? ` and ${isFrom(begin)}` : ''}${end ? ` and not ${isFrom(end)}` : ''}`,
      bound: { ...(begin ? boundOf(begin) : {}), ...(end ? boundOf(end) : {}) },
    };
  });
}

/**
 * The rows of a query in its order, stretch by stretch, so that sorting them takes the memory of one. Fails where they are
 * not as many as were counted: the database's stream ends without a word when it runs out of memory.
 */
export async function* orderedRows(
  connection: DuckDBConnection,
  query: OrderedQuery,
  size = rowsPerStretch,
): AsyncGenerator<WarehouseRow[]> {
  const { columns, from, order, count } = query;
  let read = 0;
  for (const { where, bound } of await stretchesOf(connection, query, size)) {
    const sql = `select ${columns.join(', ')} ${from}${where} order by ${listed(order)}`;
    for await (const rows of streamRows(connection, sql, { ...query.bound, ...bound })) {
      read += rows.length;
      yield rows;
    }
  }
  if (read === count) return;
  throw new TieoutError({
    code: 'REPORT_ROWS_MISSING',
    message: `Of ${count} rows of a report ${read} could be read.`,
    remedy: 'Free memory or disk space and write the reports again with `tieout report`; nothing of this one was kept.',
  });
}
