import type { WarehouseRow, WarehouseValue } from '../../warehouse/duckdb-values.ts';
import { decimalsOf, groupedText } from '../shown-value.ts';
import { unexplainedSides } from '../unexplained.ts';
import type { Words } from '../words/words.ts';
import { escaped } from './html.ts';

/** Money with its currency's decimals, or a count; negative figures are marked. */
export function moneyHtml(
  amount: WarehouseValue | undefined,
  currency: WarehouseValue | undefined,
  isCount = false,
): string {
  if (amount === null || amount === undefined) return '';
  const exact = String(amount);
  const text = groupedText(exact, isCount ? 0 : decimalsOf(currency, exact)).replace('-', '\u2212');
  return text.startsWith('\u2212') ? `<span class="neg">${text}</span>` : text;
}

/** The amount or count without its sign. */
export function sizeText(amount: WarehouseValue | undefined, currency: WarehouseValue | undefined): string {
  const size = String(amount ?? '0').replace('-', '');
  return groupedText(size, decimalsOf(currency, size));
}

/** A debit and a credit, which never cancel: each that is not zero, the credit marked as negative; 0 where both are. */
export function bothSidesHtml(
  debit: WarehouseValue | undefined,
  credit: WarehouseValue | undefined,
  currency: WarehouseValue | undefined,
): string {
  return unexplainedSides(String(debit ?? '0'), String(credit ?? '0'))
    .map((amount) => moneyHtml(amount, currency))
    .join(' / ');
}

/** A whole number of a row; an empty field is zero. */
export function countOf(row: WarehouseRow, field: string): number {
  return Number(row[field] ?? 0);
}

export function countText(count: number): string {
  return groupedText(String(count), 0);
}

/** `20 Nov 2026` in the language of the texts. */
export function shortDay(day: string, words: Words): string {
  const [year = '', month = '1', date = '1'] = day.split('-');
  return `${Number(date)} ${words.shortMonths[Number(month) - 1] ?? month} ${year}`;
}

/** `1–20 Nov 2026`, or one day; what the two days share is written once. */
export function daySpan(first: string, last: string, words: Words): string {
  if (first === last) return shortDay(first, words);
  const [year, month] = [first.slice(0, 4), first.slice(0, 7)];
  if (month === last.slice(0, 7)) return `${Number(first.slice(8))}–${shortDay(last, words)}`;
  const from = shortDay(first, words);
  return `${year === last.slice(0, 4) ? from.slice(0, -5) : from} – ${shortDay(last, words)}`;
}

/** `Friday, 20 November 2026` in the language of the texts. */
export function longDay(day: string, words: Words): string {
  const [year = '', month = '1', date = '1'] = day.split('-');
  return `${words.weekdays[weekday(day)] ?? ''}, ${Number(date)} ${words.months[Number(month) - 1] ?? month} ${year}`;
}

/** 0 for a Monday, 6 for a Sunday. */
export function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

/** The day so many days later, or earlier for a negative number. */
export function dayFrom(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The last day of a period, which ends before `to`. */
export function lastDay({ to }: { to: string }): string {
  return dayFrom(to, -1);
}

/** A period as people name it: a day, a month by its name, or its first and last day. */
export function periodText({ from, to }: { from: string; to: string }, words: Words): string {
  const last = lastDay({ to });
  if (from === last) return longDay(from, words);
  const [year = '', month = '1'] = from.split('-');
  if (from.endsWith('-01') && to.endsWith('-01') && dayFrom(from, 27).slice(0, 7) === last.slice(0, 7)) {
    return `${words.months[Number(month) - 1] ?? month} ${year}`;
  }
  return `${shortDay(from, words)} ${words.to} ${shortDay(last, words)}`;
}

/** A text cut to so many characters. */
export function briefly(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).replace(/\p{Cs}$/u, '')} …` : text;
}

/** A code of the data as words: `fpx_b2b1` as `fpx b2b1`. */
export function plainCode(code: WarehouseValue | undefined): string {
  return escaped(briefly(String(code ?? '').replaceAll('_', ' '), 60));
}
