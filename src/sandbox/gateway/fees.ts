import { exponentOf } from './book.ts';

type Fee = { flat: bigint; basisPoints: bigint; minimum: bigint };

/** The merchant's price list: flat, a percentage, both, or a percentage with a minimum. Flat parts in hundredths of a unit. */
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

/** The price list as a configuration would write it: major units and per cent, as text. */
export function priceList(): { method: string; flat: string; percent: string; minimum: string }[] {
  const hundredths = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
  return Object.entries(prices).map(([method, { flat, basisPoints, minimum }]) => ({
    method,
    flat: hundredths(flat),
    percent: hundredths(basisPoints),
    minimum: hundredths(minimum),
  }));
}

function inMinorUnits(hundredths: bigint, currency: string): bigint {
  const exponent = exponentOf(currency);
  if (exponent === 2) return hundredths;
  return exponent > 2 ? hundredths * 10n ** BigInt(exponent - 2) : hundredths;
}

/** What a payment by a method costs, in minor units, rounded half up. */
export function feeFor(method: string, amount: bigint, currency: string): bigint {
  const price = prices[method];
  if (price === undefined) return 0n;
  const share = (amount * price.basisPoints + 5000n) / 10000n;
  const fee = inMinorUnits(price.flat, currency) + share;
  const minimum = inMinorUnits(price.minimum, currency);
  return fee < minimum ? minimum : fee;
}
