import { currencyProblem } from '../domain/currencies.ts';

/** Whether a cell has the form of a day or a time, which need not exist. */
export const isDay = (cell: string): boolean =>
  /^\d{4}-\d\d?-\d\d?([ T].*)?$/.test(cell) ||
  /^\d{1,2}[-/.]\d{1,2}[-/.](\d{4}|\d{2})([ T,].*)?$/.test(cell) ||
  /^\d{4}[/.]\d{1,2}[/.]\d{1,2}([ T].*)?$/.test(cell) ||
  /^\d{1,2}[ -][\p{L}]{3,10}\.?[ -,]+\d{2,4}\b/u.test(cell) ||
  /^\p{L}{3,10}\.? \d{1,2}, \d{4}\b/u.test(cell) ||
  /^(19|20)\d{6}$/.test(cell);

/** Whether a cell has the form of an amount, with either decimal mark. */
export const isAmount = (cell: string): boolean =>
  !isDay(cell) &&
  /^\(?[-+]?\s*(?:[A-Z]{2,3}\.?|[^\p{L}\d\s.,()'-]{1,3})?\s*[-+]?\d[\d.,' ]*\s*(?:[A-Z]{2,3}|[^\p{L}\d\s.,()'-])?\s*[-+]?\)?$/u.test(
    cell,
  ) &&
  cell.replaceAll(/\D/g, '').length <= 15;

export const isCurrencyCode = (cell: string): boolean => /^[A-Z]{3}$/.test(cell) && currencyProblem(cell) === undefined;

export const isMail = (cell: string): boolean => /^\S+@\S+\.\S+$/.test(cell);

/** The share of non-blank cells that have a form; 0 where all are blank. */
export function shareOf(cells: readonly string[], has: (cell: string) => boolean): number {
  const present = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell !== '-');
  return present.length === 0 ? 0 : present.filter(has).length / present.length;
}

/** Amounts that can only have a decimal comma, and those that can only have a point. */
export const hasDecimalComma = (cell: string): boolean =>
  /^\D*(\d{1,3}(\.\d{3})+|\d+),\d{1,2}\D*$/.test(cell) || /^\D*\d{1,3}(\.\d{3}){2,}\D*$/.test(cell);
export const hasDecimalPoint = (cell: string): boolean =>
  /^\D*(\d{1,3}(,\d{3})+|\d+)\.\d{1,2}\D*$/.test(cell) || /^\D*\d{1,3}(,\d{3}){2,}\D*$/.test(cell);

const symbols: Readonly<Record<string, string>> = {
  ...{ RM: 'MYR', '€': 'EUR', '£': 'GBP', S$: 'SGD', Rp: 'IDR', '฿': 'THB', '₱': 'PHP', '₹': 'INR', '₩': 'KRW' },
  ...{ US$: 'USD', A$: 'AUD', HK$: 'HKD' },
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
