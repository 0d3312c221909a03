import type { DateOrder } from '../file-terms.ts';
import type { OpenedFile } from '../opened-file.ts';
import { lineNumber } from '../paged-line.ts';
import type { RejectedTableRow, TableFile, TableHeader, TableRow } from '../table/table-spec.ts';
import { likelyHead } from './likely-head.ts';
import type { PdfLine } from './page-lines.ts';
import { printedAmount, signedDigits } from './printed-amount.ts';
import { entryDay, type PrintedDate } from './printed-date.ts';
import { readPages } from './read-pages.ts';
import { type PrintedEntry, RowReader } from './read-rows.ts';
import { refusedPdf } from './refusals.ts';
import { type PdfStatement, statementsOf } from './statements.ts';
import type { TableHead } from './table-head.ts';

/** Marks an amount without a sign: the rules in SQL find the sign by the balances, or reject the line. */
const unsigned = 'unsigned';

/** The header of the rows: every column of the plan, then the columns with unknown heads. */
function headerOf(file: TableFile, heads: readonly TableHead[]): TableHeader {
  const columns = Object.keys(file.spec.columns);
  const cells = heads.flatMap((head) => head.cells);
  const others = [...new Set(cells.flatMap(({ column, name }) => (column === undefined ? [name] : [])))];
  const [first] = heads;
  return {
    line: first === undefined ? 0 : lineNumber(first.line),
    width: columns.length + others.length,
    positions: new Map(columns.map((column, position) => [column, position])),
    names: new Map(cells.flatMap(({ column, name }) => (column === undefined ? [] : [[column, name]]))),
    others: others.map((name, index) => ({ name, position: columns.length + index })),
  };
}

/** Refuses a document without the head of a table; names the columns that the most likely one lacks. */
function headMissing(file: TableFile, pages: readonly (readonly PdfLine[])[]) {
  const { title, section, required } = file.spec;
  const likely = likelyHead(pages, file);
  if (likely === undefined)
    return refusedPdf(
      file,
      'FILE_HEADER_NOT_FOUND',
      `No page of the ${title} has the head of a table with a date and an amount.`,
      {
        remedy: `Check that this is a bank statement; if its columns have other names, add them under ${section}.aliases.`,
      },
    );
  const has = (column: string) => likely.cells.some((cell) => cell.column === column);
  const missing = required.map((one) => [one].flat()).flatMap((group) => (group.some(has) ? [] : group));
  const names = likely.cells.map(({ name }) => `"${name}"`).join(', ');
  return refusedPdf(
    file,
    'FILE_COLUMN_MISSING',
    `The table of the ${title} has no column for ${missing.length === 0 ? 'a third value' : missing.join(', ')}; its heads are ${names}.`,
    {
      place: likely.line,
      remedy: `If the column has another name, add it under ${section}.aliases in the configuration (${missing.map((column) => `${column}: ["…"]`).join(', ')}).`,
    },
  );
}

/** Refuses a document with a table that has neither entries nor balances. */
function nothingStated(file: TableFile) {
  return refusedPdf(
    file,
    'FILE_BALANCE_MISSING',
    `The ${file.spec.title} prints neither entries nor an opening and a closing balance that can be read.`,
    { remedy: 'Download the whole statement with all its pages, or import it in another format.' },
  );
}

type Cells = Map<string, string>;

/** A figure in the column of credits or debits: its sign may only repeat the column. */
function sideText(text: string, own: 'credit' | 'debit', mark: '.' | ','): string {
  const read = printedAmount(text, mark);
  if (read === undefined || (read.mark !== null && ['credit', 'debit'].includes(read.mark) && read.mark !== own))
    return text;
  return read.mark === 'minus' ? signedDigits(read) : read.digits;
}

function balanceText(text: string, mark: '.' | ','): string {
  const read = printedAmount(text, mark);
  return read === undefined ? text : signedDigits(read);
}

function takeAmount(cells: Cells, text: string, mark: '.' | ','): void {
  const read = printedAmount(text, mark);
  if (read === undefined) cells.set('amount', text);
  else if (read.mark === 'plus' || read.mark === 'minus') cells.set('amount', signedDigits(read));
  else {
    cells.set('amount', read.digits);
    if (!cells.has('direction')) cells.set('direction', read.mark ?? unsigned);
  }
}

