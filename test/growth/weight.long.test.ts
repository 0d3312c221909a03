import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { afterEach, expect, test } from 'vitest';
import { priceList } from '../../packages/sandbox/src/gateway/fees.ts';
import { type RunningSandbox, startSandbox } from '../../packages/sandbox/src/start.ts';
import { packageRoot } from '../../src/package-root.ts';
import { tieout } from '../given/command.ts';
import { statementsOf } from '../given/counted-statements.ts';
import { lastEndedDay } from '../given/ended-day.ts';
import { givenConfig } from '../given/sandbox-config.ts';
import { readExecuted, rowsOf } from './law.ts';
import { profiled } from './shapes.ts';

/*
 * What a small day weighs, in figures that do not depend on the machine. The bounds are what it weighs today: a change that lowers one
 * lowers the bound, and one that raises it says why. `npm run bench` measures the rest.
 */

const currencies = ['MYR', 'SGD'];
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A merchant without planted breaks, so that nothing of earlier days stays open. */
async function givenMerchant(days: number, last: Temporal.PlainDate): Promise<RunningSandbox> {
  const options = { seed: 5, days, until: last.toString(), ordersPerDay: 12, currencies };
  const sandbox = await startSandbox({ ...options, breaks: 'none' });
  cleanups.push(sandbox.close);
  return sandbox;
}

/** A company whose shop and bank send a file for each day. */
function givenCompany(sandbox: RunningSandbox, firstDay: string) {
  const books = { orders: { file: 'orders/*.csv' }, bank: { file: 'bank/*.csv', aliases: { credit: ['Amount'] } } };
  const { path, folder, env } = givenConfig(sandbox, {
    currencies,
    starts_on: firstDay,
    fees: priceList(currencies),
    books,
  });
  cleanups.push(() => rmSync(folder, { recursive: true }));
  const receive = (day: string) => {
    const files = sandbox.files(day, Temporal.PlainDate.from(day).add({ days: 1 }).toString());
    for (const [name, content] of Object.entries(files)) {
      const file = join(folder, name, `${day}.csv`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  };
  return { path, folder, env, receive };
}

const workedStatuses = [0, 3, 4];

test('A small day is judged in one pass, and the same day again in none', async () => {
  // what is due, and so what is run, depends on the date: a Wednesday, and the morning after it
  const last = Temporal.PlainDate.from('2026-11-18');
  const clock = () => Temporal.Instant.from('2026-11-19T01:00:00Z');
  const [dayBefore, day] = [last.subtract({ days: 1 }).toString(), last.toString()];
  const { path, folder, env, receive } = givenCompany(await givenMerchant(2, last), dayBefore);
  const runOf = (date: string) =>
    statementsOf(async () => {
      const ran = await tieout(['-q', '-c', path, 'run', '--date', date], env, folder, { clock });
      expect(ran).toMatchObject({ err: '', status: expect.toBeOneOf(workedStatuses) });
    });
  const passes = (statements: readonly string[]) =>
    statements.filter((sql) => /^\s*insert into recon\.run\b(?!_)/.test(sql)).length;
  receive(dayBefore);
  await runOf(dayBefore);
  receive(day);
  const [first, again] = [await runOf(day), await runOf(day)];
  expect([passes(first), passes(again)]).toEqual([1, 0]);
  expect(first.length).toBeLessThanOrEqual(504);
  expect(again.length).toBeLessThanOrEqual(116);
});

/** The rows that a run of the last day scans and gives, with as many days run before it. */
async function rowsOfDay(sandbox: RunningSandbox, last: Temporal.PlainDate, daysBehind: number): Promise<number> {
  const before = (days: number) => last.subtract({ days }).toString();
  const { path, folder, env, receive } = givenCompany(sandbox, before(daysBehind));
  for (let days = daysBehind; days > 0; days -= 1) receive(before(days));
  const earlier = await tieout(['-q', '-c', path, 'run', '--from', before(daysBehind), '--to', before(1)], env, folder);
  expect(earlier).toMatchObject({ err: '', status: expect.toBeOneOf(workedStatuses) });
  receive(before(0));
  const profiles = join(folder, 'profiles.jsonl');
  const ran = await profiled(packageRoot, ['-q', '-c', path, 'run', '--date', before(0)], profiles, env);
  expect(ran).toMatchObject({ status: expect.toBeOneOf(workedStatuses) });
  return readExecuted(readFileSync(profiles, 'utf8'))
    .map(rowsOf)
    .reduce((sum, rows) => sum + rows, 0);
}

test('A day with 14 days behind it reads hardly more rows than a day with one', async () => {
  // always a Thursday: on another weekday other days before are due, and the ratio is another (1.16 on a Sunday)
  const ended = lastEndedDay();
  const last = ended.subtract({ days: (ended.dayOfWeek + 3) % 7 });
  const sandbox = await givenMerchant(15, last);
  const [one, many] = [await rowsOfDay(sandbox, last, 1), await rowsOfDay(sandbox, last, 14)];
  // 1.08 on 19 November 2026; the days that are due move it a little
  expect(many / one).toBeLessThanOrEqual(1.15);
});
