/**
 * Money of the payout service: a bigint of minor units, and a JSON number in major units in the API.
 * The payout account is in MYR, so every rule here is for two decimals (ISO 4217).
 */
const MINOR_UNITS = 100n;

/** Exact decimal text with two places: `-101n` is `-1.01`. */
export function toDecimal(minor: bigint): string {
  const size = minor < 0n ? -minor : minor;
  return `${minor < 0n ? '-' : ''}${size / MINOR_UNITS}.${String(size % MINOR_UNITS).padStart(2, '0')}`;
}

/**
 * The JSON number whose text is the exact decimal: JSON writes a number as its shortest decimal, which is exact up to
 * fifteen digits. Throws beyond that.
 */
export function toJsonNumber(minor: bigint): number {
  const number = Number(toDecimal(minor));
  if (fromJsonNumber(number) !== minor) throw new RangeError(`${toDecimal(minor)} has no exact JSON number`);
  return number;
}

/** Minor units of a JSON number, from its decimal text; undefined if the text is not a decimal or has more than two places. */
export function fromJsonNumber(value: number): bigint | undefined {
  return fromDecimal(String(value));
}

/** Minor units of decimal text with at most two places; undefined for anything else. */
export function fromDecimal(text: string): bigint | undefined {
  const parts = /^(-?)(\d{1,15})(?:\.(\d{1,2}))?$/.exec(text);
  if (parts === null) return undefined;
  const size = BigInt(parts[2] ?? '0') * MINOR_UNITS + BigInt((parts[3] ?? '').padEnd(2, '0'));
  return parts[1] === '-' ? -size : size;
}

/** A share of an amount in basis points, rounded half away from zero (percentage fees). */
export function shareOf(minor: bigint, basisPoints: bigint): bigint {
  const product = minor * basisPoints;
  const half = product < 0n ? -5000n : 5000n;
  return (product + half) / 10000n;
}
