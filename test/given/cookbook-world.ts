import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { writeCalendar } from '../../src/company/write-calendar.ts';
import { calendarField } from '../../src/config/company-schema.ts';
import { companyPaths } from '../../src/config/data-paths.ts';
import { periodOf } from '../../src/domain/period.ts';
import { packageRoot } from '../../src/package-root.ts';
import type { Decision } from '../../src/reconcile/decision/decision.ts';
import { useCustomerKey } from '../../src/warehouse/customer-key.ts';
import { publishSnapshot } from '../../src/warehouse/publish.ts';
import { judgeAll } from './judged.ts';
import { landed } from './landed.ts';
import { page, payoutAccount } from './payout-records.ts';
import { publishedEnv } from './published.ts';
import { days, Rules } from './rules.ts';

/** The inputs of the cookbook's companies, whose answers test/docs/cookbook/answers.yaml has, counted by hand. */
const folder = join(packageRoot, 'test', 'docs', 'cookbook');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

/** All inputs are received on 6 November at 9:00, when the days until the 5th have ended. */
const received_at = '2026-11-06T01:00:00.000Z';
const period = periodOf('2026-10-30', '2026-11-06');
const zone = 'Asia/Kuala_Lumpur';

/** The secret key of a company. */
export const cookbookKey = (company: string) => Buffer.alloc(32, company);

const fees = [
  { method: 'fpx', percent: '1' },
  { method: 'visa', percent: '2' },
].map((rule) => ({ flat: '0', minimum: '0', ...rule }));
const calendar = calendarField.parse({ holidays: [{ date: '2026-11-06', name: 'Founders Day' }] });
const books = { orders: {}, bank: { deposits_are: 'settlements' } };

const callback = z.object({
  ...{ id: z.string(), reference: z.string(), amount: z.coerce.number(), occurred: z.string(), received: z.string() },
  signed: z.enum(['yes', 'no']),
});

const given = generateKeyPairSync('rsa', { modulusLength: 2048 });
const another = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A callback as the merchant keeps it, signed by the gateway or by somebody else. */
function delivery(row: unknown): string {
  const { id, reference, amount, occurred, received, signed } = callback.parse(row);
  const seconds = Date.parse(occurred) / 1000;
  const body = JSON.stringify({
    ...{ type: 'purchase', id, reference, status: 'paid', updated_on: seconds, event_type: 'purchase.paid' },
    ...{ purchase: { total: amount, currency: 'MYR' }, payment: { amount, currency: 'MYR', paid_on: seconds } },
  });
  const { privateKey } = signed === 'yes' ? given : another;
  const signature = createSign('RSA-SHA256').update(body).sign(privateKey, 'base64');
  return JSON.stringify({ received_at: received, signature, body });
}

const listed = z.record(z.string(), z.array(z.looseObject({ id: z.number().optional() })));

async function receivePayouts(acme: Rules): Promise<void> {
  const { accounts = [], ...lists } = listed.parse(JSON.parse(read('payouts.json')));
  const facts = (kind: string) => ({ kind, received_at });
  await acme.receive(page(accounts.map((account) => payoutAccount(7, account))), facts('accounts'));
  for (const kind of ['bank_accounts', 'send_limits', 'send_instructions'])
    await acme.receive(page((lists[kind] ?? []).map((row) => ({ currency: 'MYR', ...row }))), facts(kind));
}

async function receiveCallbacks(acme: Rules): Promise<void> {
  const pem = given.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await acme.load(landed(pem, { kind: 'public_key', ext: 'pem' }));
  const covers = JSON.stringify({ covers: { from: '2026-11-05', through: '2026-11-05' } });
  const rows: unknown[] = parse(read('callbacks.csv'), { columns: true });
  const lines = [covers, ...rows.map(delivery)];
  await acme.receive(`${lines.join('\n')}\n`, { kind: 'callbacks', ext: 'jsonl', received_at });
}

