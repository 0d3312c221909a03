import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startShop } from '../purchase-harness.ts';

type Row = [field: string, type: string, shape: z.ZodType];

const unix = z.int().min(1_000_000_000).max(9_999_999_999);
const uuid = z.uuid();
const text = z.string();
const url = z.url();
const minor = z.int();
const PURCHASE_STATUSES = [
  ...(['created', 'sent', 'viewed', 'error', 'cancelled', 'overdue', 'expired', 'blocked', 'hold'] as const),
  ...(['released', 'pending_release', 'pending_capture', 'preauthorized', 'paid', 'pending_execute'] as const),
  ...(['pending_charge', 'cleared', 'settled', 'chargeback', 'pending_refund', 'refunded'] as const),
];
const maybe = (shape: z.ZodType) => shape.nullable();

/** payment-gateway.md › Purchase, the table row by row. */
const PURCHASE: Row[] = [
  ['id', 'uuid', uuid],
  ['type', 'string', z.literal('purchase')],
  ['status', 'one of the status list', z.enum(PURCHASE_STATUSES)],
  ['is_test', 'boolean', z.literal(true)],
  ['company_id', 'uuid', uuid],
  ['brand_id', 'uuid', uuid],
  ['client_id', 'uuid', uuid],
  ['reference_generated', 'string', text.min(1)],
  ['reference', 'string', text],
  ['issued', 'date (YYYY-MM-DD)', z.iso.date()],
  ['due', 'Unix timestamp, or null when none was given', maybe(unix)],
  ['created_on', 'Unix timestamp', unix],
  ['updated_on', 'Unix timestamp', unix],
  ['viewed_on', 'Unix timestamp, null until viewed', maybe(unix)],
  ['created_from_ip', 'string', text],
  ['platform', 'string', text],
  ['product', 'string', text],
  ['creator_agent', 'string', text],
  ...[
    'user_id',
    'billing_template_id',
    'order_id',
    'referral_campaign_id',
    'referral_code',
    'referral_code_details',
  ].map((field): Row => [field, 'nullable', z.null()]),
  ...['referral_code_generated', 'retain_level_details'].map((field): Row => [field, 'nullable', z.null()]),
  ['currency_conversion', 'object or null', maybe(z.looseObject({}))],
  ['payment_method_whitelist', 'array of at least 1 name, or null', maybe(z.array(text).min(1))],
  ['success_redirect', 'URL string of at most 500, empty when none was given', text.max(500)],
  ['failure_redirect', 'URL string of at most 500, empty when none was given', text.max(500)],
  ['cancel_redirect', 'URL string, empty when none was given', text],
  ['success_callback', 'URL string, empty when none was given', text],
  ['marked_as_paid', 'boolean', z.boolean()],
  ['force_recurring', 'boolean', z.boolean()],
  ['send_receipt', 'boolean', z.boolean()],
  ['is_recurring_token', 'boolean', z.boolean()],
  ['recurring_token', 'uuid or null', maybe(uuid)],
  ['skip_capture', 'boolean', z.boolean()],
  [
    'refund_availability',
    'all, full_only, partial_only, pis_all, pis_partial or none',
    z.enum(['all', 'full_only', 'partial_only', 'pis_all', 'pis_partial', 'none']),
  ],
  ['refundable_amount', 'integer', minor.min(0)],
  ['upsell_campaigns', 'array', z.array(z.unknown())],
  ['tags', 'array', z.array(text)],
  ['invoice_url', 'URL string', url],
  ['checkout_url', 'URL string', url],
  ['direct_post_url', 'URL string, null when nothing is to be paid', maybe(url)],
  ['can_retrieve', 'boolean', z.boolean()],
  ['can_chargeback', 'boolean', z.boolean()],
  ['can_reverse_chargeback', 'boolean', z.boolean()],
  ['status_history', 'array of status and timestamp', z.array(z.looseObject({ status: text, timestamp: unix })).min(1)],
  [
    'client',
    'client details object with delivery_methods',
    z.looseObject({
      email: text,
      delivery_methods: z.array(z.strictObject({ method: text, options: z.looseObject({}) })),
    }),
  ],
  ['purchase', 'core object', z.looseObject({ total: minor })],
  ['payment', 'payment details object, null while unpaid', maybe(z.looseObject({ amount: minor, paid_on: unix }))],
  ['issuer_details', 'object', z.looseObject({ brand_name: text, bank_accounts: z.array(z.unknown()) })],
  ['transaction_data', 'object', z.looseObject({ extra: z.looseObject({}), attempts: z.array(z.looseObject({})) })],
];

