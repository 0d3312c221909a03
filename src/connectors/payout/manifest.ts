import { z } from 'zod';
import { baseUrl, secretSource, unrecordedAddress, unrecordedSecret } from '../../domain/configuration-fields.ts';
import type { RequiredInput } from '../../domain/receipt-kind.ts';
import { type ConnectorContext, defineConnector } from '../connector.ts';
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
  },
  isConfigured: ({ payout }) => payout !== undefined,
  isCollecting: false,
  kinds: {
    identity: { load: { format: 'none' } },
    accounts: {
      input: 'payout_accounts',
      load: {
        format: 'json',
        steps: ['payout_account_reject', 'payout_account_insert'],
        examine: recordExaminer('payout account', payoutAccount),
      },
    },
    send_limits: {
      input: 'payout_movements',
      load: {
        format: 'json',
        steps: ['send_limit_reject', 'send_limit_unexpected', 'send_limit_close', 'send_limit_insert'],
        examine: recordExaminer('send limit', sendLimit),
      },
    },
    send_instructions: {
      input: 'payouts',
      load: {
        format: 'json',
        steps: ['send_instruction_reject', 'send_instruction_close', 'send_instruction_insert'],
        examine: recordExaminer('send instruction', sendInstruction),
      },
    },
    bank_accounts: {
      input: 'recipients',
      load: {
        format: 'json',
        steps: ['bank_account_reject', 'bank_account_close', 'bank_account_insert'],
        examine: recordExaminer('bank account', bankAccount),
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
