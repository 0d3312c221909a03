import { z } from 'zod';
import {
  baseUrl,
  checkFromDays,
  dayField,
  readingFields,
  readingOf,
  secretSource,
  unrecordedAddress,
  unrecordedSecret,
} from '../../domain/configuration-fields.ts';
import { type ConnectorContext, type DatedTerm, defineConnector, type ExtractContext } from '../connector.ts';
import type { Identity } from '../pinned-identity.ts';
import { recordExaminer } from '../record-schema.ts';
import type { GatewayAccess } from './client.ts';
import { askTurnover, turnoverFilters, turnoverQuestion, turnoverTotals } from './locate-turnover.ts';
import { balanceRecord, companyStatement, turnoverRecord } from './schemas.ts';
import { requiredStatementColumns, type StatementColumn, statementColumns } from './statement-file.ts';

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
      'Days before the period that a statement also covers, for late changes; more while payments are not settled.',
    ),
  timeout_seconds: z
    .int()
    .min(1)
    .max(86_400)
    .default(1800)
    .describe('Longest wait for a statement; below `network.timeout_seconds`.'),
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
      'Days after a payment until the gateway releases the amount withheld from it. With it, a reserve that is not released on its day is a break.',
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
    .describe('Later agreements on `reserve_days`, in the order of their days.'),
  fee_sign: z
    .enum(['charged_is_positive', 'charged_is_negative'])
    .optional()
    .describe(
      'The sign of a fee that the gateway charges; a fee of the other sign is refunded. Needed where payments have fees of both signs and no net amounts. Without it, the sign is that of most payments.',
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
const gatewayConfiguration = {
  gateway: gateway.optional().describe('The payment gateway. Leave it out when this company does not collect.'),
  statement: statement.prefault({}).describe('How statements are requested and read.'),
};

type GatewaySection = z.infer<z.ZodObject<typeof gatewayConfiguration>>;

type Reach = Pick<ConnectorContext<GatewaySection>, 'section' | 'company' | 'secret' | 'http' | 'identity'>;

/** The access to a company's gateway. The key is read when it is used for the first time. */
function accessOf({ section: { gateway }, company, secret, http, identity }: Reach): GatewayAccess {
  if (gateway === undefined) throw new Error(`${company.name} has no gateway`);
  const secretKey = secret(gateway.secret_key, `companies.${company.name}.gateway.secret_key`);
  const access = { http, baseUrl: gateway.base_url, secretKey };
  if (identity === undefined) return access;
  const service = { source: 'gateway', title: 'payment gateway', known: knownIdentity };
  const held = {
    confirm: () => identity.confirm(service, async () => (await import('./probe.ts')).observeGateway(access)),
    check: (observed: Identity) => identity.check(service, observed),
  };
  return { ...access, identity: held };
}

const knownIdentity = {
  kind: 'statement_request',
  read: async (body: unknown) => (await import('./probe.ts')).receivedIdentity(body),
};

/** The terms for reading a statement, whatever its use. */
const statementTable = {
  format: 'table',
  formats: ['csv', 'xlsx'],
  title: 'company statement',
  columns: statementColumns,
  required: requiredStatementColumns,
  section: 'statement',
  dates: ['created_on', 'paid_on', 'settled_on'],
  areInstants: true,
  amounts: ['amount', 'fee', 'net_amount'],
  requestedBy: 'paid_on',
  noted: ['statement_convention', 'statement_convention_note'],
  staged: 'staging.statement_payment',
  summed: 'statement_summed',
  examine: ['statement_columns', 'statement_fee_sign', 'statement_request'],
} as const;

/** The format of a statement's figures, where the configuration sets it. */
const figuresOf = ({ reserve_percent, fee_sign }: GatewaySection['statement']) => ({ reserve_percent, fee_sign });

/** A term that applies from the beginning, where it is given, with its later changes. */
function datedTerm(always: number | undefined, changes: readonly DatedTerm[]): readonly DatedTerm[] {
  return [...(always === undefined ? [] : [{ value: always }]), ...changes];
}

const oneRecord = { format: 'json', isOneRecord: true } as const;
const turnoverAnswer = { ...oneRecord, examine: recordExaminer('turnover', turnoverRecord) };
const examineStatement = recordExaminer('company statement', companyStatement);

const isStatement = (kind: string) => kind === 'statement' || kind === 'statement_comparison';

async function extract(context: ExtractContext<GatewaySection>): Promise<unknown[]> {
  const { section, company, landing, period, openDays, askedAgain, progress, waiting } = context;
  const { defaultPollOptions } = await import('./statements.ts');
  const { extractGateway } = await import('./extract.ts');
  return extractGateway({
    access: accessOf(context),
    landing,
    askedAgain,
    progress,
    scope: {
      company: company.name,
      zone: company.zone,
      currencies: company.currencies,
      period,
      lookbackDays: Math.max(section.statement.lookback_days, openDays),
    },
    formats: section.statement.formats,
    poll: { ...defaultPollOptions, deadlineMs: section.statement.timeout_seconds * 1000, ...waiting },
  });
}

export const connector = defineConnector({
  name: 'gateway',
  title: 'payment gateway',
  access: 'service',
  configuration: gatewayConfiguration,
  unrecorded: {
    'gateway.base_url': unrecordedAddress,
    'gateway.secret_key': unrecordedSecret,
    'gateway.narrowing_requests': undefined,
    'statement.timeout_seconds': undefined,
  },
  isConfigured: ({ gateway }) => gateway !== undefined,
  isCollecting: true,
  kinds: {
    statement: {
      load: {
        ...statementTable,
        steps: ['load/line_note', 'statement_unexpected', 'load/line_reject'],
        facts: ['load/payment_close', 'load/payment_insert', 'load/line_span', 'compared_line_insert'],
      },
      import: {
        name: 'statement',
        description: 'a company statement that was downloaded by hand',
        figures: 'load/payment_figures',
        reconciles: 'days_of_file',
      },
    },
    // a statement in the other format: its lines are compared with those of the statement, and are not payments
    statement_comparison: {
      load: {
        ...statementTable,
        steps: ['load/line_reject', 'compared_line_insert'],
        again: { kind: 'statement', file: 'compared_record', steps: ['compared_line_insert'] },
      },
    },
    turnover: { load: { ...turnoverAnswer, steps: ['turnover_reject', 'turnover_insert'] } },
    turnover_slice: { load: { ...turnoverAnswer, steps: ['turnover_slice_insert'] } },
    balance: {
      load: {
        ...oneRecord,
        steps: ['balance_reject', 'balance_unexpected', 'balance_insert'],
        examine: recordExaminer('balance', balanceRecord),
      },
    },
    // only its record is read, for the statement's test mode
    statement_request: { load: { ...oneRecord, steps: [], examine: examineStatement } },
    statement_intent: { load: { format: 'none' } },
    statement_comparison_request: { load: { ...oneRecord, steps: [], examine: examineStatement } },
    statement_comparison_intent: { load: { format: 'none' } },
    public_key: { load: { format: 'none' } },
    identity: { load: { format: 'none' } },
  },
  requires: ({ statement: { formats } }) => [
    {
      kind: 'statement',
      coverage: 'window',
      scope: 'currency',
      reason: 'No statement that covers the day was loaded.',
    },
    {
      kind: 'turnover',
      coverage: 'day',
      scope: 'currency',
      reason: 'The turnover of the day was not received.',
    },
    {
      kind: 'balance',
      coverage: 'reading',
      scope: 'currency',
      reason: "The gateway's balance was not received for the start and the end of the day.",
    },
    ...(formats.length < 2
      ? []
      : [
          {
            ...({ kind: 'statement_comparison', coverage: 'window_of_statement', scope: 'currency' } as const),
            reason: 'The statement of the day was not loaded in its second format, for the same window.',
          },
        ]),
  ],
  settings: ({ gateway, statement }) => {
    const { usual, most, changes = [] } = gateway?.settlement_days ?? {};
    return {
      settlement_usual_days: datedTerm(
        usual,
        changes.map(({ from, usual: value }) => ({ from, value })),
      ),
      settlement_most_days: datedTerm(
        most,
        changes.map(({ from, most: value }) => ({ from, value })),
      ),
      ...figuresOf(statement),
      reserve_days: datedTerm(
        statement.reserve_days,
        statement.reserve_changes.map(({ from, days: value }) => ({ from, value })),
      ),
    };
  },
  reading: ({ statement }, kind) =>
    isStatement(kind) ? { ...readingOf(statement), settings: figuresOf(statement) } : {},
  keys: ({ gateway }) => (gateway === undefined ? {} : { 'gateway.secret_key': gateway.secret_key }),
  identity: {
    observe: async (context) => (await import('./probe.ts')).observeGateway(accessOf(context)),
    known: knownIdentity,
  },
  extract,
  signingKeys: {
    path: 'callbacks',
    now: async (context) => (await import('./callback-key.ts')).signingKeys(accessOf(context)),
  },
  provides: {
    public_key: async (context) => {
      const { keepPublicKey } = await import('./callback-key.ts');
      await keepPublicKey(accessOf(context), context.landing, context.company.name);
    },
  },
  probe: async (context) => {
    const { probeGateway } = await import('./probe.ts');
    const [currency = ''] = context.company.currencies;
    return probeGateway(() => accessOf(context), currency);
  },
  locator: {
    kind: 'turnover_slice',
    filters: turnoverFilters,
    budget: ({ gateway }) => gateway?.narrowing_requests ?? 0,
    question: turnoverQuestion,
    ask: (context, currency, slice) => askTurnover(accessOf(context), context.company.name, currency, slice),
    totals: turnoverTotals,
  },
});
