import { jsonNumber } from '../book.ts';
import type { Original } from '../conversion.ts';
import { canBeDisputed, PAYABLE, refundableOf } from './amounts.ts';
import type { Attempt, Purchase, Received, RelatedPayment } from './records.ts';
import type { PurchaseWorld } from './world.ts';

/** The API representation of records: times in Unix seconds, amounts in minor units as JSON integers. */

export const unix = (at: number) => Math.floor(at / 1000);
const unixOrNull = (at: number | null) => (at === null ? null : unix(at));

function attemptAnswer({ operation, at, method, flow, fee, error }: Attempt) {
  return {
    type: operation,
    successful: error === null,
    payment_method: method,
    flow,
    processing_time: unix(at),
    fee_amount: jsonNumber(fee),
    error,
  };
}

function receivedAnswer(purchase: Purchase, { amount, fee, reserve, reservedUntil, paidAt }: Received) {
  return {
    is_outgoing: false,
    payment_type: 'purchase',
    amount: jsonNumber(amount),
    currency: purchase.currency,
    net_amount: jsonNumber(amount - fee - reserve),
    fee_amount: jsonNumber(fee),
    pending_amount: jsonNumber(reserve),
    pending_unfreeze_on: unixOrNull(reservedUntil),
    description: descriptionOf(purchase),
    paid_on: unix(paidAt),
    remote_paid_on: unix(paidAt),
  };
}

/** The names of the purchased products, separated by commas. */
export function descriptionOf({ asked }: Purchase): string {
  return asked.purchase.products.map(({ name }) => name).join(', ');
}

const clientAnswer = ({ client }: Purchase) => ({ ...client, delivery_methods: [{ method: 'email', options: {} }] });

function transactionAnswer(purchase: Purchase) {
  const { settledAt } = purchase;
  return {
    payment_method: purchase.method,
    flow: purchase.flow,
    country: purchase.client.country,
    processing_tx_id: purchase.received === null && purchase.held === 0n ? '' : `tx-${purchase.id.slice(0, 8)}`,
    extra: settledAt === null ? {} : { settlement: { settled_on: unix(settledAt) } },
    attempts: purchase.attempts.map(attemptAnswer),
  };
}

const ISSUER = {
  brand_name: 'Acme',
  website: 'https://merchant.example',
  legal_name: 'Acme Trading',
  registration_number: '202601000001',
  tax_number: '',
  legal_street_address: '1 Market Street',
  legal_country: 'MY',
  legal_city: 'Kuala Lumpur',
  legal_zip_code: '50000',
  bank_accounts: [],
};

/** payment-gateway.md › Purchase, currency_conversion: its fields are not specified. */
const conversionAnswer = ({ currency, amount, rate }: Original) => ({
  original_currency: currency,
  original_amount: jsonNumber(amount),
  exchange_rate: Number(rate),
});

/** payment-gateway.md › Purchase. */
export function purchaseAnswer(world: PurchaseWorld, purchase: Purchase) {
  const { asked, status } = purchase;
  const page = `${world.origin()}/checkout/${purchase.id}/`;
  return {
    type: 'purchase',
    id: purchase.id,
    created_on: unix(purchase.createdAt),
    updated_on: unix(purchase.updatedAt),
    client: clientAnswer(purchase),
    purchase: {
      ...asked.purchase,
      currency: purchase.currency,
      timezone: purchase.timezone,
      total: jsonNumber(purchase.total),
    },
    payment: purchase.received === null ? null : receivedAnswer(purchase, purchase.received),
    issuer_details: ISSUER,
    transaction_data: transactionAnswer(purchase),
    status,
    status_history: purchase.history.map((entry) => ({
      status: entry.status,
      timestamp: unix(entry.at),
      ...(entry.paymentId === null ? {} : { related_to: { type: 'payment', id: entry.paymentId } }),
    })),
    viewed_on: unixOrNull(purchase.viewedAt),
    company_id: world.companyId,
    is_test: world.isTest,
    user_id: null,
    billing_template_id: null,
    order_id: null,
    brand_id: world.brandId,
    client_id: purchase.clientId,
    send_receipt: asked.send_receipt,
    is_recurring_token: purchase.isToken,
    recurring_token: purchase.paidWithToken,
    skip_capture: asked.skip_capture,
    force_recurring: asked.force_recurring,
    reference_generated: purchase.referenceGenerated,
    reference: asked.reference,
    issued: purchase.issued,
    due: unixOrNull(purchase.dueAt),
    refund_availability: asked.refund_availability,
    refundable_amount: jsonNumber(refundableOf(world, purchase)),
    currency_conversion: purchase.original === null ? null : conversionAnswer(purchase.original),
    payment_method_whitelist: asked.payment_method_whitelist,
    success_redirect: asked.success_redirect,
    failure_redirect: asked.failure_redirect,
    cancel_redirect: asked.cancel_redirect,
    success_callback: asked.success_callback,
    creator_agent: asked.creator_agent,
    platform: asked.platform,
    product: 'purchases',
    created_from_ip: '127.0.0.1',
    invoice_url: page,
    checkout_url: page,
    direct_post_url: PAYABLE.has(status) ? `${page}card/` : null,
    marked_as_paid: purchase.isMarkedAsPaid,
    upsell_campaigns: [],
    referral_campaign_id: null,
    referral_code: null,
    referral_code_details: null,
    referral_code_generated: null,
    retain_level_details: null,
    can_retrieve: false,
    can_chargeback: canBeDisputed(purchase),
    can_reverse_chargeback: status === 'chargeback',
    tags: asked.tags,
  };
}

const DESCRIPTIONS: Record<RelatedPayment['kind'], string> = {
  refund: 'Refund',
  chargeback: 'Chargeback',
  chargeback_reversal: 'Chargeback reversed',
  second_payment: 'Second payment',
};

/** payment-gateway.md › Payment: a refund or another movement that belongs to a purchase and refers to it. */
export function paymentAnswer(world: PurchaseWorld, purchase: Purchase, payment: RelatedPayment) {
  return {
    type: 'payment',
    id: payment.id,
    created_on: unix(payment.at),
    updated_on: unix(payment.at),
    client: clientAnswer(purchase),
    payment: {
      is_outgoing: payment.isOutgoing,
      payment_type: payment.kind === 'second_payment' ? 'purchase' : payment.kind,
      amount: jsonNumber(payment.amount),
      currency: purchase.currency,
      net_amount: jsonNumber(payment.amount - payment.fee),
      fee_amount: jsonNumber(payment.fee),
      pending_amount: 0,
      pending_unfreeze_on: null,
      description: DESCRIPTIONS[payment.kind],
      paid_on: unix(payment.at),
      remote_paid_on: unix(payment.at),
    },
    transaction_data: transactionAnswer(purchase),
    related_to: { type: 'purchase', id: purchase.id },
    reference_generated: purchase.referenceGenerated,
    reference: purchase.asked.reference,
    account_id: world.companyId,
    company_id: world.companyId,
    brand_id: world.brandId,
    user_id: null,
    is_test: world.isTest,
  };
}

export const referenceOf = (purchase: Purchase) => purchase.asked.reference || purchase.referenceGenerated;
