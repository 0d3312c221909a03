import * as published from 'dinero.js/currencies';
import { iso31661 } from 'iso-3166';
import { z } from 'zod';
import { SandboxError } from './sandbox-error.ts';

/*
 * Currencies for which the package differs from ISO 4217. MGA and MRU divide into fifths: the package has base 5, the
 * standard has two decimals. XAD is newer than the package's list.
 */
const isoExponents: Record<string, number> = { MGA: 2, MRU: 2, XAD: 2 };

const exponents = new Map<string, number>([
  ...Object.values(published).map(({ code, exponent }) => [code, exponent] as const),
  ...Object.entries(isoExponents),
]);
const countries = new Set<string>(iso31661.map(({ alpha2 }) => alpha2));

/** The number of decimals of a currency of ISO 4217. */
export function exponentOf(currency: string): number {
  const exponent = exponents.get(currency);
  if (exponent === undefined) throw new RangeError(`${currency} is not a currency of ISO 4217`);
  return exponent;
}

const isCurrency = (code: string) => exponents.has(code);
const isCountry = (code: string) => countries.has(code);

export const currencyCode = z.string().refine(isCurrency, 'Not an ISO 4217 currency in uppercase.');

const notACountry = 'Not an ISO 3166-1 alpha-2 code.';
export const countryCode = z.string().refine(isCountry, notACountry);
export const optionalCountryCode = z.string().refine((code) => code === '' || isCountry(code), notACountry);

/** Throws CURRENCY_UNKNOWN if a code is not in ISO 4217. */
export function requireCurrencies(codes: readonly string[]): void {
  const unknown = codes.find((code) => !isCurrency(code));
  if (unknown === undefined) return;
  throw new SandboxError({
    code: 'CURRENCY_UNKNOWN',
    message: `${unknown} is not a currency of ISO 4217.`,
    remedy: 'Use ISO 4217 codes in capitals, such as MYR or SGD.',
  });
}
