import { z } from 'zod';

/**
 * The records of the gateway's specification, strict: an unknown field, a missing field or an unlisted value fails.
 * `observed` marks fields that live records carry and the specification does not list.
 */

const minorUnits = z.int();
const unixTime = z.int();
const uuid = z.string();
const observed = <T extends z.ZodType>(schema: T) => schema.nullish();
const text = z.string().nullable();
const textUpTo = (length: number) => z.string().max(length).nullable();
const yesOrNo = z.boolean().nullable();
/** An object or a list whose contents the specification does not show. */
const open = z.record(z.string(), z.unknown()).nullable();
const list = z.array(z.unknown()).nullable();
const anything = z.unknown().nullable();
const money = minorUnits.nullable();

const clientFields = {
  email: textUpTo(254),
  bank_account: textUpTo(64),
  bank_code: textUpTo(32),
  phone: textUpTo(32),
  full_name: textUpTo(1000),
  personal_code: textUpTo(32),
  street_address: textUpTo(128),
  country: textUpTo(2),
  city: textUpTo(128),
  zip_code: textUpTo(32),
  state: textUpTo(128),
  shipping_street_address: textUpTo(128),
  shipping_city: textUpTo(128),
  shipping_state: textUpTo(128),
  shipping_country: textUpTo(2),
  shipping_zip_code: textUpTo(32),
  cc: z.array(z.string().max(254)).nullable(),
  bcc: z.array(z.string().max(254)).nullable(),
  legal_name: textUpTo(1000),
  brand_name: textUpTo(128),
  registration_number: textUpTo(32),
  tax_number: textUpTo(32),
};

/** payment-gateway.md › Client, as it is kept. */
export const clientRecord = z.strictObject({
  id: uuid,
  type: z.string(),
  created_on: unixTime,
  updated_on: unixTime,
  ...clientFields,
});

/** The client details inside a purchase or a payment. */
const clientDetails = z.strictObject({
  ...clientFields,
  delivery_methods: observed(z.array(z.strictObject({ method: z.string(), options: open }))),
});

/** The specification shows the error alone; the others were seen. */
const attempt = z.strictObject({
  type: observed(z.string()),
  successful: observed(z.boolean()),
  payment_method: observed(z.string()),
  flow: observed(z.string()),
  processing_time: observed(unixTime),
  fee_amount: observed(minorUnits),
  error: observed(z.unknown()),
});

const transactionData = z.strictObject({
  payment_method: text,
  flow: text,
  country: text,
  processing_tx_id: text,
  extra: open,
  attempts: z.array(attempt).nullable(),
});

const paymentDetails = z.strictObject({
  is_outgoing: z.boolean(),
  payment_type: z.enum(['purchase', 'refund', 'bank_payment', 'custom_payment', 'custom', 'purchase_charge', 'payout']),
  amount: minorUnits,
  currency: z.string(),
  net_amount: minorUnits,
  fee_amount: minorUnits,
  pending_amount: minorUnits,
  pending_unfreeze_on: unixTime.nullable(),
  description: text,
  paid_on: unixTime.nullable(),
  remote_paid_on: unixTime.nullable(),
});

/** payment-gateway.md › Payment: a refund is one of its own, and points to its purchase. */
export const paymentRecord = z.strictObject({
  type: z.string(),
  id: uuid,
  created_on: unixTime,
  updated_on: unixTime,
  client: clientDetails.nullable(),
  payment: paymentDetails,
  transaction_data: open,
  related_to: z.strictObject({ type: z.string(), id: uuid }).nullable(),
  reference_generated: text,
  reference: text,
  account_id: text,
  company_id: text,
  brand_id: text,
  user_id: text,
  is_test: yesOrNo,
});

const product = z.strictObject({
  name: z.string(),
  price: minorUnits,
  quantity: z.string().nullable(),
  discount: money,
  tax_percent: text,
  category: text,
  total_price_override: money,
});

