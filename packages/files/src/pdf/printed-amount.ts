import { plainAmount } from '../bank/amount.ts';

/** An amount as printed: plain digits without a sign, and what is printed beside them. */
export type PrintedAmount = { digits: string; mark: 'plus' | 'minus' | 'credit' | 'debit' | null };

const marks: Readonly<Record<string, PrintedAmount['mark']>> = {
  '+': 'plus',
  '-': 'minus',
  '−': 'minus',
  '(': 'minus',
  CR: 'credit',
  C: 'credit',
  K: 'credit',
  KR: 'credit',
  DR: 'debit',
  D: 'debit',
  DB: 'debit',
  DT: 'debit',
  OD: 'debit',
};

const before = /^(?:(?:RM|[A-Z]{3}|(?:S|US|HK|A|NZ)?\$|€|£|¥|₹|฿|₱|Rp)\s*)?/;

/** The digits of an amount with the configured decimal mark; a point without a configuration. */
function plainDigits(text: string, decimalMark: '.' | ','): string | undefined {
  const pointed = decimalMark === ',' ? text.replaceAll(/[.,]/g, (mark) => (mark === ',' ? '.' : ',')) : text;
  if (!/^(\d{1,3}(,\d{3})+|\d+)?(\.\d{1,4})?$/.test(pointed) || !/\d/.test(pointed)) return undefined;
  return plainAmount(pointed.replaceAll(',', ''));
}

/** Reads an amount with its sign before or behind it, such as 1,234.56-, (1,234.56), RM 5.00 or 5.00 CR. */
export function printedAmount(text: string, decimalMark: '.' | ','): PrintedAmount | undefined {
  const trimmed = text.trim();
  const [, sign = '', rest = ''] = /^([-+−(]?)\s*(.*)$/.exec(trimmed) ?? [];
  const [, inner = '', digitText = '', behind = ''] =
    /^([-+−(]?)\s*([\d.,]+)\s*([-+−)]|\)?\s*(?:CR|DR|DB|DT|OD|KR|C|D|K)\.?)?$/i.exec(rest.replace(before, '')) ?? [];
  const digits = plainDigits(digitText, decimalMark);
  if (digits === undefined) return undefined;
  const opening = sign || inner;
  const isBracketed = opening === '(' && behind.startsWith(')');
  if ((opening === '(' || behind.startsWith(')')) && !isBracketed) return undefined;
  const last = behind.replace(/[).\s]/g, '').toUpperCase();
  const found = [opening, last].filter((one) => one !== '').map((one) => marks[one] ?? null);
  const [mark = null, second] = found;
  if (found.includes(null) || (second !== undefined && second !== mark)) return undefined;
  return { digits, mark };
}

/** Whether a word has the form of an amount with decimals, which no number of a reference has by chance. */
export const isClearAmount = (text: string, decimalMark: '.' | ','): boolean =>
  new RegExp(
    `\\d\\${decimalMark}\\d{2,3}(?!\\d)|\\d\\${decimalMark === '.' ? ',' : '.'}\\d{3}(?!\\d)|^\\D?\\${decimalMark}\\d\\d(?!\\d)`,
  ).test(text) && printedAmount(text, decimalMark) !== undefined;

/** A sign that is printed as a word of its own behind an amount. */
export const isSignWord = (text: string): boolean => /^([-+−]|CR|DR|DB|OD|C|D)\.?$/i.test(text);

/** The amount with its sign, as exact text; a credit is positive. */
export const signedDigits = ({ digits, mark }: PrintedAmount): string =>
  (mark === 'minus' || mark === 'debit') && digits !== '0' ? `-${digits}` : digits;
