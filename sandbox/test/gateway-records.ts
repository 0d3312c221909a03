import { z } from 'zod';
import { words } from './harness.ts';

/**
 * The records of the gateway's specification, strict: an unknown field, a missing field, another type or an unlisted
 * value fails. `observed` marks fields that live records carry and the specification does not list.
 */

const minor = z.int();
const unixTime = z.int().min(1_000_000_000).max(9_999_999_999);
const uuid = z.uuid();
const text = z.string();
const url = z.url();
const yesOrNo = z.boolean();
const decimal = z.string().regex(/^\d+(\.\d+)?$/);
/** An object or a list whose contents the specification does not show. */
const open = z.record(z.string(), z.unknown());
const list = z.array(z.unknown());
const observed = <T extends z.ZodType>(schema: T) => schema.nullish();
const stored = { id: uuid, created_on: unixTime, updated_on: unixTime };

/** payment-gateway.md › Client: the fields that hold any text, by their greatest length. */
export const CLIENT_TEXTS: Record<number, string[]> = {
  32: words('bank_code personal_code zip_code shipping_zip_code registration_number tax_number'),
  64: ['bank_account'],
  128: words('street_address city state shipping_street_address shipping_city shipping_state brand_name'),
  1000: ['full_name', 'legal_name'],
};

const upTo = (length: number) => z.string().max(length);
const clientFields = {
  ...Object.fromEntries(
    Object.entries(CLIENT_TEXTS).flatMap(([length, names]) => names.map((name) => [name, upTo(Number(length))])),
  ),
  email: upTo(254),
  phone: upTo(32),
  country: upTo(2),
  shipping_country: upTo(2),
  cc: z.array(upTo(254)),
  bcc: z.array(upTo(254)),
};

/** payment-gateway.md › Client, as it is kept. */
export const clientRecord = z.strictObject({ ...stored, type: z.literal('client'), ...clientFields });

const clientDetails = z.strictObject({
  ...clientFields,
  delivery_methods: z.array(z.strictObject({ method: text, options: open })),
});

/** The specification shows the error alone; the others were seen. */
const attempt = z.strictObject({
  type: observed(text),
  successful: observed(yesOrNo),
  payment_method: observed(text),
  flow: observed(text),
  processing_time: observed(unixTime),
  fee_amount: observed(minor),
  error: z.strictObject({ code: text, description: text }).nullable(),
});

const transactionData = z.strictObject({
  payment_method: text.nullable(),
  flow: text,
  country: text,
  processing_tx_id: text,
  extra: open,
  attempts: z.array(attempt),
});

const paymentDetails = z.strictObject({
  is_outgoing: yesOrNo,
  // the known values, and those that were seen besides
  payment_type: z.enum(words('purchase refund bank_payment custom_payment chargeback chargeback_reversal')),
  amount: minor,
  currency: text.length(3),
  net_amount: minor,
  fee_amount: minor,
  pending_amount: minor,
  pending_unfreeze_on: unixTime.nullable(),
  description: text,
  paid_on: unixTime,
  remote_paid_on: unixTime,
});

/** payment-gateway.md › Payment: a refund is one of its own, and points to its purchase. */
export const paymentRecord = z.strictObject({
  ...stored,
  type: z.literal('payment'),
  client: clientDetails,
  payment: paymentDetails,
  transaction_data: open,
  related_to: z.strictObject({ type: z.literal('purchase'), id: uuid }),
  reference_generated: text,
  reference: text,
  account_id: uuid,
  company_id: uuid,
  brand_id: uuid,
  user_id: uuid.nullable(),
  is_test: yesOrNo,
});

const product = z.strictObject({
  name: text,
  price: minor,
  quantity: decimal,
  discount: minor,
  tax_percent: decimal,
  category: text,
  total_price_override: minor.nullable(),
});

const purchaseCore = z.strictObject({
  currency: text.length(3),
  language: text,
  notes: text,
  debt: minor,
  timezone: text.min(1),
  due_strict: yesOrNo,
  email_message: text,
  single_attempt: yesOrNo,
  has_upsell_products: yesOrNo,
  metadata: open,
  total: minor,
  subtotal_override: minor.nullable(),
  total_tax_override: minor.nullable(),
  total_discount_override: minor.nullable(),
  total_override: minor.nullable(),
  request_client_details: z.array(text),
  shipping_options: list,
  payment_method_details: open,
  products: z.array(product).min(1),
});

