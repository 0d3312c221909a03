import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, test } from 'vitest';
import type { FaultRule } from '../../packages/sandbox/src/faults/fault.ts';
import { type CompanyExtract, extractCompany } from '../../src/connectors/extract-company.ts';
import { callGateway } from '../../src/connectors/gateway/client.ts';
import { companyStatementList } from '../../src/connectors/gateway/schemas.ts';
import type { HttpClient } from '../../src/connectors/http/client.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { type Landing, openLanding } from '../../src/landing/landing.ts';
import { givenServices } from '../given/services.ts';
import { isWhole, startOfShare } from '../given/share.ts';
import { daysAgo } from '../given/shop.ts';

const until = Temporal.PlainDate.from(daysAgo(1));
const yesterday = { from: until, to: until.add({ days: 1 }) };
const services = givenServices({
  seed: 5,
  days: 5,
  until: until.toString(),
  ordersPerDay: 8,
  breaks: 'none',
  gateway: { statementReadyMs: 10 },
});
afterEach(() => services.sandbox.faults.cancel());

const newFolder = () => join(mkdtempSync(join(tmpdir(), 'tieout-extract-')), 'landing');

type Changes = Partial<Pick<CompanyExtract, 'period' | 'refresh' | 'waiting'>> & {
  currencies?: string[];
  formats?: ('csv' | 'xlsx')[];
  lookback?: number;
  hasGateway?: boolean;
  gatewayKey?: string;
};
async function extract(landing: Landing, changes: Changes = {}, via = services.http) {
  const {
    currencies = ['MYR', 'SGD'],
    formats = ['csv'],
    lookback = 2,
    hasGateway = true,
    gatewayKey,
    ...more
  } = changes;
  const { sandbox } = services;
  const secrets: Record<string, string> = {
    GATEWAY_KEY: gatewayKey ?? sandbox.gatewaySecretKey,
    PAYOUT_KEY: sandbox.payoutApiKey,
    PAYOUT_SECRET: sandbox.payoutApiSecret,
  };
  const gateway = { base_url: sandbox.gatewayUrl, secret_key: { env: 'GATEWAY_KEY' } };
  const [api_key, api_secret] = [{ env: 'PAYOUT_KEY' }, { env: 'PAYOUT_SECRET' }];
  const company = {
    name: 'acme',
    zone: 'Asia/Kuala_Lumpur',
    currencies,
    statement: { formats, lookback_days: lookback, timeout_seconds: 5 },
    ...(hasGateway ? { gateway } : {}),
    payout: { base_url: sandbox.payoutUrl, api_key, api_secret },
  };
  return extractCompany({
    company,
    secret: (source) => () => ('env' in source ? (secrets[source.env] ?? '') : ''),
    resolvePath: (path) => path,
    http: via,
    landing,
    period: yesterday,
    openDays: 0,
    refresh: false,
    isLocalOnly: false,
    waiting: { firstPauseMs: 5, longestPauseMs: 10 },
    progress: silentProgress,
    ...more,
  });
}

async function statementsAtGateway(): Promise<number> {
  let count = 0;
  let query = new URLSearchParams();
  for (;;) {
    const { json } = await callGateway(services.gateway, 'GET', '/company_statements/', query);
    const { results, next } = companyStatementList.parse(json);
    count += results.length;
    if (!next) return count;
    query = new URL(next).searchParams;
  }
}

const finalReceipts = (landing: Landing) =>
  landing
    .receipts()
    .map(({ kind, currency }) => `${kind} ${currency}`)
    .sort();

/** The failures that landing keeps. */
const failures = (landing: Landing) => landing.receipts().filter(({ failure }) => failure !== undefined);

