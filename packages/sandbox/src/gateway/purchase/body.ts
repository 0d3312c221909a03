import { z } from 'zod';
import { currencyCode } from '../../iso-codes.ts';
import { clientFields } from '../client/fields.ts';
import { METHODS } from '../payment-methods.ts';
import { callbackUrl } from './callback-url.ts';

const text = (length: number) => z.string().max(length, `At most ${length} characters.`);
const minor = z.int('Not a whole number of minor units.');
const decimal = z
  .union([z.string(), z.number()])
  .transform(String)
  .refine((value) => /^\d{1,9}(\.\d{1,6})?$/.test(value), 'Not a decimal number.');
const isUrl = (value: string) => value === '' || (/^https?:\/\//i.test(value) && URL.canParse(value));
const redirect = text(500).refine(isUrl, 'Not a URL.').default('');

const isZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};

/** payment-gateway.md › Product item. */
const product = z.object({
  name: text(256).min(1),
  price: minor,
  quantity: decimal.default('1.0000'),
  discount: minor.default(0),
  tax_percent: decimal.default('0.00'),
  category: text(256).default(''),
  total_price_override: minor.nullable().default(null),
});
export type Product = z.output<typeof product>;

const override = minor.min(0).nullable().default(null);

/** payment-gateway.md › Core purchase object. Redirects and the callback belong to the top level of the body and are ignored here. */
const core = z.object({
  currency: currencyCode.optional(),
  language: text(8).default('en'),
  notes: text(10_000).default(''),
  debt: minor.default(0),
  timezone: z.string().refine(isZone, 'Not a time zone.').optional(),
  due_strict: z.boolean().default(false),
  email_message: text(256).default(''),
  single_attempt: z.boolean().default(false),
  has_upsell_products: z.boolean().default(false),
  metadata: z.record(z.string(), z.unknown()).default({}),
  subtotal_override: override,
  total_tax_override: override,
  total_discount_override: override,
  total_override: override,
  request_client_details: z.array(z.string()).default([]),
  shipping_options: z.array(z.unknown()).default([]),
  payment_method_details: z.record(z.string(), z.unknown()).default({}),
  products: z.array(product).min(1, 'At least one product is required.'),
});

export const REFUND_AVAILABILITIES = ['all', 'full_only', 'partial_only', 'pis_all', 'pis_partial', 'none'] as const;

/** payment-gateway.md › Create purchase: the fields of the body, all at its top level. Other fields are ignored. */
export const createFields = z.object({
  brand_id: z.uuid('Not a UUID.'),
  client_id: z.uuid('Not a UUID.').optional(),
  client: clientFields.optional(),
  purchase: core,
  success_callback: z.union([z.literal(''), callbackUrl]).default(''),
  success_redirect: redirect,
  failure_redirect: redirect,
  cancel_redirect: z
    .string()
    .refine((value) => !/[<>'"]/.test(value), 'Must not contain any of < > \' ".')
    .refine(isUrl, 'Not a URL.')
    .default(''),
  skip_capture: z.boolean().default(false),
  force_recurring: z.boolean().default(false),
  send_receipt: z.boolean().default(false),
  payment_method_whitelist: z.array(z.enum(METHODS)).min(1, 'At least one entry is required.').nullable().default(null),
  reference: text(128).default(''),
  issued: z.iso.date('Not a date (YYYY-MM-DD).').optional(),
  due: z.int().min(0).nullable().default(null),
  refund_availability: z.enum(REFUND_AVAILABILITIES).default('all'),
  tags: z.array(z.string()).default([]),
  platform: text(32).default('api'),
  creator_agent: text(32).default(''),
});

export const createBody = createFields.superRefine((body, context) => {
  const given = Number(body.client !== undefined) + Number(body.client_id !== undefined);
  if (given === 1) return;
  const message = given === 0 ? 'client or client_id is required.' : 'client and client_id must not both be given.';
  const code = given === 0 ? 'required' : 'exactly_one';
  context.addIssue({ code: 'custom', path: ['client_id'], message, params: { code }, input: body.client_id });
});
export type CreateBody = z.output<typeof createBody>;
