import { z } from 'zod';
import { beyond, named, unneeded } from '../record-schema.ts';

/** Unix seconds. */
export const unixTime = z.int();
/** Minor units. */
export const minorUnits = z.int();
const uuid = z.string();

/** payment-gateway.md › Company statement. A status that is not named is neither an end nor a success. */
export const companyStatement = z.object({
  id: uuid,
  type: unneeded(z.string()),
  format: named('csv', 'xlsx'),
  timezone: unneeded(z.string()),
  is_test: unneeded(z.boolean()),
  company_uid: unneeded(uuid),
  query_string: unneeded(z.string()),
  status: named('pending', 'processing', 'success'),
  download_url: unneeded(z.string()),
  began_on: unneeded(unixTime),
  finished_on: unneeded(unixTime),
  created_on: unneeded(unixTime),
  updated_on: unneeded(unixTime),
});
export type CompanyStatement = z.infer<typeof companyStatement>;

export const companyStatementList = z.object({
  results: z.array(companyStatement),
  next: unneeded(z.string()),
  previous: unneeded(z.string()),
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
    fee_sell: beyond(minorUnits),
    reserved: beyond(minorUnits),
    gross_balance: beyond(minorUnits),
    pending_outgoing: beyond(minorUnits),
    available_balance: beyond(minorUnits),
  }),
);

/** payment-gateway.md › Webhook: two fields are shown, the others were seen. */
export const webhook = z.object({
  callback: z.string().max(500),
  public_key: z.string(),
  id: beyond(uuid),
  type: beyond(z.string()),
  title: beyond(z.string().max(100)),
  all_events: beyond(z.boolean()),
  events: beyond(z.array(z.string())),
  created_on: beyond(unixTime),
  updated_on: beyond(unixTime),
});

/** payment-gateway.md › Recurring token: its fields are not shown; these were seen. */
export const recurringToken = z.object({
  id: uuid,
  type: beyond(z.string()),
  created_on: beyond(unixTime),
  updated_on: beyond(unixTime),
  payment_method: beyond(z.string()),
  description: beyond(z.string()),
});

/** GET /payment_methods/: not in the specification beyond its name. */
export const paymentMethods = z.object({
  available_payment_methods: z.array(z.string()),
  by_country: beyond(z.record(z.string(), z.array(z.string()))),
  names: beyond(z.record(z.string(), z.string())),
});

/** payment-gateway.md › Endpoints, GET /public_key/: a text in JSON. */
export const publicKey = z.string();

const problem = z.object({ message: z.string().optional(), code: z.string().optional() }).loose();

/** payment-gateway.md › Errors: field or `__all__` → a problem; live answers hold a list of them. */
export const gatewayError = z.record(z.string(), z.union([z.array(problem), problem]));
