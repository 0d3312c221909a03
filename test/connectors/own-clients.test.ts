import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  clientRecord,
  gatewayWebhookRecord,
  paymentRecord,
  purchaseRecord,
  recurringTokenRecord,
} from '../../packages/sandbox/test/gateway-records.ts';
import { clientsOf, request, SHORT_KEY } from '../../packages/sandbox/test/harness.ts';
import { errorRecord, groupRecord } from '../../packages/sandbox/test/payout-records.ts';
import { fetchPublicKey } from '../../src/connectors/gateway/callback-key.ts';
import { callGateway } from '../../src/connectors/gateway/client.ts';
import {
  balanceRecord,
  companyStatement,
  companyStatementList,
  turnoverRecord,
} from '../../src/connectors/gateway/schemas.ts';
import {
  downloadStatement,
  findStatement,
  pollStatement,
  scheduleStatement,
} from '../../src/connectors/gateway/statements.ts';
import { fetchBalance, fetchTurnover } from '../../src/connectors/gateway/totals.ts';
import { readPayout } from '../../src/connectors/payout/client.ts';
import { readRecipient } from '../../src/connectors/payout/extract.ts';
import { bankAccount, pageOf, payoutAccount, sendInstruction, sendLimit } from '../../src/connectors/payout/schemas.ts';
import { strictly } from '../../src/connectors/record-schema.ts';
import { givenServices } from '../given/services.ts';

const services = givenServices({
  seed: 21,
  days: 8,
  until: '2026-11-12',
  ordersPerDay: 15,
  breaks: 'standard',
  currencies: ['MYR', 'SGD', 'JPY'],
  reserve: { basisPoints: 500, days: 3 },
  conversion: { to: 'MYR', rates: { USD: '4.21' } },
  purchases: { signingKeyBits: SHORT_KEY, cardsClear: true },
  payout: { signingKeyBits: SHORT_KEY, newerRequestExpiresOlder: false, mode: 'staging', listCacheSeconds: 0 },
});

/** Expects a record that the product does not read to be as the sandbox's own tests write it, strictly. */
function expectRecord(schema: z.ZodType, value: unknown): void {
  const parsed = schema.safeParse(value);
  expect(parsed.success ? '' : z.prettifyError(parsed.error)).toBe('');
}

/** Expects no unknown field, no missing field and no unknown value. */
const expectStrictly = (schema: z.ZodType, value: unknown) => expectRecord(strictly(schema), value);

const problemRecord = z.strictObject({ message: z.string(), code: z.string() });
const resendRecord = z.strictObject({ success: z.boolean(), code: z.int(), data: z.strictObject({}) });
const methodsRecord = z.strictObject({
  available_payment_methods: z.array(z.string()),
  by_country: z.record(z.string(), z.array(z.string())).optional(),
  names: z.record(z.string(), z.string()).optional(),
});

/** Requests of a merchant's own program, and of the staff of the sandbox. */
const clients = () => clientsOf(services.sandbox);
const asMerchant = (method: string, path: string, body?: object) => clients().gateway(method, path, body);
const atPayout = (method: string, path: string, body?: object) => clients().payout(method, path, body);
const asStaff = (path: string, body: object = {}) => clients().admin('POST', path, body);
const identified = z.looseObject({ id: z.string(), client_id: z.string() });

/** Purchases in every state that a merchant and its customers can cause. */
async function createPurchases(): Promise<void> {
  const create = async (more: object = {}, core: object = {}) => {
    const body = {
      brand_id: services.sandbox.brandId,
      client: { email: 'a@customer.example' },
      purchase: { currency: 'MYR', products: [{ name: 'Tea', price: 5_000 }], ...core },
      ...more,
    };
    const made = await asMerchant('POST', '/purchases/', body);
    expect(made.status).toBe(201);
    return identified.parse(made.body).id;
  };
  const customer = (id: string, act: string, more: object = {}) => asStaff(`/gateway/purchases/${id}/${act}`, more);
  const operate = (id: string, name: string, body: object = {}) =>
    asMerchant('POST', `/purchases/${id}/${name}/`, body);
  const card = { skip_capture: true };
  await create({}, { currency: 'USD' });
  for (const act of ['view', 'fail', 'block', 'pay']) await customer(await create(), act);
  await operate(await create(), 'cancel');
  await operate(await create(), 'mark_as_paid');
  await operate(await create(), 'resend_invoice');
  await create({ due: 1_700_000_000 });
  await create({ due: 1_700_000_000 }, { due_strict: true });
  for (const act of ['capture', 'release', 'none']) {
    const id = await create(card);
    await customer(id, 'pay');
    if (act !== 'none') await operate(id, act);
    const slow = await create(card);
    await customer(slow, 'pay');
    await asStaff('/gateway/acquirer', { behaviour: 'slow' });
    if (act !== 'none') await operate(slow, act);
    await asStaff('/gateway/acquirer', { behaviour: 'prompt' });
  }
  await customer(await create({}, { notes: 'slow' }), 'pay');
  const token = await create(card, { total_override: 0 });
  await customer(token, 'pay');
  await operate(await create(), 'charge', { recurring_token: token });
  await operate(await create({}, { notes: 'slow' }), 'charge', { recurring_token: token });
  const refunded = await create();
  await customer(refunded, 'pay');
  await operate(refunded, 'refund', { amount: 100 });
  const disputed = await create();
  await customer(disputed, 'pay');
  await customer(disputed, 'dispute');
}

