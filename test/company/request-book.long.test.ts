import { rmSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { withRequestBook } from '../../src/company/request-book.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { silentProgress } from '../../src/domain/progress.ts';
import { rebuildCompany } from '../../src/evidence/rebuild-company.ts';
import { openLanding } from '../../src/landing/landing.ts';
import type { RunResult } from '../../src/pipeline/run-company.ts';
import { lastEndedDay } from '../given/ended-day.ts';
import { onlyCompany, runDays } from '../given/sandbox-config.ts';
import { closedPort, fastHttpOptions } from '../given/server.ts';
import { givenSandbox, type Shop, shopAt } from '../given/shop.ts';

const until = lastEndedDay().toString();
const sandbox = await givenSandbox({
  seed: 12,
  days: 3,
  until,
  ordersPerDay: 6,
  breaks: 'none',
  currencies: ['MYR'],
  payout: { largestPageSize: 4 },
  gateway: { statementReadyMs: 5 },
});
let shop: Shop;
let config: LoadedConfig;
beforeEach(() => given());

async function given(changes: object = {}): Promise<void> {
  shop = shopAt(sandbox, { currencies: ['MYR'], ...changes });
  config = await loadConfig(shop.path, { environment: shop.env });
}

function run(http: Partial<typeof fastHttpOptions> = {}): Promise<RunResult> {
  return runDays(config, [until, until], {
    http: { ...fastHttpOptions, ...http },
    waiting: { firstPauseMs: 2, longestPauseMs: 5, deadlineMs: 3000 },
  });
}

const kinds = async () => (await openLanding(shop.data.landing)).receipts().map(({ kind }) => kind);

/** How many requests both services received so far. */
async function receivedCount(): Promise<number> {
  const answer = await fetch(`${sandbox.adminUrl}/requests`, {
    headers: { authorization: `Bearer ${sandbox.adminToken}` },
  });
  return z.array(z.unknown()).parse(await answer.json()).length;
}

describe('the request book', () => {
  test('has every request that the services received, with the receipt that it became', async () => {
    const before = await receivedCount();
    expect((await run()).errors).toEqual([]);
    const received = (await receivedCount()) - before;
    expect(await shop.read('select sum(attempt_count)::integer as n from mart.request')).toEqual([{ n: received }]);
    expect(
      await shop.read(`select source, operation, count(*)::integer as n, count(receipt_id)::integer as kept,
          count(window_from)::integer as of_a_window, count(statement_id)::integer as of_a_statement
        from mart.request where operation not like '%/company_statements/{id}/' group by all order by all`),
    ).toMatchObject([
      {
        source: 'gateway',
        operation: 'GET /api/v1/account/json/balance/',
        kept: expect.any(Number),
        of_a_statement: 0,
      },
      { source: 'gateway', operation: 'GET /api/v1/account/json/turnover/' },
      { source: 'gateway', operation: 'GET /api/v1/company_statements/', kept: 0, n: 1 },
      {
        source: 'gateway',
        operation: `GET ${new URL(sandbox.gatewayUrl).origin}/…`,
        n: 1,
        kept: 1,
        of_a_window: 1,
        of_a_statement: 1,
      },
      { source: 'gateway', operation: 'POST /api/v1/company_statements/', n: 1, kept: 1, of_a_window: 1 },
      { source: 'payout', operation: 'GET /api/send/accounts' },
      { source: 'payout', operation: 'GET /api/send/bank_accounts' },
      { source: 'payout', operation: 'GET /api/send/send_instructions' },
      { source: 'payout', operation: 'GET /api/send/send_limits' },
    ]);
    const lists = `operation like '%/send/send_%'`;
    expect(
      await shop.read(
        `select count(*)::integer as n from mart.request where ${lists} and (page_no is null or batch_id is null or receipt_id is null)`,
      ),
    ).toEqual([{ n: 0 }]);
    // what a receipt is of is what was asked
    expect(
      await shop.read(`select count(*)::integer as n from mart.request as request inner join mart.source_file as file on file.receipt_id = request.receipt_id
        where file.source <> request.source or file.byte_count <> request.byte_count or outcome <> 'answered' or last_latency_ms > total_ms`),
    ).toEqual([{ n: 0 }]);
    // each receipt of a service, but for what this machine wrote down of it, has its request
    expect(
      await shop.read(`select kind from mart.source_file where source in ('gateway', 'payout') and kind <> 'identity'
        and receipt_id not in (select receipt_id from mart.request where receipt_id is not null)`),
    ).toEqual([]);
  });

  test('is kept once a run, changes no run mark, and is the same after a rebuild', async () => {
    await run();
    const first = await kinds();
    expect(first.filter((kind) => kind === 'requests')).toHaveLength(1);
    await run();
    expect(await kinds()).toEqual(first);
    const all = 'from mart.request order by requests_receipt_id, request_no';
    const before = await shop.read(all);
    rmSync(shop.data.warehouse);
    await rebuildCompany(config, onlyCompany(config), silentProgress);
    expect(await shop.read(all)).toEqual(before);
    expect(before.length).toBeGreaterThan(10);
  });

  test('has retries, rate limits, time-outs and refusals', async () => {
    const orders = [
      {
        service: 'gateway',
        path: '/account/json/turnover/',
        times: 2,
        effect: { kind: 'status', status: 429, retry_after: 1 },
      },
      { service: 'payout', path: '/send/send_limits', times: 1, effect: { kind: 'status', status: 503 } },
      { service: 'payout', path: '/send/send_instructions', times: null, effect: { kind: 'slow', milliseconds: 1500 } },
      { service: 'gateway', path: '/account/json/balance/', times: 1, effect: { kind: 'status', status: 400 } },
      { service: 'gateway', path: '/downloads/*', times: null, effect: { kind: 'cut_off' } },
    ];
    for (const order of orders) sandbox.faults.order(order);
    const { errors } = await run({ headersTimeoutMs: 300, retries: 2 });
    sandbox.faults.cancel();
    expect(errors.length).toBeGreaterThan(1);
    // what came of it, how often it was sent, sent again and limited, and whether the service asked for a pause that was kept
    const found = await shop.read(
      `select concat_ws(' ', regexp_extract(operation, '[^/]+/?$'), outcome, http_status, error_code) as request, attempt_count, retry_count,
         rate_limit_count, asked_pause_ms >= 1000 as is_asked, pause_ms >= asked_pause_ms and total_ms >= pause_ms as is_sum
       from mart.request where retry_count > 0 or outcome <> 'answered' order by request`,
    );
    expect(found.map(Object.values)).toEqual([
      ['balance/ refused 400', 1, 0, 0, false, true],
      ['send_instructions timed_out HOST_UNREACHABLE', 3, 2, 0, false, true],
      ['send_limits answered 200', 2, 1, 0, false, true],
      ['turnover/ answered 200', 3, 2, 2, true, true],
      ['… failed DOWNLOAD_TRUNCATED', 3, 2, 0, false, true],
    ]);
  });

  test('has the requests of a run in which nothing answered, and of one that failed as a whole', async () => {
    const baseUrl = `http://127.0.0.1:${await closedPort()}/api/v1`;
    await given({ gateway: { base_url: baseUrl, secret_key: { env: 'T_GATEWAY_KEY' } }, payout: undefined });
    const landing = await openLanding(shop.data.landing);
    const failing = withRequestBook(landing, 'acme', { ...fastHttpOptions, retries: 0 }, (http) =>
      http.as('gateway').call({ method: 'GET', url: `${baseUrl}/public_key/`, headers: () => ({}), isSafe: true }),
    );
    await expect(failing).rejects.toMatchObject({ code: 'HOST_UNREACHABLE' });
    expect((await run({ retries: 1 })).errors).toMatchObject([{ code: 'HOST_UNREACHABLE' }]);
    expect(
      await shop.read(
        'select operation, outcome, attempt_count, error_code from mart.request order by requests_receipt_id',
      ),
    ).toEqual(
      [['public_key', 1] as const, ['company_statements', 2] as const].map(([path, attempt_count]) => ({
        operation: `GET /api/v1/${path}/`,
        outcome: 'failed',
        attempt_count,
        error_code: 'HOST_UNREACHABLE',
      })),
    );
  });
});
