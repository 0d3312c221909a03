/** Byte order marks, and marks for the direction of writing except the one that turns digits around. */
const invisible = /[\u200E\u200F\u202A-\u202D\u2066-\u2069\uFEFF]/g;

/** An amount with a plain minus or without a sign, and without what is invisible. */
export const tidyAmount = (text: string): string =>
  text
    .replaceAll(invisible, '')
    .trim()
    .replace(/^[−–]/, '-')
    .replace(/^\+(?=[\d.,])/, '');

/**
 * An amount of a bank format as plain digits with a point: 1.234,50, 1,234.50 and 1'234.50 are 1234.5. A comma or a point alone is the
 * decimal mark, as these formats require. Trailing zeros are dropped, so that 10.50000 fits a currency of two decimals. Undefined for a
 * text that is not an amount.
 */
export function plainAmount(text: string): string | undefined {
  const [, sign = '', written = ''] = /^(-?)(.*)$/.exec(tidyAmount(text)) ?? [];
  const digits = /^[1-9]\d{0,2}(['’]\d{3})+([.,]\d*)?$/.test(written) ? written.replaceAll(/['’]/g, '') : written;
  const isGrouped =
    /^\d{1,3}(,\d{3})+\.\d*$/.test(digits) ||
    /^\d{1,3}(\.\d{3})+,\d*$/.test(digits) ||
    /^[1-9]\d?(,\d{2})+,\d{3}\.\d*$/.test(digits);
  if (!isGrouped && !/^(\d+([.,]\d*)?|[.,]\d+)$/.test(digits)) return undefined;
  const mark = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const whole = (mark === -1 ? digits : digits.slice(0, mark)).replaceAll(/[.,]/g, '').replace(/^0+(?=\d)/, '');
  const decimals = (mark === -1 ? '' : digits.slice(mark + 1)).replace(/0+$/, '');
  const plain = `${whole === '' ? '0' : whole}${decimals === '' ? '' : `.${decimals}`}`;
  return sign === '-' && plain !== '0' ? `-${plain}` : plain;
}

/** The amount with the other sign. */
export function negated(amount: string): string {
  if (amount === '0') return amount;
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}
