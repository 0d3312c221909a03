import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterEach, expect, test } from 'vitest';
import { openHttpClient } from '../../src/connectors/http/client.ts';
import { extractPayout } from '../../src/connectors/payout/extract.ts';
import { countUnexpected } from '../../src/connectors/record-schema.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { openLanding } from '../../src/landing/landing.ts';
import { fastHttpOptions, givenServer, sendJson } from '../given/server.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const at = '2026-11-01T02:00:00.000Z';
const account = (id: number, deletedAt: string | null = null) => ({
  ...{ id, status: 'verified', account_number: `1000${id}`, bank_code: 'MBBEMYKL', name: 'A', reference: `B${id}` },
  ...{ created_at: at, deleted_at: deletedAt },
});
const instruction = (id: number, bank_account_id: number) => ({
  ...{ id, bank_account_id, amount: '5.00', state: 'completed', reference: `R${id}`, created_at: at, updated_at: at },
});
const page = (results: object[]) => ({
  results,
  meta: {
    pagination: { current_page: 1, prev_page: null, next_page: null, total_pages: 1, total_count: results.length },
  },
});

test('A paid recipient that is in no list is fetched by id, once; an unknown one is skipped', async () => {
  const answers: Record<string, unknown> = {
    '/api/send/accounts': page([]),
    '/api/send/send_limits': page([]),
    // 7 is in the list, 8 was deleted, 9 does not exist
    '/api/send/send_instructions': page([instruction(1, 7), instruction(2, 8), instruction(3, 9), instruction(4, 8)]),
    '/api/send/bank_accounts': [account(7)],
    '/api/send/bank_accounts/8': account(8, at),
  };
  const requestedPaths: string[] = [];
  const server = await givenServer((request, response) => {
    const path = request.path.split('?')[0] ?? '';
    requestedPaths.push(path);
    const answer = answers[path];
    if (answer === undefined) sendJson(response, { message: 'Not found', code: 404, data: {} }, 404);
    else sendJson(response, answer);
  });
  const http = openHttpClient(fastHttpOptions);
  open.push(server, http);
  const landing = await openLanding(join(mkdtempSync(join(tmpdir(), 'tieout-unlisted-')), 'landing'));
  // the period has not ended, so the lists are read each time
  const extract = () =>
    extractPayout({
      access: { http, baseUrl: `${server.url}/api`, apiKey: () => 'pk_1', apiSecret: () => 'secret_1' },
      landing,
      scope: {
        ...{ company: 'acme', zone: 'Asia/Kuala_Lumpur', currencies: ['MYR'], lookbackDays: 2 },
        period: { from: Temporal.PlainDate.from('2999-11-01'), to: Temporal.PlainDate.from('2999-11-02') },
      },
      ...{ after: 0, progress: silentProgress, unexpected: countUnexpected() },
    });
  expect(await extract()).toEqual([]);
  const byId = () => requestedPaths.filter((path) => path.startsWith('/api/send/bank_accounts/'));
  expect(byId()).toEqual(['/api/send/bank_accounts/8', '/api/send/bank_accounts/9']);
  const single = landing.receipts().filter(({ request }) => request?.path?.startsWith('/send/bank_accounts/'));
  expect(single).toMatchObject([{ kind: 'bank_accounts', batch_id: null, is_last_page: null, company: 'acme' }]);
  expect(single.map((receipt) => JSON.parse(readFileSync(landing.objectPath(receipt), 'utf8')))).toEqual([
    account(8, at),
  ]);
  expect(await extract()).toEqual([]);
  expect(byId().slice(2)).toEqual(['/api/send/bank_accounts/9']);
});
