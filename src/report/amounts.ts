import type { WarehouseValue } from '../warehouse/duckdb-values.ts';

const scale = 10_000n;

/** An exact decimal text of at most four places in whole ten-thousandths, for sums and comparisons; an empty field is zero. */
function unitsOf(amount: WarehouseValue | undefined): bigint {
  const text = String(amount ?? '0');
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole) * scale + BigInt(fraction.padEnd(4, '0').slice(0, 4));
  return text.startsWith('-') ? -size : size;
}

/** The exact sum of decimal texts of at most four places. */
export function added(...amounts: readonly (WarehouseValue | undefined)[]): string {
  const total = amounts.reduce<bigint>((sum, amount) => sum + unitsOf(amount), 0n);
  const size = total < 0n ? -total : total;
  return `${total < 0n ? '-' : ''}${size / scale}.${String(size % scale).padStart(4, '0')}`;
}

export function negated(amount: string): string {
  return added(amount.startsWith('-') ? amount.slice(1) : `-${amount}`);
}

export const isZero = (amount: WarehouseValue | undefined) => unitsOf(amount) === 0n;
