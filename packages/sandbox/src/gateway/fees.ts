import { exponentOf } from '../iso-codes.ts';
import { majorText } from './book.ts';

type Fee = { flat: bigint; basisPoints: bigint; minimum: bigint };

/**
 * The merchant's price list: a flat fee, a percentage, both, or a percentage with a minimum. Flat fees and minimums are in
 * hundredths of a unit. In a currency without decimals the same number means whole units.
 */
const prices: Record<string, Fee> = {
  fpx: { flat: 100n, basisPoints: 0n, minimum: 0n },
  fpx_b2b1: { flat: 200n, basisPoints: 0n, minimum: 0n },
  visa: { flat: 50n, basisPoints: 220n, minimum: 0n },
  mastercard: { flat: 50n, basisPoints: 220n, minimum: 0n },
  duitnow_qr: { flat: 0n, basisPoints: 100n, minimum: 20n },
  razer_grabpay: { flat: 0n, basisPoints: 160n, minimum: 0n },
  shopee_pay: { flat: 0n, basisPoints: 150n, minimum: 10n },
};

export const paymentMethods = Object.keys(prices);

type PriceRule = { method: string; currency?: string; flat: string; percent: string; minimum: string };

/**
 * The price list for a configuration file: major units and per cent, as text. Each method has a rule for all currencies
 * and a further rule for each currency without hundredths, because prices differ there.
 */
export function priceList(currencies: readonly string[] = []): PriceRule[] {
  const hundredths = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
  const inCurrency = (amount: bigint, currency: string) => majorText(inMinorUnits(amount, currency), currency);
  return Object.entries(prices).flatMap(([method, { flat, basisPoints, minimum }]) => {
    const percent = hundredths(basisPoints);
    const own = currencies
      .filter((currency) => exponentOf(currency) < 2)
      .map((currency) => ({
        method,
        currency,
        percent,
        flat: inCurrency(flat, currency),
        minimum: inCurrency(minimum, currency),
      }));
    return [{ method, flat: hundredths(flat), percent, minimum: hundredths(minimum) }, ...own];
  });
}

function inMinorUnits(hundredths: bigint, currency: string): bigint {
  const exponent = exponentOf(currency);
  if (exponent === 2) return hundredths;
  return exponent > 2 ? hundredths * 10n ** BigInt(exponent - 2) : hundredths;
}

/** The fee of a payment method for an amount, in minor units; halves are rounded up. */
export function feeFor(method: string, amount: bigint, currency: string): bigint {
  const price = prices[method];
  if (price === undefined) return 0n;
  const share = (amount * price.basisPoints + 5000n) / 10000n;
  const fee = inMinorUnits(price.flat, currency) + share;
  const minimum = inMinorUnits(price.minimum, currency);
  return fee < minimum ? minimum : fee;
}
