import { z } from 'zod';
import { baseUrl, checkFromDays, dayField, readingFields, secretSource } from '../../domain/configuration-fields.ts';
import { type StatementColumn, statementColumns } from './statement-columns.ts';

const columns = Object.keys(statementColumns) as [StatementColumn, ...StatementColumn[]];

const statement = z.strictObject({
  formats: z
    .array(z.enum(['csv', 'xlsx']))
    .min(1)
    .max(2)
    .refine((all) => new Set(all).size === all.length, 'must name each format once')
    .default(['csv'])
    .describe(
      'The formats in which each statement is requested. The first is the statement of record; a second one is compared with it line by line.',
    ),
  lookback_days: z
    .int()
    .min(0)
    .max(92)
    .default(7)
    .describe(
      'Days before the period that a statement also covers, so that late changes are seen. More while payments are not settled.',
    ),
  timeout_seconds: z.int().min(1).max(86_400).default(1800).describe('How long to wait until a statement is ready.'),
  reserve_percent: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,4})?$/, 'must be a number below 100 in quotes, such as "5"')
    .optional()
    .describe(
      'The share of each payment that the gateway withholds as a reserve, in per cent. Without it, a share that the lines of a statement have in common is recognised.',
    ),
  reserve_days: z
    .int()
    .min(1)
    .max(730)
    .optional()
    .describe(
      'Days after a payment on which the gateway releases what it withheld of it. With it, a reserve that is not released on its day is a break.',
    ),
  reserve_changes: z
    .array(
      z.strictObject({
        from: dayField.describe('First business day of payment for which the change counts.'),
        days: z.int().min(1).max(730).describe('Days after such a payment until the release.'),
      }),
    )
    .check(checkFromDays(() => 'reserve_days'))
    .default([])
    .describe('Later agreements about `reserve_days`, in the order of their days.'),
  fee_sign: z
    .enum(['charged_is_positive', 'charged_is_negative'])
    .optional()
    .describe(
      'The sign of a fee that the gateway charges; one of the other sign is given back. Needed where payments have fees of both signs and no net amounts. Without it, the sign is that of most payments.',
    ),
  ...readingFields(columns),
});

const gateway = z.strictObject({
  base_url: baseUrl.describe("The payment gateway's address; its path ends in /api/v1."),
  secret_key: secretSource.describe('Where the secret key is.'),
  settlement_days: z
    .strictObject({
      usual: z.int().min(0).max(60).default(2).describe('Business days that a settlement usually takes.'),
      most: z.int().min(0).max(90).default(5).describe('Business days that a settlement takes at most.'),
      changes: z
        .array(
          z.strictObject({
            from: dayField.describe('First business day of payment for which the change counts.'),
            usual: z.int().min(0).max(60).describe('Business days that a settlement usually takes from then on.'),
            most: z.int().min(0).max(90).describe('Business days that it takes at most.'),
          }),
        )
        .check(checkFromDays(() => 'settlement_days'))
        .default([])
        .describe('Later terms, in the order of their days.'),
    })
    .optional()
    .describe(
      'How long settlements take, until enough of them have been observed. Needed where the statements have not reported a settlement yet: with it, a payment that is not settled becomes overdue. Without it, settlements are expected as by the defaults once one was reported.',
    ),
  narrowing_requests: z
    .int()
    .min(0)
    .max(10_000)
    .default(120)
    .describe(
      'The most requests that a run makes about parts of a day to locate a difference between statement and turnover. 0: none.',
    ),
});

/** The gateway's keys in a company's configuration. */
export const gatewayConfiguration = {
  gateway: gateway.optional().describe('The payment gateway. Leave it out when this company does not collect.'),
  statement: statement.prefault({}).describe('How statements are requested and read.'),
};

export type GatewaySection = z.infer<z.ZodObject<typeof gatewayConfiguration>>;
