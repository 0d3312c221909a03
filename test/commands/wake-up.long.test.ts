import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createClock } from '../../packages/sandbox/src/clock.ts';
import { withRunLock } from '../../src/company/run-lock.ts';
import { dataPaths } from '../../src/config/data-paths.ts';
import { clockedShop } from '../given/clocked-shop.ts';
import { startNoticeServers } from '../given/notice-servers.ts';
import { givenSelftest } from '../given/selftest-record.ts';
import { givenServer } from '../given/server.ts';
import { givenSandbox, shopAt } from '../given/shop.ts';

/* What `schedule --once` tells other programs, and how it closes a month. */

const day = '2026-10-31';
const at = (text: string) => Temporal.PlainDateTime.from(text).toZonedDateTime('Asia/Kuala_Lumpur').toInstant();
const morning = at('2026-11-01T07:00');
const sandbox = await givenSandbox({
  ...{ days: 5, until: '2026-11-01', breaks: 'none', ordersPerDay: 8, gateway: { statementReadyMs: 0 } },
  clock: createClock({ startAt: morning.epochMilliseconds }),
});
const servers = await startNoticeServers();
let answer = 200;
const watcher = await givenServer((_, response) => void response.writeHead(answer).end());
afterAll(() => Promise.all([servers.close(), watcher.close()]));
beforeEach(() => {
  [servers.mails, watcher.seen.length, answer] = [[], 0, 200];
});

const permitted = { network: { private_hosts: ['127.0.0.1'] } };

/** A company that has its first day on the last of October, and a clock that is set. */
function givenShop(company: object = {}, beside: object = {}) {
  const books = { orders: { file: 'orders.csv' } };
  const shop = clockedShop(sandbox, shopAt(sandbox, { payout: undefined, starts_on: day, books, ...company }, beside), {
    day,
    now: morning,
  });
  const metrics = join(shop.folder, 'data', 'schedule.prom');
  return { ...shop, metrics, waits: (until: string) => shop.waits(at(until)) };
}

const valuesOf = (path: string) =>
  Object.fromEntries(
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.replace('tieout_', '').split(' ')),
  );

test('A wake-up writes the metrics and calls the address that watches it, with its exit status', async () => {
  const { folder, once, call, lessAnOrder, allOrders, waits, metrics, write, read } = givenShop(
    {},
    { monitoring: { ping_url: { file: 'ping' } }, ...permitted },
  );
  write('ping', `${watcher.url}/ping/secret-of-the-watcher/{status}`);
  lessAnOrder();
  expect((await once()).status).toBe(3);
  const [open] = await read(
    `select sum(abs(debit - credit))::text as amount from mart.cause where is_difference and status = 'open'`,
  );
  expect(valuesOf(metrics)).toMatchObject({
    wake_up_timestamp_seconds: String(morning.epochMilliseconds / 1000),
    exit_status: '3',
    'days{company="acme",state="breaks"}': '1',
    'days{company="acme",state="reconciled"}': '0',
    'last_success_timestamp_seconds{company="acme"}': String(morning.epochMilliseconds / 1000),
    'open_causes{company="acme",currency="MYR"}': '1',
    'open_amount{company="acme",currency="MYR"}': open?.amount,
  });
  expect(statSync(metrics).mode & 0o777).toBe(0o600);
  // the next one runs nothing, and tells the same
  waits('2026-11-01T07:10');
  expect((await once()).status).toBe(3);
  expect(valuesOf(metrics).wake_up_timestamp_seconds).toBe(String(at('2026-11-01T07:10').epochMilliseconds / 1000));
  expect(watcher.seen.map(({ path }) => path)).toEqual(Array(2).fill('/ping/secret-of-the-watcher/3'));

  allOrders();
  waits('2026-11-02T07:00');
  answer = 503;
  const refused = await call('--json', 'schedule', '--once');
  expect(refused.err).toMatch(/"code":"PING_REFUSED".*answered with status 503/);
  expect(refused.err).not.toContain('secret-of-the-watcher');
  expect(existsSync(join(folder, 'data', 'tieout.log'))).toBe(false);
  expect(watcher.seen.at(-1)?.path).toBe(`/ping/secret-of-the-watcher/${refused.status}`);
});

test('The metrics are where a collector of another user reads them, and a file that cannot be written stops no run', async () => {
  const { folder, once, call, allOrders, configure } = givenShop(
    {},
    { monitoring: { metrics: 'collected/tieout.prom' } },
  );
  allOrders();
  const missing = await once();
  expect(missing).toMatchObject({ status: 0, err: expect.stringMatching(/The metrics could not be written/) });
  const coded = await call('--json', 'schedule', '--once');
  expect(coded.err).toContain('METRICS_NOT_WRITTEN');
  configure({}, { monitoring: { metrics: 'tieout.prom' } });
  expect((await once()).status).toBe(0);
  expect(statSync(join(folder, 'tieout.prom')).mode & 0o777).toBe(0o644);
  expect(valuesOf(join(folder, 'tieout.prom'))).toMatchObject({ exit_status: '0' });
});

