import { Temporal } from 'temporal-polyfill';
import { exponentOf, noCurrency } from '../domain/currencies.ts';
import { isPersonal } from '../privacy/pseudonym.ts';
import type { WarehouseRow, WarehouseValue } from '../warehouse/duckdb-values.ts';

const scale = 10_000n;

/** An exact decimal text of at most four places in whole ten-thousandths, for sums and comparisons; an empty field is zero. */
function unitsOf(amount: WarehouseValue | undefined): bigint {
  const text = String(amount ?? '0');
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole) * scale + BigInt(fraction.padEnd(4, '0').slice(0, 4));
  return text.startsWith('-') ? -size : size;
}

/** The exact sum of decimal texts of at most four places. */
export function added(...amounts: readonly (WarehouseValue | undefined)[]): string {
  const total = amounts.reduce<bigint>((sum, amount) => sum + unitsOf(amount), 0n);
  const size = total < 0n ? -total : total;
  return `${total < 0n ? '-' : ''}${size / scale}.${String(size % scale).padStart(4, '0')}`;
}

export function negated(amount: string): string {
  return added(amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
}

export const isZero = (amount: WarehouseValue | undefined) => unitsOf(amount) === 0n;

/** The decimals of an amount: those of its currency (ISO 4217), or its own where no currency is known. */
export function decimalsOf(currency: WarehouseValue | undefined, amount: string): number {
  if (typeof currency === 'string') return currency === noCurrency.code ? noCurrency.exponent : exponentOf(currency);
  return (amount.split('.')[1] ?? '').replace(/0+$/, '').length;
}

/** A figure of a row as exact text, and its decimals: those of its currency, and none of a count. */
export function figureOf(row: WarehouseRow, field: string): { amount: string; decimals: number } {
  const amount = String(row[field]);
  return { amount, decimals: row.measure === 'count' ? 0 : decimalsOf(row.currency, amount) };
}

/** Exact decimal text with the decimals of a currency. Further decimals are kept: nothing is rounded. */
export function moneyText(amount: string, decimals: number): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(decimals, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** An amount with grouped thousands, for people. */
export function groupedText(amount: string, decimals: number): string {
  const [whole = '0', fraction] = moneyText(amount, decimals).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** A percentage with at least one decimal: `2.5` for 2.5000. Nothing is rounded. */
export const percentText = (percentage: string): string => moneyText(percentage, 1);

const minute = 60_000;
/** The offsets of a zone by minute, in milliseconds: a zone changes its clocks at a whole minute. */
let offsets: { zone: string; ofMinute: Map<number, number> } | undefined;

function offsetAt(milliseconds: number, zone: string): number {
  if (offsets?.zone !== zone) offsets = { zone, ofMinute: new Map() };
  const at = Math.floor(milliseconds / minute);
  const known = offsets.ofMinute.get(at);
  if (known !== undefined) return known;
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(zone);
  offsets.ofMinute.set(at, offsetNanoseconds / 1e6);
  return offsetNanoseconds / 1e6;
}

/** An instant as wall-clock time in the company's zone. */
export function localTime(instant: string, zone: string): string {
  const milliseconds = Date.parse(instant);
  const wall = new Date(milliseconds + offsetAt(milliseconds, zone)).toISOString();
  return `${wall.slice(0, 10)} ${wall.slice(11, 19)}`;
}

/** Instants within JSON from the database, as wall-clock times in the company's zone. */
export function withLocalTimes(json: string, zone: string): string {
  return json.replaceAll(
    /"(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)?\+00"/g,
    (_whole, day: string, time: string) => `"${localTime(`${day}T${time}Z`, zone)}"`,
  );
}

/** Text that a spreadsheet does not read as a formula. */
export function neutralised(text: string): string {
  return /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}

// control characters, which are unsafe in XML and terminals, and lone surrogates
const unprintable = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu;
// marks that change the reading direction and can disguise a text
const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

// most texts are plain, and this check is much cheaper than the replacements
const plainText = /^[\x20-\x7E]*$/;
/** A cell of a spreadsheet has at most 32,767 characters. */
const longestText = 32_000;

/** Text from outside without characters that break or disguise a report. */
export function printableText(text: string): string {
  return plainText.test(text) ? text : text.replaceAll(unprintable, '\uFFFD').replaceAll(directionMarks, '');
}

/** Printable text, cut to the length of a cell. */
export function cleanText(text: string): string {
  const cleaned = printableText(text);
  // not through a surrogate pair
  return cleaned.length > longestText ? `${cleaned.slice(0, longestText).replace(/\p{Cs}$/u, '')} …` : cleaned;
}

/** Masks e-mail addresses. */
function withoutMail(text: string): string {
  // the bounds and this check keep a long hostile text from taking quadratic time
  if (!text.includes('@')) return text;
  return text.replaceAll(/([A-Za-z0-9])[A-Za-z0-9._%+-]{0,64}@[A-Za-z0-9.-]{1,255}/g, '$1•••@•••');
}

/** Masks names and other personal values in JSON, by their keys. */
function withoutNames(text: string): string {
  return text.replaceAll(
    /"([^"\\]{1,60})"(\s*:\s*)"((?:\\.|[^"\\])+)"/g,
    (whole, key: string, colon: string, value: string) =>
      isPersonal(key) && !value.includes('•••') ? `"${key}"${colon}"${[...value][0] ?? ''}•••"` : whole,
  );
}

/** Masks e-mail addresses, names by their keys, and long numbers (accounts, cards, phones) in a text from outside. */
export function maskedText(text: string): string {
  return withoutNames(withoutMail(text)).replaceAll(/\b\d{6,}(\d{3})\b/g, '•••$1');
}

/**
 * A text as a report shows it: safe, and with personal data masked unless the configuration shows it. E-mail addresses are
 * masked everywhere, names and long numbers in unprocessed text from outside (`raw`).
 */
export function shownText(text: string, format: string, isPersonalShown: boolean): string {
  const cleaned = cleanText(text);
  if (isPersonalShown) return cleaned;
  return format === 'raw' ? maskedText(cleaned) : withoutMail(cleaned);
}

/** The zone of the company, and whether personal data is shown. */
export type TextOptions = { scope: { zone: string }; isPersonalShown: boolean };

/** A text that may come from outside, as a cell of a file: shown as everywhere, and no formula. Instants within JSON are in the zone. */
export function shownInCell(text: string, format: string, { scope, isPersonalShown }: TextOptions): string {
  const shown = shownText(text, format, isPersonalShown);
  return neutralised(format === 'facts' ? withLocalTimes(shown, scope.zone) : shown);
}