describe('a day', () => {
  test('is extracted completely: requests and receipts are indexed, without secrets', async () => {
    const folder = newFolder();
    const landing = await openLanding(folder);
    expect(await extract(landing)).toEqual({ errors: [] });
    const count = (kind: string) => landing.receipts().filter((receipt) => receipt.kind === kind).length;
    const twice = { statement_intent: 2, statement_request: 2, statement: 2, turnover: 2, balance: 2 };
    expect(Object.fromEntries(landing.receipts().map(({ kind }) => [kind, count(kind)]))).toEqual({
      ...twice,
      ...{ accounts: 1, send_limits: 1, send_instructions: 1, bank_accounts: 1 },
    });
    const statement = landing.receipts().find(({ kind, currency }) => kind === 'statement' && currency === 'SGD');
    expect(statement).toMatchObject({
      source: 'gateway',
      company: 'acme',
      ext: 'csv',
      content_type: 'text/csv; charset=utf-8',
      original_name: null,
      window_from: until.subtract({ days: 2 }).toZonedDateTime('Asia/Kuala_Lumpur').toInstant().toString(),
      window_to: yesterday.to.toZonedDateTime('Asia/Kuala_Lumpur').toInstant().toString(),
    });
    const index = readFileSync(join(folder, 'index.jsonl'), 'utf8');
    for (const secret of [
      services.sandbox.gatewaySecretKey,
      services.sandbox.payoutApiKey,
      services.sandbox.payoutApiSecret,
    ]) {
      expect(index).not.toContain(secret);
    }
  });

  test('that is covered is not requested again; a refresh requests everything', async () => {
    const landing = await openLanding(newFolder());
    const period = { from: until.subtract({ days: 2 }), to: yesterday.to };
    await extract(landing, { period });
    const existing = landing.receipts().length;
    const asked = await statementsAtGateway();
    await extract(landing, { period });
    // send instructions are read again within an hour after the end of the day
    const repeated = (receipts: readonly { kind: string }[]) =>
      receipts.filter(({ kind }) => kind !== 'send_instructions');
    expect(repeated(landing.receipts().slice(existing))).toEqual([]);
    await extract(landing);
    expect(repeated(landing.receipts().slice(existing))).toEqual([]);
    expect(await statementsAtGateway()).toBe(asked);
    await extract(landing, { refresh: true });
    expect(await statementsAtGateway()).toBe(asked + 2);
  });

  test('is extracted in two formats, each requested once', async () => {
    const landing = await openLanding(newFolder());
    const asked = await statementsAtGateway();
    const both = { formats: ['csv' as const, 'xlsx' as const], currencies: ['MYR'] };
    expect((await extract(landing, both)).errors).toEqual([]);
    const found = landing.receipts().filter(({ kind }) => kind === 'statement' || kind === 'statement_comparison');
    expect(found.map(({ kind, ext }) => [kind, ext])).toEqual([
      ['statement', 'csv'],
      ['statement_comparison', 'xlsx'],
    ]);
    expect(found[1]).toMatchObject({ window_from: found[0]?.window_from, window_to: found[0]?.window_to });
    expect((await extract(landing, both)).errors).toEqual([]);
    expect((await statementsAtGateway()) - asked).toBe(2);
    // where the statement was fetched before, only the second format is
    const later = await openLanding(newFolder());
    await extract(later, { ...both, formats: ['csv'], lookback: 1 });
    await extract(later, { ...both, lookback: 1 });
    expect((await statementsAtGateway()) - asked).toBe(4);
    expect(finalReceipts(later).filter((one) => one.startsWith('statement'))).toEqual([
      ...['statement MYR', 'statement_comparison MYR', 'statement_comparison_intent MYR'],
      ...['statement_comparison_request MYR', 'statement_intent MYR', 'statement_request MYR'],
    ]);
  });

  test('of a company with a single service', async () => {
    const landing = await openLanding(newFolder());
    expect((await extract(landing, { hasGateway: false })).errors).toEqual([]);
    expect(new Set(landing.receipts().map(({ source }) => source))).toEqual(new Set(['payout']));
  });
});

/** Allows the given number of steps and fails at the next one, before or after its effect; every later step fails. */
function failingAt(step: number, isAfter: boolean, landing: Landing) {
  let steps = 0;
  const mortal =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      steps += 1;
      if (steps > step || (steps === step && !isAfter)) throw new Error('killed');
      const result = await work(...given);
      if (steps === step) {
        steps += 1;
        throw new Error('killed');
      }
      return result;
    };
  const { http } = services;
  const via: HttpClient = { ...http, as: () => via, call: mortal(http.call), download: mortal(http.download) };
  return {
    landing: { ...landing, put: mortal(landing.put) },
    via,
    isDead: () => steps >= step,
  };
}

const dayBefore = (days: number) => ({ from: until.subtract({ days }), to: until.subtract({ days: days - 1 }) });

// days that ended more than an hour ago: before, send instructions are read again; and other days for the second case, since
// the gateway remembers the statements of the first
test.each([
  { formats: ['csv' as const], currencies: ['MYR', 'SGD'], period: dayBefore(2) },
  { formats: ['csv' as const, 'xlsx' as const], currencies: ['MYR'], period: dayBefore(1) },
])(
  'A run that is killed at any step and repeated gives the same receipts and requests each statement once: $formats',
  async (what) => {
    const whole = await openLanding(newFolder());
    await extract(whole, what);
    const stride = isWhole ? 1 : 4;
    let steps = 1 + startOfShare(stride) - stride;
    for (let isDead = true; isDead; ) {
      steps += stride;
      // being killed before a step is being killed after the step before it
      for (const isAfter of steps === 1 ? [false, true] : [true]) {
        const folder = newFolder();
        const asked = await statementsAtGateway();
        // a different window each time: the gateway remembers those of earlier attempts
        const lookback = 10 + 2 * steps + Number(isAfter);
        const killed = failingAt(steps, isAfter, await openLanding(folder));
        await extract(killed.landing, { ...what, lookback }, killed.via);
        isDead = killed.isDead();
        const landing = await openLanding(folder);
        expect((await extract(landing, { ...what, lookback })).errors).toEqual([]);
        expect(finalReceipts(landing)).toEqual(finalReceipts(whole));
        expect([steps, isAfter, (await statementsAtGateway()) - asked]).toEqual([steps, isAfter, 2]);
        expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
      }
    }
    // 2 × (intent, POST, record), turnover and balance, 2 × (polls, download, file), at least 4 × list
    expect(steps).toBeGreaterThan(24);
  },
);