const CORE: Row[] = [
  ['currency', 'string', text.length(3)],
  ['language', 'string', text],
  ['notes', 'string', text],
  ['debt', 'integer', minor],
  ['timezone', 'string', text.min(1)],
  ['due_strict', 'boolean', z.boolean()],
  ['email_message', 'string', text],
  ['single_attempt', 'boolean', z.boolean()],
  ['has_upsell_products', 'boolean', z.boolean()],
  ['metadata', 'object', z.looseObject({})],
  ['total', 'integer', minor],
  ['subtotal_override', 'nullable', maybe(minor)],
  ['total_tax_override', 'nullable', maybe(minor)],
  ['total_discount_override', 'nullable', maybe(minor)],
  ['total_override', 'nullable', maybe(minor)],
  ['request_client_details', 'array', z.array(text)],
  ['shipping_options', 'array', z.array(z.unknown())],
  ['payment_method_details', 'object', z.looseObject({})],
  ['products', 'array', z.array(z.looseObject({ name: text, price: minor })).min(1)],
];

const PRODUCT: Row[] = [
  ['name', 'string', text],
  ['price', 'integer', minor],
  ['quantity', 'decimal string', text.regex(/^\d+(\.\d+)?$/)],
  ['discount', 'integer', minor],
  ['tax_percent', 'decimal string', text.regex(/^\d+(\.\d+)?$/)],
  ['category', 'string', text],
  ['total_price_override', 'nullable', maybe(minor)],
];

const PAYMENT: Row[] = [
  ['type', 'string', z.literal('payment')],
  ['id', 'uuid', uuid],
  ['created_on', 'timestamp', unix],
  ['updated_on', 'timestamp', unix],
  ['client', 'client details object', z.looseObject({ email: text })],
  [
    'payment',
    'object of its figures',
    z.strictObject({
      is_outgoing: z.boolean(),
      payment_type: text,
      amount: minor,
      currency: text,
      net_amount: minor,
      fee_amount: minor,
      pending_amount: minor,
      pending_unfreeze_on: maybe(unix),
      description: text,
      paid_on: unix,
      remote_paid_on: unix,
    }),
  ],
  ['transaction_data', 'object', z.looseObject({})],
  ['related_to', 'type and id', z.strictObject({ type: z.literal('purchase'), id: uuid })],
  ['reference_generated', 'string', text],
  ['reference', 'string', text],
  ['account_id', 'uuid', uuid],
  ['company_id', 'uuid', uuid],
  ['brand_id', 'uuid', uuid],
  ['user_id', 'uuid, null where there is no user', maybe(uuid)],
  ['is_test', 'boolean', z.boolean()],
];

const STATEMENT: Row[] = [
  ['id', 'uuid', uuid],
  ['type', 'string', text],
  ['format', 'csv or xlsx, at most 32', z.enum(['csv', 'xlsx'])],
  ['timezone', 'a time zone name', text],
  ['is_test', 'boolean', z.literal(true)],
  ['company_uid', 'uuid', uuid],
  ['query_string', 'the query parameters used', z.literal('currency=MYR&paid_from=1')],
  ['status', 'pending, processing or success', z.enum(['pending', 'processing', 'success'])],
  ['download_url', 'string, null until it is there', maybe(url)],
  ['began_on', 'timestamp, null until it began', maybe(unix)],
  ['finished_on', 'timestamp, null until it finished', maybe(unix)],
  ['created_on', 'timestamp', unix],
  ['updated_on', 'timestamp', unix],
];

type Records = Map<string, Array<Record<string, unknown>>>;
let gathered: Promise<Records> | undefined;
const recordsOf = async (name: string) => {
  gathered ??= gather();
  return (await gathered).get(name) ?? [];
};

/** Records of every kind in several states, as the gateway answers them. */
async function gather(): Promise<Records> {
  const records: Records = new Map();
  const { create, customer, operate, get, post, pass } = await startShop();
  const optional = {
    due: 1_900_000_000,
    payment_method_whitelist: ['visa'],
    tags: ['a'],
    success_redirect: 'https://m.example/',
  };
  const made = [await create(), await create(optional, { debt: 1 }), await create({ skip_capture: true })];
  await customer(made[1]?.id ?? '', 'pay', { method: 'visa', remember_card: true });
  await customer(made[2]?.id ?? '', 'fail');
  const charged = await create();
  await operate(charged.id, 'charge', { recurring_token: made[1]?.id });
  const refund = (await operate(charged.id, 'refund', { amount: 10 })).body;
  await customer(charged.id, 'view');
  const purchases = (await get('/purchases/')).body.results;
  records.set('purchase', purchases);
  records.set(
    'core',
    purchases.map(({ purchase }: { purchase: object }) => purchase),
  );
  records.set(
    'product',
    purchases.flatMap(({ purchase }: { purchase: { products: object[] } }) => purchase.products),
  );
  records.set('payment', [refund]);
  const asked = await post('/company_statements/?currency=MYR&paid_from=1', { format: 'csv', timezone: 'UTC' });
  await pass(1000);
  records.set('statement', [asked.body, (await get(`/company_statements/${asked.body.id}/`)).body]);
  return records;
}

