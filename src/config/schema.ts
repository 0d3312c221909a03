import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { isHost } from '../connectors/http/private-address.ts';
import { connectors, connectorsOf } from '../connectors/registry.ts';
import { checkFromDays, currencyField, dayField, safeUrl, secretSource } from '../domain/configuration-fields.ts';
import { readPublicKey } from '../domain/ssh-signature.ts';
import { calendarField } from './calendar-fields.ts';

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

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day in quotes, such as "06:30"');

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

const decimal = z.string().regex(/^\d+(\.\d{1,4})?$/, 'must be a number in quotes, such as "1.50"');

const fee = z.strictObject({
  method: z.string().min(1).describe('The payment method, as in statements.'),
  currency: currencyField.optional().describe('Limits the rule to one currency.'),
  flat: decimal.default('0').describe('Fixed part for each payment, in major units.'),
  percent: decimal.default('0').describe('Part that depends on the amount, in per cent, rounded half up.'),
  minimum: decimal.default('0').describe('The least that a payment costs.'),
  from: dayField
    .optional()
    .describe(
      'First business day of payment for which the rule counts, until that of the next rule for the method and currency. A new price is a new rule with `from`, after the old one.',
    ),
});

const waiver = z
  .strictObject({
    control: z
      .string()
      .regex(/^[a-z][a-z0-9_]*$/)
      .describe('The control that need not be made: the name of its reconciliation.'),
    currency: currencyField.optional().describe('Limits the waiver to one currency.'),
    subject: z.string().min(1).optional().describe('Limits it to one subject, such as a payment method or an account.'),
    from: dayField.describe('First business day.'),
    to: dayField.optional().describe('Last business day; until it is removed where not given.'),
    why: z.string().min(1).describe('Reason, as reports show it.'),
    by: z.string().min(1).describe('Who decided it.'),
  })
  .refine(({ from, to }) => to === undefined || to >= from, { path: ['to'], message: 'must not be before from' });

const reading = z.strictObject({
  earliest_day: dayField.default('2000-01-01').describe('A row with an earlier date is rejected.'),
  days_ahead: z
    .int()
    .min(0)
    .max(3660)
    .default(2)
    .describe('A row whose money moved more than this many days after the file was received is rejected.'),
  largest_unpacked_mib: z
    .int()
    .min(1)
    .max(1_048_576)
    .default(4096)
    .describe('A workbook that unpacks to more MiB is refused.'),
  highest_ratio: z
    .int()
    .min(2)
    .max(100_000)
    .default(150)
    .describe('A workbook that unpacks to more than this many times its size is refused, once it passes 64 MiB.'),
});

const identityFields = {
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be lower-case letters, digits, - and _, because it names folders')
    .describe('Name of the company in reports and folders.'),
  zone: zone.describe('IANA time zone of the company; its midnight is the cut-off of the business day.'),
  currencies: z
    .array(currencyField)
    .min(1)
    .refine((all) => new Set(all).size === all.length, 'must name each currency once')
    .describe('ISO 4217 codes. Each one has a statement, a turnover and a verdict a day.'),
};

const termFields = {
  calendar: calendarField
    .optional()
    .describe('Business days, by which settlements and deposits are expected. Without it, Mondays to Fridays.'),
  fees: z
    .array(fee)
    .check(checkFromDays(({ method, currency }) => JSON.stringify([method, currency])))
    .default([])
    .describe('Fees agreed with the gateway, by payment method. Without any, fees are not checked.'),
  starts_on: dayField
    .optional()
    .describe('First business day that is reconciled. Open items and balances from before it: `tieout take-on`.'),
  waivers: z
    .array(waiver)
    .default([])
    .describe('Controls that need not be made. Every report that a waiver concerns shows it.'),
  reading: reading.prefault({}).describe('What is accepted of files.'),
  schedule: schedule.prefault({}).describe('When `tieout schedule` runs each day.'),
};

/** The keys that the connectors add to a company. */
const connectorFields: z.ZodRawShape = Object.assign({}, ...connectors.map(({ configuration }) => configuration));

/** Connectors that a company can live on; the merchant's own files alone have nothing to be compared with. */
const sufficient = connectors.filter(({ access, isCollecting }) => access === 'service' || isCollecting);

/** One company of the configuration. */
export const companySchema = z
  .strictObject({ ...identityFields, ...connectorFields, ...termFields })
  .check(({ value, issues }) => {
    // a section that is wrong is reported by itself
    if (!z.object(connectorFields).safeParse(value).success) return;
    const used = connectorsOf(value);
    const problem = (message: string) => issues.push({ code: 'custom', input: value, message });
    if (!used.some((connector) => sufficient.includes(connector)))
      problem(`needs a ${sufficient.map(({ title }) => title).join(' or a ')}`);
    if (used.filter(({ isCollecting }) => isCollecting).length > 1)
      problem('has more than one connector that brings payments; configure one company for each');
  });

