import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { resolveSecret } from '../../src/config/secret.ts';
import type { NoticeVerdict } from '../../src/notice/notice-message.ts';
import { type NoticeContext, notify } from '../../src/notice/notify.ts';
import type { DayRun, OverdueDay } from '../../src/schedule/due.ts';
import { openRecords } from '../../src/schedule/records.ts';
import { startNoticeServers } from '../given/notice-servers.ts';

const day: OverdueDay = { company: 'acme', date: '2026-11-18', deadline_at: '2026-11-19T02:00:00Z', outcome: 'breaks' };
const run = (date: string, outcome: DayRun['outcome'], ended_at: string, error?: DayRun['error']): DayRun => ({
  company: 'acme',
  date,
  began_at: ended_at,
  ended_at,
  outcome,
  ...(error === undefined ? {} : { error }),
});
const verdict: NoticeVerdict = {
  currency: 'MYR',
  verdict: 'breaks',
  matched_count: 75,
  break_count: 4,
  timing_count: 2,
  unexplained_debit: '0.2200',
  unexplained_credit: '0.0000',
};
const servers = await startNoticeServers();
afterAll(() => servers.close());
let folder: string;
let logged: string[] = [];

beforeEach(() => {
  [servers.mails, servers.logins, servers.posts, servers.answer, logged] = [[], [], [], 204, []];
  folder = mkdtempSync(join(tmpdir(), 'tieout-notice-'));
});

const email =
  '  email: { to: [a@acme.example, b@acme.example], from: tieout@acme.example, smtp_url: { file: smtp } }\n';
const withWorkbook = email.replace(' }\n', ', attach_workbook: true }\n');
const permitted = 'network: { private_hosts: ["127.0.0.1"] }\n';
const webhook = () =>
  `  webhook: { url: "http://127.0.0.1:${servers.hookPort}/hook", secret: { file: hook } }\n${permitted}`;

const recordsOf = () => openRecords(join(folder, 'data', 'runs.jsonl'));

async function given(notice: string, report = '', overdue = 0): Promise<NoticeContext> {
  const path = join(folder, 'tieout.yaml');
  writeFileSync(join(folder, 'smtp'), `smtp://127.0.0.1:${servers.mailPort}`, { mode: 0o600 });
  writeFileSync(join(folder, 'closed'), 'smtp://127.0.0.1:1', { mode: 0o600 });
  writeFileSync(join(folder, 'hook'), 'hook-secret', { mode: 0o600 });
  writeFileSync(
    path,
    `companies: [{ name: acme, zone: Asia/Kuala_Lumpur, currencies: [MYR], gateway: { base_url: "https://g.example/api/v1", secret_key: { env: K } } }]
${report}notice:
${notice}`,
  );
  const log = (message: string) => void logged.push(message);
  return {
    config: await loadConfig(path),
    log: { info: log, warn: log, error: log },
    records: recordsOf(),
    testCompanies: async () => new Set<string>(),
    overdueCounts: async () => new Map([['acme', overdue]]),
    lateChanges: async () => [],
    verdictsOf: async () => [verdict],
    proofOf: async () => ['12 of 13 controls made.', 'Not made: Fees (card). No rule fits aisyah@customer.example'],
    actionsOf: async () => ['MYR 100.00: Payment without an order (1 cause, 2 days open). Ask aisyah@customer.example'],
  };
}

test('A missed deadline is sent by e-mail, with the deadline in the zone of the company', async () => {
  await notify(await given(email), [day]);
  expect(servers.mails).toHaveLength(1);
  const mail = await PostalMime.parse(servers.mails[0] ?? '');
  expect(mail.subject).toBe('Not reconciled by the deadline: acme, 2026-11-18');
  expect(mail.to?.map(({ address }) => address)).toEqual(['a@acme.example', 'b@acme.example']);
  expect(mail.text).toContain('acme, 2026-11-18: breaks (deadline 2026-11-19 10:00, Asia/Kuala_Lumpur).');
});

