import { z } from 'zod';
import { countryCode, currencyCode } from '../iso-codes.ts';
import type { Payment } from './book.ts';
import type { GatewayChoices } from './world.ts';

/** payment-gateway.md › Endpoints: the values of the filter payment_method. */
const filterMethods = [
  ...['crypto_coin', 'dnqr', 'duitnow_qr', 'fpx', 'fpx_b2b1', 'maestro', 'mastercard', 'mpgs_apple_pay'],
  ...['mpgs_google_pay', 'razer', 'razer_atome', 'razer_grabpay', 'razer_maybankqr', 'razer_shopeepay', 'razer_tng'],
  ...['shopee_pay', 'unknown', 'visa'],
] as const;
const filterProducts = ['bank_payment', 'custom_payment', 'invoice', 'purchase', 'refund', 'subscription'] as const;
const filterFlows = [
  ...['api', 'direct_post', 'fluentforms', 'formidableforms', 'givewp', 'gravityforms', 'hostbill', 'import', 'link'],
  ...[
    'magento',
    'opencart',
    'payform',
    'paymattic',
    'prestashop',
    'server_to_server',
    'shopify',
    'web_office',
    'whmcs',
  ],
  ...['woocommerce', 'wpcharitable'],
] as const;

const several = <Value extends z.ZodType>(value: Value) => z.array(value).optional();
/** A time bound: the query has it at most once, in Unix seconds. The parsed value is in milliseconds since the epoch. */
const bound = z
  .array(z.string().regex(/^\d{1,11}$/, 'Not a Unix timestamp.'))
  .max(1, 'One value is accepted.')
  .transform(([seconds]) => (seconds === undefined ? undefined : Number(seconds) * 1000))
  .optional();
const yesOrNo = several(z.enum(['true', 'false']));

const shared = {
  payment_method: several(z.enum(filterMethods)),
  product: several(z.enum(filterProducts)),
  country: several(countryCode),
};

/** The filters of a statement, with the names from the operator's reference. */
const statementFilters = z.object({
  ...shared,
  from: bound,
  to: bound,
  paid_from: bound,
  paid_to: bound,
  updated_from: bound,
  updated_to: bound,
  brand_id: several(z.uuid()),
  shop_id: several(z.uuid()),
  q: several(z.string()),
  products: several(z.string()),
  total: z
    .array(z.string().regex(/^\d{1,18}$/, 'Not a whole number of minor units.'))
    .length(2, 'Exactly two values are required.')
    .transform(([least = '0', most = '0']) => ({ least: BigInt(least), most: BigInt(most) }))
    .optional(),
  currency: several(currencyCode),
  three_d_secure: yesOrNo,
  status: several(z.string()),
});

const totalFilters = {
  ...shared,
  from: bound,
  brand: several(z.uuid()),
  terminal_uid: several(z.uuid()),
  flow: several(z.enum(filterFlows)),
  tokenized: yesOrNo,
};
const oneCurrency = 'Exactly one currency is required.';
const turnoverFilters = z.object({
  ...totalFilters,
  to: bound,
  currency: z.array(currencyCode, oneCurrency).length(1, oneCurrency),
});
const balanceFilters = z.object({ ...totalFilters, currency: several(currencyCode) });

type Test = (payment: Payment) => boolean;
/** Reads a query. Unknown names and empty values are ignored. */
function reader<Shape extends z.ZodType>(filters: Shape) {
  return (query: string): z.ZodSafeParseResult<z.output<Shape>> => {
    const given = new URLSearchParams(query);
    const valuesOf = (name: string) => given.getAll(name).filter((value) => value !== '');
    const names = [...new Set(given.keys())].filter((name) => valuesOf(name).length > 0);
    const values = Object.fromEntries(names.map((name) => [name, valuesOf(name)]));
    return filters.safeParse(values, { reportInput: true });
  };
}
export const readStatementFilters = reader(statementFilters);
export const readTurnoverFilters = reader(turnoverFilters);
export const readBalanceFilters = reader(balanceFilters);