const report = z
  .strictObject({
    language: z.enum(['en', 'ms']).default('en').describe('Language of the reports.'),
    csv_delimiter: z.enum([',', ';', '\t']).default(',').describe('Delimiter of CSV reports.'),
    decimal_mark: z.enum(['.', ',']).default('.').describe('Decimal mark of amounts in CSV reports.'),
    csv_byte_order_mark: z
      .boolean()
      .default(true)
      .describe('Whether CSV reports begin with a byte order mark, by which spreadsheets recognise UTF-8.'),
    currency: currencyField
      .optional()
      .describe('Currency in which amounts of different currencies are compared to rank findings.'),
    rates: z
      .record(
        currencyField,
        z.string().regex(/^\d{1,8}(\.\d{1,6})?$/, 'must be a number with at most six decimals, in quotes'),
      )
      .default({})
      .describe(
        'What one unit of another currency is worth in `currency`, e.g. `KWD: "14.20"`; only to rank findings.',
      ),
    show_personal_data: z.boolean().default(false).describe('Show names and addresses in full instead of masked.'),
  })
  .refine(({ csv_delimiter, decimal_mark }) => csv_delimiter !== decimal_mark, {
    path: ['decimal_mark'],
    message: 'must differ from report.csv_delimiter',
  })
  .refine(({ currency, rates }) => currency !== undefined || Object.keys(rates).length === 0, {
    path: ['currency'],
    message: 'must name the currency in which report.rates are given',
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

const signingKey = z.strictObject({
  person: z.string().trim().min(1).describe('The name with which the person decides (`--author`).'),
  key: z
    .string()
    .refine(
      (text) => readPublicKey(text) !== undefined,
      'must be an Ed25519 public key: the line of a .pub file that ssh-keygen -t ed25519 made',
    )
    .describe('Ed25519 public key, as in a .pub file of ssh-keygen.'),
  until: dayField
    .optional()
    .describe('Last day on which a signature by the key counts, for a person who has left. Remove a stolen key.'),
});

export const decisionSchema = z.strictObject({
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
    .record(currencyField, z.string().regex(/^\d+(\.\d{1,4})?$/, 'must be an amount in quotes, such as "1000.00"'))
    .default({})
    .describe('By currency, the difference above which every decision needs a second approval.'),
  second_approval_for_items: z
    .array(z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be the name of an outcome or of a reconciliation'))
    .default([])
    .describe(
      'Kinds of items whose decisions need a second approval, also without an amount: outcomes or reconciliations.',
    ),
  second_approval_verified: z
    .boolean()
    .default(false)
    .describe('Whether a second approval is in force only where both persons signed.'),
  keys: z
    .array(signingKey)
    .default([])
    .refine(
      (all) => new Set(all.map(({ key }) => readPublicKey(key)?.fingerprint)).size === all.length,
      'must name each key once: a key that two persons have proves neither',
    )
    .describe('Public keys of the persons who sign decisions.'),
});

const matching = z.strictObject({
  folder: z
    .string()
    .min(1)
    .optional()
    .describe('No longer needed, and removed in the next version: passes/ beside this file is found by itself.'),
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
  masked_snapshot: z
    .enum(['none', 'owner', 'group'])
    .default('none')
    .describe(
      'Whether each run also publishes published-masked.duckdb, with keyed hashes instead of personal data, and who can read it: this user, or the group of the data directory too.',
    ),
});

const retention = z.strictObject({
  personal_data: z
    .string()
    .regex(/^[1-9]\d{0,3} (?:days?|months?|years?)$/, 'must be a number of days, months or years, such as "24 months"')
    .optional()
    .describe(
      'How long names, e-mail addresses and account numbers are kept after the last business day of their records. `tieout retention` then replaces them; nothing does so by itself.',
    ),
});

const network = z.strictObject({
  private_hosts: z
    .array(z.string().refine(isHost, 'must be a host name or an address, without scheme, port or path'))
    .default([])
    .describe(
      'Hosts in private networks, or this machine, to which download links and the webhook may lead, such as `["files.internal.example", "10.0.0.7"]`. The host and port of base_url is permitted for its own links.',
    ),
});

/** The whole configuration file; docs/configuration.md is generated from the descriptions. */
export const configSchema = z.strictObject({
  data_dir: z
    .string()
    .min(1)
    .default('tieout-data')
    .describe('Folder for all data, relative to this file and private to this user.'),
  companies: z
    .array(companySchema)
    .min(1)
    .refine(
      (all) => new Set(all.map(({ name }) => name)).size === all.length,
      'must give each company a different name',
    )
    .describe('One or more companies; each is reconciled by itself.'),
  report: report.prefault({}).describe('Format of the reports.'),
  decision: decisionSchema.prefault({}).describe('Rules for decisions on breaks.'),
  matching: matching.prefault({}).describe('Your own match passes.'),
  notice: notice
    .prefault({})
    .describe('Who receives notices of changed verdicts, failures, overdue items and missed deadlines.'),
  network: network.prefault({}).describe('What links and webhooks may lead to.'),
  retention: retention.prefault({}).describe('How long personal data is kept.'),
  warehouse: warehouse.prefault({}).describe('Limits on memory and threads, and the masked snapshot.'),
});

export type Config = z.infer<typeof configSchema>;
export type CompanyConfig = Config['companies'][number];
export type DecisionConfig = Config['decision'];

/** A company without a configuration file, with the defaults of every key. */
export function companyDefaults({ name, zone: own }: { name: string; zone: string }) {
  const fields = z.object({ ...connectorFields, ...termFields }).parse({});
  return { ...fields, name, zone: own, currencies: [] };
}
