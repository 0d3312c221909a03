import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { extractPayout } from '../../src/connectors/payout/extract.ts';
import { periodOf } from '../../src/domain/period.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { openLanding } from '../../src/landing/landing.ts';
import { instruction, recipient } from '../given/payout-records.ts';
import { sendJson } from '../given/server.ts';
import { clientOfTest, payoutPage, serverOfTest } from '../given/services.ts';

const at = '2026-11-01T02:00:00.000Z';
const account = (id: number, deleted_at: string | null = null) => recipient(id, { deleted_at });
const paid = (id: number, bank_account_id: number) => instruction(id, { bank_account_id });

const endless = periodOf('2999-11-01', '2999-11-02');

/** A payout service with these answers, and how the product reads it. */
async function givenPayout(given: Record<string, unknown>) {
  const answers: Record<string, unknown> = {
    '/api/send/accounts': payoutPage([]),
    '/api/send/send_limits': payoutPage([]),
    ...given,
  };
  const requestedPaths: string[] = [];
  const failing = new Set<string>();
  const server = await serverOfTest((request, response) => {
    const path = request.path.split('?')[0] ?? '';
    requestedPaths.push(path);
    const answer = answers[path];
    if (failing.has(path)) sendJson(response, { message: 'Not now', code: 500, data: {} }, 500);
    else if (answer === undefined) sendJson(response, { message: 'Not found', code: 404, data: {} }, 404);
    else sendJson(response, answer);
  });
  const http = clientOfTest();
  const landing = await openLanding(join(mkdtempSync(join(tmpdir(), 'tieout-unlisted-')), 'landing'));
  const extract = (period = endless) =>
    extractPayout({
      access: { http, baseUrl: `${server.url}/api`, apiKey: () => 'pk_1', apiSecret: () => 'secret_1' },
      landing,
      scope: { company: 'acme', zone: 'Asia/Kuala_Lumpur', currencies: ['MYR'], lookbackDays: 2, period },
      askedAgain: { after: 0, unusable: new Set(), later: new Set() },
      progress: silentProgress,
    });
  return { server: { answers, requestedPaths, failing }, landing, extract };
}

test('A paid recipient that is in no list is fetched by id, once; an unknown one is skipped', async () => {
  const { server, landing, extract } = await givenPayout({
    // 7 is in the list, 8 was deleted, 9 does not exist
    '/api/send/send_instructions': payoutPage([paid(1, 7), paid(2, 8), paid(3, 9), paid(4, 8)]),
    '/api/send/bank_accounts': [account(7)],
    '/api/send/bank_accounts/8': account(8, at),
  });
  const { requestedPaths } = server;
  expect(await extract()).toEqual([]);
  const byId = () => requestedPaths.filter((path) => path.startsWith('/api/send/bank_accounts/'));
  expect(byId()).toEqual(['/api/send/bank_accounts/8', '/api/send/bank_accounts/9']);
  const single = landing.receipts().filter(({ request }) => request?.path?.startsWith('/send/bank_accounts/'));
  expect(single).toMatchObject([
    { kind: 'bank_accounts', batch_id: null, is_last_page: null, company: 'acme' },
    { kind: 'bank_accounts', bytes: 0, failure: { code: 'RECIPIENT_UNKNOWN' } },
  ]);
  expect(single.slice(0, 1).map((receipt) => JSON.parse(readFileSync(landing.objectPath(receipt), 'utf8')))).toEqual([
    account(8, at),
  ]);
  expect(await extract()).toEqual([]);
  expect(byId().slice(2)).toEqual(['/api/send/bank_accounts/9']);
});

test('However many recipients the service does not know, each one has its turn', async () => {
  // a run looks up 100: the last one is not reached by the first run
  const ids = Array.from({ length: 101 }, (_, at) => 1000 + at);
  const last = '/api/send/bank_accounts/1100';
  const { server, extract } = await givenPayout({
    '/api/send/send_instructions': payoutPage(ids.map((id) => paid(id, id))),
    '/api/send/bank_accounts': [],
    [last]: account(1100, at),
  });
  await extract();
  expect(server.requestedPaths).not.toContain(last);
  await extract();
  expect(server.requestedPaths).toContain(last);
});

test('A recipient whose verification was charged is looked up as one that was paid', async () => {
  const { server, extract } = await givenPayout({
    '/api/send/send_limits': payoutPage([
      { id: 1, bank_account_id: 7 },
      { id: 2, bank_account_id: 8 },
      { id: 3, bank_account_id: null },
    ]),
    '/api/send/send_instructions': payoutPage([]),
    '/api/send/bank_accounts': [account(7)],
    '/api/send/bank_accounts/8': account(8, at),
  });
  expect(await extract()).toEqual([]);
  expect(server.requestedPaths.filter((path) => path.startsWith('/api/send/bank_accounts/'))).toEqual([
    '/api/send/bank_accounts/8',
  ]);
});

test('A recipient whose answer failed is looked up again, although the lists are not read again', async () => {
  const { server, landing, extract } = await givenPayout({
    '/api/send/send_instructions': payoutPage([paid(1, 8)]),
    '/api/send/bank_accounts': [],
  });
  // the period is over: the lists are read once
  const past = periodOf('2026-11-01', '2026-11-02');
  server.failing.add('/api/send/bank_accounts/8');
  expect(await extract(past)).toMatchObject([{ code: 'PAYOUT_FAILED' }]);
  expect(landing.receipts().at(-1)).toMatchObject({ kind: 'bank_accounts', failure: { code: 'PAYOUT_FAILED' } });
  server.failing.clear();
  server.answers['/api/send/bank_accounts/8'] = account(8, at);
  const listsRead = server.requestedPaths.filter((path) => path === '/api/send/bank_accounts').length;
  expect(await extract(past)).toEqual([]);
  expect(landing.receipts().at(-1)).toMatchObject({ request: { path: '/send/bank_accounts/8' }, is_last_page: null });
  expect(landing.receipts().at(-1)?.failure).toBeUndefined();
  expect(server.requestedPaths.filter((path) => path === '/api/send/bank_accounts')).toHaveLength(listsRead);
  const asked = server.requestedPaths.length;
  expect(await extract(past)).toEqual([]);
  expect(server.requestedPaths.slice(asked)).toEqual([]);
});
