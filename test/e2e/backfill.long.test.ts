import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { monthsOf } from '../../src/commands/backfill.ts';
import { periodOfDays } from '../../src/pipeline/run-company.ts';
import { startAlteringGateway } from '../given/altering-gateway.ts';
import { start } from '../given/command.ts';
import type { SeenRequest } from '../given/server.ts';
import { isWhole } from '../given/share.ts';
import { daysAgo, givenSandbox, type Shop, shopAt, withoutLines } from '../given/shop.ts';

const [days, kills] = isWhole ? [400, 10] : [40, 2];
const first = daysAgo(days);
const sandbox = await givenSandbox({
  ...{ seed: 11, days, ordersPerDay: 2, breaks: 'none', currencies: ['MYR'] },
  gateway: { statementReadyMs: 0 },
});
const gateway = await startAlteringGateway(sandbox, (text) => text);
afterAll(() => gateway.close());
const months = monthsOf(periodOfDays(first, daysAgo(1)));

/** The books of the merchant, which lost one order in 17. */
const { orders, bank } = sandbox.files();
const lost = orders.split('\r\n').filter((line, index) => line.includes(',paid,') && index % 17 === 0);

function givenShop(settings: object = {}): Shop {
  const shop = shopAt(sandbox, { currencies: ['MYR'] }, settings);
  shop.write('orders.csv', withoutLines(orders, ...lost));
  shop.write('bank.csv', bank);
  shop.configure({
    gateway: { base_url: gateway.url, secret_key: { env: 'T_GATEWAY_KEY' }, narrowing_requests: 0 },
    books: { orders: { file: 'orders.csv' }, bank: { file: 'bank.csv' } },
    // yesterday is due at any time of this day
    schedule: { at: '00:00' },
  });
  gateway.seen.length = 0;
  return shop;
}

const ofGateway = ({ path }: SeenRequest) => path.replace(/^\/api\/v1/, '');
/** The requests of statements, and of what is read once for each day. */
const statementsOf = (seen: readonly SeenRequest[]) =>
  seen
    .filter((one) => one.method === 'POST')
    .map((one) => new URLSearchParams(ofGateway(one).split('?')[1]).toString());
