import { Temporal } from 'temporal-polyfill';
import type { ControlTotals, Slice } from '../connector.ts';
import { recordOf } from '../http/answer.ts';
import type { GatewayAccess } from './client.ts';
import { accessAbout, gatewayFacts, requestOf } from './extract-context.ts';
import { turnoverRecord } from './schemas.ts';
import { fetchTurnover, turnoverQuery } from './totals.ts';

/** payment-gateway.md › Endpoints: the values of the turnover filters. */
const filterWords = {
  payment_method: [
    ...['crypto_coin', 'dnqr', 'duitnow_qr', 'fpx', 'fpx_b2b1', 'maestro', 'mastercard', 'mpgs_apple_pay'],
    ...['mpgs_google_pay', 'razer', 'razer_atome', 'razer_grabpay', 'razer_maybankqr', 'razer_shopeepay', 'razer_tng'],
    ...['shopee_pay', 'unknown', 'visa'],
  ],
  product: ['bank_payment', 'custom_payment', 'invoice', 'purchase', 'refund', 'subscription'],
  flow: [
    ...['api', 'direct_post', 'fluentforms', 'formidableforms', 'givewp', 'gravityforms', 'hostbill', 'import'],
    ...['link', 'magento', 'opencart', 'payform', 'paymattic', 'prestashop', 'server_to_server', 'shopify'],
    ...['web_office', 'whmcs', 'woocommerce', 'wpcharitable'],
  ],
} as const satisfies Record<string, readonly string[]>;

/** The gateway's filter for each column of the facts. */
const filterNames = { method: 'payment_method', product: 'product', flow: 'flow' } as const;

/** The filters that narrow turnover, by fact column, with the values that the specification lists. */
export const turnoverFilters: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(filterNames).map(([column, name]) => [column, filterWords[name]]),
);

function filtersOf({ filters }: Slice): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(filterNames).flatMap(([column, name]) => {
      const values = filters[column];
      return values === undefined ? [] : [[name, values]];
    }),
  );
}

/** The query of the question: the same for the same slice. */
export function turnoverQuestion(currency: string, slice: Slice): string {
  return turnoverQuery(currency, slice.from, slice.to, filtersOf(slice)).toString();
}

/** Requests the turnover of a part of a day; returns the answer with the facts of its receipt. */
export async function askTurnover(access: GatewayAccess, company: string, currency: string, slice: Slice) {
  const window = {
    from: Temporal.Instant.fromEpochMilliseconds(slice.from * 1000),
    to: Temporal.Instant.fromEpochMilliseconds(slice.to * 1000),
  };
  const asked = accessAbout(access, window, { currency });
  const answer = await fetchTurnover(asked, currency, slice.from, slice.to, filtersOf(slice));
  return {
    facts: gatewayFacts(company, 'turnover_slice', window, currency, requestOf(answer, 'GET')),
    body: answer.body,
  };
}

/** The totals of an answer, in minor units. */
export function turnoverTotals(body: Buffer): ControlTotals {
  const { incoming, outgoing } = recordOf(turnoverRecord, JSON.parse(body.toString('utf8')), 'turnover');
  const totals = ({ turnover, fee_sell, count }: typeof incoming) => ({
    amount: BigInt(turnover),
    fee: BigInt(fee_sell),
    count: BigInt(count.all),
  });
  return { incoming: totals(incoming), outgoing: totals(outgoing) };
}