const purchaseCore = z.strictObject({
  currency: z.string(),
  language: text,
  notes: text,
  debt: money,
  timezone: text,
  due_strict: yesOrNo,
  email_message: text,
  single_attempt: yesOrNo,
  has_upsell_products: yesOrNo,
  metadata: open,
  total: minorUnits,
  subtotal_override: money,
  total_tax_override: money,
  total_discount_override: money,
  total_override: money,
  request_client_details: list,
  shipping_options: list,
  payment_method_details: open,
  products: z.array(product).nullable(),
});

const statusEntry = z.strictObject({
  status: z.string(),
  timestamp: unixTime,
  /** The reference to a related payment, under the name that a payment has for its own. */
  related_to: observed(z.strictObject({ type: z.string(), id: uuid })),
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

/** payment-gateway.md › Purchase status values. */
const purchaseStatus = z.enum([
  'created',
  'sent',
  'viewed',
  'error',
  'cancelled',
  'overdue',
  'expired',
  'blocked',
  'hold',
  'released',
  'pending_release',
  'pending_capture',
  'preauthorized',
  'paid',
  'pending_execute',
  'pending_charge',
  'cleared',
  'settled',
  'chargeback',
  'pending_refund',
  'refunded',
]);

/** payment-gateway.md › Purchase. */
export const purchaseRecord = z.strictObject({
  id: uuid,
  type: z.string(),
  status: purchaseStatus,
  is_test: yesOrNo,
  company_id: text,
  brand_id: text,
  client_id: text,
  reference_generated: text,
  reference: text,
  issued: text,
  due: unixTime.nullable(),
  created_on: unixTime,
  updated_on: unixTime,
  viewed_on: unixTime.nullable(),
  created_from_ip: text,
  platform: text,
  product: text,
  creator_agent: text,
  user_id: anything,
  billing_template_id: anything,
  order_id: anything,
  referral_campaign_id: anything,
  referral_code: anything,
  referral_code_details: anything,
  referral_code_generated: anything,
  retain_level_details: anything,
  currency_conversion: open,
  payment_method_whitelist: z.array(z.string()).nullable(),
  success_redirect: textUpTo(500),
  failure_redirect: textUpTo(500),
  cancel_redirect: text,
  success_callback: text,
  marked_as_paid: yesOrNo,
  force_recurring: yesOrNo,
  send_receipt: yesOrNo,
  is_recurring_token: yesOrNo,
  recurring_token: text,
  skip_capture: yesOrNo,
  refund_availability: z.enum(['all', 'full_only', 'partial_only', 'pis_all', 'pis_partial', 'none']).nullable(),
  refundable_amount: money,
  upsell_campaigns: list,
  tags: list,
  invoice_url: text,
  checkout_url: text,
  direct_post_url: text,
  can_retrieve: yesOrNo,
  can_chargeback: yesOrNo,
  can_reverse_chargeback: yesOrNo,
  status_history: z.array(statusEntry).nullable(),
  client: clientDetails.nullable(),
  purchase: purchaseCore,
  payment: paymentDetails.nullable(),
  issuer_details: issuerDetails.nullable(),
  transaction_data: transactionData.nullable(),
});

/** payment-gateway.md › Webhook: two fields are shown, the others were observed. */
export const gatewayWebhookRecord = z.strictObject({
  callback: z.string().max(500),
  public_key: z.string(),
  id: observed(uuid),
  type: observed(z.string()),
  title: observed(z.string().max(100)),
  all_events: observed(z.boolean()),
  events: observed(z.array(z.string())),
  created_on: observed(unixTime),
  updated_on: observed(unixTime),
});

/** payment-gateway.md › Recurring token: its fields are not shown; these were observed. */
export const recurringTokenRecord = z.strictObject({
  id: uuid,
  type: observed(z.string()),
  created_on: observed(unixTime),
  updated_on: observed(unixTime),
  payment_method: observed(z.string()),
  description: observed(z.string()),
});
