import { z } from 'zod';
import { openEnum, optional, undocumented } from '../record-schema.ts';

/** Unix seconds. */
export const unixTime = z.int();
/** Minor units. */
export const minorUnits = z.int();
const uuid = z.string();

/** payment-gateway.md › Company statement. A status that is not named is neither final nor a success. */
export const companyStatement = z.object({
  id: uuid,
  type: optional(z.string()),
  format: openEnum('csv', 'xlsx'),
  timezone: optional(z.string()),
  is_test: optional(z.boolean()),
  company_uid: optional(uuid),
  query_string: optional(z.string()),
  status: openEnum('pending', 'processing', 'success'),
  download_url: optional(z.string()),
  began_on: optional(unixTime),
  finished_on: optional(unixTime),
  created_on: optional(unixTime),
  updated_on: optional(unixTime),
});
export type CompanyStatement = z.infer<typeof companyStatement>;

export const companyStatementList = z.object({
  results: z.array(companyStatement),
  next: optional(z.string()),
  previous: optional(z.string()),
});

const turnoverSide = z.object({
  turnover: minorUnits,
  fee_sell: minorUnits,
  count: z.object({ all: z.int().nonnegative() }),
});

/** payment-gateway.md › Turnover record. */
export const turnoverRecord = z.object({ incoming: turnoverSide, outgoing: turnoverSide });

/** Currency → amounts; not in the specification. */
export const balanceRecord = z.record(
  z.string(),
  z.object({
    balance: minorUnits,
    fee_sell: undocumented(minorUnits),
    reserved: undocumented(minorUnits),
    gross_balance: undocumented(minorUnits),
    pending_outgoing: undocumented(minorUnits),
    available_balance: undocumented(minorUnits),
  }),
);

/** payment-gateway.md › Webhook: two fields are shown, the others were observed. */
export const webhook = z.object({
  callback: z.string().max(500),
  public_key: z.string(),
  id: undocumented(uuid),
  type: undocumented(z.string()),
  title: undocumented(z.string().max(100)),
  all_events: undocumented(z.boolean()),
  events: undocumented(z.array(z.string())),
  created_on: undocumented(unixTime),
  updated_on: undocumented(unixTime),
});

/** payment-gateway.md › Recurring token: its fields are not shown; these were observed. */
export const recurringToken = z.object({
  id: uuid,
  type: undocumented(z.string()),
  created_on: undocumented(unixTime),
  updated_on: undocumented(unixTime),
  payment_method: undocumented(z.string()),
  description: undocumented(z.string()),
});

/** GET /payment_methods/: the specification gives its name and nothing else. */
export const paymentMethods = z.object({
  available_payment_methods: z.array(z.string()),
  by_country: undocumented(z.record(z.string(), z.array(z.string()))),
  names: undocumented(z.record(z.string(), z.string())),
});

/** payment-gateway.md › Endpoints, GET /public_key/: a text in JSON. */
export const publicKey = z.string();

const problem = z.object({ message: z.string().optional(), code: z.string().optional() }).loose();

/** payment-gateway.md › Errors: field or `__all__` → a problem; live answers have a list of problems. */
export const gatewayError = z.record(z.string(), z.union([z.array(problem), problem]));
