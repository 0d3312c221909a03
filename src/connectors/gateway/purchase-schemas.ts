import { z } from 'zod';
import { openEnum, optional, undocumented } from '../record-schema.ts';
import { minorUnits, unixTime } from './schemas.ts';

const uuid = z.string();
const text = optional(z.string());
const textUpTo = (length: number) => optional(z.string().max(length));
const yesOrNo = optional(z.boolean());
/** An object or a list whose content the specification does not show. */
const open = optional(z.record(z.string(), z.unknown()));
const list = optional(z.array(z.unknown()));
const anything = optional(z.unknown());
const money = optional(minorUnits);

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
  cc: optional(z.array(z.string().max(254))),
  bcc: optional(z.array(z.string().max(254))),
  legal_name: textUpTo(1000),
  brand_name: textUpTo(128),
  registration_number: textUpTo(32),
  tax_number: textUpTo(32),
};

/** payment-gateway.md › Client, as it is kept. */
export const clientRecord = z.object({
  id: uuid,
  type: z.string(),
  created_on: unixTime,
  updated_on: unixTime,
  ...clientFields,
});

/** The client details inside a purchase or a payment. */
const clientDetails = z.object({
  ...clientFields,
  delivery_methods: undocumented(z.array(z.object({ method: z.string(), options: open }))),
});

/** The specification shows only the error; the other fields were observed. */
const attempt = z.looseObject({
  type: undocumented(z.string()),
  successful: undocumented(z.boolean()),
  payment_method: undocumented(z.string()),
  flow: undocumented(z.string()),
  processing_time: undocumented(unixTime),
  fee_amount: undocumented(minorUnits),
  error: undocumented(z.unknown()),
});

const transactionData = z.object({
  payment_method: text,
  flow: text,
  country: text,
  processing_tx_id: text,
  extra: open,
  attempts: optional(z.array(attempt)),
});

const paymentDetails = z.object({
  is_outgoing: z.boolean(),
  payment_type: openEnum('purchase', 'refund', 'bank_payment', 'custom_payment', 'custom', 'purchase_charge', 'payout'),
  amount: minorUnits,
  currency: z.string(),
  net_amount: minorUnits,
  fee_amount: minorUnits,
  pending_amount: minorUnits,
  pending_unfreeze_on: optional(unixTime),
  description: text,
  paid_on: optional(unixTime),
  remote_paid_on: optional(unixTime),
});

/** payment-gateway.md › Payment: a refund is a payment of its own, and refers to its purchase. */
export const paymentRecord = z.object({
  type: z.string(),
  id: uuid,
  created_on: unixTime,
  updated_on: unixTime,
  client: optional(clientDetails),
  payment: paymentDetails,
  transaction_data: open,
  related_to: optional(z.object({ type: z.string(), id: uuid })),
  reference_generated: text,
  reference: text,
  account_id: text,
  company_id: text,
  brand_id: text,
  user_id: text,
  is_test: yesOrNo,
});

const product = z.object({
  name: z.string(),
  price: minorUnits,
  quantity: optional(z.string()),
  discount: money,
  tax_percent: text,
  category: text,
  total_price_override: money,
});

const purchaseCore = z.object({
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
  products: optional(z.array(product)),
});

const statusEntry = z.looseObject({
  status: z.string(),
  timestamp: unixTime,
  /** The reference to a related payment, with the field name that a payment uses for its own reference. */
  related_to: undocumented(z.object({ type: z.string(), id: uuid })),
});

const issuerDetails = z.object({
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
const purchaseStatus = openEnum(
  ...['created', 'sent', 'viewed', 'error', 'cancelled', 'overdue', 'expired', 'blocked', 'hold', 'released'],
  ...['pending_release', 'pending_capture', 'preauthorized', 'paid', 'pending_execute', 'pending_charge', 'cleared'],
  ...['settled', 'chargeback', 'pending_refund', 'refunded'],
);

/** payment-gateway.md › Purchase. */
export const purchaseRecord = z.object({
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
  due: optional(unixTime),
  created_on: unixTime,
  updated_on: unixTime,
  viewed_on: optional(unixTime),
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
  payment_method_whitelist: optional(z.array(z.string())),
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
  refund_availability: optional(openEnum('all', 'full_only', 'partial_only', 'pis_all', 'pis_partial', 'none')),
  refundable_amount: money,
  upsell_campaigns: list,
  tags: list,
  invoice_url: text,
  checkout_url: text,
  direct_post_url: text,
  can_retrieve: yesOrNo,
  can_chargeback: yesOrNo,
  can_reverse_chargeback: yesOrNo,
  status_history: optional(z.array(statusEntry)),
  client: optional(clientDetails),
  purchase: purchaseCore,
  payment: optional(paymentDetails),
  issuer_details: optional(issuerDetails),
  transaction_data: optional(transactionData),
});
