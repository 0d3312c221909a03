import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { fetchPublicKey } from '../../../src/connectors/gateway/callback-key.ts';
import { callGateway, type GatewayAccess } from '../../../src/connectors/gateway/client.ts';
import {
  downloadStatement,
  findStatement,
  pollStatement,
  type StatementRequest,
  scheduleStatement,
} from '../../../src/connectors/gateway/statements.ts';
import { fetchBalance } from '../../../src/connectors/gateway/totals.ts';
import { type GivenServer, type givenServer, sendJson } from '../../given/server.ts';
import { clientOfTest, serverOfTest } from '../../given/services.ts';

async function gateway(
  ...given: Parameters<typeof givenServer>
): Promise<{ access: GatewayAccess; server: GivenServer }> {
  const server = await serverOfTest(...given);
  const http = clientOfTest({ retries: 1 });
  return { server, access: { http, baseUrl: `${server.url}/api/v1`, secretKey: () => 'sk_test_1' } };
}

/** A gateway whose answers come in this order, the last one from then on. */
const answering = (...answers: object[]) =>
  gateway((_, response, count) => sendJson(response, answers[Math.min(count, answers.length) - 1]));

const statementRequest: StatementRequest = {
  currency: 'MYR',
  paidFrom: 1_763_400_000,
  paidTo: 1_763_486_400,
  format: 'csv',
  zone: 'Asia/Kuala_Lumpur',
};
const query_string = 'paid_from=1763400000&paid_to=1763486400&currency=MYR';
const now = () => Math.floor(Date.now() / 1000);
const record = (changes: object = {}) => ({
  id: 's-1',
  type: 'company_statement',
  format: 'csv',
  timezone: 'Asia/Kuala_Lumpur',
  query_string,
  status: 'pending',
  download_url: null,
  created_on: now(),
  ...changes,
});
const quick = { firstPauseMs: 2, longestPauseMs: 5, deadlineMs: 5000 };

test('a statement request has bearer token, filters, format and zone', async () => {
  const { access, server } = await gateway((_, response) => sendJson(response, record(), 201));
  expect((await scheduleStatement(access, statementRequest)).record.id).toBe('s-1');
  expect(server.seen).toMatchObject([
    {
      method: 'POST',
      path: `/api/v1/company_statements/?${query_string}`,
      headers: { authorization: 'Bearer sk_test_1', 'content-type': 'application/json' },
      body: '{"format":"csv","timezone":"Asia/Kuala_Lumpur"}',
    },
  ]);
});

describe('polling', () => {
  test('continues through unknown states until success', async () => {
    const states = ['pending', 'processing', 'polishing', 'success'];
    const answers = states.map((status) => record({ status, download_url: '/files/1.csv' }));
    const { access, server } = await answering(...answers);
    const seen: string[] = [];
    const ready = await pollStatement(access, 's-1', quick, async ({ record }) => void seen.push(record.status));
    expect(ready.status).toBe('success');
    expect(seen).toEqual(states);
    expect(server.seen.length).toBe(4);
  });

  test.each([
    ['polishing', '/files/1.csv'],
    ['SUCCESS', '/files/1.csv'],
    ['completed', '/files/1.csv'],
    ['success', null],
  ])('continues until the deadline for state %s with the link %s', async (status, download_url) => {
    const { access } = await answering(record({ status, download_url }));
    await expect(pollStatement(access, 's-1', { ...quick, deadlineMs: 60 })).rejects.toMatchObject({
      code: 'STATEMENT_LATE',
      exitStatus: 4,
      message: expect.stringContaining(`its status is ${status}`),
    });
  });

  test('reports a failed or unknown statement', async () => {
    const failed = await answering(record({ status: 'failed' }));
    await expect(pollStatement(failed.access, 's-1', quick)).rejects.toMatchObject({ code: 'STATEMENT_FAILED' });
    const { access } = await gateway((_, response) => sendJson(response, {}, 404));
    await expect(pollStatement(access, 's-1', quick)).rejects.toMatchObject({ code: 'STATEMENT_UNKNOWN' });
  });

  test('survives a short outage, not a long one', async () => {
    const short = await gateway((_, response, count) =>
      count < 4 ? response.destroy() : sendJson(response, record({ status: 'success', download_url: '/f' })),
    );
    expect((await pollStatement(short.access, 's-1', quick)).status).toBe('success');
    const long = await gateway((_, response) => response.writeHead(502).end());
    await expect(pollStatement(long.access, 's-1', quick)).rejects.toMatchObject({ code: 'GATEWAY_FAILED' });
    // three polls of two attempts each
    expect(long.server.seen.length).toBe(6);
  });
});