function proves(name: string, rows: Row[]): void {
  it.each(rows)('%s: %s, in every record', async (field, _type, shape) => {
    const found = await recordsOf(name);
    expect(found.length).toBeGreaterThan(0);
    for (const record of found) {
      expect(record).toHaveProperty(field);
      shape.parse(record[field]);
    }
  });

  it('no other field', async () => {
    for (const record of await recordsOf(name))
      expect(Object.keys(record).sort()).toEqual(rows.map(([field]) => field).sort());
  });
}

describe('payment-gateway.md › Resources and their fields › Purchase', () => proves('purchase', PURCHASE));
describe('payment-gateway.md › Resources and their fields › Core purchase object', () => proves('core', CORE));
describe('payment-gateway.md › Resources and their fields › Product item', () => proves('product', PRODUCT));
describe('payment-gateway.md › Resources and their fields › Payment', () => proves('payment', PAYMENT));
describe('payment-gateway.md › Resources and their fields › Company statement', () => proves('statement', STATEMENT));

describe('payment-gateway.md › Resources and their fields › Turnover record', () => {
  it('incoming and outgoing, each with turnover, fee_sell and count.all: integers, and no other field', async () => {
    const { get } = await startShop();
    const side = z.strictObject({ turnover: minor, fee_sell: minor, count: z.strictObject({ all: z.int().min(0) }) });
    const { body } = await get('/account/json/turnover/?currency=MYR');
    z.strictObject({ incoming: side, outgoing: side }).parse(body);
  });
});

describe('payment-gateway.md › States and transitions › Statement status', () => {
  it('pending, processing, success: in this order, by the clock', async () => {
    const { post, get, clock } = await startShop();
    const { id, status } = (await post('/company_statements/', { format: 'csv', timezone: 'UTC' })).body;
    const seen = [status];
    for (let step = 0; step < 4; step += 1) {
      clock.at += 100;
      seen.push((await get(`/company_statements/${id}/`)).body.status);
    }
    expect(seen.filter((one, at) => one !== seen[at - 1])).toEqual(['pending', 'processing', 'success']);
  });
});

describe('payment-gateway.md › Errors', () => {
  it('a JSON object keyed by field name or __all__, each value a message and a code; as lists, where that is chosen', async () => {
    const answered = { message: expect.any(String), code: 'required' };
    const { post } = await startShop();
    expect((await post('/webhooks/', {})).body).toEqual({ callback: answered });
    const lists = await startShop({ purchases: { problemShape: 'array' } });
    expect((await lists.post('/webhooks/', {})).body).toEqual({ callback: [answered] });
    expect((await lists.get('/purchases/x/')).body).toEqual({
      __all__: [{ message: 'Not found.', code: 'not_found' }],
    });
    expect((await lists.send('GET', '/purchases/', undefined, { authorization: '' })).body.__all__[0].code).toBe(
      'authentication_failed',
    );
  });
});

describe('payment-gateway.md › Limits', () => {
  it('statement format length: 32 characters; statement total filter: exactly two; turnover currency filters: exactly one', async () => {
    const { post, get, refused } = await startShop();
    const statement = (query: string, format: string) =>
      refused(post(`/company_statements/?${query}`, { format, timezone: 'UTC' }));
    expect(await statement('', 'c'.repeat(33))).toEqual({ status: 400, format: 'max_length' });
    for (const total of ['total=1', 'total=1&total=2&total=3'])
      expect(await statement(total, 'csv')).toEqual({ status: 400, total: 'invalid' });
    for (const query of ['', '?currency=MYR&currency=SGD'])
      expect((await refused(get(`/account/json/turnover/${query}`))).status).toBe(400);
  });
});

describe('payment-gateway.md › Versioning', () => {
  it('the path prefix is /api/v1', async () => {
    const { gateway, send } = await startShop();
    expect(new URL(gateway.url).pathname).toBe('/api/v1');
    expect((await send('GET', `${new URL(gateway.url).origin}/api/v2/purchases/`)).status).toBe(404);
  });
});
