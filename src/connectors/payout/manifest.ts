import { z } from 'zod';
import { baseUrl, secretSource, unrecordedAddress, unrecordedSecret } from '../../domain/configuration-fields.ts';
import type { RequiredInput } from '../../domain/receipt-kind.ts';
import { type BroughtKind, type ConnectorContext, defineConnector } from '../connector.ts';
import { readDeliveries } from '../read-deliveries.ts';
import { recordExaminer } from '../record-schema.ts';
import type { PayoutAccess } from './client.ts';
import { bankAccount, payoutAccount, sendInstruction, sendLimit } from './schemas.ts';

const payout = z.strictObject({
  base_url: baseUrl.describe("The payout service's address; its path ends in /api."),
  api_key: secretSource.describe('Where the API key is.'),
  api_secret: secretSource.describe('Where the API secret is. It signs requests and is never sent.'),
  approval_deadline: z
    .enum(['later_of_both', 'next_noon', 'noon_of_next_day'])
    .default('later_of_both')
    .describe(
      'When a pending allocation is overdue: at the first noon (Malaysia time) after the request, at noon of the day after it, or at the later one.',
    ),
  webhooks: z
    .boolean()
    .default(false)
    .describe("Whether `tieout receive` takes the payout service's webhooks, at /payout/ and the company's name."),
});

/** The payout service's key in a company's configuration. */
const payoutConfiguration = {
  payout: payout.optional().describe('The payout service. Leave it out when this company does not pay out.'),
};

type PayoutSection = z.infer<z.ZodObject<typeof payoutConfiguration>>;

type Reach = Pick<ConnectorContext<PayoutSection>, 'section' | 'company' | 'secret' | 'http' | 'identity'>;

/** The access to a company's payout service. Key and secret are read when they are used for the first time. */
function accessOf({ section: { payout }, company, secret, http, identity }: Reach): PayoutAccess {
  if (payout === undefined) throw new Error(`${company.name} has no payout service`);
  const access = {
    http,
    baseUrl: payout.base_url,
    apiKey: secret(payout.api_key, `companies.${company.name}.payout.api_key`),
    apiSecret: secret(payout.api_secret, `companies.${company.name}.payout.api_secret`),
  };
  if (identity === undefined) return access;
  const service = { source: 'payout', title: 'payout service', known: knownAccounts };
  return {
    ...access,
    identity: {
      confirm: () => identity.confirm(service, async () => (await import('./probe.ts')).observeAccounts(access)),
    },
  };
}

const knownAccounts = {
  kind: 'accounts',
  read: async (body: unknown) => (await import('./probe.ts')).receivedAccounts(body),
};

/** The records of a list. The steps that reject and insert them, and those in between, are named after them: send_limit_reject. */
function records(input: string, record: string, schema: z.ZodType, between: readonly string[]): BroughtKind {
  const steps = ['reject', ...between, 'insert'].map((step) => `${record.replace(' ', '_')}_${step}`);
  return { input, load: { format: 'json', steps, examine: recordExaminer(record, schema) } };
}

function list(kind: string, title: string): RequiredInput {
  const reason = `The list of ${title} was not received to its end after the day was over.`;
  return { kind, coverage: 'list', scope: 'account_currency', reason };
}

export const connector = defineConnector({
  name: 'payout',
  title: 'payout service',
  access: 'service',
  configuration: payoutConfiguration,
  unrecorded: {
    'payout.base_url': unrecordedAddress,
    'payout.api_key': unrecordedSecret,
    'payout.api_secret': unrecordedSecret,
    'payout.webhooks': undefined,
  },
  isConfigured: ({ payout }) => payout !== undefined,
  isCollecting: false,
  kinds: {
    identity: { load: { format: 'none' } },
    accounts: records('payout_accounts', 'payout account', payoutAccount, []),
    send_limits: records('payout_movements', 'send limit', sendLimit, ['unexpected', 'close']),
    send_instructions: records('payouts', 'send instruction', sendInstruction, ['close']),
    bank_accounts: records('recipients', 'bank account', bankAccount, ['close']),
    payout_events: {
      load: {
        format: 'records',
        formats: ['jsonl'],
        title: 'webhooks',
        columns: { body: ['body'] },
        required: ['body'],
        section: 'payout',
        read: readDeliveries,
        staged: 'staging.payout_event',
        steps: ['payout_event_unexpected', 'load/line_reject', 'payout_event_insert'],
      },
    },
  },
  requires: () => [
    list('accounts', 'payout accounts'),
    list('send_limits', 'allocations and payout movements'),
    list('send_instructions', 'payout instructions'),
    list('bank_accounts', 'recipients'),
  ],
  settings: ({ payout }) => ({
    approval_deadline: payout?.approval_deadline,
  }),
  keys: ({ payout }) => (payout === undefined ? {} : { 'payout.api_key': payout.api_key }),
  identity: {
    observe: async (context) => (await import('./probe.ts')).observeAccounts(accessOf(context)),
    known: knownAccounts,
  },
  deliveries: {
    path: 'payout',
    kind: 'payout_events',
    digest: 'sha512',
    isReceived: ({ payout }) => payout?.webhooks === true,
  },
  signingKeys: {
    path: 'payout',
    now: async (context) => (await import('./webhook-keys.ts')).webhookKeys(accessOf(context)),
  },
  extract: async (context) => {
    const { extractPayout } = await import('./extract.ts');
    const { company, landing, period, askedAgain, progress } = context;
    const { name, zone, currencies } = company;
    return extractPayout({
      access: accessOf(context),
      landing,
      askedAgain,
      progress,
      scope: { company: name, zone, currencies, period, lookbackDays: 0 },
    });
  },
  probe: async (context) => {
    const { probePayout } = await import('./probe.ts');
    return probePayout(() => accessOf(context));
  },
});