/** The query of a URL, unchanged. */
export function queryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

type Bounds = GatewayChoices['timeBounds'];

/** One bound is inclusive, the other exclusive; `bounds` says which. Instants count in whole seconds, like the bounds. */
export function isBetween(lower = -Infinity, upper = Infinity, bounds: Bounds): (at: number) => boolean {
  if (bounds === 'lower_in') return (at) => at >= lower && at < upper;
  const second = (at: number) => Math.floor(at / 1000) * 1000;
  return (at) => second(at) > lower && second(at) <= upper;
}

/** With a bound, a payment that lacks this time does not match. */
function between(
  lower: number | undefined,
  upper: number | undefined,
  bounds: Bounds,
  at: (payment: Payment) => number | null,
): Test {
  if (lower === undefined && upper === undefined) return () => true;
  const isIn = isBetween(lower, upper, bounds);
  return (payment) => {
    const value = at(payment);
    return value !== null && isIn(value);
  };
}

/** Matches payments that have any of the values. */
function anyOf(wanted: readonly string[] | undefined, value: (payment: Payment) => string): Test {
  if (wanted === undefined) return () => true;
  const set = new Set(wanted);
  return (payment) => set.has(value(payment));
}

function containsAny(wanted: readonly string[] | undefined, text: (payment: Payment) => string): Test {
  if (wanted === undefined) return () => true;
  const parts = wanted.map((part) => part.toLowerCase());
  return (payment) => {
    const whole = text(payment).toLowerCase();
    return parts.some((part) => whole.includes(part));
  };
}

const known: ReadonlySet<string> = new Set(filterMethods);
const methodOf = ({ method }: Payment) => (known.has(method) ? method : 'unknown');
const cards: ReadonlySet<string> = new Set(['visa', 'mastercard', 'maestro']);
const all =
  (tests: readonly Test[]): Test =>
  (payment) =>
    tests.every((test) => test(payment));

function sharedTests(filters: z.output<z.ZodObject<typeof shared>>): Test[] {
  return [
    anyOf(filters.payment_method, methodOf),
    anyOf(filters.product, ({ product }) => product),
    anyOf(filters.country, ({ country }) => country),
  ];
}

/** Selects the payments of a statement. All payments have the same brand and no shop; all card payments used 3-D Secure. */
export function statementTest(filters: z.output<typeof statementFilters>, brandId: string, bounds: Bounds): Test {
  return all([
    ...sharedTests(filters),
    between(filters.from, filters.to, bounds, ({ createdAt }) => createdAt),
    between(filters.paid_from, filters.paid_to, bounds, ({ paidAt }) => paidAt),
    between(filters.updated_from, filters.updated_to, bounds, ({ updatedAt }) => updatedAt),
    anyOf(filters.brand_id, () => brandId),
    anyOf(filters.shop_id, () => ''),
    anyOf(filters.currency, (payment) => payment.currency),
    anyOf(filters.status, ({ status }) => status),
    anyOf(filters.three_d_secure, ({ method }) => String(cards.has(method))),
    containsAny(filters.q, ({ id, reference, clientName, clientEmail }) =>
      [id, reference, clientName, clientEmail].join(' '),
    ),
    containsAny(filters.products, ({ description }) => description),
    ({ amount }) => filters.total === undefined || (amount >= filters.total.least && amount <= filters.total.most),
  ]);
}

type TotalFilters = z.output<typeof turnoverFilters> | z.output<typeof balanceFilters>;

/** Selects the payments for turnover and balance; times are checked elsewhere. No payment was made at a terminal. */
export function totalTest(filters: TotalFilters, brandId: string): Test {
  return all([
    ...sharedTests(filters),
    anyOf(filters.brand, () => brandId),
    anyOf(filters.terminal_uid, () => ''),
    anyOf(filters.tokenized, ({ isTokenized = false }) => String(isTokenized)),
    anyOf(filters.flow, ({ flow }) => flow),
    anyOf(filters.currency, (payment) => payment.currency),
  ]);
}
