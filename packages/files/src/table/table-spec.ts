import type { FileTerms } from '../file-terms.ts';

export { normaliseHeader } from './header-name.ts';

/** The expected content of a table in a file: its columns, and the headers that identify each column. */
export type TableSpec = {
  /** The kind of file, for messages: "company statement", "order file". */
  title: string;
  /** For each column its known headers: lower case, single spaces. */
  columns: Readonly<Record<string, readonly string[]>>;
  /** A file that lacks one of these columns is refused. Of a group in brackets, one column is required. */
  required: readonly (string | readonly string[])[];
  /** Where people declare terms of files of this kind, such as `statement`: `aliases`, `encoding` and so on are below it. */
  section: string;
  /** The columns that hold a day or a time, and those that hold an amount. */
  dates?: readonly string[];
  amounts?: readonly string[];
  /**
   * The columns of free text, the description first, in files whose programs write such cells carelessly: with a delimiter that is not
   * quoted, not at all at the end of a row, or continued on a row of their own.
   */
  texts?: readonly string[];
};

/** A file to read: its path, its name for people, and the configured terms of reading. */
export type TableFile = {
  path: string;
  fileName: string;
  spec: TableSpec;
  reading: FileTerms;
  /** The password of an encrypted file. An error that it throws is shown with its message and, where it has one, its `remedy`. */
  password?: (() => string) | undefined;
  /** The beginning of the paths of temporary files; by default one in the system's folder for them. */
  temporary?: string;
  /** Called with each row in which the header is searched. */
  examined?: (row: TableRow) => void;
};

/** A column whose header occurs again: the 0-based positions of both, which must have equal cells in each row. */
export type RepeatedColumn = { column: string; name: string; first: number; again: number };

export type TableHeader = {
  /** 1-based line of the header in the file; of a table without one, the line above its first row. */
  line: number;
  /** Whether the table has no header, and its columns are known by their numbers. */
  isNumbered?: boolean;
  /** The number of cells of the header: a row with another number of cells is rejected. */
  width: number;
  /** The number of cells up to the last one with a name, where the last columns have none: a row may end there. */
  least?: number;
  /** The 0-based position of each known column. */
  positions: ReadonlyMap<string, number>;
  /** The header of each known column as written in the file; undefined for a format without a header. */
  names?: ReadonlyMap<string, string>;
  /** Columns that are read and whose header occurs again. */
  repeated?: readonly RepeatedColumn[];
  /** Columns with an unknown header, with their 0-based position; their cells are kept. */
  others: readonly { name: string; position: number }[];
};

/** One row: its 1-based line in the file, and its cells as text. */
export type TableRow = { line: number; cells: string[] };

/** A row above a header as one text. */
export const rowText = ({ line, cells }: TableRow) => ({
  line,
  text: cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' '),
});

export type RejectedTableRow = { line: number; code: string; reason: string; rawText: string };

/** Whether a cell is empty but for spaces of any kind: the same cells that the database's `trim` leaves empty. */
export function isBlank(cell: string): boolean {
  return cell === '' || /^\p{Zs}+$/u.test(cell);
}
