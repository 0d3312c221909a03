/** The order of day and month in dates such as 03/04/2026. */
export type DateOrder = 'day_first' | 'month_first';

/** What a workbook may unpack to before it is refused. */
export type ReadingLimits = {
  largestUnpackedBytes: number;
  /** How many times its packed size. Small workbooks are exempt. */
  highestRatio: number;
};

/** How the files of a kind are read by the configuration. What is not configured, each file has to prove. */
export type ReadingTerms = {
  /** Headers that the configuration adds, by column. */
  aliases: Readonly<Partial<Record<string, readonly string[] | undefined>>>;
  /** Headers that name no column, although they are known. */
  ignored: readonly string[];
  /** The encoding of text files; undefined where only what the file itself proves counts. */
  encoding: string | undefined;
  /** Undefined where only what the file itself proves counts. */
  dateOrder: DateOrder | undefined;
  /** The mark before the decimals of amounts; undefined is a point. */
  decimalMark: '.' | ',' | undefined;
  /** The sheet of a workbook that is read; undefined for every visible sheet that has the header. */
  sheet: string | undefined;
  /** Settings by which the rules in SQL read the figures. Here they let a file that was refused be read again under new ones. */
  figures: Readonly<Partial<Record<string, string | undefined>>>;
  limits: ReadingLimits;
};

export const defaultReading: ReadingTerms = {
  aliases: {},
  ignored: [],
  encoding: undefined,
  dateOrder: undefined,
  decimalMark: undefined,
  sheet: undefined,
  figures: {},
  limits: { largestUnpackedBytes: 4 * 1024 ** 3, highestRatio: 150 },
};
