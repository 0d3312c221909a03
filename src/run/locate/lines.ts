import type { Slice } from '../../connectors/connector.ts';
import { numberOf, readRows, type WarehouseRow } from '../../warehouse/duckdb-values.ts';
import type { Warehouse } from '../../warehouse/open.ts';
import type { LinesOfSlice } from './slice.ts';

/** Amounts and fees in ten-thousandths of a major unit, and counts, of both directions. */
export type Totals = readonly bigint[];

/** The names of the totals, in their order. */
export const measures = [
  ...['incoming_amount', 'incoming_fee', 'incoming_count'],
  ...['outgoing_amount', 'outgoing_fee', 'outgoing_count'],
] as const;

export function totalsOf(row: WarehouseRow): Totals {
  return measures.map((measure) => {
    const value = row[measure];
    return typeof value === 'bigint' ? value : 0n;
  });
}

/** The columns of core.counted_line by which control totals can be narrowed. */
const columns = ['method', 'product', 'flow'] as const;

const filters = columns.map(
  (column) => `and ($${column} is null or list_contains(from_json($${column}, '["VARCHAR"]'), ${column}))`,
);
const words = columns.map(
  (column) =>
    `list_distinct(list(${column})) || case when bool_or(${column} is null) then [null] else [] end as ${column}`,
);
const sums = ['incoming', 'outgoing'].flatMap((direction) => [
  `(coalesce(sum(amount) filter (direction = '${direction}'), 0) * 10000)::hugeint as ${direction}_amount`,
  `(coalesce(sum(fee) filter (direction = '${direction}'), 0) * 10000)::hugeint as ${direction}_fee`,
  `count(*) filter (direction = '${direction}')::hugeint as ${direction}_count`,
]);
const query = `select count(*) as n, ${[...words, ...sums].join(', ')} from core.counted_line
  where company = $company and currency = $currency and business_date = $date::date
    and paid_at >= to_timestamp($from) and paid_at < to_timestamp($to) ${filters.join(' ')}`;

const asWords = (value: WarehouseRow[string] | undefined) =>
  Array.isArray(value) ? value.map((word) => (typeof word === 'string' ? word : null)) : [];

/** The statement's lines of a part of a day, as the control totals' filters select them, and their totals. */
export async function linesOf(
  { connection }: Warehouse,
  company: string,
  { currency, date }: { currency: string; date: string },
  slice: Slice,
): Promise<LinesOfSlice & { totals: Totals }> {
  const narrowed = columns.map((column) => [column, JSON.stringify(slice.filters[column]) ?? null]);
  const [row = { n: 0 }] = await readRows(connection, query, {
    ...{ company, currency, date, from: slice.from, to: slice.to },
    ...Object.fromEntries(narrowed),
  });
  return {
    count: numberOf(row, 'n'),
    words: Object.fromEntries(columns.map((column) => [column, asWords(row[column])])),
    totals: totalsOf(row),
  };
}