test('A changed verdict, overdue items and a deadline are one e-mail in text and HTML, sent once', async () => {
  const parts = await given(email, '', 3);
  const records = recordsOf();
  await records.addRun(run('2026-11-17', 'reconciled', '2026-11-18T01:00:00Z'));
  await records.addRun(run('2026-11-18', 'breaks', '2026-11-19T01:00:00Z'));
  await notify(parts, [day]);
  await notify(parts, []);
  expect(servers.mails).toHaveLength(1);
  const mail = await PostalMime.parse(servers.mails[0] ?? '');
  expect(mail.subject).toBe('Not reconciled by the deadline: acme, 2026-11-18 (and 2 more)');
  expect(mail.text).toContain('acme, Wednesday, 18 November 2026: Breaks (previously: Reconciled)');
  expect(mail.text).toContain('MYR: Breaks. Matched: 75; breaks: 4; outstanding: 2; unexplained difference: 0.22.');
  expect(mail.text).toContain(
    '  What to do first:\n  1. MYR 100.00: Payment without an order (1 cause, 2 days open). Ask a•••@•••\n',
  );
  expect(mail.text).toContain('  Page and workbook: reports/2026-11-18/acme/acme.html in the data directory\n');
  expect(mail.text).not.toContain(folder);
  expect(mail.text).toContain('  12 of 13 controls made.\n  Not made: Fees (card). No rule fits a•••@•••');
  expect(mail.text).toContain('acme: 3 items are overdue (previously: 0)');
  expect(mail.html).toContain('>75</td>');
  expect(mail.html).not.toMatch(/<script|http/);
  expect(mail.attachments).toEqual([]);
});

test('With the address of the reports, a notice links to the page of the day', async () => {
  const parts = await given(email, 'report: { address: "https://reports.acme.example/tieout/" }\n');
  await recordsOf().addRun(run('2026-11-18', 'breaks', '2026-11-19T01:00:00Z'));
  await notify(parts, []);
  const mail = await PostalMime.parse(servers.mails[0] ?? '');
  const page = 'https://reports.acme.example/tieout/2026-11-18/acme/acme.html';
  expect(mail.html).toContain(`<a href="${page}">Page and workbook</a>`);
  expect(mail.text).toContain(`  Page and workbook: ${page}\n`);
  expect(mail.text).not.toContain('data directory');
});

test('A reconciled day has no first actions', async () => {
  const parts = await given(email);
  await recordsOf().addRun(run('2026-11-17', 'breaks', '2026-11-18T01:00:00Z'));
  await recordsOf().addRun(run('2026-11-18', 'reconciled', '2026-11-19T01:00:00Z'));
  await recordsOf().addNoticed({ through: '2026-11-18T01:00:00Z', overdue: { acme: 0 } });
  await notify(parts, []);
  const mail = await PostalMime.parse(servers.mails[0] ?? '');
  expect(mail.subject).toBe('Reconciled: acme, 2026-11-18');
  expect(mail.text).not.toContain('What to do first');
});

test('A month that could not be closed names the gates, and a closed one where its pack is', async () => {
  const parts = await given(email + webhook());
  const tried = { company: 'acme', month: '2026-10' };
  await recordsOf().addClose({ ...tried, ended_at: '2026-11-05T01:00:00Z', refused_by: ['days', 'items'] });
  await notify(parts, []);
  await recordsOf().addClose({ ...tried, ended_at: '2026-11-06T01:00:00Z', refused_by: [] });
  await notify(parts, []);
  const [refused, closed] = await Promise.all(servers.mails.map((mail) => PostalMime.parse(mail)));
  expect(refused?.subject).toBe('acme: 2026-10 was not closed');
  expect(refused?.text).toContain(
    '  These gates refuse: Every day is reconciled; Breaks and suggested matches are decided.\n',
  );
  expect(refused?.text).toContain('`tieout close 2026-10 --company acme` lists the causes');
  expect(closed?.subject).toBe('acme: 2026-10 is closed');
  expect(closed?.text).toContain('closed/index.html');
  expect(servers.posts.map(({ body }) => JSON.parse(body))).toMatchObject([
    { event: 'close_refused', closes: [{ ...tried, refused_by: ['days', 'items'], code: null }] },
    { event: 'month_closed', closes: [{ ...tried, refused_by: [], code: null }] },
  ]);
});

test('The workbook is attached if that is configured', async () => {
  const parts = await given(withWorkbook);
  const reports = join(parts.config.data_dir, 'reports', '2026-11-18', 'acme');
  mkdirSync(reports, { recursive: true });
  writeFileSync(join(reports, 'acme.xlsx'), 'the workbook', { mode: 0o600 });
  await recordsOf().addRun(run('2026-11-18', 'breaks', '2026-11-19T01:00:00Z'));
  await notify(parts, []);
  const mail = await PostalMime.parse(servers.mails[0] ?? '');
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(['acme-2026-11-18.xlsx']);
  expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()).toBe('the workbook');
});

