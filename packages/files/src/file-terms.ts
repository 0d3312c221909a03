/** The order of day and month in dates such as 03/04/2026. */
export type DateOrder = 'day_first' | 'month_first';

/** The limits of a file's unpacked size, above which it is refused. */
export type SizeLimits = {
  largestUnpackedBytes: number;
  /** How many times its packed size. Small files are exempt. */
  highestRatio: number;
};

/** What is known about a file before it is opened. A term that is not given must be proven by the file. */
export type FileTerms = {
  /** Further headers of a column. */
  aliases: Readonly<Partial<Record<string, readonly string[] | undefined>>>;
  /** The columns of a table without a header, each by its number from 1. */
  columns: Readonly<Record<string, number>>;
  /** Known headers that name no column. */
  ignored: readonly string[];
  /** The encoding of a text; undefined where only the file's own evidence counts. */
  encoding: string | undefined;
  /** Undefined where only the file's own evidence counts. */
  dateOrder: DateOrder | undefined;
  /** The mark before the decimals of amounts; undefined is a point. */
  decimalMark: '.' | ',' | undefined;
  /** The sheet of a workbook that is read; undefined for every visible sheet that has the header. */
  sheet: string | undefined;
  limits: SizeLimits;
};

export const defaultTerms: FileTerms = {
  aliases: {},
  columns: {},
  ignored: [],
  encoding: undefined,
  dateOrder: undefined,
  decimalMark: undefined,
  sheet: undefined,
  limits: { largestUnpackedBytes: 4 * 1024 ** 3, highestRatio: 150 },
};