describe('a failure', () => {
  const fault = (path: string, effect: FaultRule['effect'], more: Partial<FaultRule> = {}) =>
    services.sandbox.faults.order({ service: 'gateway', path, times: null, effect, ...more });
  const codes = (errors: unknown[]) => errors.map((error) => (error as { code?: string }).code);
  const kept = (landing: Landing, kind: string) =>
    landing.receipts().filter((receipt) => receipt.kind === kind && receipt.failure === undefined).length;

  test('of one currency does not stop the others', async () => {
    fault('/downloads/*', { kind: 'html' }, { times: 1 });
    const landing = await openLanding(newFolder());
    const { errors } = await extract(landing);
    expect(codes(errors)).toEqual(['FILE_NOT_A_TABLE']);
    expect([kept(landing, 'statement'), kept(landing, 'turnover'), kept(landing, 'accounts')]).toEqual([1, 2, 1]);
    const asked = await statementsAtGateway();
    expect((await extract(landing)).errors).toEqual([]);
    expect([kept(landing, 'statement'), await statementsAtGateway()]).toEqual([2, asked]);
  });

  test('that is the same for all currencies is reported once', async () => {
    fault('/downloads/*', { kind: 'html' });
    const { errors } = await extract(await openLanding(newFolder()));
    expect(errors).toHaveLength(1);
    expect(String(errors[0])).toMatch(/should be CSV; received a web page\. The same for: statement SGD\.$/);
  });

  test.each(['csv', 'xlsx'] as const)('of a truncated but well-formed %s is kept as a failure', async (format) => {
    fault('/downloads/*', { kind: 'truncate', at_byte: 1500 });
    const landing = await openLanding(newFolder());
    const { errors } = await extract(landing, { formats: [format], currencies: ['MYR'] });
    expect(codes(errors)).toEqual(['FILE_TRUNCATED']);
    expect(kept(landing, 'statement')).toBe(0);
    expect(failures(landing)).toMatchObject([
      { kind: 'statement', ext: format, bytes: 1500, failure: { code: 'FILE_TRUNCATED' } },
    ]);
  });

  test("of one service's key does not stop the other service", async () => {
    const landing = await openLanding(newFolder());
    const { errors } = await extract(landing, { gatewayKey: 'wrong' });
    expect(codes(errors)).toEqual(['GATEWAY_KEY_REFUSED']);
    expect([kept(landing, 'turnover'), kept(landing, 'send_limits')]).toEqual([0, 1]);
  });

  test('of an expired download link is retried with a new link', async () => {
    fault('/downloads/*', { kind: 'download_expired' }, { times: 1 });
    expect((await extract(await openLanding(newFolder()))).errors).toEqual([]);
  });

  test('after a statement was requested: the statement is looked up, not requested again', async () => {
    fault('/company_statements', { kind: 'cut_off', at_byte: 5 }, { method: 'POST', times: 1 });
    const asked = await statementsAtGateway();
    expect((await extract(await openLanding(newFolder()), { currencies: ['MYR'] })).errors).toEqual([]);
    expect((await statementsAtGateway()) - asked).toBe(1);
  });

  test('with an unknown status polls until the deadline; the next run resumes the same statement', async () => {
    fault('/company_statements/*', { kind: 'statement_status', status: 'polishing' });
    const landing = await openLanding(newFolder());
    const asked = await statementsAtGateway();
    const { errors } = await extract(landing, {
      currencies: ['MYR'],
      waiting: { firstPauseMs: 5, longestPauseMs: 10, deadlineMs: 60 },
    });
    expect(codes(errors)).toEqual(['STATEMENT_LATE']);
    // the answer with the unknown status is kept, once, so that it is counted when it is loaded
    expect(kept(landing, 'statement_request')).toBe(2);
    expect(failures(landing)).toMatchObject([
      { kind: 'statement', currency: 'MYR', bytes: 0, failure: { code: 'STATEMENT_LATE' } },
    ]);
    services.sandbox.faults.cancel();
    expect((await extract(landing, { currencies: ['MYR'] })).errors).toEqual([]);
    expect((await statementsAtGateway()) - asked).toBe(1);
  });

  test('is not raised for an unknown field or value', async () => {
    const fields = { mood: 'good', status: 'dreaming' };
    fault('/send/send_limits', { kind: 'set_fields', fields, in: 'first_record' }, { service: 'payout' });
    expect(await extract(await openLanding(newFolder()))).toEqual({ errors: [] });
  });
});
