import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { type BookKind, bookColumns } from '../connectors/files/columns.ts';
import { statementColumns } from '../connectors/gateway/statement-columns.ts';
import { currencyProblem } from '../domain/currencies.ts';

function isZone(name: string): boolean {
  // an offset such as +08:00 has no rules for daylight saving time
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}

const zone = z.string().refine(isZone, 'must be an IANA time zone, such as Asia/Kuala_Lumpur');

const currency = z.string().check(({ value, issues }) => {
  const message = currencyProblem(value);
  if (message !== undefined) issues.push({ code: 'custom', input: value, message });
});

/** Where a secret is, never what it is. */
const secretSource = z.union(
  [z.strictObject({ env: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/) }), z.strictObject({ file: z.string().min(1) })],
  'must name where the secret is, {env: VARIABLE} or {file: path}, never the secret itself',
);

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Credentials travel to these addresses: encrypted, or not off this machine. */
function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && loopbackHosts.has(hostname));
}

function isBare(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { search, hash } = new URL(text);
  return search === '' && hash === '';
}

const safeUrl = z.string().refine(isSafeUrl, 'must be an https:// address (http:// only on this machine itself)');
const baseUrl = safeUrl
  .refine(isBare, 'must end with the path, without ? or #')
  .transform((url) => url.replace(/\/+$/, ''));

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day in quotes, such as "06:30"');

const statement = z.strictObject({
  format: z.enum(['csv', 'xlsx']).default('csv').describe('The format that statements are asked for in.'),
  lookback_days: z
    .int()
    .min(0)
    .max(92)
    .default(7)
    .describe(
      'Days before the period that a statement covers too, so that late changes are seen; more while payments wait for their settlement.',
    ),
  timeout_seconds: z.int().min(1).max(86_400).default(1800).describe('How long to wait until a statement is ready.'),
  aliases: z
    .partialRecord(z.enum(statementColumns), z.array(z.string().min(1)))
    .default({})
    .describe('Other headers under which a column stands in your statements.'),
});

const schedule = z
  .strictObject({
    at: timeOfDay.default('06:30').describe("Time of the daily run for yesterday, in the company's zone."),
    deadline: timeOfDay.default('10:00').describe('A day that is not reconciled by this time sends a notice.'),
    retry_minutes: z
      .int()
      .min(1)
      .max(1440)
      .default(30)
      .describe('Minutes until a day whose run failed or was incomplete is run again.'),
    catch_up_days: z
      .int()
      .min(1)
      .max(92)
      .default(31)
      .describe('The most days that are caught up after the machine was off.'),
  })
  .refine(({ at, deadline }) => deadline > at, { path: ['deadline'], message: 'must be later than schedule.at' });

const aliasesOf = (kind: BookKind) =>
  z
    .partialRecord(z.enum(Object.keys(bookColumns[kind])), z.array(z.string().min(1)))
    .default({})
    .describe('Other headers under which a column stands in this file.');

const books = z.strictObject({
  orders: z
    .strictObject({
      file: z.string().min(1).optional().describe('A CSV file that every run takes in, when it has changed.'),
      aliases: aliasesOf('orders'),
    })
    .optional()
    .describe("The merchant's own orders; every day then needs them."),
  bank: z
    .strictObject({
      file: z.string().min(1).optional().describe('A CSV file that every run takes in, when it has changed.'),
      aliases: aliasesOf('bank'),
      deposits_are: z
        .enum(['disbursements', 'settlements'])
        .default('disbursements')
        .describe("What the gateway's deposits are: its disbursement lines, or all that it settled on a day."),
      deposit_text: z
        .string()
        .min(1)
        .optional()
        .describe('Only lines whose description holds this are deposits of the gateway; without it, every deposit is.'),
    })
    .optional()
    .describe("The merchant's bank statement; every day then needs it."),
  callbacks: z
    .strictObject({
      file: z
        .string()
        .min(1)
        .optional()
        .describe('A file of JSON lines that every run takes in, when it has changed: signature and body of each.'),
      aliases: aliasesOf('callbacks'),
      public_keys: z
        .array(z.string().min(1))
        .default([])
        .describe(
          "Files with the public keys (PEM) of your webhooks. Without any, the gateway is asked for the company's own key.",
        ),
    })
    .optional()
    .describe('The callbacks that the merchant received; every day then needs them.'),
});