/** Aida explains the order without a payment. */
async function decide(acme: Rules): Promise<void> {
  const [item] = await acme.rows("from recon.item where reason_code = 'order_without_payment'");
  if (item === undefined) throw new Error('an order has no payment');
  const text = (field: string) => (item[field] === null ? null : String(item[field]));
  const decision: Decision = {
    ...{ decision_id: randomUUID(), company: 'acme', break_id: String(item.break_id), item_key: String(item.item_key) },
    ...{ reconciliation: String(item.reconciliation), decision: 'explain', reason_code: 'own_error' },
    ...{ note: 'Paid in cash', author: 'aida', decided_at: '2026-11-06T02:00:00.000Z', expires_on: null, evidence: [] },
    figures: {
      outcome: String(item.outcome),
      left_amount: text('left_amount'),
      right_amount: text('right_amount'),
      right_minus_left: text('right_minus_left'),
    },
    ...{ matched_with: [], parts: [], needs_second: false, needs_verified: false, undoes: null, approves: null },
    ...{ answers_sha256: null, system_user: 'svc', host: 'desk-7' },
  };
  const facts = { source: 'decision', kind: 'decision', received_at: '2026-11-06T02:00:00.000Z' };
  await acme.load(landed(JSON.stringify(decision), facts));
}

type Prepare = (company: Rules) => Promise<void>;

async function publish(name: string, to: string, prepare: Prepare): Promise<void> {
  const company = new Rules();
  await company.open();
  try {
    await useCustomerKey(company.connection, cookbookKey(name));
    await prepare(company);
    const { published } = companyPaths(join(to, 'data'), name);
    mkdirSync(dirname(published), { recursive: true });
    await publishSnapshot(company.warehouse, published);
  } finally {
    company.close();
  }
}

/** A folder with the configuration of the companies acme and beta, which have published what they received; `own` makes a view of acme. */
export async function givenCookbookWorld(own?: string): Promise<{ folder: string; env: Record<string, string> }> {
  const to = mkdtempSync(join(tmpdir(), 'tieout-cookbook-'));
  const gateway = (at: number) => `{ base_url: "http://127.0.0.1:1/${at}", secret_key: { env: KEY } }`;
  writeFileSync(
    join(to, 'tieout.yaml'),
    `data_dir: data\ncompanies:\n${['acme', 'beta']
      .map((name, at) => `  - { name: ${name}, zone: ${zone}, currencies: [MYR], gateway: ${gateway(at)} }\n`)
      .join('')}`,
  );
  const settled = { settlement_days: { usual: 2, most: 3 } };
  const ofStatement = { kind: 'statement', received_at, ...days('2026-10-30', '2026-11-05') };
  await publish('acme', to, async (acme) => {
    const secret = { env: 'TIEOUT_TEST_SECRET' };
    const terms = { base_url: 'https://gateway.example/api/v1', secret_key: secret, ...settled };
    await acme.configure({ books, changes: { starts_on: '2026-10-30', fees, gateway: terms } });
    await writeCalendar(acme.connection, { name: 'acme', calendar }, 'tieout.yaml');
    await acme.receive(read('statement.csv'), ofStatement, { books });
    await acme.receive(read('orders.csv'), { kind: 'orders', received_at }, { books });
    await acme.receive(read('bank.csv'), { kind: 'bank_statement', received_at }, { books });
    await receiveCallbacks(acme);
    await receivePayouts(acme);
    const run = { period, knownThrough: 1_000_000 };
    await judgeAll(acme.connection, { ...run, runId: 9_000_001 });
    await decide(acme);
    await judgeAll(acme.connection, { ...run, period: periodOf('2026-11-04', '2026-11-05'), runId: 9_000_002 });
    if (own !== undefined) await acme.execute(own);
  });
  await publish('beta', to, async (beta) => {
    await beta.configure({ hasPayout: false, changes: { name: 'beta', starts_on: '2026-10-30', fees } });
    await writeCalendar(beta.connection, { name: 'beta', calendar: undefined }, 'tieout.yaml');
    await beta.receive(read('beta-statement.csv'), { ...ofStatement, company: 'beta' });
    await judgeAll(beta.connection, { runId: 9_000_003, period, knownThrough: 1_000_000 });
  });
  return { folder: to, env: publishedEnv };
}
