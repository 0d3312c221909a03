import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { createClock } from '../../packages/sandbox/src/clock.ts';
import { companyPaths } from '../../src/config/data-paths.ts';
import { clockedShop } from '../given/clocked-shop.ts';
import { companyAt } from '../given/sandbox-config.ts';
import { givenSelftest } from '../given/selftest-record.ts';
import { givenSandbox, shopAt } from '../given/shop.ts';

/* How `schedule --once` and `status --exit-code` end: by how each company stands, whichever run made it so. */

const day = '2026-10-31';
const at = (day: string, time: string) =>
  Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime('Asia/Kuala_Lumpur').toInstant();
const morning = at('2026-11-01', '07:00');
const sandbox = await givenSandbox({
  ...{ days: 4, until: day, breaks: 'none', ordersPerDay: 8, gateway: { statementReadyMs: 0 } },
  clock: createClock({ startAt: morning.epochMilliseconds }),
});

const orders = { orders: { file: 'orders.csv' } };
const firstOnLast = { payout: undefined, starts_on: day, books: orders };

/** A company that has its first day on the last of October, and a clock that is set. */
function givenShop(changes: object = {}) {
  const shop = clockedShop(sandbox, shopAt(sandbox, { ...firstOnLast, ...changes }), { day, now: morning });
  return { ...shop, status: (...options: string[]) => shop.call('-q', 'status', '--exit-code', ...options) };
}

test('A day with breaks stays red at the next wake-up, and is green once the day heals', async () => {
  const { lessAnOrder, allOrders, once, status, call, waits } = givenShop();
  waits(morning);
  lessAnOrder();
  const first = await once();
  expect(first.status).toBe(3);
  expect(first.err).toContain('acme: breaks on 31 Oct 2026: ');
  waits(morning.add({ hours: 2 }));
  const second = await once();
  expect(second.err).not.toContain('begins');
  expect(second).toMatchObject({ status: 3, err: expect.stringMatching(/acme: breaks on 31 Oct 2026: .*1 cause/) });
  expect(await call('-q', 'status')).toMatchObject({
    status: 0,
    out: expect.stringContaining('acme: breaks on 31 Oct'),
  });
  expect((await status()).status).toBe(3);
  const state = { company: 'acme', exit_status: 3, outcome: 'breaks', first_day: day, day_count: 1 };
  expect(JSON.parse((await status('--json')).out)).toMatchObject({
    current_state: [{ ...state, reason: expect.any(String) }],
    days_without_run: [],
  });

  allOrders();
  expect((await call('run', '--date', day)).status).toBe(0);
  expect(await once()).toMatchObject({
    status: 0,
    err: expect.stringMatching(/acme: reconciled.* through 31 Oct 2026/),
  });
  expect((await status()).status).toBe(0);
});

test('The days of a sealed month are green, and a folder of a pack alone seals nothing', async () => {
  const { folder, lessAnOrder, allOrders, once, status, call, waits } = givenShop();
  waits(morning);
  lessAnOrder();
  expect((await once()).status).toBe(3);
  mkdirSync(join(folder, 'data', 'closed', '2026-10', 'acme'), { recursive: true });
  expect((await status()).status).toBe(3);
  rmSync(join(folder, 'data', 'closed'), { recursive: true });
  await givenSelftest(join(folder, 'data'));
  const close = () => call('close', '2026-10', '--no-run');
  expect((await close()).status).toBe(4);
  allOrders();
  expect((await call('run', '--date', day)).status).toBe(0);
  expect((await close()).status).toBe(0);
  // run again with other orders, the day has breaks: the month stays as it was sealed
  lessAnOrder();
  expect((await call('run', '--date', day)).status).toBe(3);
  expect((await once()).status).toBe(0);
  expect(await status()).toMatchObject({ status: 0, out: expect.not.stringContaining('breaks on') });
});

test('A day that is due and was never run is red, from the first business day of the configuration', async () => {
  const { allOrders, once, status, call, waits } = givenShop({ starts_on: '2026-10-29' });
  waits(morning);
  allOrders();
  // the first wake-up runs yesterday
  expect(await once()).toMatchObject({
    status: 4,
    err: expect.stringContaining('acme: not run on 2 days since 29 Oct 2026: It was due, and no run has reported it.'),
  });
  expect(JSON.parse((await status('--json')).out)).toMatchObject({
    days_without_run: [{ business_date: '2026-10-29' }, { business_date: '2026-10-30' }],
  });
  expect((await call('run', '--from', '2026-10-29', '--to', '2026-10-30')).status).toBe(0);
  expect((await once()).status).toBe(0);
  waits(at('2026-11-02', '06:29'));
  expect((await status()).status).toBe(0);
  waits(at('2026-11-02', '06:30'));
  expect(await status()).toMatchObject({ status: 4, out: expect.stringContaining('acme: not run on 1 Nov 2026: ') });
});

test('The worst of all companies counts, and a failed run stays red', async () => {
  const { folder, env, lessAnOrder, once, status, call, configure, waits } = givenShop();
  waits(morning);
  Object.assign(env, { T_OTHER_KEY: 'another-key-of-another-company' });
  const acme = { ...companyAt(sandbox).company, ...firstOnLast };
  const gateway = { base_url: 'http://127.0.0.1:1/api/v1', secret_key: { env: 'T_OTHER_KEY' } };
  configure({}, { companies: [acme, { ...acme, name: 'nord', gateway }] });
  lessAnOrder();
  // without anything published, status has nothing to read
  expect(await status()).toMatchObject({ status: 2, err: expect.stringContaining('NOTHING_PUBLISHED') });
  expect((await call('run', '--company', 'acme')).status).toBe(3);
  expect(await status()).toMatchObject({
    status: 4,
    out: expect.stringMatching(/^acme: breaks .*\nnord: not run on 31 Oct 2026/m),
  });

  const { warehouse } = companyPaths(join(folder, 'data'), 'nord');
  mkdirSync(dirname(warehouse), { recursive: true });
  writeFileSync(warehouse, 'no database');
  const failed = 'nord: failed on 31 Oct 2026: ';
  for (const minutes of [0, 5]) {
    waits(morning.add({ minutes }));
    const woken = await once();
    expect(woken).toMatchObject({ status: 1, err: expect.stringContaining('acme: breaks on 31 Oct 2026: ') });
    expect(woken.err).toContain(failed);
  }
  expect((await status()).status).toBe(1);
  // it runs again, and lacks the answers of its services
  rmSync(warehouse);
  waits(morning.add({ minutes: 40 }));
  expect(await once()).toMatchObject({ status: 4, err: expect.not.stringContaining(failed) });
});

test('A damaged snapshot or record of runs is an error, and a snapshot that is gone proves nothing', async () => {
  const { folder, data, allOrders, once, status, waits } = givenShop();
  waits(morning);
  allOrders();
  expect((await once()).status).toBe(0);
  const { published } = data;
  const runs = join(folder, 'data', 'runs.jsonl');
  for (const [file, code] of [
    [published, 'SNAPSHOT_DAMAGED'],
    [runs, 'RUN_RECORDS_DAMAGED'],
  ] as const) {
    const whole = readFileSync(file);
    rmSync(file);
    writeFileSync(file, 'damaged');
    for (const command of [once, status])
      expect(await command()).toMatchObject({ status: 4, err: expect.stringContaining(code) });
    rmSync(file);
    writeFileSync(file, whole, { mode: 0o400 });
  }
  rmSync(published);
  expect(await once()).toMatchObject({ status: 4, err: expect.stringContaining('acme: not run on 31 Oct 2026') });
  expect(existsSync(published)).toBe(false);
});
