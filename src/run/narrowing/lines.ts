import type { FilterName } from '../../connectors/gateway/filter-words.ts';
import { numberOf, readRows, type WarehouseRow } from '../../warehouse/duckdb-values.ts';
import type { Warehouse } from '../../warehouse/open.ts';
import type { LinesOfSlice, Slice } from './slice.ts';

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

const columns = { payment_method: 'method', product: 'product', flow: 'flow' } as const satisfies Record<
  FilterName,
  string
>;

const filters = Object.entries(columns).map(
  ([filter, column]) => `and ($${filter} is null or list_contains(from_json($${filter}, '["VARCHAR"]'), ${column}))`,
);
const words = Object.entries(columns).map(
  ([filter, column]) =>
    `list_distinct(list(${column})) || case when bool_or(${column} is null) then [null] else [] end as ${filter}`,
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

/** The statement's lines of a part of a day, as the gateway's filters would take them, and what they come to. */
export async function linesOf(
  { connection }: Warehouse,
  company: string,
  { currency, date }: { currency: string; date: string },
  slice: Slice,
): Promise<LinesOfSlice & { totals: Totals }> {
  const asked = Object.keys(columns).map((name) => [name, JSON.stringify(slice[name as FilterName]) ?? null]);
  const [row = { n: 0 }] = await readRows(connection, query, {
    ...{ company, currency, date, from: slice.from, to: slice.to },
    ...Object.fromEntries(asked),
  });
  return {
    count: numberOf(row, 'n'),
    words: { payment_method: asWords(row.payment_method), product: asWords(row.product), flow: asWords(row.flow) },
    totals: totalsOf(row),
  };
}
