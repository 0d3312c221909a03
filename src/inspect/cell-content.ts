import { columnOf, type TableRow, type TableSpec } from 'tieout-files';
import { currencyProblem } from '../domain/currencies.ts';
import type { ReadingTerms } from '../domain/reading.ts';
import type { LoadPlan } from '../domain/receipt-kind.ts';
import type { ImportableKind } from '../pipeline/import-file.ts';

/** A plan whose records have columns. */
export type ColumnPlan = Extract<LoadPlan, { format: 'table' | 'records' }>;

export const columnPlanOf = ({ declaration: { load } }: ImportableKind): ColumnPlan | undefined =>
  load.format === 'table' || load.format === 'records' ? load : undefined;

export const specOf = ({ title, columns, required, section }: ColumnPlan): TableSpec => ({
  title,
  columns,
  required,
  section,
});

/** The degree to which a row is the header of a kind of file. */
type HeaderFit = {
  row: TableRow | undefined;
  /** The position of each column that the row names. */
  positions: ReadonlyMap<string, number>;
  /** Required columns that the row does not name; of a group that requires one column, all of them. */
  missing: readonly (readonly string[])[];
};

const groupOf = (column: string | readonly string[]): readonly string[] =>
  typeof column === 'string' ? [column] : column;

function fitOf(row: TableRow | undefined, spec: TableSpec, reading: ReadingTerms): HeaderFit {
  const positions = new Map<string, number>();
  row?.cells.forEach((cell, position) => {
    const column = columnOf(cell, { path: '', fileName: '', spec, reading });
    if (column !== undefined && !positions.has(column)) positions.set(column, position);
  });
  const missing = spec.required.map(groupOf).filter((group) => !group.some((column) => positions.has(column)));
  return { row, positions, missing };
}

/** The row that names the most required columns of a kind of file; a row with figures only where it names all of them. */
export function bestHeader(rows: readonly TableRow[], spec: TableSpec, reading: ReadingTerms): HeaderFit {
  return rows
    .map((row) => fitOf(row, spec, reading))
    .filter(({ row, missing }) => row === undefined || missing.length === 0 || !hasFigures(row))
    .reduce(
      (best, fit) =>
        fit.missing.length < best.missing.length ||
        (fit.missing.length === best.missing.length && fit.positions.size > best.positions.size)
          ? fit
          : best,
      fitOf(undefined, spec, reading),
    );
}

/** Whether a cell has the form of a day or a time, which need not exist. */
export const isDay = (cell: string): boolean =>
  /^\d{4}-\d\d?-\d\d?([ T].*)?$/.test(cell) ||
  /^\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2})([ T,].*)?$/.test(cell) ||
  /^\d{4}[/.]\d{1,2}[/.]\d{1,2}([ T].*)?$/.test(cell) ||
  /^\d{1,2}[ -][\p{L}]{3,10}\.?[ -,]+\d{2,4}\b/u.test(cell) ||
  /^\p{L}{3,10}\.? \d{1,2}, \d{4}\b/u.test(cell) ||
  /^(19|20)\d{6}$/.test(cell);

/** A cell with plain spaces, minus signs and apostrophes, and without invisible marks, as reading takes it. */
export const plainFigure = (cell: string): string =>
  cell
    .replaceAll(/[\u200E\u200F\u202A-\u202D\u2066-\u2069\uFEFF]/g, '')
    .replaceAll(/\p{Zs}/gu, ' ')
    .replaceAll(/[−–]/g, '-')
    .replaceAll('’', "'")
    .trim();

/** Whether a cell has the form of an amount, with either decimal mark. */
export const isAmount = (written: string): boolean => {
  const cell = plainFigure(written);
  return (
    !isDay(cell) &&
    /^\(?[-+]?\s*(?:[A-Z]{2,3}\.?|[^\p{L}\d\s.,()'-]{1,3})?\s*[-+]?\d[\d.,' ]*\s*(?:[A-Z]{2,3}|[^\p{L}\d\s.,()'-])?\s*[-+]?\)?$/u.test(
      cell,
    ) &&
    cell.replaceAll(/\D/g, '').length <= 15
  );
};

/** Whether a cell is a day or an amount, and so no header: `TAX 1` may be a header, `RM 1.00` and `250` are not. */
export function isFigure(written: string): boolean {
  const cell = written.trim();
  return isDay(cell) || (isAmount(cell) && (!/\p{L}/u.test(cell) || /[.,]\d\d\D*$/.test(cell)));
}

/** Whether a row has a day or an amount, and so is no header. */
export const hasFigures = ({ cells }: TableRow): boolean => cells.some(isFigure);

export const isCurrencyCode = (cell: string): boolean => /^[A-Z]{3}$/.test(cell) && currencyProblem(cell) === undefined;

export const isMail = (cell: string): boolean => /^\S+@\S+\.\S+$/.test(cell);

/** The share of non-blank cells that have a form; 0 where all are blank. */
export function shareOf(cells: readonly string[], has: (cell: string) => boolean): number {
  const present = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell !== '-');
  return present.length === 0 ? 0 : present.filter(has).length / present.length;
}

/** Amounts that can only have a decimal comma, and those that can only have a point. */
export const hasDecimalComma = (cell: string): boolean =>
  /^\D*(\d{1,3}([.\p{Zs}]\d{3})+|\d+),\d{1,2}\D*$/u.test(cell) || /^\D*\d{1,3}(\.\d{3}){2,}\D*$/.test(cell);
export const hasDecimalPoint = (cell: string): boolean =>
  /^\D*(\d{1,3}(,\d{3})+|\d+)\.\d{1,2}\D*$/.test(cell) || /^\D*\d{1,3}(,\d{3}){2,}\D*$/.test(cell);

const symbols: Readonly<Record<string, string>> = {
  RM: 'MYR',
  '€': 'EUR',
  '£': 'GBP',
  S$: 'SGD',
  Rp: 'IDR',
  '฿': 'THB',
  '₱': 'PHP',
  '₹': 'INR',
  '₩': 'KRW',
  US$: 'USD',
  A$: 'AUD',
  HK$: 'HKD',
};

const currencyLabel = /(currency|ccy|mata wang|matawang|währung|waehrung|devise|moneda)\W*$/i;

/**
 * The currency that a row names beside an amount or a label: `Amount (MYR)`, `Currency: MYR`, `RM 12.50`, `12.50 EUR`. Three
 * letters elsewhere are a word.
 */
export function currencyIn(cell: string, cellBefore = ''): string | undefined {
  const text = cell.trim();
  const found = [
    /\(([A-Z]{3})\)/.exec(text)?.[1],
    /^([A-Z]{3})(?:\s+[-+]?\d[\d.,]*|\s*\d[\d.,]*[.,]\d\d)$/.exec(text)?.[1],
    /^[-+]?\d[\d.,]*\s*([A-Z]{3})$/.exec(text)?.[1],
    /(?:currency|ccy|mata wang|matawang|währung|waehrung|devise|moneda|amount|amaun|betrag|jumlah|total)\W+([A-Z]{3})$/i.exec(
      text,
    )?.[1],
    currencyLabel.test(cellBefore.trim()) ? text : undefined,
  ].find((code) => code !== undefined && isCurrencyCode(code));
  if (found !== undefined) return found;
  const symbol = Object.keys(symbols).find(
    (one) =>
      text.includes(`(${one})`) ||
      (text.startsWith(one) && /^\s*[-+]?\d/.test(text.slice(one.length))) ||
      (text.endsWith(one) && /\d\s*$/.test(text.slice(0, -one.length))),
  );
  return symbol === undefined ? undefined : symbols[symbol];
}
