import type { Slice } from '../../connectors/connector.ts';
import { numberOf, readRows, type WarehouseRow } from '../../warehouse/duckdb-values.ts';
import type { Warehouse } from '../../warehouse/open.ts';

/** The statement's lines of a slice: their number, and the filter values that occur in them. */
export type LinesOfSlice = { count: number; words: Readonly<Record<string, readonly (string | null)[]>> };

/** The filters that control totals can be narrowed by, in the order in which they are tried, with their values. */
type Filters = Readonly<Record<string, readonly string[]>>;

/** Two parts that make up the whole, and whether their filter was not used to narrow the whole. */
export type Halves = { parts: readonly [Slice, Slice]; isNewFilter: boolean };

const fiveMinutes = 300;
/** The smallest part of a day that is asked for, in seconds. */
const oneMinute = 60;
/** Single minutes are asked for where five minutes have more lines than this. */
const fewLines = 10;

function halvesOfTime(slice: Slice, grid: number): Halves | undefined {
  const cells = Math.ceil((slice.to - slice.from) / grid);
  if (cells < 2) return undefined;
  const middle = slice.from + Math.floor(cells / 2) * grid;
  return {
    parts: [
      { ...slice, to: middle },
      { ...slice, from: middle },
    ],
    isNewFilter: false,
  };
}

/**
 * Splits the values of a filter into those that occur in the day's lines and the others, because a difference is rarely in an unused
 * method.
 */
function halvesOfFilter(
  slice: Slice,
  filter: string,
  known: readonly string[],
  usual: readonly (string | null)[],
): Halves | undefined {
  const values = slice.filters[filter] ?? known;
  if (values.length < 2) return undefined;
  const [seen, others] = [values.filter((value) => usual.includes(value)), values.filter((v) => !usual.includes(v))];
  const middle = Math.floor(values.length / 2);
  const [first, second] =
    seen.length > 0 && others.length > 0 ? [seen, others] : [values.slice(0, middle), values.slice(middle)];
  const narrowed = (part: readonly string[]): Slice => ({ ...slice, filters: { ...slice.filters, [filter]: part } });
  return { parts: [narrowed(first), narrowed(second)], isNewFilter: slice.filters[filter] === undefined };
}

/** Whether an answer narrowed by a filter can be compared with the lines: the filter must know all of their values. */
function isComparable(words: readonly (string | null)[], known: readonly string[]): boolean {
  return words.every((word) => word !== null && known.includes(word));
}

/** The halves of a part of a day, down to five minutes. They do not depend on its lines, which need not be counted. */
export function halvesOfDay(slice: Slice): Halves | undefined {
  return halvesOfTime(slice, fiveMinutes);
}

/**
 * The two parts of five minutes to search next: single minutes where there are many lines, then halves of the filters' values. Undefined
 * for the smallest part, and where the one remaining line must be the difference because the control totals count no other payment.
 */
export function halvesOfMinutes(
  slice: Slice,
  lines: LinesOfSlice,
  usual: LinesOfSlice['words'],
  filters: Filters,
  isPaymentWithoutLine: boolean,
): Halves | undefined {
  if (lines.count === 1 && !isPaymentWithoutLine) return undefined;
  const byTime = lines.count > fewLines ? halvesOfTime(slice, oneMinute) : undefined;
  if (byTime !== undefined) return byTime;
  for (const [filter, known] of Object.entries(filters)) {
    if (!isComparable(lines.words[filter] ?? [], known)) continue;
    const byFilter = halvesOfFilter(slice, filter, known, usual[filter] ?? []);
    if (byFilter !== undefined) return byFilter;
  }
  return undefined;
}

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

/** The columns of core.counted_line that narrow control totals. */
const columns = ['method', 'product', 'flow'] as const;

const sums = ['incoming', 'outgoing'].flatMap((direction) => [
  `(coalesce(sum(amount) filter (direction = '${direction}'), 0) * 10000)::hugeint as ${direction}_amount`,
  `(coalesce(sum(fee) filter (direction = '${direction}'), 0) * 10000)::hugeint as ${direction}_fee`,
  `count(*) filter (direction = '${direction}')::hugeint as ${direction}_count`,
]);
const query = `select $from::bigint + (epoch_us(paid_at) // 1000000 - $from::bigint) // ${oneMinute} * ${oneMinute} as minute,
    ${columns.join(', ')}, count(*) as n, ${sums.join(', ')}
  from core.counted_line
  where currency = $currency and business_date = $date::date
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
    from: numberOf(row, 'minute'),
    count: numberOf(row, 'n'),
    totals: totalsOf(row),
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
  { currency, date, whole: { from, to } }: { currency: string; date: string; whole: Slice },
): Promise<(slice: Slice) => LinesOfSlice & { totals: Totals }> {
  const minutes = (await readRows(connection, query, { currency, date, from, to })).map(minuteOf);
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
