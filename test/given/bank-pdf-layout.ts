import type { Figures } from './bank-pdf-figures.ts';

/** An amount without its sign: 1,234.56. */
export const money = (cents: number): string => {
  const [whole = '', decimals = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
};

type DateForm =
  | 'DD/MM'
  | 'DD/MM/YY'
  | 'DD/MM/YYYY'
  | 'DD-MM-YYYY'
  | 'DD Mon'
  | 'DD Mon YY'
  | 'DDMon'
  | 'DD Mon YYYY'
  | 'MM/DD';

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const longNames = 'January February March April May June July August September October November December'.split(' ');

/** A day in a printed form. */
export function printed(day: string, form: DateForm): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return form
    .replace('YYYY', year)
    .replace('YY', year.slice(2))
    .replace('DD', date)
    .replace('MM', month)
    .replace('Mon', monthNames[Number(month) - 1] ?? '');
}

/** A day with its month in words: 1 October 2026. */
export const longDay = (day: string) => {
  const [year, month = '', date = ''] = day.split('-');
  return `${Number(date)} ${longNames[Number(month) - 1]} ${year}`;
};

export type Role = 'date' | 'value' | 'text' | 'reference' | 'debit' | 'credit' | 'amount' | 'balance';

/** A column: the lines of its head, and its left edge or, for figures, its right edge. `headAt` is the left edge of the head. */
type Column = { role: Role; head: readonly string[]; left?: number; right?: number; headAt?: number };

export type Line = { left?: number; right?: number; text: string }[];

export type Layout = {
  name: string;
  font: string;
  size: number;
  /** The entries of a page. */
  rowsOfPage: number;
  columns: readonly Column[];
  date: DateForm;
  /** The lines above the table of each page. */
  facts(figures: Figures, page: number, pages: number): Line[];
  /** A balance with its sign. */
  balance(cents: number): string;
  /** An amount of the column `amount` with its sign. */
  amount?(cents: number): string;
  opening: { label: string; hasDate?: boolean };
  closing: { label: string; hasDate?: boolean };
  /** The labels at the end and the beginning of a page. */
  carried?: string;
  brought?: string;
  /** Whether the totals up to there are printed beside a balance that is carried forward: by page, or since the beginning. */
  carriedTotals?: 'page' | 'all';
  /** Lines below the table. */
  totals(figures: Figures): Line[];
  isNewestFirst?: boolean;
  hasDailyBalances?: boolean;
  omitsDates?: boolean;
  /** Whether the figures are on the last line of a description. */
  hasFiguresLast?: boolean;
  footer?: string;
};
