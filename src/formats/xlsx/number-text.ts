/** Excel calculates with 15 significant digits; what a file has beyond them comes from storing binary fractions. */
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

/** Digits, a point and a minus, too few to be anything but exact: nearly every number of a real sheet. */
function isShortAndPlain(text: string): boolean {
  if (text.length > significantDigits) return false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code < 48 || code > 57) && code !== 46 && code !== 45) return false;
  }
  return true;
}

/**
 * The number of a cell as a plain decimal. Up to 15 significant digits it is the text of the file, exactly. A longer one is
 * how a program writes a binary fraction (51.899999999999999 for 51.9, 51.379999999999995 for 51.90 − 0.52): then it is
 * the shortest decimal for the same binary number, or, where a sum or difference left a remainder past the 15th digit,
 * the number without that remainder. A text that is no number stays as it is.
 */
export function numberText(written: string): string {
  if (isShortAndPlain(written)) return written;
  const text = written.trim();
  const plain = plainForm(text);
  if (plain === undefined || countSignificant(plain) <= significantDigits) return plain ?? text;
  const binary = Number(text);
  if (!Number.isFinite(binary)) return text;
  const shortest = plainForm(String(binary)) ?? text;
  if (countSignificant(shortest) <= significantDigits) return shortest;
  const rounded = plainForm(binary.toPrecision(significantDigits)) ?? text;
  // two digits fewer are no coincidence; a number that needs all its digits keeps them
  const withoutZeros = rounded.includes('.') ? rounded.replace(/\.?0+$/, '') : rounded;
  const isRemainder = shortest.includes('.') && countSignificant(withoutZeros) <= significantDigits - 2;
  return isRemainder ? withoutZeros : shortest;
}

/** Whether a number has more digits than a spreadsheet keeps: the last ones are lost before the file is written. */
export function isBeyondPrecision(plain: string): boolean {
  return /^-?\d+$/.test(plain) && plain.replace('-', '').length > significantDigits;
}