const readings = (seen: readonly SeenRequest[]) =>
  seen.filter((one) => one.method === 'GET' && /^\/account\//.test(ofGateway(one))).map(ofGateway);

/** The results that do not depend on when a day was run. An item that was open at the end of a month is closed once the next is there. */
const results = (shop: Shop) =>
  Promise.all(
    [
      `select business_date, currency, verdict, matched_count, matched_amount, break_count, break_amount, timing_count,
         suggested_count, overdue_count, cause_count, unexplained_debit, unexplained_credit, control_count, made_count
       from mart.verdict order by all`,
      `select break_id, reconciliation, business_date, currency, outcome, right_minus_left, status from mart.break where status <> 'closed' order by all`,
      'select business_date, currency, control, subject, state, difference from mart.control order by all',
      `select reconciliation, currency, business_date, outcome, count(*) as items, sum(left_amount) as left_amount,
         sum(right_amount) as right_amount from mart.item group by all order by all`,
    ].map((sql) => shop.read(sql)),
  );

const command = ['backfill', '--from', first, '--per-minute', '9999'];
const answer = z.object({
  months: z.array(z.looseObject({ from: z.string(), to: z.string(), days: z.record(z.string(), z.number()) })),
});

/** Begins the command in a process of its own and kills it after so many requests, or some time later. */
async function killedAfter(shop: Shop, requests: number, laterMs: number): Promise<boolean> {
  const child = start(['-q', '-c', shop.path, ...command], { ...shop.env }, { cwd: shop.folder });
  const ended = once(child, 'exit');
  child.stdout?.resume();
  child.stderr?.resume();
  while (child.exitCode === null && gateway.seen.length < requests) await pause(5);
  await pause(laterMs);
  child.kill('SIGKILL');
  await ended;
  return child.signalCode === 'SIGKILL';
}

describe('A backfill', () => {
  test(`of ${days} days that is killed ${kills} times asks nothing twice, and gives the results of one run`, async () => {
    const whole = givenShop();
    expect((await whole.tieout('run', '--from', first, '--to', daysAgo(1))).status).toBe(3);
    const [expected, statement] = [await results(whole), statementsOf(gateway.seen)];
    expect(statement).toHaveLength(1);
    // a lost order is a break
    expect(expected[1]?.length).toBeGreaterThanOrEqual(lost.length);
    expect(lost.length).toBeGreaterThan(2);

    const shop = givenShop();
    const all = readings(gateway.seen).length + 2 * days;
    let killed = 0;
    for (let kill = 1; kill <= kills; kill += 1)
      killed += Number(await killedAfter(shop, Math.floor((all * kill) / (kills + 1)), (kill * 700) % 2900));
    expect(killed).toBe(kills);
    const { months: filled } = await shop.answer(answer, ...command);
    expect(filled.map(({ from, to }) => [from, to])).toEqual(
      months.map(({ from, to }) => [from.toString(), to.subtract({ days: 1 }).toString()]),
    );
    expect(filled.flatMap((month) => Object.values(month.days)).reduce((sum, count) => sum + count, 0)).toBe(days);

    // yesterday, which comes first, with its look-back; then each month once, without the days that were seen since
    const asked = statementsOf(gateway.seen);
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked).toHaveLength(months.length + 1);
    // an answer that was on its way when the process was killed is lost
    const read = readings(gateway.seen);
    expect(read.length - new Set(read).size).toBeLessThanOrEqual(kills);
    expect(new Set(read).size).toBe(2 * days + 1);
    expect(await results(shop)).toEqual(expected);

    // everything is there
    gateway.seen.length = 0;
    await shop.answer(answer, ...command);
    expect([statementsOf(gateway.seen), readings(gateway.seen)]).toEqual([[], []]);
  }, 3_600_000);

  test('leaves the time between requests, and may take longer than a run', async () => {
    const shop = givenShop({ network: { timeout_seconds: 1 } });
    const began = performance.now();
    await shop.tieout('backfill', '--from', daysAgo(2), '--to', daysAgo(2), '--per-minute', '120');
    // of yesterday and of this day: two turnovers, three balances, two statements that are requested and read
    const requests = gateway.seen.filter(({ path }) => path.startsWith('/api/v1/')).length;
    expect(requests).toBeGreaterThanOrEqual(9);
    expect(performance.now() - began).toBeGreaterThan((requests - 2) * 500);
  });

  test('stops where the service refuses the key, and says that it can be continued', async () => {
    const shop = givenShop();
    Object.assign(shop.env, { T_GATEWAY_KEY: 'a-wrong-key' });
    const from = Temporal.PlainDate.from(daysAgo(1)).subtract({ days: 45 }).toString();
    const stopped = await shop.tieout('backfill', '--from', from, '--per-minute', '9999');
    expect(stopped).toMatchObject({ status: 4, err: expect.stringContaining('GATEWAY_KEY_REFUSED') });
    // one of yesterday, and one of the first month
    expect(gateway.seen).toHaveLength(2);
  });

  test('refuses a first day that is not over, and a pace that is no number', async () => {
    const shop = givenShop();
    expect(await shop.tieout('backfill', '--from', daysAgo(0))).toMatchObject({
      status: 2,
      err: expect.stringContaining('PERIOD_WRONG'),
    });
    expect(await shop.tieout('backfill', '--from', first, '--per-minute', 'none')).toMatchObject({
      status: 2,
      err: expect.stringContaining('OPTION_WRONG'),
    });
    expect(gateway.seen).toEqual([]);
  });
});

describe('The months of a period', () => {
  test.each([
    ['2026-01-15', '2026-03-02', ['2026-01-15 2026-02-01', '2026-02-01 2026-03-01', '2026-03-01 2026-03-03']],
    ['2025-12-01', '2026-01-31', ['2025-12-01 2026-01-01', '2026-01-01 2026-02-01']],
    ['2026-02-10', '2026-02-10', ['2026-02-10 2026-02-11']],
  ])('%s to %s', (from, to, expected) => {
    expect(monthsOf(periodOfDays(from, to)).map((month) => `${month.from} ${month.to}`)).toEqual(expected);
  });
});
