import { type Conversion, convert, type Original, rateFrom } from '../conversion.ts';
import type { CreateBody } from './body.ts';
import { totalOf } from './total.ts';

type Core = CreateBody['purchase'] & { currency: string };

/**
 * payment-gateway.md › Purchase, currency_conversion happens at creation. Each amount is converted and rounded
 * separately, so that the total remains the sum of products and overrides.
 */
export function convertedCore(core: Core, conversion: Conversion | null): { core: Core; original: Original | null } {
  const { currency } = core;
  const rate = rateFrom(currency, conversion);
  if (conversion === null || rate === undefined) return { core, original: null };
  const to = conversion.to;
  const one = (amount: number) => Number(convert(BigInt(amount), currency, to, rate));
  const maybe = (amount: number | null) => (amount === null ? null : one(amount));
  const products = core.products.map((product) => ({
    ...product,
    price: one(product.price),
    discount: one(product.discount),
    total_price_override: maybe(product.total_price_override),
  }));
  const converted = {
    ...core,
    currency: to,
    products,
    debt: one(core.debt),
    subtotal_override: maybe(core.subtotal_override),
    total_tax_override: maybe(core.total_tax_override),
    total_discount_override: maybe(core.total_discount_override),
    total_override: maybe(core.total_override),
  };
  return { core: converted, original: { currency, amount: totalOf(core), rate } };
}
