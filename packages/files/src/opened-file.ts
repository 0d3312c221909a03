import type { FileFormat } from './file-format.ts';
import type { RejectedTableRow, TableHeader, TableRow } from './table/table-spec.ts';

/** A balance that a file states: the amount with its sign as exact text, the day as YYYY-MM-DD, and its line. */
export type StatedBalance = { amount: string; on: string | null; line: number };

/** The totals and balances that a file states: one claim for each statement in it. The rules in SQL compare them with the lines. */
export type FileClaim = {
  /** From 1, in the order of the file; the rows of a statement carry it in the column `statement_no`. */
  statementNo: number;
  /** The line at which the statement begins. */
  line: number;
  account: string | null;
  currency: string | null;
  /** The number or identifier that the bank gave the statement. */
  identifier: string | null;
  /** Days as YYYY-MM-DD; a text in another form counts as no day, so the statement proves no days. */
  from: string | null;
  to: string | null;
  opening: StatedBalance | null;
  closing: StatedBalance | null;
  /** What the file states, not what was counted. Sums are exact text without a sign. */
  entryCount: number | null;
  creditSum: string | null;
  debitSum: string | null;
};

/** A file whose header is known and whose records can be read. */
export type OpenedFile = {
  format: FileFormat;
  /** For text: the encoding with which it was read. */
  encoding: string | null;
  /** For a workbook: the sheets that are read, by tab order. */
  sheets: readonly string[];
  header: TableHeader;
  /** The rows above the header, and a first JSON line that is not a record, as text: the file's statements about its lines. */
  above: readonly { line: number; text: string }[];
  /**
   * Every row below the header that is not blank: fitted to the header, or rejected with the reason. Where only some lines are needed, the
   * others are left out as far as that saves time. Call it once.
   */
  rows(lines?: ReadonlySet<number>): AsyncGenerator<TableRow | RejectedTableRow>;
  /** Complete once `rows` has ended. */
  claims(): readonly FileClaim[];
  /** Sentences for people about what was left out or assumed, such as an ignored sheet. Complete once `rows` has ended. */
  notes(): readonly string[];
  /** Removes the files that were unpacked or decoded for reading. It must be called after the last reading, even after an error. */
  close(): Promise<void>;
  /**
   * For CSV, the data for a bulk reader: the text in UTF-8, the lines above the first record, and the number of records where each is
   * one line that every reader reads in the same way; otherwise undefined. openEnds: the number of records that end with a delimiter, in
   * a table whose rows should not.
   */
  csv:
    | { path: string; delimiter: string; linesAbove: number; records: number | undefined; openEnds: number }
    | undefined;
};