describe('a statement requested earlier', () => {
  const intended = Temporal.Now.instant();
  const find = async (results: object[]) => {
    const { access } = await answering({ results, next: null, previous: null });
    return (await findStatement(access, statementRequest, intended))?.record.id;
  };

  test('is found by its request parameters', async () => {
    expect(await find([record({ id: 'other', query_string: `${query_string}0` }), record()])).toBe('s-1');
    expect(await find([record({ query_string: `?currency=MYR&paid_to=1763486400&paid_from=1763400000` })])).toBe('s-1');
    expect(await find([record({ query_string: `${query_string}&status=` })])).toBe('s-1');
  });

  test.each([
    ['another currency', { query_string: query_string.replace('MYR', 'SGD') }],
    ['a filter more, set by hand in the portal', { query_string: `${query_string}&product=refund` }],
    ['a filter less', { query_string: 'currency=MYR' }],
    ['none at all', { query_string: null }],
    ['another format', { format: 'xlsx' }],
    ['another zone', { timezone: 'UTC' }],
    ['an older one', { created_on: now() - 600 }],
    ['a cancelled one', { status: 'cancelled' }],
  ])('is not mistaken for %s', async (_, changes) => {
    expect(await find([record(changes)])).toBeUndefined();
  });

  test('is found on a later page; the key is not sent to other hosts', async () => {
    const other = await serverOfTest((_, response) => sendJson(response, { results: [], next: null }));
    const { access, server } = await gateway(({ path }, response) =>
      sendJson(
        response,
        path.includes('cursor=2')
          ? { results: [record()], next: null }
          : { results: [], next: `${other.url}/api/v1/company_statements/?cursor=2` },
      ),
    );
    expect((await findStatement(access, statementRequest, intended))?.record.id).toBe('s-1');
    expect([server.seen.length, other.seen.length]).toEqual([2, 0]);
  });

  test('in an endless list is an error, so that no duplicate is requested', async () => {
    const { access, server } = await answering({ results: [], next: '/no-cursor' });
    await expect(findStatement(access, statementRequest, intended)).rejects.toMatchObject({
      code: 'STATEMENT_LIST_ENDLESS',
    });
    expect(server.seen.length).toBe(1);
  });

  test("is found when the gateway's clock differs", async () => {
    const anHourAgo = now() - 3600;
    const list = { results: [record({ created_on: anHourAgo })], next: null };
    const date = new Date(anHourAgo * 1000).toUTCString();
    const { access } = await gateway((_, response) => sendJson(response, list, 200, { date }));
    expect((await findStatement(access, statementRequest, intended))?.record.id).toBe('s-1');
  });
});

test('the key is never sent with a download', async () => {
  const store = await serverOfTest((_, response) => response.end('ID\n1\n'));
  const { access: own, server } = await gateway((_, response) => response.end('ID\n1\n'));
  const access = { ...own, http: clientOfTest({ privateHosts: ['127.0.0.1'] }) };
  const path = join(mkdtempSync(join(tmpdir(), 'tieout-statement-')), 'file');
  await downloadStatement(access, record({ download_url: `${store.url}/1.csv?sig=x` }), path);
  await downloadStatement(access, record({ download_url: '/files/1.csv' }), path);
  expect([...store.seen, ...server.seen].map(({ path: asked, headers }) => [asked, headers.authorization])).toEqual([
    ['/1.csv?sig=x', undefined],
    ['/files/1.csv', undefined],
  ]);
  await expect(
    downloadStatement(access, record({ download_url: 'http://files.example/1' }), path),
  ).rejects.toMatchObject({ code: 'DOWNLOAD_LINK_UNSAFE' });
});

describe('error responses of the gateway', () => {
  const called = async (status: number, body: unknown, headers: Record<string, string> = {}) => {
    const { access } = await gateway((_, response) => sendJson(response, body, status, headers));
    return callGateway(access, 'GET', '/account/json/turnover/').catch((error: unknown) => error);
  };

  test('an error under a field, as an object and as a list', async () => {
    const message = 'The payment gateway answered 400: currency: Required. (required).';
    const one = { currency: { message: 'Required.', code: 'required' } };
    expect(await called(400, one)).toMatchObject({ code: 'GATEWAY_ERROR', message });
    expect(await called(400, { currency: [one.currency] })).toMatchObject({ code: 'GATEWAY_ERROR', message });
  });

  test('a rejected key', async () => {
    const body = { __all__: [{ message: 'Bearer sk_test_1 is wrong', code: 'authentication_failed' }] };
    const message = 'The payment gateway answered 401: Bearer [redacted] is wrong (authentication_failed).';
    expect(await called(401, body)).toMatchObject({ code: 'GATEWAY_KEY_REFUSED', message });
  });

  test('too many requests, with the requested pause', async () => {
    const message = 'The payment gateway answered 429: Slow down. It asks for a pause of 900 s.';
    const answer = await called(429, { message: 'Slow down' }, { 'retry-after': '900' });
    expect(answer).toMatchObject({ code: 'GATEWAY_BUSY', message });
  });

  test('a redirect, which is not followed', async () => {
    const error = await called(302, {}, { location: 'https://elsewhere.example/?token=secret' });
    expect(error).toMatchObject({ code: 'REDIRECT_REFUSED', message: expect.stringContaining('elsewhere.example') });
    expect(String(error)).not.toContain('secret');
  });

  test.each([404, 405, 501])('%i for the balance, which is optional', async (status) => {
    const { access } = await gateway((_, response) => sendJson(response, {}, status));
    await expect(fetchBalance(access, 1)).rejects.toMatchObject({ code: 'BALANCE_NOT_OFFERED' });
  });

  test('a public key with escaped line breaks', async () => {
    const { access } = await gateway((_, response) => sendJson(response, '-----BEGIN\\nabc\\n-----END'));
    expect(await fetchPublicKey(access)).toBe('-----BEGIN\nabc\n-----END');
  });
});