describe('the product’s client reads every field of the sandbox gateway', () => {
  it('all past and current purchases, in every state', async () => {
    await createPurchases();
    const seen = new Set<string>();
    let converted = 0;
    for (let path = '/purchases/'; path !== ''; ) {
      const { json } = await callGateway(services.gateway, 'GET', path);
      const { results, next } = z.object({ results: z.array(z.unknown()), next: z.string().nullable() }).parse(json);
      for (const one of results) {
        expectRecord(purchaseRecord, one);
        const { id, status, currency_conversion } = purchaseRecord.parse(one);
        if (!seen.has(status)) {
          const single = await callGateway(services.gateway, 'GET', `/purchases/${id}/`);
          expect(single.json).toMatchObject({ id, status });
        }
        seen.add(status);
        if (currency_conversion != null) converted += 1;
      }
      path = next === null ? '' : `/purchases/?${new URL(next).searchParams}`;
    }
    expect(converted).toBeGreaterThan(2);
    expect([...seen].sort()).toEqual([
      ...['blocked', 'cancelled', 'chargeback', 'created', 'error', 'expired', 'hold', 'overdue', 'paid'],
      ...['pending_capture', 'pending_charge', 'pending_execute', 'pending_release', 'preauthorized', 'refunded'],
      ...['released', 'sent', 'viewed'],
    ]);
  });

  it('a refund, clients, cards, webhooks, methods and the key', async () => {
    const order = {
      brand_id: services.sandbox.brandId,
      client: { email: 'b@customer.example' },
      force_recurring: true,
      purchase: { currency: 'MYR', products: [{ name: 'Tea', price: 5_000 }] },
    };
    const made = identified.parse((await asMerchant('POST', '/purchases/', order)).body);
    await asStaff(`/gateway/purchases/${made.id}/pay`, { method: 'visa' });
    expectRecord(paymentRecord, (await asMerchant('POST', `/purchases/${made.id}/refund/`, {})).body);
    const read = async (path: string) => (await callGateway(services.gateway, 'GET', path)).json;
    expectRecord(clientRecord, await read(`/clients/${made.client_id}/`));
    const tokens = z
      .looseObject({ results: z.array(z.unknown()) })
      .parse(await read(`/clients/${made.client_id}/recurring_tokens/`));
    expect(tokens.results).toHaveLength(1);
    for (const token of tokens.results) expectRecord(recurringTokenRecord, token);
    const hook = { callback: 'https://merchant.example/', all_events: true };
    expectRecord(gatewayWebhookRecord, (await asMerchant('POST', '/webhooks/', hook)).body);
    expectRecord(methodsRecord, await read(`/payment_methods/?brand_id=${services.sandbox.brandId}&currency=MYR`));
    expect(await fetchPublicKey(services.gateway)).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
  });

  it('a statement from request to file, the list of statements, turnover and balance', async () => {
    const span = { paidFrom: 1, paidTo: 4_000_000_000, zone: 'Asia/Kuala_Lumpur' };
    const statementRequest = { ...span, currency: 'JPY', format: 'csv' as const };
    const requestedAt = Temporal.Now.instant();
    const { answer, record } = await scheduleStatement(services.gateway, statementRequest);
    expectStrictly(companyStatement, answer.json);
    const found = await findStatement(services.gateway, statementRequest, requestedAt);
    expect(found?.record.id).toBe(record.id);
    const quick = { firstPauseMs: 50, longestPauseMs: 100, deadlineMs: 10_000 };
    const ready = await pollStatement(services.gateway, record.id, quick);
    expectStrictly(companyStatement, ready);
    expectStrictly(companyStatementList, (await callGateway(services.gateway, 'GET', '/company_statements/')).json);
    const path = join(mkdtempSync(join(tmpdir(), 'tieout-own-')), 'statement.csv');
    await downloadStatement(services.gateway, ready, path);
    expect(readFileSync(path, 'utf8')).toMatch(/,JPY,\d+,\d+,\d+,/);
    for (const currency of ['MYR', 'JPY', 'ISK'])
      expectStrictly(turnoverRecord, (await fetchTurnover(services.gateway, currency, 0, 4_000_000_000)).json);
    expectStrictly(balanceRecord, (await fetchBalance(services.gateway, 4_000_000_000))?.json);
  });

  it('errors: wrong key, wrong field, wrong state, unknown id', async () => {
    const tried = [
      await clients().gateway('GET', '/public_key/', undefined, 'x'),
      await asMerchant('POST', '/purchases/', {}),
      await asMerchant('POST', '/company_statements/?total=1', {}),
      await asMerchant('GET', '/account/json/turnover/'),
      await asMerchant('GET', '/purchases/00000000-0000-4000-8000-000000000000/'),
      await asMerchant('GET', '/nothing/'),
    ];
    expect(tried.map(({ status }) => status)).toEqual([401, 400, 400, 400, 404, 404]);
    for (const { body } of tried) expectRecord(z.record(z.string(), problemRecord), body);
  });
});

