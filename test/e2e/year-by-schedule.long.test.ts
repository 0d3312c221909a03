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
const [first, last] = isWhole ? ['2026-01-20', '2027-01-15'] : ['2026-02-26', '2026-03-31'];
const [outageFrom, outageTo] = ['2026-03-10', '2026-03-16'];
const wrongKeyOn = '2026-03-20';
const [clockForward, clockBack] = ['2026-03-29', '2026-10-25'];
const times = ['00:30', '01:00', '01:30', '02:00', '09:30'];
const days = daysOf({ from: Temporal.PlainDate.from(first), to: Temporal.PlainDate.from(last).add({ days: 1 }) }).map(
  String,
);
/** The share has no refund. In a year there are some: a payment that is refunded before its refund is listed is a break for a day. */
const isOfRefund = (text: string | number | null) =>
  isWhole && (text === 3 || /^(Breaks|Reconciled|Overdue)/.test(String(text)));

const clock = createClock({ startAt: Date.parse(`${first}T00:00:00Z`) });
const sandbox = await givenSandbox({
  ...{
    seed: isWhole ? 4 : 45,
    days: days.length + 9,
    until: last,
    zone,
    ordersPerDay: 2,
    breaks: 'none',
    currencies: ['MYR'],
    clock,
  },
  gateway: { statementReadyMs: 0 },
  settlement: { lagDays: 1, isSettledAtWeekends: true },
});
const gateway = await startAlteringGateway(sandbox, (text) => text);
const servers = await startNoticeServers();
afterAll(() => Promise.all([gateway.close(), servers.close()]));

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

const after = (day: string) => daysBefore(day, -1);

/**
 * The time in UTC at which the day before is run: 02:30 in Oslo is 01:30 in winter and 00:30 in summer. In March the clock skips 02:30, so
 * that it is 03:30, which is 01:30; in October 02:30 comes twice, and the first counts, which is 00:30.
 */
const dailyAt = (day: string) => (day > clockForward && day <= clockBack ? '00:30' : '01:30');

/** When cron wakes the schedule: once on days on which nothing happens. */
const eventful = [outageTo, wrongKeyOn, clockForward, clockBack].flatMap((day) => [day, after(day)]);
const wakeUpsOn = (day: string) => (eventful.includes(day) ? times : [dailyAt(day)]);

/** What the run of a day asks for: the statement with the week before, the turnover, and the balance at its end. */
const askedFor = (day: string) => [
  `statement ${daysBefore(day, 7)} ${after(day)}`,
  `turnover ${day}`,
  `balance ${after(day)}`,
];

/** What each wake-up is expected to ask for, by its day and time in UTC; without the closes of months. */
function expected(): Record<string, string[]> {
  const asked: Record<string, string[]> = {};
  for (const day of days.slice(1)) asked[`${day} ${dailyAt(day)}`] = askedFor(daysBefore(day, 1));
  for (let day = outageFrom; day <= outageTo; day = after(day)) delete asked[`${day} 01:30`];
  // the start of the first day was never asked for
  asked[`${after(first)} 01:30`] = [...askedFor(first).slice(0, 2), `balance ${first}`, `balance ${after(first)}`];
  // after the outage, the newest day that was due comes first; the week before it is in its statement
  const back = after(outageTo);
  const newest = daysBefore(outageTo, 1);
  const missed = daysOf({
    from: Temporal.PlainDate.from(daysBefore(outageFrom, 1)),
    to: Temporal.PlainDate.from(newest),
  });
  asked[`${back} 00:30`] = [
    ...[
      `statement ${daysBefore(newest, 7)} ${outageTo}`,
      `turnover ${newest}`,
      `balance ${newest}`,
      `balance ${outageTo}`,
    ],
    ...missed
      .map(String)
      .flatMap((day) => [`turnover ${day}`, ...(after(day) === newest ? [] : [`balance ${after(day)}`])]),
  ];
  // what that statement shows is not asked for again, an hour later
  asked[`${back} 01:30`] = [`statement ${outageTo} ${back}`, `turnover ${outageTo}`, `balance ${back}`];
  // the key is refused at the first request; the next day makes up for it
  delete asked[`${wrongKeyOn} 01:30`];
  const [healed, before] = [after(wrongKeyOn), daysBefore(wrongKeyOn, 1)];
  asked[`${healed} 01:30`] = [
    ...askedFor(wrongKeyOn).slice(0, 2),
    ...[`balance ${wrongKeyOn}`, `balance ${healed}`, `turnover ${before}`],
  ];
  return asked;
}