test('The notice of a failed run has the error, without secrets, markup or personal data', async () => {
  const parts = await given(email + webhook());
  // a secret is masked once it was resolved
  resolveSecret({ file: 'hook' }, 'notice.webhook.secret', parts.config);
  const message = '<b>hook-secret</b> refused aisyah@customer.example, account 1234567890';
  const records = recordsOf();
  await records.addRun(run('2026-11-18', 'failed', '2026-11-19T01:00:00Z', { code: 'GATEWAY_KEY_REFUSED', message }));
  await notify(parts, []);
  const mail = await PostalMime.parse(servers.mails[0] ?? '');
  expect(mail.subject).toBe('Run failed: acme, 2026-11-18');
  expect(mail.text).toContain('refused a•••@•••, account •••890 (GATEWAY_KEY_REFUSED)');
  expect(mail.html).not.toContain('<b>');
  for (const text of [mail.text, mail.html, servers.posts[0]?.body])
    expect(text).not.toMatch(/aisyah@|1234567890|hook-secret/);
  expect(JSON.parse(servers.posts[0]?.body ?? '')).toMatchObject({
    event: 'run_failed',
    verdicts: [{ company: 'acme', date: '2026-11-18', before: null, now: 'failed', code: 'GATEWAY_KEY_REFUSED' }],
  });
});

test('A notice has no path of the machine, and no text of an unexpected error', async () => {
  const parts = await given(email);
  const records = recordsOf();
  const failed = (code: string, message: string) =>
    run('2026-11-18', 'failed', '2026-11-19T01:00:00Z', { code, message });
  const path = join(parts.config.data_dir, 'reports', '2026-11-18');
  await records.addRun(failed('UNEXPECTED', `ENOTDIR: not a directory, lstat '${path}'`));
  await records.addRun({ ...failed('WAREHOUSE_UNREADABLE', `${path} cannot be read.`), company: 'nord' });
  await records.addNoticed({ through: '', overdue: {} });
  await notify(parts, []);
  const { text = '' } = await PostalMime.parse(servers.mails[0] ?? '');
  expect(text).toContain('An unexpected error; tieout.log in the data directory has the details. (UNEXPECTED)');
  expect(text).toContain('  reports/2026-11-18 cannot be read. (WAREHOUSE_UNREADABLE)');
  expect(text).not.toMatch(/ENOTDIR|\/tmp/);
});

test('A notice is in the language of the reports', async () => {
  const parts = await given(email, 'report: { language: ms }\n');
  const tried = { company: 'acme', month: '2026-10', ended_at: '2026-11-05T01:00:00Z' };
  await recordsOf().addClose({ ...tried, refused_by: ['days', 'inputs'] });
  await notify(parts, [day]);
  const mail = await PostalMime.parse(servers.mails[0] ?? '');
  expect(mail.subject).toBe('Belum sepadan pada tarikh akhir: acme, 2026-11-18 (dan 1 lagi)');
  expect(mail.text).toContain('ada perbezaan (tarikh akhir 2026-11-19 10:00, Asia/Kuala_Lumpur).');
  expect(mail.text).toContain('  Syarat ini belum dipenuhi: Setiap hari sepadan; Input meliputi seluruh bulan.\n');
});

test('A notice is posted with a signature that its receiver can check', async () => {
  await notify(await given(webhook()), [day]);
  const [post] = servers.posts;
  const [, time, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(post?.signature ?? '') ?? [];
  expect(hex).toBe(createHmac('sha256', 'hook-secret').update(`${time}.${post?.body}`).digest('hex'));
  expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(30);
  expect(JSON.parse(post?.body ?? '')).toMatchObject({ event: 'deadline_missed', days: [day] });
});

test('If one channel fails, the other sends and the failure is logged; if all fail, the next notice has the same content', async () => {
  servers.answer = 500;
  await notify(await given(email + webhook()), [day]);
  expect(servers.mails).toHaveLength(1);
  expect(logged).toContain('The receiver of the notice answered with status 500.');
  const failing = await given(email.replace('file: smtp', 'file: closed') + webhook());
  await recordsOf().addRun(run('2026-11-18', 'breaks', '2026-11-19T01:00:00Z'));
  await expect(notify(failing, [])).rejects.toMatchObject({ code: 'NOTICE_EMAIL_FAILED' });
  servers.answer = 204;
  await notify(failing, []);
  expect(JSON.parse(servers.posts.at(-1)?.body ?? '')).toMatchObject({ event: 'verdict_changed' });
  expect(readFileSync(join(folder, 'data', 'runs.jsonl'), 'utf8')).toContain('"kind":"noticed"');
});

test('The mail server gets user and password, and an error shows neither', async () => {
  const parts = await given(email);
  const smtp = (password: string) =>
    writeFileSync(join(folder, 'smtp'), `smtp://tieout:${password}@127.0.0.1:${servers.mailPort}`, { mode: 0o600 });
  smtp('right%20p%40ssword');
  await notify(parts, [day]);
  expect(servers.logins).toEqual(['tieout']);
  expect(servers.mails).toHaveLength(1);
  smtp('wrong%20p%40ssword');
  const refused = await notify(parts, [{ ...day, date: '2026-11-17' }]).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'NOTICE_EMAIL_FAILED', place: { key: 'notice.email' } });
  expect(JSON.stringify([refused, String(refused), logged])).not.toMatch(/wrong.{1,3}p/);
});

