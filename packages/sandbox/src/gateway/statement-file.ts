import { createRequire } from 'node:module';
import { PassThrough, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { localTime } from '../local-time.ts';
import { type Book, majorText, type Payment } from './book.ts';

export type StatementLayout = 'standard' | 'plain';

const headers: Record<StatementLayout, readonly string[]> = {
  standard: [
    'ID',
    'Type',
    'Reference Nr.',
    'Description',
    'Currency',
    'Amount',
    'Fee',
    'Net Amount',
    'Payment Method',
    'Status',
    'Created On',
    'Paid On',
    'Settled On',
    'Client',
    'Client Email',
    'Related To',
    'Product',
    'Flow',
    'Country',
  ],
  plain: ['Type', 'Reference Nr.', 'Amount', 'Fee', 'Status', 'Paid On', 'Settled On', 'Description'],
};

/** The rows of a statement as text cells, including planted errors. */
export function* statementRows(
  book: Book,
  isWanted: (payment: Payment) => boolean,
  layout: StatementLayout,
  zone: string,
  hasPreamble: boolean,
  format: 'csv' | 'xlsx',
): Generator<string[]> {
  const wall = localTime(zone);
  const time = (at: number | null) => (at === null ? '' : wall.dateTime(at));
  if (hasPreamble) {
    yield ['Company statement'];
    yield ['Time zone', zone];
    yield [];
  }
  yield [...headers[layout]];
  for (const payment of book.payments) {
    if (!isWanted(payment)) continue;
    const error = book.formatErrors?.[format]?.get(payment.id) ?? book.statementErrors.get(payment.id);
    if (error?.isLeftOut) continue;
    const amount = error?.amount ?? payment.amount;
    const fee = error?.fee ?? payment.fee;
    const money = (minor: bigint) => majorText(minor, payment.currency);
    const cells: Record<string, string> = {
      ID: payment.id,
      Type: payment.kind,
      'Reference Nr.': payment.reference,
      Description: payment.description,
      Currency: payment.currency,
      Amount: money(amount),
      Fee: money(fee),
      'Net Amount': money(amount - fee - payment.reserve),
      'Payment Method': payment.method,
      Status: payment.status,
      'Created On': time(payment.createdAt),
      'Paid On': time(payment.paidAt),
      'Settled On': time(payment.settledAt),
      Client: payment.clientName,
      'Client Email': payment.clientEmail,
      'Related To': payment.relatedTo ?? '',
      Product: payment.product,
      Flow: payment.flow,
      Country: payment.country,
    };
    const row = headers[layout].map((header) => cells[header] ?? '');
    yield row;
    if (error?.isTwice) yield row;
  }
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}

/** The rows as a CSV text. */
export function csvText(rows: Iterable<readonly string[]>): string {
  let text = '';
  for (const row of rows) text += csvLine(row);
  return text;
}

/** The rows as a CSV stream, so that the whole file is never in memory. */
export function csvStream(rows: Iterable<readonly string[]>): Readable {
  return Readable.from(
    (function* () {
      let chunk = '';
      for (const row of rows) {
        chunk += csvLine(row);
        if (chunk.length > 65_536) {
          yield chunk;
          chunk = '';
        }
      }
      if (chunk !== '') yield chunk;
    })(),
  );
}

const MONEY_HEADERS: ReadonlySet<string> = new Set(['Amount', 'Fee', 'Net Amount']);

/** A cell of a workbook: an amount as a number. */
export type StatementCell = string | number | null;

/** Converts the amounts of a row to numbers. The header row gives the columns of amounts without decimals. */
function cellsOf(): (row: readonly string[]) => StatementCell[] {
  let moneyColumns: readonly boolean[] = [];
  return (row) => {
    if (row.includes('Reference Nr.')) moneyColumns = row.map((header) => MONEY_HEADERS.has(header));
    return row.map((cell, column) => {
      const isAmount = /^-?\d{1,12}\.\d{2,3}$/.test(cell) || (moneyColumns[column] && /^-?\d{1,15}$/.test(cell));
      return isAmount ? Number(cell) : cell === '' ? null : cell;
    });
  };
}

const ROWS_AT_ONCE = 250;
const MOST_WAITING = 1_048_576;

/** The bytes of a sheet that still wait in the streams of exceljs, because exceljs applies no backpressure. */
function notYetPacked(sheet: object): number {
  const stream = 'stream' in sheet ? sheet.stream : undefined;
  const pipes = typeof stream === 'object' && stream !== null && 'pipes' in stream ? stream.pipes : undefined;
  let bytes = 0;
  for (const pipe of Array.isArray(pipes) ? pipes : []) {
    // exceljs uses an older stream package, which has no public property for these lengths
    for (const state of [pipe?._writableState, pipe?._readableState])
      if (typeof state?.length === 'number') bytes += state.length;
  }
  return bytes;
}

/** The rows of a statement as the cells of a workbook, with numeric amounts. */
export function* statementCells(rows: Iterable<readonly string[]>): Generator<StatementCell[]> {
  const toCells = cellsOf();
  for (const row of rows) yield toCells(row);
}

/** Writes the rows of a statement into the stream of an XLSX file with one sheet. */
export type WriteWorkbook = (rows: Iterable<StatementCell[]>) => Promise<Readable>;

/** The version that writes the statements, if the sandbox gets no other writer. */
const exceljsVersion = '4.4.0';

/** Why XLSX statements cannot be written; nothing if they can. exceljs comes with this repository only. */
export function workbookProblem(): string | undefined {
  try {
    createRequire(import.meta.url).resolve('exceljs');
    return undefined;
  } catch {
    return `The sandbox writes XLSX statements with exceljs, which is not installed: npm install exceljs@${exceljsVersion}, or ask for CSV.`;
  }
}

/** Writes with exceljs. The reader's speed limits the writing. */
export const exceljsWorkbook: WriteWorkbook = async (rows) => {
  const { default: exceljs } = await import('exceljs');
  const sink = new PassThrough();
  const fill = async () => {
    const writer = new exceljs.stream.xlsx.WorkbookWriter({ stream: sink, useSharedStrings: false });
    const sheet = writer.addWorksheet('Statement');
    let count = 0;
    for (const row of rows) {
      sheet.addRow(row).commit();
      count += 1;
      if (count % ROWS_AT_ONCE !== 0) continue;
      // without this wait the whole statement would be in memory for a slow reader, because exceljs applies no backpressure
      do await nextTurn();
      while (sink.readableLength + sink.writableLength + notYetPacked(sheet) > MOST_WAITING && !sink.destroyed);
      if (sink.destroyed) return;
    }
    sheet.commit();
    await writer.commit();
  };
  fill().catch((error) => sink.destroy(error));
  return sink;
};
