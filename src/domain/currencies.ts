import * as published from 'dinero.js/currencies';

/** A currency of ISO 4217: the number of its decimals, and its symbols in files before or after an amount. */
type Currency = { code: string; exponent: number; symbols: readonly string[] };

/*
 * Where ISO 4217 differs from the package: MGA and MRU divide into fifths, which the package gives as base 5 and the
 * standard as two decimals; XAD is newer than the package's list.
 */
const isoExponents: Record<string, number> = { MGA: 2, MRU: 2, XAD: 2 };

/** Codes that ISO 4217 lists without a minor unit: amounts in them cannot be scaled. */
const withoutMinorUnit: Record<string, string> = {
  XAG: 'silver',
  XAU: 'gold',
  XBA: 'a bond market unit',
  XBB: 'a bond market unit',
  XBC: 'a bond market unit',
  XBD: 'a bond market unit',
  XDR: 'the special drawing right',
  XPD: 'palladium',
  XPT: 'platinum',
  XSU: 'the sucre',
  XTS: 'reserved for tests',
  XUA: 'the ADB unit of account',
  XXX: 'no currency',
};

/** Symbols that files write instead of the code. One symbol may denote several currencies: the currency is always given beside the amount. */
const symbols: Record<string, readonly string[]> = {
  AUD: ['A$'],
  BND: ['B$'],
  BRL: ['R$'],
  CAD: ['C$'],
  CNY: ['RMB'],
  CZK: ['Kč'],
  EUR: ['€'],
  GBP: ['£'],
  HKD: ['HK$'],
  HUF: ['Ft'],
  IDR: ['Rp'],
  INR: ['₹'],
  JPY: ['¥'],
  KRW: ['₩'],
  MXN: ['MX$'],
  MYR: ['RM'],
  NZD: ['NZ$'],
  PHP: ['₱'],
  PLN: ['zł'],
  SGD: ['S$'],
  THB: ['฿'],
  TWD: ['NT$'],
  USD: ['US$', '$'],
  VND: ['₫'],
};

function listed(): Currency[] {
  const exponents = new Map<string, number>(Object.values(published).map(({ code, exponent }) => [code, exponent]));
  for (const [code, exponent] of Object.entries(isoExponents)) exponents.set(code, exponent);
  return [...exponents]
    .map(([code, exponent]) => ({ code, exponent, symbols: [code, ...(symbols[code] ?? [])] }))
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Every currency of ISO 4217 with a minor unit, by code; the only source of a currency's decimals. */
export const currencies: readonly Currency[] = listed();

const byCode = new Map(currencies.map((currency) => [currency.code, currency]));

/**
 * A currency's decimals. A currency that is not in the table has no default, because an amount scaled by a guess would be wrong by a
 * factor.
 */
export function exponentOf(code: string): number {
  const known = byCode.get(code);
  if (known === undefined) throw new RangeError(`${code} is not a currency of ISO 4217 with a minor unit`);
  return known.exponent;
}

/** XXX is the code of ISO 4217 for amounts without a currency: two files that name no currency can still be compared. Two decimals are read. */
export const noCurrency = { code: 'XXX', exponent: 2 } as const;

/** Why a code cannot be a company's currency; undefined for a valid code. */
export function currencyProblem(code: string): string | undefined {
  if (byCode.has(code)) return undefined;
  const meaning = withoutMinorUnit[code];
  return meaning === undefined
    ? 'must be an ISO 4217 currency code in capitals, such as MYR'
    : `must be a currency with a minor unit; ISO 4217 defines no minor unit for ${code} (${meaning}), so its amounts cannot be scaled`;
}
