import { writeFile } from 'node:fs/promises';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import { decimalsOf, localTime, moneyText, neutralised, shownText, withLocalTimes } from './cell.ts';
import type { Column } from './definition.ts';
import type { ReportTable } from './table.ts';

export type CsvOptions = {
  delimiter: string;
  decimalMark: '.' | ',';
  /** The mark by which spreadsheet programs recognise UTF-8. */
  hasByteOrderMark: boolean;
  zone: string;
  isPersonalShown: boolean;
};

function cellText(row: WarehouseRow, { field, format }: Column, options: CsvOptions): string {
  const value = row[field];
  if (value === null || value === undefined) return '';
  if (format === 'money' || format === 'signed') {
    const isCount = row.measure === 'count';
    const amount = String(value);
    return moneyText(amount, isCount ? 0 : decimalsOf(row.currency, amount)).replace('.', options.decimalMark);
  }
  if (format === 'instant') return localTime(String(value), options.zone);
  if (format === 'count' || format === 'date') return String(value);
  const text = shownText(String(value), format, options.isPersonalShown);
  return neutralised(format === 'facts' ? withLocalTimes(text, options.zone) : text);
}

/** A record of a CSV file (RFC 4180), with cells quoted where necessary. */
export function csvLine(cells: readonly string[], delimiter: string): string {
  const quoted = cells.map((cell) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(delimiter)}\r\n`;
}

async function* lines(table: ReportTable, options: CsvOptions): AsyncGenerator<string> {
  const { columns } = table.section;
  const heads = csvLine(
    columns.map(({ title }) => title),
    options.delimiter,
  );
  yield options.hasByteOrderMark ? `\uFEFF${heads}` : heads;
  for await (const rows of table.rows()) {
    yield rows
      .map((row) =>
        csvLine(
          columns.map((column) => cellText(row, column, options)),
          options.delimiter,
        ),
      )
      .join('');
  }
}

/** Writes a table as CSV (RFC 4180, UTF-8), row by row. */
export async function writeCsv(table: ReportTable, path: string, options: CsvOptions): Promise<void> {
  await writeFile(path, lines(table, options), { mode: 0o600 });
}