/** payment-gateway.md › Purchase status values. */
const purchaseStatus = z.enum(
  words(`
    created sent viewed error cancelled overdue expired blocked hold released pending_release pending_capture
    preauthorized paid pending_execute pending_charge cleared settled chargeback pending_refund refunded
  `),
);

const statusEntry = z.strictObject({
  status: purchaseStatus,
  timestamp: unixTime,
  /** The reference to a related payment, under the name that a payment has for its own. */
  related_to: observed(z.strictObject({ type: z.literal('payment'), id: uuid })),
});

const issuerDetails = z.strictObject({
  brand_name: text,
  website: text,
  legal_name: text,
  registration_number: text,
  tax_number: text,
  legal_street_address: text,
  legal_country: text,
  legal_city: text,
  legal_zip_code: text,
  bank_accounts: list,
});

/** payment-gateway.md › Purchase. A URL that was not given is empty. */
export const purchaseRecord = z.strictObject({
  ...stored,
  type: z.literal('purchase'),
  status: purchaseStatus,
  is_test: yesOrNo,
  company_id: uuid,
  brand_id: uuid,
  client_id: uuid,
  reference_generated: text.min(1),
  reference: text,
  issued: z.iso.date(),
  due: unixTime.nullable(),
  viewed_on: unixTime.nullable(),
  created_from_ip: text,
  platform: text,
  product: text,
  creator_agent: text,
  user_id: z.null(),
  billing_template_id: z.null(),
  order_id: z.null(),
  referral_campaign_id: z.null(),
  referral_code: z.null(),
  referral_code_details: z.null(),
  referral_code_generated: z.null(),
  retain_level_details: z.null(),
  currency_conversion: open.nullable(),
  payment_method_whitelist: z.array(text).min(1).nullable(),
  success_redirect: upTo(500),
  failure_redirect: upTo(500),
  cancel_redirect: text,
  success_callback: text,
  marked_as_paid: yesOrNo,
  force_recurring: yesOrNo,
  send_receipt: yesOrNo,
  is_recurring_token: yesOrNo,
  recurring_token: uuid.nullable(),
  skip_capture: yesOrNo,
  refund_availability: z.enum(words('all full_only partial_only pis_all pis_partial none')),
  refundable_amount: minor.min(0),
  upsell_campaigns: list,
  tags: z.array(text),
  invoice_url: url,
  checkout_url: url,
  // nothing is to be paid any more
  direct_post_url: url.nullable(),
  can_retrieve: yesOrNo,
  can_chargeback: yesOrNo,
  can_reverse_chargeback: yesOrNo,
  status_history: z.array(statusEntry).min(1),
  client: clientDetails,
  purchase: purchaseCore,
  payment: paymentDetails.nullable(),
  issuer_details: issuerDetails,
  transaction_data: transactionData,
});

/** payment-gateway.md › Company statement. */
export const statementRecord = z.strictObject({
  ...stored,
  type: text,
  format: z.enum(['csv', 'xlsx']),
  timezone: text.min(1),
  is_test: yesOrNo,
  company_uid: uuid,
  query_string: text,
  status: z.enum(['pending', 'processing', 'success']),
  // null until it is there, began or finished
  download_url: url.nullable(),
  began_on: unixTime.nullable(),
  finished_on: unixTime.nullable(),
});

const turnoverSide = z.strictObject({
  turnover: minor,
  fee_sell: minor,
  count: z.strictObject({ all: z.int().min(0) }),
});

/** payment-gateway.md › Turnover record. */
export const turnoverRecord = z.strictObject({ incoming: turnoverSide, outgoing: turnoverSide });

/** payment-gateway.md › Webhook: two fields are shown, the others were observed. */
export const gatewayWebhookRecord = z.strictObject({
  callback: upTo(500),
  public_key: text,
  id: observed(uuid),
  type: observed(text),
  title: observed(upTo(100)),
  all_events: observed(yesOrNo),
  events: observed(z.array(text)),
  created_on: observed(unixTime),
  updated_on: observed(unixTime),
});

/** payment-gateway.md › Recurring token: its fields are not shown; these were observed. */
export const recurringTokenRecord = z.strictObject({
  id: uuid,
  type: observed(text),
  created_on: observed(unixTime),
  updated_on: observed(unixTime),
  payment_method: observed(text),
  description: observed(text),
});
