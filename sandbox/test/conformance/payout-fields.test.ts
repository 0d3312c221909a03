import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startPayout } from '../payout-harness.ts';
import { envelopeOf } from '../payout-records.ts';

type Row = [field: string, type: string, shape: z.ZodType];

const timestamp = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const text = z.string().min(1).max(65_535);

const ACCOUNT: Row[] = [
  ['id', 'integer', z.int()],
  ['status', 'the value seen, active', z.literal('active')],
  ['currency', 'currency code', z.literal('MYR')],
  ['settlement_convert_approvals_count', 'integer', z.int().positive()],
  ['send_fee', 'number', z.number()],
  ['send_fee_type', 'the value seen, flat', z.literal('flat')],
  ['account_verification_fee', 'number', z.number()],
  ['account_verification_fee_type', 'the value seen, flat', z.literal('flat')],
  ['convertible_balance_from_statement', 'number', z.number().positive()],
  ['current_balance', 'number', z.number().positive()],
  ['created_at', 'timestamp', timestamp],
  ['updated_at', 'timestamp', timestamp],
];

const SEND_LIMIT: Row[] = [
  ['id', 'integer', z.int()],
  ['currency', 'string', z.literal('MYR')],
  ['fee_type', 'the value seen, flat', z.literal('flat')],
  ['transaction_type', 'in or out', z.enum(['in', 'out'])],
  ['amount', 'number', z.number()],
  ['fee', 'number', z.number()],
  ['net_amount', 'number', z.number()],
  ['from_settlement', 'date (YYYY-MM-DD)', z.iso.date()],
  // Beyond those named: approved for an allocation.
  ['status', 'string', z.enum(['pending', 'success', 'expired', 'approved'])],
  ['approvals_required', 'integer', z.int()],
  ['approvals_received', 'integer', z.int()],
  ['created_at', 'timestamp', timestamp],
  ['updated_at', 'timestamp', timestamp],
];

const BANK_ACCOUNT: Row[] = [
  ['id', 'integer', z.int()],
  ['status', 'pending, verified or rejected', z.enum(['pending', 'verified', 'rejected'])],
  ['account_number', 'string', z.string().regex(/^\d+$/)],
  ['bank_code', 'one of the codes', z.string().regex(/^[A-Z]{6}[A-Z0-9]{2}$/)],
  ['group_id', 'integer or null', z.int().nullable()],
  ['name', 'string of 1 to 65535', text],
  ['reference', 'string of 1 to 65535', text],
  ['is_debiting_account', 'boolean', z.boolean()],
  ['is_crediting_account', 'boolean', z.boolean()],
  ['rejection_reason', 'string of at most 65535, or null', text.nullable()],
  ['created_at', 'timestamp', timestamp],
  ['updated_at', 'timestamp', timestamp],
  ['deleted_at', 'timestamp or null', timestamp.nullable()],
];

const INSTRUCTION: Row[] = [
  ['id', 'integer', z.int()],
  ['bank_account_id', 'integer', z.int()],
  ['amount', 'decimal text with two places', z.string().regex(/^\d+\.\d\d$/)],
  ['state', 'string', z.string().min(1)],
  ['email', 'e-mail address', z.email()],
  ['description', 'string', z.string()],
  ['reference', 'string', z.string()],
  ['send_recipient_receipt', 'boolean', z.boolean()],
  ['created_at', 'timestamp', timestamp],
  ['updated_at', 'timestamp', timestamp],
];

const PAGINATION: Row[] = [
  ['current_page', 'integer', z.int()],
  ['prev_page', 'integer, or null when there is none', z.int().nullable()],
  ['next_page', 'integer, or null when there is none', z.int().nullable()],
  ['total_pages', 'integer', z.int()],
  ['total_count', 'integer', z.int()],
];

/** The records of a merchant who has some of every kind: paid, rejected, deleted, pending. */
async function read(path: string): Promise<{ all: object[]; pagination: object }> {
  const payout = await startPayout({ choices: { mode: 'staging', newerRequestExpiresOlder: false } });
  await payout.fund(100);
  await payout.ask(1);
  const recipient = await payout.recipient();
  await payout.recipient('BEN-2', '9990001');
  await payout.recipient('BEN-3', '9980001');
  await payout.pay(recipient, '3.00', { reference: 'a' });
  await payout.pay(recipient, '4.05', { reference: 'b', description: 'reject' });
  const page = envelopeOf(z.object({}).loose()).parse((await payout.get(path)).body);
  return { all: page.results, pagination: page.meta.pagination };
}

const lists = new Map<string, ReturnType<typeof read>>();
/** Read once for all rows of a table. */
function records(path: string) {
  const list = lists.get(path) ?? read(path);
  lists.set(path, list);
  return list;
}

const holdsFor = (all: object[], [field, , shape]: Row) => {
  expect(all.length).toBeGreaterThan(0);
  for (const record of all) {
    expect(Object.keys(record)).toContain(field);
    expect(shape.safeParse(Object.entries(record).find(([name]) => name === field)?.[1]).error).toBeUndefined();
  }
};

describe.each([
  ['Account', '/send/accounts', ACCOUNT],
  ['Send limit', '/send/send_limits', SEND_LIMIT],
  ['Bank account', '/send/bank_accounts', BANK_ACCOUNT],
  ['Send instruction', '/send/send_instructions', INSTRUCTION],
] as const)('payout-service.md › Resources and their fields › %s', (_resource, path, rows) => {
  it.each(rows)('%s: %s, in every record', async (...row) => {
    holdsFor((await records(path)).all, row);
  });
});

describe('payout-service.md › Resources and their fields › Pagination envelope', () => {
  it.each(PAGINATION)('%s: %s', async (...row) => {
    holdsFor([(await records('/send/send_limits')).pagination], row);
  });
});
