import { z } from 'zod';

const instant = z.number().int().nullable();

/** payment-gateway.md › Company statement. Values beyond those named are kept: an unknown status is never success. */
export const companyStatement = z.object({
  id: z.string(),
  type: z.string().nullish(),
  format: z.string().max(32),
  timezone: z.string().nullish(),
  is_test: z.boolean().nullish(),
  company_uid: z.string().nullish(),
  query_string: z.string().nullish(),
  status: z.string(),
  download_url: z.string().nullish(),
  began_on: instant.optional(),
  finished_on: instant.optional(),
  created_on: instant.optional(),
  updated_on: instant.optional(),
});
export type CompanyStatement = z.infer<typeof companyStatement>;

export const companyStatementList = z.object({
  results: z.array(companyStatement),
  next: z.string().nullish(),
  previous: z.string().nullish(),
});

const turnoverSide = z.object({
  turnover: z.number().int(),
  fee_sell: z.number().int(),
  count: z.object({ all: z.number().int() }),
});

/** payment-gateway.md › Turnover record. Minor units. */
export const turnoverRecord = z.object({ incoming: turnoverSide, outgoing: turnoverSide });

/** Currency → amounts in minor units; not in the specification, so every field may be missing. */
export const balanceRecord = z.record(
  z.string(),
  z.object({
    balance: z.number().int(),
    fee_sell: z.number().int().optional(),
    reserved: z.number().int().optional(),
    gross_balance: z.number().int().optional(),
    pending_outgoing: z.number().int().optional(),
    available_balance: z.number().int().optional(),
  }),
);

const clientDetails = z
  .object({
    email: z.string().max(254).nullish(),
    full_name: z.string().max(1000).nullish(),
    phone: z.string().max(32).nullish(),
    country: z.string().max(2).nullish(),
  })
  .loose();

/** payment-gateway.md › Payment. */
export const paymentRecord = z
  .object({
    type: z.string(),
    id: z.string(),
    created_on: z.number().int(),
    updated_on: z.number().int(),
    client: clientDetails.nullish(),
    payment: z
      .object({
        is_outgoing: z.boolean(),
        payment_type: z.string(),
        amount: z.number().int(),
        currency: z.string(),
        net_amount: z.number().int(),
        fee_amount: z.number().int(),
        pending_amount: z.number().int(),
        pending_unfreeze_on: instant.optional(),
        description: z.string().nullish(),
        paid_on: instant.optional(),
        remote_paid_on: instant.optional(),
      })
      .loose(),
    related_to: z.object({ type: z.string(), id: z.string() }).nullish(),
    reference: z.string().nullish(),
    reference_generated: z.string().nullish(),
    is_test: z.boolean(),
  })
  .loose();

/** payment-gateway.md › Purchase: what a reconciliation needs of it, the rest is kept as it came. */
export const purchaseRecord = z
  .object({
    id: z.string(),
    type: z.string(),
    status: z.string(),
    is_test: z.boolean(),
    reference: z.string().nullish(),
    reference_generated: z.string().nullish(),
    refundable_amount: z.number().int().nullish(),
    marked_as_paid: z.boolean().nullish(),
    created_on: z.number().int(),
    updated_on: z.number().int(),
    purchase: z.object({ currency: z.string(), total: z.number().int() }).loose(),
    payment: z
      .object({
        amount: z.number().int(),
        currency: z.string(),
        fee_amount: z.number().int(),
        paid_on: instant.optional(),
      })
      .loose()
      .nullish(),
    status_history: z.array(z.object({ status: z.string(), timestamp: z.number().int() }).loose()).nullish(),
  })
  .loose();
