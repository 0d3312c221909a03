import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { Temporal } from 'temporal-polyfill';
import { afterAll, expect, test } from 'vitest';
import { tieout, tieoutProcess } from '../given/command.ts';
import { startNoticeServers } from '../given/notice-servers.ts';
import { companyAt, givenConfig, givenData } from '../given/sandbox-config.ts';
import { daysAgo, daysBefore, givenCompanies, givenSandbox } from '../given/shop.ts';

const yesterday = daysAgo(1);
const servers = await startNoticeServers();
afterAll(() => servers.close());

test('A run sends one notice, a run without changes sends none, and a failed run sends its error without secrets', async () => {
  const sandbox = await givenSandbox({ seed: 3, days: 2, ordersPerDay: 5 });
  // without an orders file the day is incomplete
  const { path, folder, env } = givenConfig(sandbox, { books: { orders: {} }, payout: undefined, currencies: ['MYR'] });
  writeFileSync(join(folder, 'smtp'), `smtp://127.0.0.1:${servers.mailPort}`, { mode: 0o600 });
  writeFileSync(join(folder, 'hook'), 'hook-secret', { mode: 0o600 });
  const to = '{ to: [a@acme.example], from: tieout@acme.example, smtp_url: { file: smtp }, attach_workbook: true }';
  const hook = `{ url: "http://127.0.0.1:${servers.hookPort}/hook", secret: { file: hook } }`;
  appendFileSync(path, `notice:\n  email: ${to}\n  webhook: ${hook}\nnetwork: { private_hosts: ["127.0.0.1"] }\n`);
  const run = ['--quiet', '--config', path, 'run', '--date', yesterday];

  expect((await tieoutProcess(run, env)).status).toBe(4);
  expect([servers.mails.length, servers.posts.length]).toEqual([1, 1]);
  const [post] = servers.posts;
  expect(JSON.parse(post?.body ?? '')).toMatchObject({
    event: 'verdict_changed',
    verdicts: [{ company: 'acme', date: yesterday, before: null, now: 'incomplete' }],
  });
  const mail = await PostalMime.parse(servers.mails[0] ?? '');
  expect(mail.subject).toBe(`Test mode: not real money. Incomplete: acme, ${yesterday}`);
  expect(mail.html).toContain('Unexplained');
  const [workbook] = mail.attachments;
  expect(workbook?.filename).toBe(`acme-${yesterday}.xlsx`);
  expect(
    Buffer.from(workbook?.content as ArrayBuffer)
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');

  expect((await tieout(run, env)).status).toBe(4);
  expect([servers.mails.length, servers.posts.length]).toEqual([1, 1]);

  writeFileSync(givenData(folder).warehouse, 'no database');
  const failed = await tieout(run, env);
  expect(failed).toMatchObject({ status: 1, err: expect.stringContaining('WAREHOUSE_UNREADABLE') });
  expect([servers.mails.length, servers.posts.length]).toEqual([2, 2]);
  expect(JSON.parse(servers.posts[1]?.body ?? '')).toMatchObject({
    event: 'run_failed',
    verdicts: [{ now: 'failed' }],
  });
  const sent = `${servers.posts[1]?.body}${servers.mails[1]}${failed.err}`;
  for (const secret of Object.values(env)) expect(sent).not.toContain(secret);
});

test('A notice has the proof and the first actions of each of several companies, in the words of no person', async () => {
  const companies: object[] = [];
  const env: Record<string, string> = {};
  for (const name of ['acme', 'nord']) {
    const sandbox = await givenSandbox({
      seed: name.length + companies.length,
      days: 2,
      ordersPerDay: 5,
      currencies: ['MYR'],
    });
    const at = companyAt(sandbox, name, name.toUpperCase());
    Object.assign(env, at.env);
    companies.push({ ...at.company, payout: undefined, currencies: ['MYR'] });
  }
  const both = givenCompanies(env);
  both.configureAll(...companies);
  const email = { to: ['a@acme.example'], from: 'tieout@acme.example', smtp_url: { file: 'smtp' } };
  both.configure({}, { notice: { email } });
  both.write('smtp', `smtp://127.0.0.1:${servers.mailPort}`);
  servers.mails = [];
  const { status, err } = await both.tieout('run', '--date', yesterday);
  expect([status, err]).toEqual([3, '']);
  const { text = '' } = await PostalMime.parse(servers.mails[0] ?? '');
  expect(text.match(/What to do first:\n {2}1\. MYR /g)).toHaveLength(2);
  expect(text.match(/\d+ of \d+ controls made/g)).toHaveLength(2);
  expect(text).not.toContain(both.folder);
});

test('A notice says that fewer items are matched than in the week before', async () => {
  // a notice is about the day on which the verdict changes: here the first day of the release, with enough orders to be a drift at once
  const last = '2026-11-18';
  const clock = () => Temporal.Instant.from('2026-11-19T01:00:00Z');
  const books = await givenSandbox({ seed: 4, days: 15, until: last, breaks: 'none', ordersPerDay: 12 });
  const { path, folder, env } = givenConfig(books, {
    books: { orders: { file: 'orders.csv', covers: 'through_previous_day' } },
    payout: undefined,
  });
  // a new release of the shop writes other references and no number of the gateway
  const lines = books
    .files()
    .orders.split('\r\n')
    .map((line) =>
      (/,(\d{4}-\d\d-\d\d)T/.exec(line)?.[1] ?? '') >= last
        ? line.replace(/,INV-(\d+),/, ',WEB $1,').replace(/,[^,]*$/, ',')
        : line,
    );
  writeFileSync(join(folder, 'orders.csv'), lines.join('\r\n'));
  writeFileSync(join(folder, 'smtp'), `smtp://127.0.0.1:${servers.mailPort}`, { mode: 0o600 });
  const to = '{ to: [a@acme.example], from: tieout@acme.example, smtp_url: { file: smtp } }';
  const run = (...days: string[]) => tieout(['--quiet', '--config', path, 'run', ...days], env, folder, { clock });
  expect((await run('--from', daysBefore(last, 14), '--to', daysBefore(last, 1))).err).toBe('');
  appendFileSync(path, `notice:\n  email: ${to}\nnetwork: { private_hosts: ["127.0.0.1"] }\n`);
  const sent = servers.mails.length;
  expect((await run('--date', last)).err).toBe('');
  const { text } = await PostalMime.parse(servers.mails[sent] ?? '');
  expect(text?.replaceAll(/\s+/g, ' ')).toMatch(
    /Orders to statement: \d+\.\d % of the items of the last seven days are matched, after 100\.0 % of the seven days before\. Has an export or a text changed\?/,
  );
});
