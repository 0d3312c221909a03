import { z } from 'zod';
import { fields, words } from './harness.ts';

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
const upTo = (length: number) => z.string().max(length);
/** An object or a list whose contents the specification does not show. */
const open = z.record(z.string(), z.unknown());
const list = z.array(z.unknown());
const observed = <T extends z.ZodType>(schema: T) => schema.nullish();

/** payment-gateway.md › Client: the fields that hold any text, by their greatest length. */
export const CLIENT_TEXTS = {
  32: ['bank_code', 'personal_code', 'zip_code', 'shipping_zip_code', 'registration_number', 'tax_number'],
  64: ['bank_account'],
  128: ['street_address', 'city', 'state', 'shipping_street_address', 'shipping_city', 'shipping_state', 'brand_name'],
  1000: ['full_name', 'legal_name'],
} as const;
const clientFields = {
  ...fields(upTo(2), 'country', 'shipping_country'),
  ...fields(upTo(32), 'phone', ...CLIENT_TEXTS[32]),
  ...fields(upTo(64), ...CLIENT_TEXTS[64]),
  ...fields(upTo(128), ...CLIENT_TEXTS[128]),
  ...fields(upTo(254), 'email'),
  ...fields(upTo(1000), ...CLIENT_TEXTS[1000]),
  ...fields(z.array(upTo(254)), 'cc', 'bcc'),
};

/** payment-gateway.md › Client, as it is kept. */
export const clientRecord = z.strictObject({
  type: z.literal('client'),
  ...fields(uuid, 'id'),
  ...fields(unixTime, 'created_on', 'updated_on'),
  ...clientFields,
});

const clientDetails = z.strictObject({
  ...clientFields,
  delivery_methods: z.array(z.strictObject({ method: text, options: open })),
});

/** The specification shows the error alone; the others were seen. */
const attempt = z.strictObject({
  ...fields(observed(text), 'type', 'payment_method', 'flow'),
  ...fields(observed(yesOrNo), 'successful'),
  ...fields(observed(unixTime), 'processing_time'),
  ...fields(observed(minor), 'fee_amount'),
  error: z.strictObject({ code: text, description: text }).nullable(),
});

const transactionData = z.strictObject({
  ...fields(text.nullable(), 'payment_method'),
  ...fields(text, 'flow', 'country', 'processing_tx_id'),
  ...fields(open, 'extra'),
  ...fields(z.array(attempt), 'attempts'),
});

const paymentDetails = z.strictObject({
  ...fields(yesOrNo, 'is_outgoing'),
  // the known values, and those that were seen besides
  payment_type: z.enum(words('purchase refund bank_payment custom_payment chargeback chargeback_reversal')),
  ...fields(minor, 'amount', 'net_amount', 'fee_amount', 'pending_amount'),
  ...fields(text.length(3), 'currency'),
  ...fields(text, 'description'),
  ...fields(unixTime, 'paid_on', 'remote_paid_on'),
  ...fields(unixTime.nullable(), 'pending_unfreeze_on'),
});

/** payment-gateway.md › Payment: a refund is one of its own, and points to its purchase. */
export const paymentRecord = z.strictObject({
  type: z.literal('payment'),
  ...fields(uuid, 'id', 'account_id', 'company_id', 'brand_id'),
  ...fields(uuid.nullable(), 'user_id'),
  ...fields(unixTime, 'created_on', 'updated_on'),
  ...fields(text, 'reference_generated', 'reference'),
  ...fields(yesOrNo, 'is_test'),
  client: clientDetails,
  payment: paymentDetails,
  transaction_data: open,
  related_to: z.strictObject({ type: z.literal('purchase'), id: uuid }),
});

const product = z.strictObject({
  ...fields(text, 'name', 'category'),
  ...fields(minor, 'price', 'discount'),
  ...fields(decimal, 'quantity', 'tax_percent'),
  ...fields(minor.nullable(), 'total_price_override'),
});

const purchaseCore = z.strictObject({
  ...fields(text.length(3), 'currency'),
  ...fields(text.min(1), 'timezone'),
  ...fields(text, 'language', 'notes', 'email_message'),
  ...fields(minor, 'debt', 'total'),
  ...fields(minor.nullable(), 'subtotal_override', 'total_tax_override', 'total_discount_override', 'total_override'),
  ...fields(yesOrNo, 'due_strict', 'single_attempt', 'has_upsell_products'),
  ...fields(open, 'metadata', 'payment_method_details'),
  ...fields(z.array(text), 'request_client_details'),
  ...fields(list, 'shipping_options'),
  ...fields(z.array(product).min(1), 'products'),
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
  ...fields(text, 'brand_name', 'website', 'legal_name', 'registration_number', 'tax_number'),
  ...fields(text, 'legal_street_address', 'legal_country', 'legal_city', 'legal_zip_code'),
  ...fields(list, 'bank_accounts'),
});