describe('the product’s client reads every field of the sandbox payout service', () => {
  /** Records in every state that a merchant, its approvers, its banks and the staff can cause. */
  async function createPayouts(): Promise<{ deleted: number }> {
    const id = async (path: string, body: object) => {
      const made = await atPayout('POST', path, body);
      expect(made.status, made.text).toBe(200);
      return z.looseObject({ id: z.int() }).parse(made.body).id;
    };
    const payee = { bank_code: 'MBBEMYKL', name: 'A' };
    const recipient = (account_number: string) =>
      id('/send/bank_accounts', { ...payee, account_number, reference: `own-${account_number}` });
    await asStaff(`/payout/send_limits/${await id('/send/send_limits', { amount: 500 })}/approve`);
    const pending = await id('/send/send_limits', { amount: 1 });
    expectRecord(resendRecord, (await atPayout('POST', `/send/send_limits/${pending}/resend_approval_requests`)).body);
    const good = await recipient('1');
    for (const refused of ['9991', '9981']) await recipient(refused);
    const deleted = await recipient('2');
    await asStaff('/clock', { advance: 'PT1M' });
    await atPayout('DELETE', `/send/bank_accounts/${deleted}`);
    const pay = (description: string) =>
      id('/send/send_instructions', {
        bank_account_id: good,
        amount: '1.00',
        email: 'a@b.example',
        description,
        reference: description,
      });
    await pay('fine');
    await pay('reject');
    for (const state of ['received', 'enquiring', 'executing', 'reviewing', 'accepted', 'deleted'])
      await asStaff(`/payout/send_instructions/${await pay(`stuck ${state}`)}`, { state });
    await id('/send/groups', { name: 'Staff' });
    await asStaff('/clock', { advance: 'P2D' });
    await id('/send/send_limits', { amount: 2 });
    return { deleted };
  }

  /** All records of a list, read page by page with the product's client, and the values of one field. */
  async function everyRecord(path: string, schema: z.ZodType, field: string): Promise<string[]> {
    // a break of the sandbox is a record of a status that is not named
    const planted = services.sandbox.truth.find(({ reason_code }) => reason_code === 'status_unknown')?.key;
    const values = new Set<string>();
    for (let page = 1; ; page += 1) {
      const query = new URLSearchParams({ limit: '100', page: String(page) });
      const { json } = await readPayout(services.payout, path, query);
      const { results, meta } = pageOf(z.looseObject({})).parse(json);
      const known = results.filter(({ id }) => path !== '/send/send_limits' || String(id) !== planted);
      expectStrictly(pageOf(schema), { results: known, meta });
      for (const one of known) values.add(String(one[field]));
      if (meta.pagination.next_page === null) return [...values].sort();
    }
  }

  it('accounts, allocations, recipients, payouts and groups, in every state', async () => {
    const { deleted } = await createPayouts();
    // the client signs with the real time
    services.sandbox.clock.set(Date.now());
    expect(await everyRecord('/send/accounts', payoutAccount, 'status')).toEqual(['active']);
    expect(await everyRecord('/send/send_limits', sendLimit, 'status')).toEqual(
      expect.arrayContaining(['approved', 'expired', 'pending', 'success']),
    );
    expect(await everyRecord('/send/bank_accounts', bankAccount, 'status')).toEqual([
      'pending',
      'rejected',
      'verified',
    ]);
    expect(await everyRecord('/send/send_instructions', sendInstruction, 'state')).toEqual(
      expect.arrayContaining([
        ...['accepted', 'completed', 'deleted', 'enquiring', 'executing', 'received', 'rejected', 'reviewing'],
      ]),
    );
    expect(await everyRecord('/send/groups', groupRecord, 'name')).toEqual(['Staff']);
    const gone = await readRecipient(services.payout, deleted);
    const record: unknown = JSON.parse(gone.toString('utf8'));
    expectStrictly(bankAccount, record);
    expect(record).toMatchObject({ deleted_at: expect.any(String) });
    await expect(readRecipient(services.payout, 4)).rejects.toMatchObject({ code: 'RECIPIENT_UNKNOWN' });
  });

  it('errors: 400, 401, 403, 404 and requests that a rule rejects', async () => {
    const limit = { amount: 1_000_000 };
    const tried = [
      await atPayout('POST', '/send/send_limits', {}),
      await request('GET', `${services.sandbox.payoutUrl}/send/accounts`, {}),
      await atPayout('GET', '/send/send_limits/1'),
      await atPayout('POST', '/send/send_limits', limit),
    ];
    await asStaff('/payout/permission', { permission: 'read_only' });
    tried.push(await atPayout('POST', '/send/send_limits', limit));
    await asStaff('/payout/permission', { permission: 'all' });
    expect(tried.map(({ status }) => status)).toEqual([400, 401, 404, 422, 403]);
    for (const { body } of tried) expectRecord(errorRecord, body);
  });
});
