import { currencyProblem } from '../domain/currencies.ts';

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
export function isAmount(written: string): boolean {
  if (!/\d/.test(written)) return false;
  const cell = plainFigure(written);
  const form =
    /^\(?[-+]?\s*(?:[A-Z]{2,3}\.?|[^\p{L}\d\s.,()'-]{1,3})?\s*[-+]?\d[\d.,' ]*\s*(?:[A-Z]{2,3}|[^\p{L}\d\s.,()'-])?\s*[-+]?\)?$/u;
  return !isDay(cell) && form.test(cell) && cell.replaceAll(/\D/g, '').length <= 15;
}

/** Whether a cell is a day or an amount, and so no header: `TAX 1` may be a header, `RM 1.00` and `250` are not. */
export function isFigure(written: string): boolean {
  const cell = written.trim();
  return isDay(cell) || (isAmount(cell) && (!/\p{L}/u.test(cell) || /[.,]\d\d\D*$/.test(cell)));
}

export const isCurrencyCode = (cell: string): boolean =>
  /^([A-Z]{3}|[a-z]{3})$/.test(cell) && currencyProblem(cell.toUpperCase()) === undefined;

export const isMail = (cell: string): boolean => /^\S+@\S+\.\S+$/.test(cell);

/** The share of non-blank cells that have a form; 0 where all are blank. */
export function shareOf(cells: readonly string[], has: (cell: string) => boolean): number {
  const present = cells.filter((cell) => cell !== '' && cell !== '-');
  return present.length === 0 ? 0 : present.filter(has).length / present.length;
}

/** Amounts that can only have a decimal comma, and those that can only have a point. */
export const hasDecimalComma = (cell: string): boolean =>
  /^\D*(\d{1,3}([.\p{Zs}]\d{3})+|\d+),\d{1,2}\D*$/u.test(cell) || /^\D*\d{1,3}(\.\d{3}){2,}\D*$/.test(cell);
export const hasDecimalPoint = (cell: string): boolean =>
  /^\D*(\d{1,3}(,\d{3})+|\d+)\.\d{1,2}\D*$/.test(cell) || /^\D*\d{1,3}(,\d{3}){2,}\D*$/.test(cell);
