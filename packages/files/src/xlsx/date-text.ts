/** The precision of Excel, in significant digits; further digits in a file come from storing binary fractions. */
const significantDigits = 15;
const numberParts = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/** Moves the decimal point of plain digits: exponents become digits, nothing is rounded. */
function withoutExponent(sign: string, whole: string, fraction: string, exponent: number): string {
  const digits = whole + fraction;
  const point = whole.length + exponent;
  const left = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const right = point >= digits.length ? '' : digits.slice(Math.max(point, 0)).padStart(digits.length - point, '0');
  const plain = left.replace(/^0+(?=\d)/, '');
  const decimals = exponent < 0 || right !== fraction ? right.replace(/0+$/, '') : right;
  return `${sign === '-' ? '-' : ''}${plain}${decimals === '' ? '' : `.${decimals}`}`;
}

function plainForm(text: string): string | undefined {
  const parts = numberParts.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent] = parts;
  return exponent === undefined ? text : withoutExponent(sign, whole, fraction, Number(exponent));
}

const countSignificant = (plain: string) =>
  plain.replace('-', '').replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length;

/** Nearly every number of a real sheet has only digits, a point and a minus, and is too short to be inexact. */
const shortAndPlain = /^[\d.-]{0,15}$/;

/**
 * The number of a cell as a plain decimal. Up to 15 significant digits it is the exact text of the file. A longer number is the text of
 * a binary fraction (51.899999999999999 for 51.9, 51.379999999999995 for 51.90 − 0.52). It becomes the shortest decimal for the same
 * binary number or, where a sum or difference left a remainder past the 15th digit, the number without that remainder. A text that is
 * not a number is returned unchanged.
 */
export function numberText(written: string): string {
  if (shortAndPlain.test(written)) return written;
  const text = written.trim();
  const plain = plainForm(text);
  if (plain === undefined || countSignificant(plain) <= significantDigits) return plain ?? text;
  const binary = Number(text);
  if (!Number.isFinite(binary)) return text;
  const shortest = plainForm(String(binary)) ?? text;
  if (countSignificant(shortest) <= significantDigits) return shortest;
  const rounded = plainForm(binary.toPrecision(significantDigits)) ?? text;
  // two digits fewer are no coincidence; a number that needs all of its digits keeps them
  const withoutZeros = rounded.includes('.') ? rounded.replace(/\.?0+$/, '') : rounded;
  const isRemainder = shortest.includes('.') && countSignificant(withoutZeros) <= significantDigits - 2;
  return isRemainder ? withoutZeros : shortest;
}

/** Whether a number has more digits than a spreadsheet keeps, so that the last ones were lost before the file was written. */
export function isBeyondPrecision(plain: string): boolean {
  return /^-?\d+$/.test(plain) && plain.replace('-', '').length > significantDigits;
}

/** How the number format of a cell shows a number: unchanged, as a day, as a time of day, as a duration, or with leading zeros. */
export type CellStyle = 'number' | 'day' | 'time' | 'duration' | { digits: number };

const dayMs = 86_400_000;
/** The serial number of 31 December 9999, the last day in a spreadsheet. */
const lastSerial = { 1900: 2_958_465, 1904: 2_957_003 };
const firstDay = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) };

export type DateSystem = 1900 | 1904;

const twoDigits = Array.from({ length: 100 }, (_, part) => String(part).padStart(2, '0'));
const two = (part: number) => twoDigits[part] ?? String(part);

function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const fraction = ms % 1000;
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return fraction === 0 ? clock : `${clock}.${String(fraction).padStart(3, '0')}`;
}

const knownDays = new Map<number, string>();

/** The day of a serial number. 1900 was not a leap year, but the numbering includes its 29 February, which is not a date. */
function dayText(serial: number, system: DateSystem): string {
  if (system === 1900 && serial === 0) return '1900-01-00';
  if (system === 1900 && serial === 60) return '1900-02-29';
  const days = system === 1900 && serial < 60 ? serial + 1 : serial;
  const at = firstDay[system] + days * dayMs;
  let text = knownDays.get(at);
  if (text === undefined) {
    if (knownDays.size > 10_000) knownDays.clear();
    text = new Date(at).toISOString().slice(0, 10);
    knownDays.set(at, text);
  }
  return text;
}

/**
 * The time since the start of the numbering in milliseconds. A time is rounded to a whole second where the difference is below the
 * precision of the number: 0.3749999999 is 09:00:00. Milliseconds within the precision are kept, because rounding 23:59:59.600 would
 * change the day.
 */
function millisecondsOf(written: string, serial: number): number {
  const ms = Math.round(serial * dayMs);
  const second = Math.round(ms / 1000) * 1000;
  if (ms === second) return ms;
  const point = written.indexOf('.');
  const decimals = point < 0 || /[eE]/.test(written) ? 0 : written.length - point - 1;
  const precision = decimals === 0 ? 1 : Math.max(1, dayMs / 10 ** decimals);
  return Math.abs(ms - second) <= precision * 1.001 ? second : ms;
}

/** A number in the format of a date, time or duration, as wall-clock text without a zone. */
export function dateText(written: string, style: 'day' | 'time' | 'duration', system: DateSystem): string {
  const serial = Number(written);
  if (!Number.isFinite(serial) || serial < 0 || serial >= lastSerial[system] + 1) return numberText(written);
  const ms = millisecondsOf(written, serial);
  const day = Math.floor(ms / dayMs);
  const time = ms - day * dayMs;
  if (style === 'duration') return clockText(ms);
  if (style === 'time' && day === 0) return clockText(time);
  return time === 0 ? dayText(day, system) : `${dayText(day, system)} ${clockText(time)}`;
}

/** A date cell as ISO 8601 text, in the same form as other dates; a zone is kept. */
export function isoDateText(written: string): string {
  const parts = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(?::(\d{2})(?:\.(\d+))?)?)?$/.exec(written);
  if (parts === null) return written;
  const [, day = '', minutes, seconds = '00', fraction = ''] = parts;
  const decimals = fraction.slice(0, 6).replace(/0+$/, '');
  const time = `${minutes ?? '00:00'}:${seconds}${decimals === '' ? '' : `.${decimals}`}`;
  return time === '00:00:00' ? day : `${day} ${time}`;
}