const decimal = z.string().regex(/^\d+(\.\d{1,4})?$/, 'must be a number in quotes, such as "1.50"');

const fee = z.strictObject({
  method: z.string().min(1).describe('The payment method, as in statements.'),
  currency: currency.optional().describe('Limits the rule to one currency.'),
  flat: decimal.default('0').describe('Fixed part for each payment, in major units.'),
  percent: decimal.default('0').describe('Part that depends on the amount, in per cent, rounded half up.'),
  minimum: decimal.default('0').describe('The least that a payment costs.'),
});

const company = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be lower-case letters, digits, - and _, because it names folders')
      .describe('Name of the company in reports and folders.'),
    zone: zone.describe('IANA time zone of the company; its midnight is the cut-off of the business day.'),
    currencies: z
      .array(currency)
      .min(1)
      .refine((all) => new Set(all).size === all.length, 'must name each currency once')
      .describe('ISO 4217 codes. Each one has a statement, a turnover and a verdict a day.'),
    gateway: z
      .strictObject({
        base_url: baseUrl.describe("The payment gateway's address; its path ends in /api/v1."),
        secret_key: secretSource.describe('Where the secret key is.'),
        settlement_days: z
          .strictObject({
            usual: z.int().min(0).max(60).default(2).describe('Business days that a settlement usually takes.'),
            most: z.int().min(0).max(90).default(5).describe('Business days that it takes at most.'),
          })
          .prefault({})
          .describe('How long settlements take, until enough of them have been seen to learn it.'),
        narrowing_requests: z
          .int()
          .min(0)
          .max(10_000)
          .default(120)
          .describe(
            'How often a run may ask about parts of a day, to find where statement and turnover differ. 0: never.',
          ),
      })
      .optional()
      .describe('The payment gateway; leave it out when this company does not collect.'),
    payout: z
      .strictObject({
        base_url: baseUrl.describe("The payout service's address; its path ends in /api."),
        api_key: secretSource.describe('Where the API key is.'),
        api_secret: secretSource.describe('Where the API secret is; it signs requests and is never sent.'),
        approval_deadline: z
          .enum(['later_of_both', 'next_noon', 'noon_of_next_day'])
          .default('later_of_both')
          .describe(
            'When a pending send limit is overdue: at the first noon (Malaysia time) after the request, at noon of the day after it, or at the later one.',
          ),
      })
      .optional()
      .describe('The payout service; leave it out when this company does not pay out.'),
    books: books.prefault({}).describe("The merchant's own files, which the gateway's are held against."),
    fees: z
      .array(fee)
      .default([])
      .describe('Fees agreed with the gateway, by payment method. Without any, fees are not checked.'),
    statement: statement.prefault({}).describe('How statements are asked for and read.'),
    schedule: schedule.prefault({}).describe('When `tieout schedule` runs each day.'),
  })
  .refine((entry) => entry.gateway !== undefined || entry.payout !== undefined, 'needs a gateway, a payout, or both');

const report = z
  .strictObject({
    language: z.enum(['en', 'ms']).default('en').describe('Language of the reports.'),
    csv_delimiter: z.enum([',', ';', '\t']).default(',').describe('Delimiter of CSV reports.'),
    decimal_mark: z.enum(['.', ',']).default('.').describe('Decimal mark of amounts in CSV reports.'),
    csv_byte_order_mark: z
      .boolean()
      .default(true)
      .describe('Whether CSV reports begin with a byte order mark, by which spreadsheets recognise UTF-8.'),
    show_personal_data: z.boolean().default(false).describe('Show names and addresses in full instead of masked.'),
  })
  .refine(({ csv_delimiter, decimal_mark }) => csv_delimiter !== decimal_mark, {
    path: ['decimal_mark'],
    message: 'must differ from report.csv_delimiter',
  });

