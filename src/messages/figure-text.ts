import { currencyProblem, exponentOf } from '../domain/currencies.ts';

/**
 * An amount (core.money_figure: `MYR 1234.5000`) for people: `MYR 1,234.50`. It has the decimals of its currency (ISO 4217), and
 * more where the figure has more: nothing is rounded.
 */
export function moneyText(figure: string): string {
  const [, currency = '', sign = '', whole = '', fraction = ''] = /^(\S+) (-?)(\d+)(?:\.(\d*?)0*)?$/.exec(figure) ?? [];
  if (whole === '') return figure;
  const decimals = fraction.padEnd(currencyProblem(currency) === undefined ? exponentOf(currency) : 0, '0');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${currency} ${sign}${grouped}${decimals === '' ? '' : `.${decimals}`}`;
}

/** A date (`2026-11-03`) for people: `3 Nov 2026`. */
export function dayText(figure: string, months: readonly string[]): string {
  const [, year = '', month = '', day = ''] = /^(\d{4,})-(\d\d)-(\d\d)$/.exec(figure) ?? [];
  return year === '' ? figure : `${Number(day)} ${months[Number(month) - 1] ?? month} ${year}`;
}

/** A local time (core.instant_figure: `2026-11-03 12:00`) for people: `3 Nov 2026 12:00`. */
export function instantText(figure: string, months: readonly string[]): string {
  const [day = '', time = ''] = figure.split(' ');
  return time === '' ? figure : `${dayText(day, months)} ${time}`;
}