/** payment-gateway.md › Purchase. A URL that was not given is empty. */
export const purchaseRecord = z.strictObject({
  type: z.literal('purchase'),
  status: purchaseStatus,
  ...fields(uuid, 'id', 'company_id', 'brand_id', 'client_id'),
  ...fields(uuid.nullable(), 'recurring_token'),
  ...fields(unixTime, 'created_on', 'updated_on'),
  ...fields(unixTime.nullable(), 'due', 'viewed_on'),
  ...fields(z.iso.date(), 'issued'),
  ...fields(text.min(1), 'reference_generated'),
  ...fields(text, 'reference', 'created_from_ip', 'platform', 'product', 'creator_agent'),
  ...fields(z.null(), 'user_id', 'billing_template_id', 'order_id', 'retain_level_details'),
  ...fields(z.null(), 'referral_campaign_id', 'referral_code', 'referral_code_details', 'referral_code_generated'),
  ...fields(open.nullable(), 'currency_conversion'),
  ...fields(z.array(text).min(1).nullable(), 'payment_method_whitelist'),
  ...fields(upTo(500), 'success_redirect', 'failure_redirect'),
  ...fields(text, 'cancel_redirect', 'success_callback'),
  ...fields(yesOrNo, 'is_test', 'marked_as_paid', 'force_recurring', 'send_receipt', 'is_recurring_token'),
  ...fields(yesOrNo, 'skip_capture', 'can_retrieve', 'can_chargeback', 'can_reverse_chargeback'),
  refund_availability: z.enum(words('all full_only partial_only pis_all pis_partial none')),
  ...fields(minor.min(0), 'refundable_amount'),
  ...fields(list, 'upsell_campaigns'),
  ...fields(z.array(text), 'tags'),
  ...fields(url, 'invoice_url', 'checkout_url'),
  // null when nothing is to be paid any more
  ...fields(url.nullable(), 'direct_post_url'),
  status_history: z.array(statusEntry).min(1),
  client: clientDetails,
  purchase: purchaseCore,
  payment: paymentDetails.nullable(),
  issuer_details: issuerDetails,
  transaction_data: transactionData,
});

/** payment-gateway.md › Company statement. */
export const statementRecord = z.strictObject({
  ...fields(uuid, 'id', 'company_uid'),
  ...fields(text, 'type', 'timezone', 'query_string'),
  format: z.enum(['csv', 'xlsx']),
  status: z.enum(['pending', 'processing', 'success']),
  ...fields(yesOrNo, 'is_test'),
  ...fields(unixTime, 'created_on', 'updated_on'),
  // null until it is there, began or finished
  ...fields(url.nullable(), 'download_url'),
  ...fields(unixTime.nullable(), 'began_on', 'finished_on'),
});

const turnoverSide = z.strictObject({
  ...fields(minor, 'turnover', 'fee_sell'),
  count: z.strictObject({ all: z.int().min(0) }),
});

/** payment-gateway.md › Turnover record. */
export const turnoverRecord = z.strictObject({ incoming: turnoverSide, outgoing: turnoverSide });

/** payment-gateway.md › Webhook: two fields are shown, the others were observed. */
export const gatewayWebhookRecord = z.strictObject({
  ...fields(upTo(500), 'callback'),
  ...fields(text, 'public_key'),
  ...fields(observed(uuid), 'id'),
  ...fields(observed(text), 'type'),
  ...fields(observed(upTo(100)), 'title'),
  ...fields(observed(yesOrNo), 'all_events'),
  ...fields(observed(z.array(text)), 'events'),
  ...fields(observed(unixTime), 'created_on', 'updated_on'),
});

/** payment-gateway.md › Recurring token: its fields are not shown; these were observed. */
export const recurringTokenRecord = z.strictObject({
  ...fields(uuid, 'id'),
  ...fields(observed(text), 'type', 'payment_method', 'description'),
  ...fields(observed(unixTime), 'created_on', 'updated_on'),
});
