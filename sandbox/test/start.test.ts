import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../src/clock.ts';
import { type RunningSandbox, startSandbox } from '../src/start.ts';
import { clientsOf } from './harness.ts';
import { accountRecord, envelopeOf, sendLimitRecord } from './payout-records.ts';

/** Friday 30 October 2026, 08:00 in Malaysia: the settlement that is next at noon is that of the same day. */
const MORNING = Date.parse('2026-10-30T00:00:00Z');
let sandbox: RunningSandbox;
let clients: ReturnType<typeof clientsOf>;

beforeAll(async () => {
  const clock = createClock({ startAt: MORNING, isStill: true });
  sandbox = await startSandbox({ seed: 5, days: 20, until: '2026-10-29', ordersPerDay: 30, clock });
  clients = clientsOf(sandbox);
});
afterAll(() => sandbox.close());

async function convertible(): Promise<number> {
  const { results } = envelopeOf(accountRecord).parse((await clients.payout('GET', '/send/accounts')).body);
  return results[0]?.convertible_balance_from_statement ?? 0;
}

/** Net of the statement's purchases by the day of their settlement, cents, straight from the file. */
async function settledOn(day: string): Promise<number> {
  const { gateway, admin } = clients;
  const asked = { format: 'csv', timezone: 'Asia/Kuala_Lumpur' };
  const { id } = (await gateway('POST', '/company_statements/?currency=MYR', asked)).body;
  await admin('POST', '/clock', { advance: 'PT1S' });
  const { download_url } = (await gateway('GET', `/company_statements/${id}/`)).body;
  const lines = (await gateway('GET', download_url)).text.split('\n').map((line) => line.split(','));
  const head = lines.find((cells) => cells.includes('Settled On')) ?? [];
  const cell = (cells: string[], name: string) => cells[head.indexOf(name)]?.trim() ?? '';
  const settled = lines.filter(
    (cells) => cell(cells, 'Type') === 'purchase' && cell(cells, 'Settled On').startsWith(day),
  );
  const cents = (cells: string[], name: string) => Math.round(Number(cell(cells, name)) * 100);
  return settled.reduce((sum, cells) => sum + cents(cells, 'Amount') - cents(cells, 'Fee'), 0);
}

describe('both services share one scenario', () => {
  it('allocations come from settlements of the gateway, each limited by its own', async () => {
    const { admin, payout } = clients;
    expect((await admin('GET', '/truth')).body).toMatchObject({ company: 'acme', breaks: sandbox.truth });
    const rows = [];
    for (let page: number | null = 1; page !== null; ) {
      const { body } = await payout('GET', `/send/send_limits?limit=100&page=${page}`);
      const { results, meta } = envelopeOf(sendLimitRecord).parse(body);
      rows.push(...results);
      page = meta.pagination.next_page;
    }
    const allocations = rows.filter((row) => row.transaction_type === 'in' && row.from_settlement < '2026-10-30');
    expect(allocations.length).toBeGreaterThan(5);
    const weekdays = new Set(allocations.map(({ from_settlement }) => new Date(from_settlement).getUTCDay()));
    for (const weekday of weekdays) expect([1, 2, 3, 4, 5]).toContain(weekday);
    const last = allocations.find((row) => row.from_settlement === '2026-10-29');
    // the statement's lines of that day, in which wrong fees are planted
    expect(Math.abs((last?.amount ?? 0) - (await settledOn('2026-10-29')) / 100)).toBeLessThan(1);
  });

  it('the convertible balance is the upcoming settlement less allocations from it', async () => {
    const { admin, payout } = clients;
    const before = await convertible();
    expect(before).toBeGreaterThan(10);
    await payout('POST', '/send/send_limits', { amount: 10 });
    expect(await convertible()).toBeCloseTo(before - 10, 9);
    // Saturday after noon: the next settlement would be Sunday's, and there is none.
    await admin('POST', '/clock', { set: '2026-10-31T05:00:00Z' });
    expect(await convertible()).toBe(0);
    await admin('POST', '/clock', { set: '2026-10-30T00:00:00Z' });
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
