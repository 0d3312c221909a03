import { type FilterName, filterWords } from '../../connectors/gateway/filter-words.ts';

/** A part of a day's turnover: Unix seconds, half-open, and the values of the filters that were narrowed. */
export type Slice = { from: number; to: number } & Partial<Record<FilterName, readonly string[]>>;

/** The statement's lines of a slice: how many, and which words stand in them where a filter has its values. */
export type LinesOfSlice = { count: number; words: Record<FilterName, readonly (string | null)[]> };

/** Two parts that make the whole; whether they are told apart by something that the whole was not narrowed by. */
export type Halves = { parts: readonly [Slice, Slice]; isNewFilter: boolean };

const fiveMinutes = 300;
const oneMinute = 60;
/** More lines than these in five minutes, and single minutes are asked for. */
const fewLines = 10;
/** In the order in which they tell a person most. */
const filterOrder = ['payment_method', 'product', 'flow'] as const;

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

/** Those that the day has lines of against the others first: a difference is seldom in a method that nobody uses. */
function halvesOfFilter(slice: Slice, filter: FilterName, usual: readonly (string | null)[]): Halves | undefined {
  const values = slice[filter] ?? filterWords[filter];
  if (values.length < 2) return undefined;
  const [seen, others] = [values.filter((value) => usual.includes(value)), values.filter((v) => !usual.includes(v))];
  const middle = Math.floor(values.length / 2);
  const [first, second] =
    seen.length > 0 && others.length > 0 ? [seen, others] : [values.slice(0, middle), values.slice(middle)];
  return {
    parts: [
      { ...slice, [filter]: first },
      { ...slice, [filter]: second },
    ],
    isNewFilter: slice[filter] === undefined,
  };
}

/** A statement that names something else than the filters do cannot be held against an answer that they narrowed. */
function isComparable(words: readonly (string | null)[], filter: FilterName): boolean {
  const known: readonly string[] = filterWords[filter];
  return words.every((word) => word !== null && known.includes(word));
}

/** Down to which time the parts of a day are halved whatever is in them; lines need not be counted for it. */
export function halvesOfDay(slice: Slice): Halves | undefined {
  return halvesOfTime(slice, fiveMinutes);
}

/**
 * The two parts of five minutes in which a difference is looked for next: single minutes where there are many lines, then
 * halves of the payment methods, the products and the flows. Undefined for the smallest part, and where one line is left
 * that must be what differs, since turnover counts no payment beside it.
 */
export function halvesOfMinutes(
  slice: Slice,
  lines: LinesOfSlice,
  usual: LinesOfSlice['words'],
  isPaymentWithoutLine: boolean,
): Halves | undefined {
  if (lines.count === 1 && !isPaymentWithoutLine) return undefined;
  const byTime = lines.count > fewLines ? halvesOfTime(slice, oneMinute) : undefined;
  if (byTime !== undefined) return byTime;
  for (const filter of filterOrder) {
    if (!isComparable(lines.words[filter], filter)) continue;
    const byFilter = halvesOfFilter(slice, filter, usual[filter]);
    if (byFilter !== undefined) return byFilter;
  }
  return undefined;
}
