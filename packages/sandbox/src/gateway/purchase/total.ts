import type { CreateBody, Product } from './body.ts';

/** Scales a decimal text to a whole number. */
function scaled(decimal: string, places: number): bigint {
  const [whole = '0', part = ''] = decimal.split('.');
  return BigInt(whole + part.padEnd(places, '0').slice(0, places));
}

/** Divides whole numbers; halves are rounded away from zero. */
function rounded(value: bigint, by: bigint): bigint {
  const half = by / 2n;
  return value >= 0n ? (value + half) / by : -((-value + half) / by);
}

const PLACES = 6;
const UNIT = 10n ** BigInt(PLACES);

function lineOf(product: Product) {
  const subtotal = rounded(BigInt(product.price) * scaled(product.quantity, PLACES), UNIT);
  const discount = BigInt(product.discount);
  const tax = rounded((subtotal - discount) * scaled(product.tax_percent, PLACES), 100n * UNIT);
  return { subtotal, discount, tax, override: product.total_price_override };
}

/**
 * The total of a purchase in minor units: price times quantity, less discount, plus tax, rounded for each product, plus
 * the debt. Each override replaces its own figure, and total_override replaces the whole total.
 */
export function totalOf(core: CreateBody['purchase']): bigint {
  if (core.total_override !== null) return BigInt(core.total_override);
  let [subtotal, discount, tax] = [0n, 0n, 0n];
  for (const line of core.products.map(lineOf)) {
    if (line.override !== null) {
      subtotal += BigInt(line.override);
      continue;
    }
    subtotal += line.subtotal;
    discount += line.discount;
    tax += line.tax;
  }
  const one = (override: number | null, sum: bigint) => (override === null ? sum : BigInt(override));
  return (
    one(core.subtotal_override, subtotal) -
    one(core.total_discount_override, discount) +
    one(core.total_tax_override, tax) +
    BigInt(core.debt)
  );
}