test('While another schedule is at work, a wake-up begins nothing and ends with the present state', async () => {
  const { folder, once, lessAnOrder, waits, metrics } = givenShop();
  lessAnOrder();
  expect((await once()).status).toBe(3);
  const before = readFileSync(metrics, 'utf8');
  waits('2026-11-02T07:00');
  const { scheduleLock, runs } = dataPaths(join(folder, 'data'));
  const recorded = readFileSync(runs, 'utf8');
  const woken = await withRunLock(scheduleLock, once, { purpose: 'schedule' });
  expect(woken.status).toBe(4);
  expect(woken.err).toContain('Nothing is begun: Another tieout schedule is in progress');
  expect(woken.err).toContain('acme: not run on 1 Nov 2026');
  expect(readFileSync(runs, 'utf8')).toBe(recorded);
  // the file is that of the schedule at work
  expect(readFileSync(metrics, 'utf8')).toBe(before);
});

test('The schedule closes the month before on its day; one that is refused is told, and closed when it is in order', async () => {
  const email = { to: ['a@acme.example'], from: 'tieout@acme.example', smtp_url: { file: 'smtp' } };
  const { folder, once, lessAnOrder, allOrders, waits, read, metrics } = givenShop(
    { schedule: { close_day: 1 } },
    { notice: { email }, report: { address: 'https://reports.acme.example' } },
  );
  writeFileSync(join(folder, 'smtp'), `smtp://127.0.0.1:${servers.mailPort}`, { mode: 0o600 });
  await givenSelftest(join(folder, 'data'));
  lessAnOrder();
  const first = await once();
  expect(first).toMatchObject({ status: 4, err: expect.stringContaining('acme 2026-10 not closed') });
  expect(first.err).toMatch(/acme: incomplete on 1 Oct 2026: 2026-10 was not closed\. These gates refuse: .*decided/);
  expect(existsSync(join(folder, 'data', 'closed', '2026-10', 'acme'))).toBe(false);
  expect(servers.mails).toHaveLength(1);
  const { subject, text = '' } = await PostalMime.parse(servers.mails[0] ?? '');
  expect(subject).toBe('Test mode: not real money. Breaks: acme, 2026-10-31 (and 1 more)');
  const [item] = await read('select (debit - credit)::decimal(18, 2)::text as amount from mart.cause');
  expect(text).toContain(`What to do first:\n  1. MYR ${item?.amount}: `);
  expect(text).toContain('https://reports.acme.example/2026-10-31/acme/acme.html\n');
  expect(text).toContain('acme: 2026-10 was not closed\n');

  // not again on the same day, and not before its time on the next
  for (const time of ['2026-11-01T12:00', '2026-11-02T06:00']) {
    waits(time);
    expect((await once()).err).not.toContain('2026-10 begins');
  }
  allOrders();
  waits('2026-11-02T07:00');
  const second = await once();
  expect(second).toMatchObject({ status: 0, err: expect.stringContaining('acme 2026-10 closed') });
  expect(existsSync(join(folder, 'data', 'closed', '2026-10', 'acme'))).toBe(true);
  expect(valuesOf(metrics)).toMatchObject({ exit_status: '0', 'days{company="acme",state="breaks"}': '0' });
  const closed = await PostalMime.parse(servers.mails.at(-1) ?? '');
  expect(closed.text).toContain('acme: 2026-10 is closed\n');
  waits('2026-11-03T07:00');
  expect((await once()).err).not.toContain('2026-10');
});

test('A month that a person closed is left to people, and is no news', async () => {
  const email = { to: ['a@acme.example'], from: 'tieout@acme.example', smtp_url: { file: 'smtp' } };
  const { folder, call, once, allOrders, waits, write, configure } = givenShop({}, { notice: { email } });
  write('smtp', `smtp://127.0.0.1:${servers.mailPort}`);
  await givenSelftest(join(folder, 'data'));
  write('orders.csv', sandbox.files('2026-10-28', '2026-11-01').orders);
  expect((await once()).status).toBe(0);
  expect(await call('close', '2026-10', '--no-run')).toMatchObject({ status: 0 });
  configure({ schedule: { close_day: 2 } });
  allOrders();
  waits('2026-11-02T07:00');
  expect(await once()).toMatchObject({ status: 0 });
  waits('2026-11-02T12:00');
  const again = await once();
  expect([again.status, again.err]).toEqual([0, expect.not.stringContaining('2026-10')]);
  for (const mail of servers.mails) expect((await PostalMime.parse(mail)).text).not.toContain('2026-10 is closed');
});

test('A month waits for the day before, and what may pass is tried again on the same day', async () => {
  const { folder, once, allOrders, waits, configure, write } = givenShop({ schedule: { close_day: 1 } });
  await givenSelftest(join(folder, 'data'));
  allOrders();
  write('key', 'a-wrong-key');
  const gateway = { base_url: sandbox.gatewayUrl, secret_key: { file: 'key' }, narrowing_requests: 0 };
  configure({ gateway });
  const first = await once();
  expect([first.status, first.err]).toEqual([4, expect.not.stringContaining('2026-10 begins')]);
  write('key', sandbox.gatewaySecretKey);
  waits('2026-11-01T07:30');
  expect(await once()).toMatchObject({ status: 0, err: expect.stringContaining('acme 2026-10 closed') });
  // a month that was refused does not count where the schedule closes no months
  configure({ schedule: {} });
  expect((await once()).status).toBe(0);
});