type WakeUp = { at: string; status: number | null; asked: string[]; mails: string[]; requests: number };

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
  });
  writeFileSync(join(shop.folder, 'smtp'), `smtp://127.0.0.1:${servers.mailPort}`, { mode: 0o600 });
  await givenSelftest(join(shop.folder, 'data'));

  const seen: WakeUp[] = [];
  for (const day of days.slice(1)) {
    if (day >= outageFrom && day <= outageTo) continue;
    writeFileSync(join(shop.folder, 'key'), day === wrongKeyOn ? 'a-wrong-key' : key, { mode: 0o600 });
    for (const time of wakeUpsOn(day)) {
      const now = Temporal.Instant.from(`${day}T${time}:00Z`);
      clock.set(now.epochMilliseconds);
      [gateway.seen.length, servers.mails] = [0, []];
      const args = ['-q', '-c', shop.path, 'schedule', '--once'];
      const { status } = await tieout(args, shop.env, shop.folder, { clock: () => now });
      const mails = await Promise.all(servers.mails.map((mail) => PostalMime.parse(mail)));
      const subjects = mails.map(({ subject = '' }) => subject.replace('Test mode: not real money. ', ''));
      const asked = gateway.seen.flatMap(subjectOf);
      seen.push({ at: `${day} ${time}`, status, asked, mails: subjects, requests: gateway.seen.length });
    }
  }

  /** On this day the month before is closed, after the daily run. */
  const isClose = ({ at }: WakeUp) => at.slice(8, 10) === '05' && at.endsWith(dailyAt(at.slice(0, 10)));
  const asking = seen.filter(({ asked }) => asked.length > 0);
  expect(Object.fromEntries(asking.map((one) => [one.at, isClose(one) ? one.asked.slice(0, 3) : one.asked]))).toEqual(
    expected(),
  );
  const closing = asking.filter(isClose);
  expect(closing.length).toBe(isWhole ? 12 : 1);
  for (const { at, asked } of closing) {
    const month = Temporal.PlainYearMonth.from(at.slice(0, 7)).subtract({ months: 1 });
    const from = [month.toPlainDate({ day: 1 }).toString(), first].sort().at(-1) ?? first;
    const again = asked.slice(3);
    // the whole month once more, with the look-back of an open settlement or a week
    expect(again.filter((one) => one.startsWith('statement '))).toEqual([
      expect.stringMatching(new RegExp(`^statement .* ${month.add({ months: 1 }).toPlainDate({ day: 1 })}$`)),
    ]);
    expect(again.filter((one) => one === `turnover ${from}`)).toHaveLength(1);
  }

  // the status is 4 from the first refused request to the run of the next day
  const isRed = ({ at }: WakeUp) => at >= `${wrongKeyOn} 01:30` && at < `${after(wrongKeyOn)} 01:30`;
  expect(
    seen.filter(({ status }) => status !== 0 && !isOfRefund(status)).map(({ at, status }) => [at, status]),
  ).toEqual(seen.filter(isRed).map(({ at }) => [at, 4]));
  // the refused key is tried with one request, again after half an hour, and after the deadline no more on this day
  const refused = seen.filter(({ at }) => at.startsWith(wrongKeyOn));
  expect(refused.map(({ requests }) => requests)).toEqual([0, 0, 1, 1, 0]);
  const told = seen.flatMap(({ at, mails }) => mails.filter((mail) => !isOfRefund(mail)).map((mail) => [at, mail]));
  expect(told).toEqual(
    [
      ...closing.map(({ at }) => {
        const month = Temporal.PlainYearMonth.from(at.slice(0, 7)).subtract({ months: 1 });
        return [at, `acme: ${month} is closed`];
      }),
      [`${wrongKeyOn} 01:30`, `Incomplete: acme, ${daysBefore(wrongKeyOn, 1)}`],
      [`${wrongKeyOn} 09:30`, `Not reconciled by the deadline: acme, ${daysBefore(wrongKeyOn, 1)}`],
      ...(isWhole ? [] : [[`${after(wrongKeyOn)} 01:30`, `Reconciled: acme, ${daysBefore(wrongKeyOn, 1)}`]]),
    ].sort(),
  );
}, 5_400_000);
