import type { FileFormat } from 'tieout-files';
import type { ReadingPreset, ReadingTerms } from './reading.ts';

/**
 * How receipts of a kind are loaded. A step is the name of a SQL statement in the connector's folder of sql/connectors/, or below sql/
 * where the name includes a folder: `load/payment_insert` is in sql/load/payment.sql. Its parameter `$receipt_id` is the receipt. Where
 * every step of a JSON plan also accepts `$last_receipt_id`, consecutive answers of the kind are loaded together, because such steps do
 * not compare answers. A table is loaded in this order: its cells, `noted`, `staged`, `summed`, `derived`, `examine`, `steps`, `facts`,
 * its figures.
 */
export type LoadPlan =
  /** A table in one of several formats: its cells as text into `table`, then the steps. */
  | {
      format: 'table';
      /** The formats in which a file of this kind is accepted. */
      formats: readonly FileFormat[];
      /** The title of the file, its columns with their headers, and the columns without which it is refused (of a group, one). */
      title: string;
      columns: Readonly<Record<string, readonly string[]>>;
      required: readonly (string | readonly string[])[];
      /** The configuration section of its files: `statement`, `books.bank`. */
      section: string;
      /** The columns that hold a day or a time, in which the order of day and month is decided. */
      dates: readonly string[];
      /** Whether these are instants, in the zone that their header names; a day of a bank is the day that the bank wrote. */
      areInstants?: boolean;
      /** The columns of amounts, which identify a line of text with days and amounts in their positions as a line of the table. */
      amounts?: readonly string[];
      /** The presets that tieout ships for files of this kind, for text files that no configured preset recognises. */
      presets?: () => Promise<readonly ReadingPreset[]>;
      /** The columns of free text that programs write carelessly; see TableSpec. */
      texts?: readonly string[];
      /** The date column whose days are in the window for which the file was requested. */
      requestedBy?: string;
      /** SQL that notes facts about the whole file from its lines as text, before the types of a row are read. */
      noted?: readonly string[];
      /** A macro (receipt_id, zone, table of the lines) whose rows the steps read as the temporary table `incoming`. */
      staged?: string;
      /** SQL that returns the staged lines, and the rows that state totals of them, with their figures as written. */
      summed?: string;
      /** SQL that keeps temporary tables of the staged lines for several rules. */
      derived?: readonly string[];
      /**
       * SQL that examines the whole file before a row is kept. Each row that it returns (code, message, remedy, line_no) refuses the
       * file. In a message, `{fee}` is the header of the column fee.
       */
      examine?: readonly string[];
      /** Notes on the file, and its rejected rows. */
      steps: readonly string[];
      /** SQL that keeps the lines after the steps. A file that is only inspected is read without it. */
      facts?: readonly string[];
      /** Steps for which an earlier file of another kind is read again. `file` is the SQL that returns its receipt_id and sha256. */
      again?: { kind: string; file: string; steps: readonly string[] };
    }
  /**
   * A JSON answer: its records into raw.json_record, each compared with the specification, then the steps. Where the answer must be a
   * single record, a list is rejected.
   */
  | {
      format: 'json';
      steps: readonly string[];
      examine?: RecordExaminer;
      isOneRecord?: boolean;
      /** What to do about a file that is not JSON, where no service can be asked for it again. */
      remedy?: string;
    }
  /** Records that the connector reads itself: their cells into raw.file_record, then the steps. */
  | {
      format: 'records';
      formats: readonly FileFormat[];
      title: string;
      /** The keys of a record, with the known names of each, and the keys without which it is rejected. */
      columns: Readonly<Record<string, readonly string[]>>;
      required: readonly (string | readonly string[])[];
      section: string;
      read: RecordReader;
      /** A macro (receipt_id, zone) whose rows the steps read as the temporary table `incoming`. */
      staged: string;
      steps: readonly string[];
    }
  /** Kept in landing and noted; nothing is loaded. */
  | { format: 'none' };

/**
 * The deviations of a record from the specification: the reason for its rejection, and unexpected fields and values. With its own
 * `code`, `problem` is the whole reason. `read` is the content that the steps read instead of the record.
 */
export type RecordExaminer = (record: unknown) => {
  problem: string | undefined;
  code?: string;
  unexpected: readonly { record: string; field: string; value: string | null; count: number }[];
  read?: object;
};

/**
 * One record of a file: its cells by name, or the reason why it is rejected; or the statement above the records, such as the days that
 * the file covers. `line` is 1-based.
 */
export type FileRecord =
  | { line: number; cells: Record<string, string> }
  | { line: number; above: string }
  | { line: number; problem: string; text: string };

/** A receipt with the path of its bytes. */
export type ReceivedFile = { path: string; file_name: string; sha256: string };

export type RecordReader = (
  file: ReceivedFile & { source: string },
  given: {
    reading: ReadingTerms;
    /** The company's receipts of another kind that arrived before this receipt, in that order. */
    earlier(kind: string): readonly ReceivedFile[];
  },
) => AsyncGenerator<FileRecord>;

/** When an input covers a business day. */
type Coverage =
  /** A receipt whose window contains the day; a file without a window covers the days of its own lines. */
  | 'window'
  /** A receipt with the window of the newest statement of the day. */
  | 'window_of_statement'
  /** An answer for exactly this day and currency. */
  | 'day'
  /** A reading at the start of the day and one at its end. */
  | 'reading'
  /** A list that was read to its end after the day was over. */
  | 'list'
  /** A file that was received after the day was over. */
  | 'file'
  /** A receiver that listened through the day, or such a file. */
  | 'listening';

/** How often an input arrives. due: the ISO weekday, or the day of the next month, on which it is due. */
export type Cadence = { cadence: 'daily' | 'weekly' | 'monthly'; due: number | null };

/** An input that every business day of a company needs. */
export type RequiredInput = {
  kind: string;
  coverage: Coverage;
  /** Every currency of the company, or only those of its payout accounts. */
  scope: 'currency' | 'account_currency';
  /** What is missing, as a sentence. */
  reason: string;
  /** Daily by default. */
  cadence?: Cadence;
  /** Declares that each file is complete through the day before it was received. */
  covers?: 'through_previous_day' | undefined;
};
