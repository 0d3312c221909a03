import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type RunningSandbox, startSandbox } from '../../sandbox/src/start.ts';
import { callGateway, type GatewayAccess } from '../../src/connectors/gateway/client.ts';
import {
  balanceRecord,
  companyStatement,
  companyStatementList,
  gatewayError,
  turnoverRecord,
} from '../../src/connectors/gateway/schemas.ts';
import { scheduleStatement } from '../../src/connectors/gateway/statements.ts';
import { fetchBalance, fetchTurnover } from '../../src/connectors/gateway/totals.ts';
import { type HttpClient, openHttpClient } from '../../src/connectors/http/client.ts';
import { type PayoutAccess, readPayout } from '../../src/connectors/payout/client.ts';
import { fetchSendLimits } from '../../src/connectors/payout/lists.ts';
import {
  bankAccount,
  pageOf,
  payoutAccount,
  payoutError,
  sendInstruction,
  sendLimit,
} from '../../src/connectors/payout/schemas.ts';
import { strictly } from '../../src/connectors/record-schema.ts';
import { fastHttpOptions } from '../given/server.ts';

const until = Temporal.Now.zonedDateTimeISO('Asia/Kuala_Lumpur').toPlainDate().subtract({ days: 1 });
let sandbox: RunningSandbox;
let http: HttpClient;
let gateway: GatewayAccess;
let payout: PayoutAccess;
beforeAll(async () => {
  const reserve = { basisPoints: 500, days: 3 };
  sandbox = await startSandbox({
    seed: 4,
    days: 10,
    until: until.toString(),
    ordersPerDay: 10,
    breaks: 'standard',
    reserve,
  });
  http = openHttpClient(fastHttpOptions);
  gateway = { http, baseUrl: sandbox.gatewayUrl, secretKey: () => sandbox.gatewaySecretKey };
  payout = {
    http,
    baseUrl: sandbox.payoutUrl,
    apiKey: () => sandbox.payoutApiKey,
    apiSecret: () => sandbox.payoutApiSecret,
  };
});
afterAll(async () => {
  await http.close();
  await sandbox.close();
});

/** Expects no unknown field, no missing field and no unknown value. */
function expectStrictly(schema: z.ZodType, value: unknown): void {
  const parsed = strictly(schema).safeParse(value);
  expect(parsed.success ? '' : z.prettifyError(parsed.error)).toBe('');
}

test('statement objects: pending, and in a list', async () => {
  const statementRequest = {
    currency: 'MYR',
    paidFrom: 1,
    paidTo: 2,
    format: 'csv' as const,
    zone: 'Asia/Kuala_Lumpur',
  };
  const { answer, record } = await scheduleStatement(gateway, statementRequest);
  expectStrictly(companyStatement, answer.json);
  expectStrictly(companyStatement, (await callGateway(gateway, 'GET', `/company_statements/${record.id}/`)).json);
  expectStrictly(companyStatementList, (await callGateway(gateway, 'GET', '/company_statements/')).json);
});

test('turnover and balance', async () => {
  expectStrictly(turnoverRecord, (await fetchTurnover(gateway, 'MYR', 0, 4_000_000_000)).json);
  expectStrictly(balanceRecord, (await fetchBalance(gateway, 4_000_000_000))?.json);
});

test.each([
  ['/send/accounts', payoutAccount],
  ['/send/send_limits', sendLimit],
  ['/send/send_instructions', sendInstruction],
] as const)('every record of %s', async (path, record) => {
  const { json } = await readPayout(payout, path, new URLSearchParams({ limit: '100' }));
  // except the planted one with an unknown status
  const unknown = sandbox.truth.find(({ reason_code }) => reason_code === 'status_unknown')?.key;
  const page = pageOf(z.looseObject({ id: z.int() })).parse(json);
  const results = page.results.filter(({ id }) => path !== '/send/send_limits' || String(id) !== unknown);
  expectStrictly(pageOf(record), { ...page, results });
  expect(results.length).toBeGreaterThan(0);
});

test('every bank account', async () => {
  const { json } = await readPayout(payout, '/send/bank_accounts', new URLSearchParams({ limit: '100' }));
  expectStrictly(Array.isArray(json) ? z.array(bankAccount) : pageOf(bankAccount), json);
});

test('error bodies of both services', async () => {
  const bodyOf = async (url: string) => {
    const answer = await http.call({ method: 'GET', url, headers: () => ({}), isSafe: true });
    return JSON.parse(answer.body.toString('utf8'));
  };
  expectStrictly(gatewayError, await bodyOf(`${sandbox.gatewayUrl}/account/json/turnover/`));
  expectStrictly(payoutError, await bodyOf(`${sandbox.payoutUrl}/send/accounts`));
});

test('all pages of the ledger contain each record exactly once', async () => {
  const pages = await fetchSendLimits(payout);
  const ids = pages.flatMap((page) => page.ids);
  expect(ids.length).toBe(new Set(ids).size);
  expect(pages.at(-1)?.isLast).toBe(true);
  const { json } = await readPayout(payout, '/send/send_limits', new URLSearchParams({ limit: '1' }));
  expect(pageOf(z.unknown()).parse(json).meta.pagination.total_count).toBe(ids.length);
});
