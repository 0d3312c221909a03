import { open } from 'node:fs/promises';
import type { WarehouseRow } from '../warehouse/duckdb-values.ts';
import type { Column, Section } from './definition.ts';
import { figureOf, localTime, moneyText, shownInCell, type TextOptions } from './shown-value.ts';
import type { RowsWriter } from './workbook/cells.ts';

type CsvOptions = TextOptions & {
  delimiter: string;
  decimalMark: '.' | ',';
  /** The mark that lets spreadsheet programs recognise UTF-8. */
  hasByteOrderMark: boolean;
};

function cellText(row: WarehouseRow, { field, format }: Column, options: CsvOptions): string {
  const value = row[field];
  if (value === null || value === undefined) return '';
  if (format === 'money' || format === 'signed') {
    const { amount, decimals } = figureOf(row, field);
    return moneyText(amount, decimals).replace('.', options.decimalMark);
  }
  if (format === 'percent') return String(value).replace('.', options.decimalMark);
  if (format === 'instant') return localTime(String(value), options.scope.zone);
  if (format === 'count' || format === 'date') return String(value);
  return shownInCell(String(value), format, options);
}

/** A record of a CSV file (RFC 4180), with cells quoted where necessary. */
export function csvLine(cells: readonly string[], delimiter: string): string {
  const quoted = cells.map((cell) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(delimiter)}\r\n`;
}

/** Begins the CSV file of a section (RFC 4180, UTF-8) with its heading. */
export async function beginCsv({ columns }: Section, path: string, options: CsvOptions): Promise<RowsWriter> {
  const line = (cells: readonly string[]) => csvLine(cells, options.delimiter);
  const heads = line(columns.map(({ title }) => title));
  const file = await open(path, 'w', 0o600);
  // written with the first rows
  let waiting = options.hasByteOrderMark ? `\uFEFF${heads}` : heads;
  const writeOut = async (text: string) => {
    waiting = '';
    await file.writeFile(text);
  };
  return {
    write: (rows) =>
      writeOut(waiting + rows.map((row) => line(columns.map((column) => cellText(row, column, options)))).join('')),
    close: async () => {
      try {
        if (waiting !== '') await writeOut(waiting);
      } finally {
        await file.close();
      }
    },
  };
}
