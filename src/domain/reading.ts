import { defaultTerms, type FileTerms } from 'tieout-files';

/** How the files of a bank are recognised, and the terms with which they are read. */
export type ReadingPreset = {
  name: string;
  /** Headers that one row has, and texts that the first lines have; all of them. */
  recognise: { header: readonly string[]; text: readonly string[] };
  terms: PresetTerms;
};

/** The terms of a preset. A term that it does not give is that of the section. */
export type PresetTerms = Omit<FileTerms, 'limits'> & Pick<ReadingTerms, 'hasShortYears' | 'account' | 'currency'>;

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
    account: terms.account ?? reading.account,
    currency: terms.currency ?? reading.currency,
  };
}

/** The configured terms for reading the files of a kind. Terms that are not configured must be proven by each file. */
export type ReadingTerms = FileTerms & {
  /** Whether a year of two digits is read, as a year from 2000 to 2099. */
  hasShortYears: boolean;
  /** The account and the currency of the files of a bank, for lines that name none. A file that names others is refused. */
  account?: string | undefined;
  currency?: string | undefined;
  /**
   * Settings with which the rules in SQL read the rows. They are part of the terms so that a refused file, or one with rejected rows, is
   * read again when they change.
   */
  settings: Readonly<Partial<Record<string, string | undefined>>>;
  /** The place of the password of encrypted PDF files; never the password itself. */
  pdfPassword?: { env: string } | { file: string } | undefined;
  /** Headers of columns that a table keeps unread and that later rules read, by the key of the configuration. */
  further: Readonly<Record<string, readonly string[]>>;
  /** Terms for the files of a bank, before all others; the first preset that recognises a file counts. */
  presets: readonly ReadingPreset[];
};

export const defaultReading: ReadingTerms = {
  ...defaultTerms,
  hasShortYears: false,
  settings: {},
  further: {},
  presets: [],
};
