import { exponentOf } from '../iso-codes.ts';
import type { Draw } from '../payout/draw.ts';

/** Automatic conversion: what is asked for in one of these currencies is charged in `to`. Rates as decimal text: `to` for one unit. */
export type Conversion = { to: string; rates: Readonly<Record<string, string>> };

/** What was asked for, before it was converted; minor units of its currency. */
export type Original = { currency: string; amount: bigint; rate: string };

/** The rate from a currency, or undefined where nothing is converted. */
export function rateFrom(currency: string, conversion: Conversion | null): string | undefined {
  return conversion === null || currency === conversion.to ? undefined : conversion.rates[currency];
}

/** Minor units of one currency in minor units of another, rounded half away from zero. */
export function convert(amount: bigint, from: string, to: string, rate: string): bigint {
  const [whole = '0', part = ''] = rate.split('.');
  const shift = exponentOf(to) - exponentOf(from) - part.length;
  const scaled = amount * BigInt(whole + part);
  if (shift >= 0) return scaled * 10n ** BigInt(shift);
  const by = 10n ** BigInt(-shift);
  const half = scaled < 0n ? -by / 2n : by / 2n;
  return (scaled + half) / by;
}

/** This share of the purchases in the currency that is converted to was asked for in another. */
const CONVERTED_CHANCE = 0.08;

/** Now and then a customer's currency, and what is charged for an amount of it. */
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
