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

/** payment-gateway.md › Endpoints, GET /public_key/: a text in JSON. */
export const publicKey = z.string();

/** payment-gateway.md › Webhook: only the fields that verify its deliveries. */
export const webhookList = z.object({ results: z.array(z.object({ id: uuid, public_key: z.string() })) });
