/** The order of day and month in dates such as 03/04/2026. */
export type DateOrder = 'day_first' | 'month_first';

/** The limits of a workbook's unpacked size, above which it is refused. */
export type ReadingLimits = {
  largestUnpackedBytes: number;
  /** How many times its packed size. Small workbooks are exempt. */
  highestRatio: number;
};

/** The configured terms for reading the files of a kind. Terms that are not configured must be proven by each file. */
export type ReadingTerms = {
  /** Headers that the configuration adds, by column. */
  aliases: Readonly<Partial<Record<string, readonly string[] | undefined>>>;
  /** Known headers that name no column. */
  ignored: readonly string[];
  /** The encoding of text files; undefined where only the file's own evidence counts. */
  encoding: string | undefined;
  /** Undefined where only the file's own evidence counts. */
  dateOrder: DateOrder | undefined;
  /** The mark before the decimals of amounts; undefined is a point. */
  decimalMark: '.' | ',' | undefined;
  /** The sheet of a workbook that is read; undefined for every visible sheet that has the header. */
  sheet: string | undefined;
  /**
   * Settings with which the rules in SQL read the figures. They are part of the terms so that a refused file is read again when they
   * change.
   */
  figures: Readonly<Partial<Record<string, string | undefined>>>;
  /** The place of the password of encrypted PDF files; never the password itself. */
  pdfPassword?: { env: string } | { file: string } | undefined;
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
