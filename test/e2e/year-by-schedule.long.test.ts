import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import { afterAll, expect, test } from 'vitest';
import { createClock } from '../../packages/sandbox/src/clock.ts';
import { daysOf } from '../../src/domain/period.ts';
import { startAlteringGateway } from '../given/altering-gateway.ts';
import { tieout } from '../given/command.ts';
import { startNoticeServers } from '../given/notice-servers.ts';
import { givenSelftest } from '../given/selftest-record.ts';
import type { SeenRequest } from '../given/server.ts';
import { isWhole } from '../given/share.ts';
import { daysBefore, givenSandbox, shopAt } from '../given/shop.ts';

/*
 * The days of a company by schedule, woken by cron in UTC: with an outage of a week, a wrong key for a day, and the clock changes of its
 * zone, whose daily run is at a time that the clock skips in March and repeats in October.
 */

const zone = 'Europe/Oslo';
const [first, last] = isWhole ? ['2026-01-20', '2027-01-15'] : ['2026-02-24', '2026-04-06'];
const [outageFrom, outageTo, wrongKeyOn] = ['2026-03-10', '2026-03-16', '2026-03-20'];
const wakeUps = ['00:30', '01:00', '01:30', '02:00', '08:30'];
const days = daysOf({ from: Temporal.PlainDate.from(first), to: Temporal.PlainDate.from(last).add({ days: 1 }) }).map(
  String,
);

const clock = createClock({ startAt: Date.parse(`${first}T00:00:00Z`) });
const sandbox = await givenSandbox({
  ...{
    seed: 4,
    days: days.length + 10,
    until: last,
    zone,
    ordersPerDay: 2,
    breaks: 'none',
    currencies: ['MYR'],
    clock,
  },
  gateway: { statementReadyMs: 0 },
});
const gateway = await startAlteringGateway(sandbox, (text) => text);
const servers = await startNoticeServers();
afterAll(() => Promise.all([gateway.close(), servers.close()]));

const at = (day: string, time: string) => Temporal.Instant.from(`${day}T${time}:00Z`);
const dayAt = (seconds: string | null) =>
  Temporal.Instant.fromEpochMilliseconds(Number(seconds) * 1000)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();

/** What a request asks for: a statement with the days of its window, a turnover with its day, or a balance. */
function subjectOf({ method, path }: SeenRequest): string[] {
  const { pathname, searchParams } = new URL(path, 'http://gateway');
  if (method === 'POST')
    return [`statement ${dayAt(searchParams.get('paid_from'))} ${dayAt(searchParams.get('paid_to'))}`];
  if (pathname.endsWith('/turnover/')) return [`turnover ${dayAt(searchParams.get('from'))}`];
  return pathname.endsWith('/balance/') ? [`balance ${dayAt(searchParams.get('from'))}`] : [];
}

type WakeUp = { day: string; time: string; status: number | null; asked: string[]; mails: string[]; log: string };

test(`The days from ${first} to ${last}: what was asked, the exit statuses and the notices`, async () => {
  const email = { to: ['a@acme.example'], from: 'tieout@acme.example', smtp_url: { file: 'smtp' } };
  const shop = shopAt(
    sandbox,
    { payout: undefined, currencies: ['MYR'], zone, starts_on: first },
    { notice: { email } },
  );
  const key = shop.env.T_GATEWAY_KEY ?? '';
  shop.configure({
    gateway: { base_url: gateway.url, secret_key: { file: 'key' }, narrowing_requests: 0 },
    schedule: { at: '02:30', deadline: '10:00', close_day: 5 },
    books: { orders: { file: 'orders.csv' } },
  });
  writeFileSync(join(shop.folder, 'smtp'), `smtp://127.0.0.1:${servers.mailPort}`, { mode: 0o600 });
  await givenSelftest(join(shop.folder, 'data'));

  const seen: WakeUp[] = [];
  for (const day of days.slice(1)) {
    if (day >= outageFrom && day <= outageTo) continue;
    writeFileSync(join(shop.folder, 'key'), day === wrongKeyOn ? 'a-wrong-key' : key, { mode: 0o600 });
    // the shop exports its orders each night
    shop.write('orders.csv', sandbox.files(daysBefore(first, 9), day).orders);
    for (const time of wakeUps) {
      const now = at(day, time);
      clock.set(now.epochMilliseconds);
      [gateway.seen.length, servers.mails] = [0, []];
      const { status, err } = await tieout(['-c', shop.path, 'schedule', '--once'], shop.env, shop.folder, {
        clock: () => now,
      });
      const mails = await Promise.all(servers.mails.map((mail) => PostalMime.parse(mail)));
      seen.push({
        day,
        time,
        status,
        asked: gateway.seen.flatMap(subjectOf),
        mails: mails.map(({ subject = '' }) => subject),
        log: err,
      });
    }
  }
  console.log(
    seen
      .filter((one) => one.asked.length > 0 || one.mails.length > 0 || one.status !== 0)
      .map(({ log, ...one }) => JSON.stringify(one))
      .join('\n'),
  );
  expect(daysBefore(last, 1)).toBeDefined();
}, 3_600_000);