test('A mail server without a valid certificate gets neither password nor e-mail', async () => {
  const logins: string[] = [];
  // smtp-server has a self-signed certificate
  const selfSigned = new SMTPServer({
    secure: true,
    logger: false,
    onAuth: ({ username = '' }, _session, done) => {
      logins.push(username);
      done(null, { user: username });
    },
  });
  selfSigned.on('error', () => undefined);
  await new Promise<void>((resolve) => void selfSigned.listen(0, '127.0.0.1', resolve));
  const { port } = selfSigned.server.address() as AddressInfo;
  const parts = await given(email);
  writeFileSync(join(folder, 'smtp'), `smtps://tieout:right%20p%40ssword@127.0.0.1:${port}`, { mode: 0o600 });
  await expect(notify(parts, [day])).rejects.toMatchObject({
    code: 'NOTICE_EMAIL_FAILED',
    message: expect.stringContaining('certificate'),
  });
  expect(logins).toEqual([]);
  await new Promise<void>((resolve) => void selfSigned.close(resolve));
});

test('Amounts have the decimals of their currency, and none is cut off', async () => {
  const parts = await given(email);
  parts.verdictsOf = async () => [
    { ...verdict, currency: 'KWD', unexplained_debit: '1234.5670' },
    { ...verdict, currency: 'JPY', unexplained_debit: '0.0000', unexplained_credit: '500.0000' },
    { ...verdict, currency: 'MYR', unexplained_debit: '0.0050' },
  ];
  await recordsOf().addRun(run('2026-11-18', 'breaks', '2026-11-19T01:00:00Z'));
  await notify(parts, []);
  const { text = '' } = await PostalMime.parse(servers.mails[0] ?? '');
  expect([...text.matchAll(/unexplained difference: (.+)\.$/gm)].map(([, amount]) => amount)).toEqual([
    '1,234.567',
    '-500',
    '0.005',
  ]);
});

test('A notice about a company in test mode says so in its subject and first', async () => {
  const parts = await given(email);
  parts.testCompanies = async () => new Set(['acme']);
  await notify(parts, [day]);
  const { subject = '', text = '' } = await PostalMime.parse(servers.mails[0] ?? '');
  expect(subject).toMatch(/^Test mode: not real money\. /);
  expect(text).toMatch(/^acme: Test mode: not real money/);
});

test('Without a configured channel the log has the notice', async () => {
  await notify(await given('  overdue_above: 0\n'), [day, { ...day, outcome: 'not_run' }]);
  expect(logged).toEqual(['Not reconciled by the deadline: acme, 2026-11-18 (and 1 more)']);
});

test('An invalid mail server address and a refusing receiver are errors with a remedy', async () => {
  const wrong = await given(email.replace('file: smtp', 'file: closed'));
  writeFileSync(join(folder, 'closed'), 'mail.acme.example', { mode: 0o600 });
  await expect(notify(wrong, [day])).rejects.toMatchObject({
    code: 'SMTP_URL_WRONG',
    remedy: expect.stringContaining('smtps://'),
  });
  servers.answer = 410;
  await expect(notify(await given(webhook()), [day])).rejects.toMatchObject({
    code: 'NOTICE_WEBHOOK_REFUSED',
    message: expect.stringContaining('410'),
  });
});

test('A webhook in a private network is not called unless the configuration permits its host', async () => {
  const refused = notify(await given(webhook().replace(permitted, '')), [day]);
  await expect(refused).rejects.toMatchObject({
    code: 'PRIVATE_ADDRESS_REFUSED',
    message: 'The webhook is not requested: its host 127.0.0.1 is an address of this machine (127.0.0.0/8).',
    remedy: expect.stringContaining('network.private_hosts'),
  });
  expect(servers.posts).toEqual([]);
});

test('A closed month that has changed is an e-mail with the effect on money and what to do, sent once', async () => {
  const change = {
    company: 'acme',
    month: '2026-10',
    version: 1,
    record: 'statement_line',
    currency: 'MYR',
    count: 2,
    effect: '-1234.5000',
  };
  const parts = { ...(await given(email)), lateChanges: async () => [change] };
  await notify(parts, []);
  await notify(parts, []);
  expect(servers.mails).toHaveLength(1);
  const mail = await PostalMime.parse(servers.mails[0] ?? '');
  expect(mail.subject).toBe('Closed month changed: acme, 2026-10');
  expect(mail.text).toContain(
    'acme: 2026-10 is closed (v1), and has 2 changes after the close: gateway statement lines MYR -1,234.50',
  );
  expect(mail.text).toContain('`tieout reopen 2026-10`');
});
