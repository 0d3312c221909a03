import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { connectors, connectorsOf } from '../connectors/registry.ts';
import { checkFromDays, currencyField, dayField } from '../domain/configuration-fields.ts';
import { readPublicKey } from '../domain/ssh-signature.ts';

/** ISO numbers of the days of a week. */
export const weekdays = { mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6, sun: 7 } as const;

const code = z.string('must be text in quotes, such as "14"').min(1);

const hasNoRepeats = (all: readonly string[]) => new Set(all).size === all.length;

/** The days that are not business days: the public holidays of a country and state, and the company's own. */
export const calendarField = z
  .strictObject({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters, such as MY')
      .optional()
      .describe('Country whose public holidays are not business days: its ISO 3166 code, such as MY.'),
    state: code
      .optional()
      .describe('State, with its own holidays: its code in quotes, such as "14". `tieout doctor` lists the codes.'),
    weekend: z
      .array(z.enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']))
      .max(6, 'must leave a business day in the week')
      .refine(hasNoRepeats, 'must name each day once')
      .default(['sat', 'sun'])
      .describe('Days of the weekend, such as [fri, sat].'),
    holidays: z
      .array(
        z.strictObject({
          date: dayField.describe('The day.'),
          name: z.string().min(1).max(80).describe('Its name, as reports show it.'),
        }),
      )
      .default([])
      .describe(
        'Further days on which nothing is settled: one-off holidays, and those that the calendar of the country lacks.',
      ),
    working_days: z
      .array(dayField)
      .refine(hasNoRepeats, 'must name each day once')
      .default([])
      .describe('Days that are business days although they are holidays or at a weekend.'),
  })
  .refine(({ country, state }) => state === undefined || country !== undefined, {
    path: ['state'],
    message: 'needs calendar.country',
  })
  .check(({ value: { holidays, working_days: worked }, issues }) => {
    for (const [index, { date }] of holidays.entries()) {
      const message = 'is also one of calendar.working_days';
      if (worked.includes(date))
        issues.push({ code: 'custom', input: date, path: ['holidays', index, 'date'], message });
    }
  });

export type CalendarConfig = z.output<typeof calendarField>;

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

const writeOff = z.strictObject({
  currency: currencyField.describe('The currency.'),
  limit: z
    .string()
    .regex(/^(?=.*[1-9])\d+(\.\d{1,4})?$/, 'must be an amount above zero in quotes, such as "1.00"')
    .describe('The largest remaining difference that is proposed for write-off, in major units.'),
  account: z
    .string()
    .trim()
    .min(1)
    .max(80)
    .describe('The account to which the write-offs are booked, such as "6990 Rounding".'),
  reason: z.string().describe('The reason code of these decisions: one of decision.reasons.'),
});

/** Rules for decisions on breaks. */
export const decisionSchema = z
  .strictObject({
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
    write_off: z
      .array(writeOff)
      .refine((all) => hasNoRepeats(all.map(({ currency }) => currency)), 'must name each currency once')
      .default([])
      .describe(
        'The limit for each currency up to which differences are proposed for write-off. Without a limit, nothing is proposed.',
      ),
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
  })
  .check(({ value: { reasons, write_off }, issues }) => {
    for (const [index, { reason }] of write_off.entries()) {
      const message = `must be one of decision.reasons: ${reasons.join(', ')}`;
      if (!reasons.includes(reason))
        issues.push({ code: 'custom', input: reason, path: ['write_off', index, 'reason'], message });
    }
  });

export type DecisionConfig = z.infer<typeof decisionSchema>;

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
    close_day: z
      .int()
      .min(1)
      .max(28)
      .optional()
      .describe(
        'Day on which the month before is closed; each day again while gates refuse. Without it, nothing is closed.',
      ),
  })
  .refine(({ at, deadline }) => deadline > at, { path: ['deadline'], message: 'must be later than schedule.at' });

const close = z.strictObject({
  requires_ledger: z
    .boolean()
    .default(false)
    .describe(
      'Whether a month is closed only with the balances of the ledger (books.ledger); otherwise it closes a roll-forward.',
    ),
  rebuild: z
    .boolean()
    .default(false)
    .describe('Whether a close also rebuilds the data from the received files and compares them.'),
});

const decimal = z.string().regex(/^\d+(\.\d{1,4})?$/, 'must be a number in quotes, such as "1.50"');

const fee = z.strictObject({
  method: z.string().min(1).describe('The payment method, as in statements.'),
  currency: currencyField.optional().describe('Limits the rule to one currency.'),
  flat: decimal.default('0').describe('Fixed part for each payment, in major units.'),
  percent: decimal.default('0').describe('Part that depends on the amount, in per cent, rounded half up.'),
  minimum: decimal.default('0').describe('Minimum fee of a payment.'),
  from: dayField
    .optional()
    .describe(
      'First business day of payment to which the rule applies, until the next rule for the method and currency begins. For a new price, add a rule with `from` after the old one.',
    ),
});

const feesTax = z.strictObject({
  name: z.string().min(1).max(20).describe('Its name, as reports show it.'),
  percent: decimal.describe('Its rate in per cent.'),
  included: z.boolean().describe('Whether the fee that the gateway deducts includes it.'),
  from: dayField
    .optional()
    .describe(
      'First business day to which it applies, until the next entry begins. A tax ends with an entry of percent "0".',
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
    to: dayField.optional().describe('Last business day. Without it, the waiver applies until it is removed.'),
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
    .describe('A workbook, or a stream of a PDF, that unpacks to more MiB is refused.'),
  highest_ratio: z
    .int()
    .min(2)
    .max(100_000)
    .default(150)
    .describe(
      'A workbook that unpacks to more than this many times its size is refused, once it passes 64 MiB; so is a PDF with such a stream.',
    ),
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
    .describe('ISO 4217 codes. Each currency has a statement, a turnover and a verdict a day.'),
};

const termFields = {
  calendar: calendarField
    .optional()
    .describe(
      'Calendar of business days, for the expected dates of settlements and deposits. Without it, Mondays to Fridays.',
    ),
  fees: z
    .array(fee)
    .check(checkFromDays(({ method, currency }) => JSON.stringify([method, currency])))
    .default([])
    .describe('Fees agreed with the gateway, by payment method. Without any, fees are not checked.'),
  fees_tax: z
    .array(feesTax)
    .check(checkFromDays(() => 'fees_tax'))
    .default([])
    .describe("Tax on the gateway's fees, such as SST, which the sheet *Fee totals* shows separately."),
  starts_on: dayField
    .optional()
    .describe('First business day that is reconciled. Open items and balances from before it: `tieout take-on`.'),
  waivers: z
    .array(waiver)
    .default([])
    .describe('Controls that need not be made. Every report shows the waivers that concern it.'),
  reading: reading.prefault({}).describe('What is accepted of files.'),
  close: close.prefault({}).describe('Further requirements for the close of a month.'),
  drop_folder: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder for files of any kind: each run imports them and moves them to its subfolder `done`, or to `refused` with the reason beside them.',
    ),
  schedule: schedule.prefault({}).describe('When `tieout schedule` runs each day.'),
};

/** The keys that the connectors add to a company. */
const connectorFields: z.ZodRawShape = Object.assign({}, ...connectors.map(({ configuration }) => configuration));

/** A company needs at least one of these connectors; the merchant's own files alone cannot be compared with anything. */
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
