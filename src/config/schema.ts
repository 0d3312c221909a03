import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { statementColumns } from '../statement-columns.ts';

const zone = z.string().refine((name) => {
  try {
    Temporal.Now.zonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}, 'must be an IANA time zone, such as Asia/Kuala_Lumpur');

const currency = z.string().regex(/^[A-Z]{3}$/, 'must be a currency code in capitals, such as MYR');

/** Where a secret is, never what it is. */
const secretSource = z.union(
  [z.strictObject({ env: z.string().min(1) }), z.strictObject({ file: z.string().min(1) })],
  'must name where the secret is, {env: VARIABLE} or {file: path}, never the secret itself',
);

const baseUrl = z.url('must be a URL').transform((url) => url.replace(/\/+$/, ''));
const seconds = z.number().int().positive();
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 06:30');

const statement = z.strictObject({
  format: z.enum(['csv', 'xlsx']).default('csv'),
  lookback_days: z.number().int().min(0).max(92).default(3),
  deadline_seconds: seconds.default(1800),
  aliases: z.partialRecord(z.enum(statementColumns), z.array(z.string().min(1))).default({}),
});

const company = z
  .strictObject({
    name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be small letters, digits, - and _: it names folders'),
    zone,
    currencies: z.array(currency).min(1),
    gateway: z.strictObject({ base_url: baseUrl, secret_key: secretSource }).optional(),
    payout: z.strictObject({ base_url: baseUrl, api_key: secretSource, api_secret: secretSource }).optional(),
    statement: statement.prefault({}),
    schedule: z.strictObject({ at: timeOfDay.default('06:30'), deadline: timeOfDay.default('10:00') }).prefault({}),
  })
  .refine((entry) => entry.gateway !== undefined || entry.payout !== undefined, 'needs a gateway, a payout, or both');

/** The whole configuration file. */
export const configSchema = z.strictObject({
  data_dir: z.string().min(1).default('tieout-data'),
  companies: z
    .array(company)
    .min(1)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'each company needs a name of its own'),
  report: z
    .strictObject({
      language: z.enum(['en', 'ms']).default('en'),
      csv_delimiter: z.enum([',', ';', '\t']).default(','),
      decimal_mark: z.enum(['.', ',']).default('.'),
      show_personal_data: z.boolean().default(false),
    })
    .prefault({}),
  notice: z
    .strictObject({
      email: z
        .strictObject({
          to: z.array(z.email()).min(1),
          from: z.email(),
          smtp_url: secretSource,
          attach_workbook: z.boolean().default(false),
        })
        .optional(),
      webhook: z.strictObject({ url: z.url(), secret: secretSource }).optional(),
      overdue_over: z.number().int().min(0).default(0),
    })
    .prefault({}),
  warehouse: z
    .strictObject({
      memory_limit: z
        .string()
        .regex(/^\d+(\.\d+)?\s?([KMGT]i?B|%)$/, 'must be an amount of memory, such as 4GB')
        .optional(),
      threads: z.number().int().positive().optional(),
    })
    .prefault({}),
});

export type Config = z.infer<typeof configSchema>;
export type CompanyConfig = Config['companies'][number];
export type SecretSource = z.infer<typeof secretSource>;
