import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { connectors, connectorsOf } from '../connectors/registry.ts';
import { checkFromDays, currencyField, dayField } from '../domain/configuration-fields.ts';
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

/** Connectors of which a company needs at least one; the merchant's own files alone cannot be compared with anything. */
const sufficient = connectors.filter(({ access, isCollecting }) => access === 'service' || isCollecting);

/** One company of the configuration. */
export const companySchema = z
  .strictObject({ ...identityFields, ...connectorFields, ...termFields })
  .check(({ value, issues }) => {
    // an invalid section is reported separately
    if (!z.object(connectorFields).safeParse(value).success) return;
    const used = connectorsOf(value);
    const problem = (message: string) => issues.push({ code: 'custom', input: value, message });
    if (!used.some((connector) => sufficient.includes(connector)))
      problem(`needs a ${sufficient.map(({ title }) => title).join(' or a ')}`);
    if (used.filter(({ isCollecting }) => isCollecting).length > 1)
      problem('has more than one connector that brings payments; configure one company for each');
  });

export type CompanyConfig = z.infer<typeof companySchema>;

/** A company without a configuration file, with the defaults of every key. */
export function companyDefaults({ name, zone: own }: { name: string; zone: string }) {
  const fields = z.object({ ...connectorFields, ...termFields }).parse({});
  return { ...fields, name, zone: own, currencies: [] };
}
