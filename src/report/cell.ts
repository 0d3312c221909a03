import { Temporal } from 'temporal-polyfill';
import { exponentOf } from '../domain/currencies.ts';
import type { WarehouseValue } from '../warehouse/duckdb-values.ts';

/** How many decimals an amount is shown with: those of its currency (ISO 4217), or its own where no currency is known. */
export function decimalsOf(currency: WarehouseValue | undefined, amount: string): number {
  if (typeof currency === 'string') return exponentOf(currency);
  return (amount.split('.')[1] ?? '').replace(/0+$/, '').length;
}

/**
 * Exact decimal text with the decimals that a currency shows; more where the figure has more, for none is rounded away.
 */
export function moneyText(amount: string, decimals: number): string {
  const [whole = '0', fraction = ''] = amount.split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(decimals, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** The same with thousands separated, for reading. */
export function groupedText(amount: string, decimals: number): string {
  const [whole = '0', fraction] = moneyText(amount, decimals).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** A stretch of time in which a zone keeps one offset, in milliseconds; `until` is the first instant after it. */
type OffsetStretch = { zone: string; from: number; until: number; offset: number };
let lastStretch: OffsetStretch | undefined;

function stretchAt(milliseconds: number, zone: string): OffsetStretch {
  if (lastStretch?.zone === zone && milliseconds >= lastStretch.from && milliseconds < lastStretch.until)
    return lastStretch;
  const local = Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(zone);
  lastStretch = {
    zone,
    from: local.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity,
    until: local.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
    offset: local.offsetNanoseconds / 1e6,
  };
  return lastStretch;
}

/** An instant as wall-clock time in the company's zone. */
export function localTime(instant: string, zone: string): string {
  const milliseconds = Date.parse(instant);
  const wall = new Date(milliseconds + stretchAt(milliseconds, zone).offset).toISOString();
  return `${wall.slice(0, 10)} ${wall.slice(11, 19)}`;
}

/** A spreadsheet must not take text from outside for a formula. */
export function neutralised(text: string): string {
  return /^\s*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}

// control characters that no XML and no terminal should be given; surrogates without their other half
const unprintable = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu;
// marks that turn the direction of reading, and could make a text look like another
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

// most texts are plain, and are known for it at a glance
const plain = /^[\x20-\x7E]*$/;
const longest = 32_000;

/** Text from outside without what could break or disguise a report; cut where a spreadsheet's cell ends. */
export function cleanText(text: string): string {
  if (text.length <= longest && plain.test(text)) return text;
  const cleaned = text.replaceAll(unprintable, '\uFFFD').replaceAll(turning, '');
  // never through the middle of a character
  return cleaned.length > longest ? `${cleaned.slice(0, longest).replace(/\p{Cs}$/u, '')} …` : cleaned;
}

/** Takes e-mail addresses out of a text. */
function withoutMail(text: string): string {
  // bounded: a long text without an @ must not be gone through once for each of its characters
  if (!text.includes('@')) return text;
  return text.replaceAll(/([A-Za-z0-9])[A-Za-z0-9._%+-]{0,64}@[A-Za-z0-9.-]{1,255}/g, '$1•••@•••');
}

const personalKeys = /name|client|customer|email|phone|account_number|recipient|payer/i;

/** Of a record of JSON, names and the like by their keys. */
function withoutNames(text: string): string {
  return text.replaceAll(
    /"([^"\\]{1,60})"(\s*:\s*)"((?:\\.|[^"\\])+)"/g,
    (whole, key: string, colon: string, value: string) =>
      personalKeys.test(key) && !value.includes('•••') ? `"${key}"${colon}"${[...value][0] ?? ''}•••"` : whole,
  );
}

/** Takes e-mail addresses, names by their keys and long runs of digits (accounts, cards, phones) out of a text that came from outside. */
export function maskedText(text: string): string {
  return withoutNames(withoutMail(text)).replaceAll(/\b\d{6,}(\d{3})\b/g, '•••$1');
}

/**
 * A text as a report shows it: without what could break or disguise it, and, unless the configuration shows personal data,
 * without that: e-mail addresses everywhere; of what came from outside as it was (`raw`) names and long numbers too.
 */
export function shownText(text: string, format: string, isPersonalShown: boolean): string {
  const cleaned = cleanText(text);
  if (isPersonalShown) return cleaned;
  return format === 'raw' ? maskedText(cleaned) : withoutMail(cleaned);
}
