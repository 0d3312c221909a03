import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createClock } from '../src/clock.ts';
import { type RunningSandbox, startSandbox } from '../src/start.ts';
import { accountRecord, envelopeOf, sendLimitRecord } from './payout-records.ts';

/** Friday 30 October 2026, 08:00 in Malaysia: the settlement that is next at noon is that of the same day. */
const MORNING = Date.parse('2026-10-30T00:00:00Z');
let sandbox: RunningSandbox;

beforeAll(async () => {
  const clock = createClock({ startAt: MORNING, isStill: true });
  sandbox = await startSandbox({ seed: 5, days: 20, until: '2026-10-29', ordersPerDay: 30, clock });
});
afterAll(() => sandbox.close());

async function payout(method: string, path: string, body?: object) {
  const epoch = String(Math.floor(sandbox.clock.now() / 1000));
  const headers = {
    authorization: `Bearer ${sandbox.payoutApiKey}`,
    epoch,
    checksum: createHmac('sha512', sandbox.payoutApiSecret)
      .update(epoch + sandbox.payoutApiKey)
      .digest('hex'),
    'content-type': 'application/json',
  };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  return (await fetch(`${sandbox.payoutUrl}${path}`, init)).json();
}

async function gateway(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${sandbox.gatewaySecretKey}`, 'content-type': 'application/json' };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  return fetch(path.startsWith('http') ? path : `${sandbox.gatewayUrl}${path}`, init);
}

async function admin(method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${sandbox.adminToken}`, 'content-type': 'application/json' };
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  const response = await fetch(`${sandbox.adminUrl}${path}`, init);
  return response.status === 204 ? undefined : response.json();
}

const account = async () => envelopeOf(accountRecord).parse(await payout('GET', '/send/accounts')).results[0];

/** Net of the statement's purchases by the day of their settlement, cents, straight from the file. */
async function settledOn(day: string): Promise<number> {
  const asked = await gateway('POST', '/company_statements/?currency=MYR', {
    format: 'csv',
    timezone: 'Asia/Kuala_Lumpur',
  });
  const { id } = z.object({ id: z.string() }).parse(await asked.json());
  await admin('POST', '/clock', { advance: 'PT1S' });
  const record = z
    .object({ download_url: z.string() })
    .parse(await (await gateway('GET', `/company_statements/${id}/`)).json());
  const lines = (await (await gateway('GET', record.download_url)).text()).split('\n');
  const head = lines.find((line) => line.includes('Settled On'))?.split(',') ?? [];
  const at = (name: string) => head.indexOf(name);
  return lines
    .map((line) => line.split(','))
    .filter((cells) => cells[at('Type')]?.trim() === 'purchase' && cells[at('Settled On')]?.startsWith(day))
    .reduce(
      (sum, cells) => sum + Math.round(Number(cells[at('Amount')]) * 100) - Math.round(Number(cells[at('Fee')]) * 100),
      0,
    );
}

describe('both services share one scenario', () => {
  it('allocations come from settlements of the gateway, each limited by its own', async () => {
    const truth = await admin('GET', '/truth');
    expect(truth).toMatchObject({ company: 'acme', breaks: sandbox.truth });
    const rows = [];
    for (let page: number | null = 1; page !== null; ) {
      const list = envelopeOf(sendLimitRecord).parse(await payout('GET', `/send/send_limits?limit=100&page=${page}`));
      rows.push(...list.results);
      page = list.meta.pagination.next_page;
    }
    const allocations = rows.filter((row) => row.transaction_type === 'in' && row.from_settlement < '2026-10-30');
    expect(allocations.length).toBeGreaterThan(5);
    for (const { from_settlement } of allocations) {
      const day = new Date(from_settlement).getUTCDay();
      expect(day, from_settlement).toBeGreaterThanOrEqual(1);
      expect(day, from_settlement).toBeLessThanOrEqual(5);
    }
    const last = allocations.find((row) => row.from_settlement === '2026-10-29');
    // the statement's lines of that day, in which wrong fees are planted
    expect(Math.abs((last?.amount ?? 0) - (await settledOn('2026-10-29')) / 100)).toBeLessThan(1);
  });

  it('the convertible balance is the upcoming settlement less allocations from it', async () => {
    const before = (await account())?.convertible_balance_from_statement ?? 0;
    expect(before).toBeGreaterThan(10);
    await payout('POST', '/send/send_limits', { amount: 10 });
    expect((await account())?.convertible_balance_from_statement).toBeCloseTo(before - 10, 9);
    // Saturday after noon: the next settlement would be Sunday's, and there is none.
    await admin('POST', '/clock', { set: '2026-10-31T05:00:00Z' });
    expect((await account())?.convertible_balance_from_statement).toBe(0);
    await admin('POST', '/clock', { set: '2026-10-30T00:00:00Z' });
  });

  it('the admin API injects faults at both services', async () => {
    const path = '/account/json/turnover/';
    await admin('POST', '/faults', [
      { service: 'gateway', path, effect: { kind: 'status', status: 429, retry_after: 3 } },
      { service: 'payout', path: '/send/accounts', effect: { kind: 'status', status: 503 } },
    ]);
    const limited = await gateway('GET', `${path}?currency=MYR`);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3']);
    expect((await gateway('GET', `${path}?currency=MYR`)).status).toBe(200);
    expect(await payout('GET', '/send/accounts')).toMatchObject({ code: 503 });
    expect(await account()).toBeDefined();
  });

  it('a statement that never ends, and one whose file breaks off', async () => {
    const body = { format: 'csv', timezone: 'UTC' };
    const { id } = z
      .object({ id: z.string() })
      .parse(await (await gateway('POST', '/company_statements/?currency=MYR', body)).json());
    await admin('POST', '/clock', { advance: 'PT1M' });
    await admin('POST', '/faults', {
      service: 'gateway',
      path: `/company_statements/${id}/`,
      effect: { kind: 'statement_never_ends' },
    });
    const record = async () => (await gateway('GET', `/company_statements/${id}/`)).json();
    expect(await record()).toMatchObject({ status: 'processing', download_url: null });
    const { download_url } = z.object({ status: z.literal('success'), download_url: z.string() }).parse(await record());
    const file = new URL(download_url).pathname;
    await admin('POST', '/faults', { service: 'gateway', path: file, effect: { kind: 'cut_off', at_byte: 100 } });
    await expect((await gateway('GET', download_url)).text()).rejects.toThrow();
    expect((await (await gateway('GET', download_url)).text()).length).toBeGreaterThan(1000);
  });
});

describe('createClock', () => {
  it('shows the machine’s time, continues from where it is set, or stays there if it is stopped', () => {
    let real = 1_000;
    const running = createClock({ real: () => real });
    expect(running.now()).toBe(1_000);
    running.set(5_000);
    real += 7;
    expect(running.now()).toBe(5_007);
    const still = createClock({ startAt: 90, isStill: true, real: () => real });
    real += 7;
    expect(still.now()).toBe(90);
    still.set(100);
    real += 7;
    expect(still.now()).toBe(100);
  });
});
