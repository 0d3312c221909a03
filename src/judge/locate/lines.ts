import type { Slice } from '../../connectors/connector.ts';
import { numberOf, readRows, type WarehouseRow } from '../../warehouse/duckdb-values.ts';
import type { Warehouse } from '../../warehouse/open.ts';
import { type LinesOfSlice, oneMinute } from './slice.ts';

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

const sums = ['incoming', 'outgoing'].flatMap((direction) => [
  `(coalesce(sum(amount) filter (direction = '${direction}'), 0) * 10000)::hugeint as ${direction}_amount`,
  `(coalesce(sum(fee) filter (direction = '${direction}'), 0) * 10000)::hugeint as ${direction}_fee`,
  `count(*) filter (direction = '${direction}')::hugeint as ${direction}_count`,
]);
const query = `select $from::bigint + (epoch_us(paid_at) // 1000000 - $from::bigint) // ${oneMinute} * ${oneMinute} as minute,
    ${columns.join(', ')}, count(*) as n, ${sums.join(', ')}
  from core.counted_line
  where company = $company and currency = $currency and business_date = $date::date
    and paid_at >= to_timestamp($from) and paid_at < to_timestamp($to)
  group by all`;

/** The lines of one minute with the same filter values. */
type Minute = {
  from: number;
  count: number;
  words: Readonly<Record<(typeof columns)[number], string | null>>;
  totals: Totals;
};

function minuteOf(row: WarehouseRow): Minute {
  const word = (column: (typeof columns)[number]) => {
    const value = row[column];
    return typeof value === 'string' ? value : null;
  };
  return {
    ...{ from: numberOf(row, 'minute'), count: numberOf(row, 'n'), totals: totalsOf(row) },
    words: { method: word('method'), product: word('product'), flow: word('flow') },
  };
}

function isIn({ from, words }: Minute, slice: Slice): boolean {
  if (from < slice.from || from >= slice.to) return false;
  return columns.every((column) => {
    const named = slice.filters[column];
    const word = words[column];
    return named === undefined || (word !== null && named.includes(word));
  });
}

/**
 * The statement's lines of parts of a day, selected like the control totals, and their totals. They are read once and summed by minute
 * and filter values; a part of the day begins and ends on a minute.
 */
export async function linesOfDay(
  { connection }: Warehouse,
  company: string,
  { currency, date, whole: { from, to } }: { currency: string; date: string; whole: Slice },
): Promise<(slice: Slice) => LinesOfSlice & { totals: Totals }> {
  const minutes = (await readRows(connection, query, { company, currency, date, from, to })).map(minuteOf);
  return (slice) => {
    const found = minutes.filter((minute) => isIn(minute, slice));
    return {
      count: found.reduce((sum, { count }) => sum + count, 0),
      words: Object.fromEntries(
        columns.map((column) => [column, [...new Set(found.map(({ words }) => words[column]))]]),
      ),
      totals: measures.map((_, at) => found.reduce((sum, { totals }) => sum + (totals[at] ?? 0n), 0n)),
    };
  };
}