/** The cells of an entry, by column and by the name of an unknown head. */
function cellsOf(
  { texts, figures, bookedOn, unreadDate, valueDate }: PrintedEntry,
  { claim, span }: PdfStatement,
  order: DateOrder,
  mark: '.' | ',',
): Cells {
  const cells: Cells = new Map(texts);
  const day = (date: PrintedDate | undefined) => (date === undefined ? '' : (entryDay(date, order, span) ?? date.text));
  cells.set('booked_on', unreadDate ?? day(bookedOn));
  cells.set('value_date', day(valueDate));
  for (const side of ['credit', 'debit'] as const) {
    const text = figures.get(side);
    if (text !== undefined) cells.set(side, sideText(text, side, mark));
  }
  const amount = figures.get('amount');
  if (amount !== undefined) takeAmount(cells, amount, mark);
  const balance = figures.get('balance');
  if (balance !== undefined) cells.set('balance', balanceText(balance, mark));
  cells.set('account', claim.account ?? '');
  cells.set('currency', claim.currency ?? '');
  cells.set('statement_no', String(claim.statementNo));
  return cells;
}

/** The words by which the rules in SQL recognise a row that states a balance or a total. */
const summaryWords = /total|balance|brought|carried|\bb\/?f\b|\bc\/?f\b|jumlah|baki|saldo|summe/i;

function rowsOf(file: TableFile, statements: readonly PdfStatement[], order: DateOrder, header: TableHeader) {
  const mark = file.reading.decimalMark ?? '.';
  const rowOf = (line: PdfLine, cells: Cells): TableRow => {
    const row = Array.from({ length: header.width }, () => '');
    for (const [column, position] of header.positions) row[position] = cells.get(column) ?? '';
    for (const { name, position } of header.others) row[position] = cells.get(name) ?? '';
    return { line: lineNumber(line), cells: row };
  };
  const rows = statements.flatMap((statement) => [
    ...statement.entries.map((entry) => rowOf(entry.line, cellsOf(entry, statement, order, mark))),
    ...statement.summaries.map(({ line, text, balance }) =>
      rowOf(
        line,
        new Map([
          ['description', summaryWords.test(text) ? text : `Balance: ${text}`],
          ['balance', balance ?? ''],
          ['account', statement.claim.account ?? ''],
          ['currency', statement.claim.currency ?? ''],
          ['statement_no', String(statement.claim.statementNo)],
        ]),
      ),
    ),
  ]);
  return rows.sort((a, b) => a.line - b.line);
}

/** The currency that the heads of the tables name, if it is one. */
function currencyOf(heads: readonly TableHead[]): string | null {
  const units = new Set(heads.flatMap(({ unit }) => unit ?? []));
  const [only, another] = units;
  if (only === undefined || another !== undefined) return null;
  return only === 'RM' ? 'MYR' : /^[A-Z]{3}$/.test(only) ? only : only === 'S$' ? 'SGD' : null;
}

/**
 * Opens a bank statement in a PDF: the text of its pages with its positions, the tables below their heads, and the balances and totals
 * that it states. Whether they agree is decided by the rules in SQL. Throws FILE_ENCRYPTED, FILE_DAMAGED, FILE_TOO_LARGE,
 * FILE_NOT_A_TABLE, FILE_FORMAT_NOT_ACCEPTED, FILE_HEADER_NOT_FOUND, FILE_COLUMN_MISSING, FILE_BALANCE_MISSING, FILE_COLUMN_TWICE, FILE_BALANCE_CONTRADICTS, FILE_TOTALS_CONTRADICT,
 * FILE_DATE_ORDER_CONTRADICTS and FILE_DATE_ORDER_UNPROVEN.
 */
export async function openPdf(file: TableFile): Promise<OpenedFile> {
  const pages = await readPages(file);
  const reader = new RowReader(file);
  const { heads } = reader.read(pages);
  if (heads.length === 0) throw headMissing(file, pages);
  const { order, statements } = statementsOf(file, reader.items, currencyOf(heads));
  if (statements.length === 0) throw nothingStated(file);
  const header = headerOf(file, heads);
  async function* rows(): AsyncGenerator<TableRow | RejectedTableRow> {
    yield* rowsOf(file, statements, order, header);
  }
  return {
    format: 'pdf',
    encoding: null,
    sheets: [],
    header,
    above: [],
    rows,
    claims: () => statements.map(({ claim }) => claim),
    notes: () => [],
    close: async () => {},
    csv: undefined,
  };
}
