/**
 * How receipts of a kind are loaded. A step is a file of SQL: in the connector's folder of sql/connectors/, or below sql/
 * where its name has a folder (`load/payment_insert`).
 */
export type LoadPlan =
  /** A CSV file or workbook: its cells as text into `table`, then the steps. */
  | {
      format: 'table';
      table: string;
      /** What the file is, its columns with their headers, and those without which it is refused. */
      title: string;
      columns: Readonly<Record<string, readonly string[]>>;
      required: readonly string[];
      aliasKey: string;
      /** When two headers can be the same required column: refuse the file, or use the first of them. */
      whenTwice: 'refuse' | 'first';
      /** A macro (file_id, zone) whose rows the steps read as the temporary table `incoming`. */
      staged?: string;
      steps: readonly string[];
    }
  /** A JSON answer: its records into raw.json_record, then the steps. */
  | { format: 'json'; steps: readonly string[] }
  /** Records that the connector reads itself: their cells into raw.file_record, then the steps. */
  | { format: 'records'; read: RecordReader; steps: readonly string[] }
  /** Kept in landing and noted; nothing is loaded. */
  | { format: 'none' };

/** One record of a file: its cells by name, or the reason why it is rejected. `line` is 1-based. */
export type FileRecord =
  | { line: number; cells: Record<string, string> }
  | { line: number; problem: string; text: string };

/** A receipt with the path of its bytes. */
export type ReceivedFile = { path: string; file_name: string; sha256: string };

export type RecordReader = (
  file: ReceivedFile,
  given: {
    aliases: Readonly<Partial<Record<string, readonly string[]>>>;
    /** The company's receipts of another kind that arrived before this one, in that order. */
    earlier(kind: string): readonly ReceivedFile[];
  },
) => AsyncGenerator<FileRecord>;

/** When an input covers a business day. */
export type Coverage =
  /** A receipt whose window contains the day; a file without a window covers the days of its own lines. */
  | 'window'
  /** An answer for exactly this day and currency. */
  | 'day'
  /** A list that was read to its end after the day was over. */
  | 'list'
  /** A file that was received after the day was over. */
  | 'file';

/** An input that every business day of a company needs. */
export type RequiredInput = {
  kind: string;
  coverage: Coverage;
  /** Every currency of the company, or only those of its payout accounts. */
  scope: 'currency' | 'account_currency';
  /** What is missing, as a sentence. */
  reason: string;
};
