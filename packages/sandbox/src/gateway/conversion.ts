import { exponentOf } from '../iso-codes.ts';
import type { Draw } from '../payout/draw.ts';

/** Automatic conversion: purchases in these currencies are charged in `to`. A rate is the price of one unit in `to`, as decimal text. */
export type Conversion = { to: string; rates: Readonly<Record<string, string>> };

/** The amount before conversion, in minor units of its currency. */
export type Original = { currency: string; amount: bigint; rate: string };

/** The conversion rate of a currency; undefined if the currency is not converted. */
export function rateFrom(currency: string, conversion: Conversion | null): string | undefined {
  return conversion === null || currency === conversion.to ? undefined : conversion.rates[currency];
}

/** Converts minor units; halves are rounded away from zero. */
export function convert(amount: bigint, from: string, to: string, rate: string): bigint {
  const [whole = '0', part = ''] = rate.split('.');
  const shift = exponentOf(to) - exponentOf(from) - part.length;
  const scaled = amount * BigInt(whole + part);
  if (shift >= 0) return scaled * 10n ** BigInt(shift);
  const by = 10n ** BigInt(-shift);
  const half = scaled < 0n ? -by / 2n : by / 2n;
  return (scaled + half) / by;
}

/** The share of purchases in the target currency that were converted from another currency. */
const CONVERTED_CHANCE = 0.08;

/** For some purchases, draws the customer's currency and converts the amount. */
export function drawOriginal(
  draw: Draw,
  currency: string,
  { to, rates }: Conversion,
  amountIn: (currency: string) => bigint,
): { original: Original; amount: bigint } | undefined {
  if (currency !== to || !draw.chance(CONVERTED_CHANCE)) return undefined;
  const from = draw.pick(Object.keys(rates));
  const rate = rates[from] ?? '1';
  const amount = amountIn(from);
  return { original: { currency: from, amount, rate }, amount: convert(amount, from, to, rate) };
}
