import { type StatementColumn, statementColumns } from '../../connectors/gateway/statement-columns.ts';
import { TieoutError } from '../../domain/tieout-error.ts';
import { headerSearchRows } from '../../formats/csv/dialect.ts';

export type ColumnAliases = Partial<Record<StatementColumn, string[]>>;

/** The names under which each column has been seen or may be expected; configuration adds to them. */
export const defaultAliases: Record<StatementColumn, string[]> = {
  id: ['id', 'payment id', 'transaction id', 'uid', 'uuid'],
  type: ['type', 'payment type', 'transaction type'],
  reference: ['reference nr.', 'reference nr', 'reference', 'reference no.', 'reference no', 'reference number', 'ref'],
  description: ['description', 'details'],
  currency: ['currency', 'ccy'],
  amount: ['amount', 'gross amount', 'gross', 'total'],
  fee: ['fee', 'fees', 'fee amount'],
  net_amount: ['net amount', 'net', 'amount net'],
  payment_method: ['payment method', 'method'],
  status: ['status', 'state'],
  created_on: ['created on', 'created', 'created at', 'date created'],
  paid_on: ['paid on', 'paid', 'paid at', 'payment date', 'date paid'],
  settled_on: ['settled on', 'settled', 'settled at', 'settlement date'],
  client: ['client', 'client name', 'customer', 'customer name', 'full name'],
  client_email: ['client email', 'client e-mail', 'email', 'e-mail', 'customer email'],
  related_to: ['related to', 'related', 'original id', 'purchase id'],
  product: ['product', 'products'],
  flow: ['flow', 'transaction flow'],
  country: ['country', 'client country'],
};

/** Without one of these a row cannot be told for what it is: a file that lacks one is refused whole. */
export const requiredColumns = [
  'type',
  'reference',
  'amount',
  'status',
  'paid_on',
] as const satisfies StatementColumn[];

export type StatementHeader = {
  /** 1-based line of the header in the file. */
  line: number;
  /** How many cells the header has: a row with another number of cells is not understood. */
  width: number;
  /** For each known column its 0-based position. */
  positions: Map<StatementColumn, number>;
  /** Columns with a name that is not known: kept, with their 0-based position. */
  others: { name: string; position: number }[];
};

export function normaliseHeader(cell: string): string {
  return cell
    .replace(/^\uFEFF/, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ');
}

function columnOf(cell: string, aliases: ColumnAliases): StatementColumn | undefined {
  const name = normaliseHeader(cell);
  return statementColumns.find(
    (column) =>
      defaultAliases[column].includes(name) || (aliases[column] ?? []).some((alias) => normaliseHeader(alias) === name),
  );
}

function readHeader(cells: string[], line: number, aliases: ColumnAliases): StatementHeader {
  const positions = new Map<StatementColumn, number>();
  const others: { name: string; position: number }[] = [];
  let width = cells.length;
  while (width > 0 && (cells[width - 1] ?? '').trim() === '') width -= 1;
  cells.slice(0, width).forEach((cell, position) => {
    const column = columnOf(cell, aliases);
    if (column !== undefined && !positions.has(column)) positions.set(column, position);
    else if (cell.trim() !== '') others.push({ name: cell.trim(), position });
  });
  return { line, width, positions, others };
}

/**
 * Finds the header among the first rows of a statement by the names of its columns: the first row that has all the
 * required ones. Throws STATEMENT_COLUMN_MISSING, naming what the best row lacks, when there is none.
 */
export function findHeader(
  rows: { line: number; cells: string[] }[],
  aliases: ColumnAliases,
  fileName: string,
): StatementHeader {
  let best: StatementHeader | undefined;
  for (const { line, cells } of rows.slice(0, headerSearchRows)) {
    const header = readHeader(cells, line, aliases);
    if (requiredColumns.every((column) => header.positions.has(column)))
      return checkedTwice(header, cells, aliases, fileName);
    if (best === undefined || header.positions.size > best.positions.size) best = header;
  }
  const missing = requiredColumns.filter((column) => !best?.positions.has(column));
  const isAnyHeader = best !== undefined && best.positions.size >= 2;
  throw new TieoutError({
    code: isAnyHeader ? 'STATEMENT_COLUMN_MISSING' : 'STATEMENT_HEADER_NOT_FOUND',
    message: isAnyHeader
      ? `The statement has no column for ${missing.join(', ')}.`
      : `No header was found in the first ${headerSearchRows} rows of the statement.`,
    remedy: isAnyHeader
      ? `If the column has another name, add it under statement.aliases in the configuration (${missing
          .map((column) => `${column}: ["…"]`)
          .join(', ')}); otherwise download the statement again with all its columns.`
      : 'Check that this file is a company statement; if its columns have other names, add them under statement.aliases.',
    place: { file: fileName, ...(isAnyHeader && best !== undefined ? { line: best.line } : {}) },
    exitStatus: 4,
  });
}

/** The same required column twice is a question that only a person can answer. */
function checkedTwice(
  header: StatementHeader,
  cells: string[],
  aliases: ColumnAliases,
  fileName: string,
): StatementHeader {
  for (const column of requiredColumns) {
    const named = cells.filter((cell) => columnOf(cell, aliases) === column);
    if (named.length > 1) {
      throw new TieoutError({
        code: 'STATEMENT_COLUMN_TWICE',
        message: `Two columns of the statement can be the ${column}: ${named.join(' and ')}.`,
        remedy: 'Remove one of them from statement.aliases, or download the statement again.',
        place: { file: fileName, line: header.line },
        exitStatus: 4,
      });
    }
  }
  return header;
}
