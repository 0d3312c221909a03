import type { DuckDBConnection } from '@duckdb/node-api';
import { numberOf, readRows, textOf, type WarehouseRow } from '../duckdb-values.ts';

/** The accepted lines of a currency and kind. Amounts are exact text; the fee is null for kinds of file without one. */
export type FileTotal = {
  currency: string | null;
  kind: string;
  lines: number;
  amount: string | null;
  fee: string | null;
};

type RejectedLine = { line: number; code: string; reason: string };

/** The figures of a loaded file: its accepted lines by currency and kind, and its rejected rows. */
export type FileFigures = {
  lines: number;
  /** The accepted lines; a statement that the file repeats counts once. */
  loaded: number;
  /** Rows that should be records and could not be read as such. */
  rejected: number;
  /**
   * Rows that are not records: totals, repeated headers, further items of an order, texts below the lines, continued descriptions, and
   * lines that are not booked. They are kept as rejected rows, except proven totals.
   */
  noRecord: number;
  totals: FileTotal[];
  /** The business days of the accepted lines; null where no line has one. */
  firstDay: string | null;
  lastDay: string | null;
  /** The rejected rows by reason, the most frequent first. */
  reasons: { code: string; count: number; example: string }[];
  /** The first rejected rows. */
  rejectedLines: RejectedLine[];
};

const optionalText = (row: WarehouseRow | undefined, column: string) =>
  typeof row?.[column] === 'string' ? row[column] : null;

async function rejectedOf(connection: DuckDBConnection, receiptId: number, atMost: number) {
  const id = { id: receiptId };
  const reasons = await readRows(
    connection,
    `select reason_code as code, count(*) as n, arg_min(reason, line_no) as example
     from staging.rejected_row where receipt_id = $id group by reason_code order by n desc, code`,
    id,
  );
  const lines = await readRows(
    connection,
    `select line_no, reason_code as code, reason from staging.rejected_row where receipt_id = $id
     order by line_no, reason_code limit ${atMost}`,
    id,
  );
  return {
    reasons: reasons.map((row) => ({
      code: textOf(row, 'code'),
      count: numberOf(row, 'n'),
      example: textOf(row, 'example'),
    })),
    rejectedLines: lines.map((row) => ({
      line: numberOf(row, 'line_no'),
      code: textOf(row, 'code'),
      reason: textOf(row, 'reason'),
    })),
  };
}

function countsOf(receipt: WarehouseRow) {
  const count = (name: string) => numberOf(receipt, name);
  const [all, noRecord, summaries] = [count('rejected_count'), count('no_record'), count('summaries')];
  return { lines: count('row_count'), rejected: all - noRecord, noRecord: noRecord + summaries };
}

/** The figures of a loaded file, as they were summed when the file was loaded. */
export async function figuresOfFile(
  connection: DuckDBConnection,
  receiptId: number,
  atMostRejected = 20,
): Promise<FileFigures> {
  const id = { id: receiptId };
  const [receipt] = await readRows(
    connection,
    `select row_count, rejected_count, (
       select count(*) from staging.rejected_row
       where receipt_id = $id and reason_code <> 'not_signed' and not staging.is_record(reason_code)
     ) as no_record, (select count(*) from raw.summary_row where receipt_id = $id) as summaries
     from raw.receipt where receipt_id = $id`,
    id,
  );
  if (receipt === undefined) throw new Error(`there is no receipt ${receiptId}`);
  const totals = await readRows(
    connection,
    `select currency, kind, sum(line_count)::bigint as lines, sum(amount)::decimal(38, 4)::text as amount,
       sum(fee)::decimal(38, 4)::text as fee
     from raw.file_figure where receipt_id = $id group by currency, kind order by currency nulls last, kind`,
    id,
  );
  const [span] = await readRows(
    connection,
    `select min(business_date)::text as first_day, max(business_date)::text as last_day
     from raw.file_figure where receipt_id = $id`,
    id,
  );
  return {
    ...countsOf(receipt),
    loaded: totals.reduce((sum, row) => sum + numberOf(row, 'lines'), 0),
    totals: totals.map((row) => ({
      currency: optionalText(row, 'currency'),
      kind: textOf(row, 'kind'),
      lines: numberOf(row, 'lines'),
      amount: optionalText(row, 'amount'),
      fee: optionalText(row, 'fee'),
    })),
    firstDay: optionalText(span, 'first_day'),
    lastDay: optionalText(span, 'last_day'),
    ...(await rejectedOf(connection, receiptId, atMostRejected)),
  };
}