const notice = z.strictObject({
  email: z
    .strictObject({
      to: z.array(z.email('must be an e-mail address')).min(1).describe('Recipients.'),
      from: z.email('must be an e-mail address').describe('Sender.'),
      smtp_url: secretSource.describe(
        'Variable or file with the address of the mail server, including user and password.',
      ),
      attach_workbook: z.boolean().default(false).describe('Attach the workbook.'),
    })
    .optional()
    .describe('Notices by e-mail.'),
  webhook: z
    .strictObject({
      url: safeUrl.describe('Address to which notices are posted as JSON.'),
      secret: secretSource.describe('Variable or file with the secret that signs each notice.'),
    })
    .optional()
    .describe('Notices by HTTP to your own system.'),
  overdue_above: z.int().min(0).default(0).describe('A notice is sent when more items than this are overdue.'),
});

const decision = z.strictObject({
  reasons: z
    .array(z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be small letters, digits and _'))
    .min(1)
    .default([
      'arrives_later',
      'agreed_fee',
      'rounding',
      'bank_error',
      'gateway_error',
      'own_error',
      'customer_agreement',
      'not_worth_pursuing',
      'other',
    ])
    .describe('Reason codes for decisions on breaks.'),
  second_approval_for: z
    .array(z.enum(['explain', 'accept', 'write_off', 'match', 'split']))
    .default([])
    .describe('Decisions that need a second approval, such as write_off.'),
  second_approval_over: z
    .record(currency, z.string().regex(/^\d+(\.\d{1,4})?$/, 'must be an amount in quotes, such as "1000.00"'))
    .default({})
    .describe('By currency, the difference above which every decision needs a second approval.'),
});

const matching = z.strictObject({
  folder: z
    .string()
    .min(1)
    .optional()
    .describe('Folder with your own match passes, one file match_NAME.sql for each, as in sql/match.'),
  passes: z
    .record(z.string().min(1), z.array(z.string().min(1)).min(1))
    .default({})
    .describe(
      'By reconciliation, match passes that run after its own, such as `bank_to_settlement: ["NAME(days := 3)"]`.',
    ),
});

const warehouse = z.strictObject({
  memory_limit: z
    .string()
    .regex(/^\d+(\.\d+)?\s?([KMGT]i?B|%)$/, 'must be an amount of memory, such as 4GB')
    .optional()
    .describe("Memory limit of DuckDB; by default 80 % of the machine's memory."),
  threads: z
    .int()
    .min(1)
    .max(1024)
    .optional()
    .describe("Threads of DuckDB; by default the number of the machine's cores."),
});

/** The whole configuration file; docs/configuration.md is generated from the descriptions. */
export const configSchema = z.strictObject({
  data_dir: z
    .string()
    .min(1)
    .default('tieout-data')
    .describe('Folder for all data, relative to this file and private to this user.'),
  companies: z
    .array(company)
    .min(1)
    .refine(
      (all) => new Set(all.map(({ name }) => name)).size === all.length,
      'must give each company a different name',
    )
    .describe('One or more companies; each is reconciled by itself.'),
  report: report.prefault({}).describe('Format of the reports.'),
  decision: decision.prefault({}).describe('Rules for decisions on breaks.'),
  matching: matching.prefault({}).describe('Your own match passes.'),
  notice: notice
    .prefault({})
    .describe('Who receives notices of changed verdicts, failures, overdue items and missed deadlines.'),
  warehouse: warehouse.prefault({}).describe('Limits on memory and threads.'),
});

export type Config = z.infer<typeof configSchema>;
export type CompanyConfig = Config['companies'][number];
export type SecretSource = z.infer<typeof secretSource>;
