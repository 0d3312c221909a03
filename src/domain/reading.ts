/** The order of day and month in dates such as 03/04/2026. */
export type DateOrder = 'day_first' | 'month_first';

/** The limits of a workbook's unpacked size, above which it is refused. */
export type ReadingLimits = {
  largestUnpackedBytes: number;
  /** How many times its packed size. Small workbooks are exempt. */
  highestRatio: number;
};

/** How the files of a bank are recognised, and the terms with which they are read. */
export type ReadingPreset = {
  name: string;
  /** Headers that one row has, and texts that the first lines have; all of them. */
  recognise: { header: readonly string[]; text: readonly string[] };
  terms: PresetTerms;
};

/** The terms of a preset. A term that it does not give is that of the section. */
export type PresetTerms = Pick<
  ReadingTerms,
  'aliases' | 'columns' | 'ignored' | 'encoding' | 'dateOrder' | 'hasShortYears' | 'decimalMark' | 'sheet' | 'account'
>;

/** The terms of a section with those of a preset, which come first. */
export function withPreset(reading: ReadingTerms, { terms }: ReadingPreset): ReadingTerms {
  return {
    ...reading,
    aliases: { ...reading.aliases, ...terms.aliases },
    columns: Object.keys(terms.columns).length > 0 ? terms.columns : reading.columns,
    ignored: [...reading.ignored, ...terms.ignored],
    encoding: terms.encoding ?? reading.encoding,
    dateOrder: terms.dateOrder ?? reading.dateOrder,
    hasShortYears: terms.hasShortYears || reading.hasShortYears,
    decimalMark: terms.decimalMark ?? reading.decimalMark,
    sheet: terms.sheet ?? reading.sheet,
    account: terms.account,
  };
}

/** The configured terms for reading the files of a kind. Terms that are not configured must be proven by each file. */
export type ReadingTerms = {
  /** Headers that the configuration adds, by column. */
  aliases: Readonly<Partial<Record<string, readonly string[] | undefined>>>;
  /** The columns of a table without a header, each by its number from 1. */
  columns: Readonly<Record<string, number>>;
  /** Known headers that name no column. */
  ignored: readonly string[];
  /** The encoding of text files; undefined where only the file's own evidence counts. */
  encoding: string | undefined;
  /** Undefined where only the file's own evidence counts. */
  dateOrder: DateOrder | undefined;
  /** Whether a year of two digits is read, as a year from 2000 to 2099. */
  hasShortYears: boolean;
  /** The mark before the decimals of amounts; undefined is a point. */
  decimalMark: '.' | ',' | undefined;
  /** The sheet of a workbook that is read; undefined for every visible sheet that has the header. */
  sheet: string | undefined;
  /** The account of a bank file, for the lines that name no account. */
  account?: string | undefined;
  /**
   * Settings with which the rules in SQL read the rows. They are part of the terms so that a refused file, or one with rejected rows, is
   * read again when they change.
   */
  settings: Readonly<Partial<Record<string, string | undefined>>>;
  /** The place of the password of encrypted PDF files; never the password itself. */
  pdfPassword?: { env: string } | { file: string } | undefined;
  /** Headers of columns that a table keeps unread and that later rules read, by the key of the configuration. */
  further: Readonly<Record<string, readonly string[]>>;
  limits: ReadingLimits;
  /** Terms for the files of a bank, before all others; the first preset that recognises a file counts. */
  presets: readonly ReadingPreset[];
};

export const defaultReading: ReadingTerms = {
  aliases: {},
  columns: {},
  ignored: [],
  encoding: undefined,
  dateOrder: undefined,
  hasShortYears: false,
  decimalMark: undefined,
  sheet: undefined,
  settings: {},
  further: {},
  presets: [],
  limits: { largestUnpackedBytes: 4 * 1024 ** 3, highestRatio: 150 },
};
