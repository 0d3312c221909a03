import { currencyProblem } from '../domain/currencies.ts';

/** Whether a cell has the form of a day or a time. It says nothing about whether it is a valid one. */
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

/** The share of the cells that have a form, of those that are not blank; 0 where all are blank. */
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

/** The currency that a text names by its code or by a symbol that no other currency has. */
export function currencyIn(text: string): string | undefined {
  const code = [...text.matchAll(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g)].map(([found]) => found).find(isCurrencyCode);
  if (code !== undefined) return code;
  const symbol = Object.keys(symbols).find((one) => text.trim().startsWith(one) || text.includes(`(${one})`));
  return symbol === undefined ? undefined : symbols[symbol];
}
