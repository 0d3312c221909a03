import { createHmac } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { sendNotice } from '../../src/notice/send.ts';
import type { OverdueDay } from '../../src/schedule/due.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-notice-'));
const day: OverdueDay = { company: 'acme', date: '2026-11-18', deadline_at: '2026-11-19T02:00:00Z', outcome: 'breaks' };
let mails: Buffer[] = [];
let posts: { signature: string; body: string }[] = [];
let answer = 204;
let logged: string[] = [];

const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      mails.push(Buffer.concat(parts));
      done();
    });
  },
});
const hook = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    posts.push({
      signature: String(request.headers['tieout-signature']),
      body: Buffer.concat(parts).toString('utf8'),
    });
    response.writeHead(answer).end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => void mailServer.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => void hook.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise<void>((resolve) => void mailServer.close(resolve));
  await new Promise((resolve) => void hook.close(resolve));
});
beforeEach(() => {
  [mails, posts, logged, answer] = [[], [], [], 204];
});

const log = (message: string) => void logged.push(message);

function given(notice: string) {
  const path = join(folder, 'tieout.yaml');
  const port = (mailServer.server.address() as AddressInfo).port;
  writeFileSync(join(folder, 'smtp'), `smtp://127.0.0.1:${port}`, { mode: 0o600 });
  writeFileSync(join(folder, 'closed'), 'smtp://127.0.0.1:1', { mode: 0o600 });
  writeFileSync(join(folder, 'hook'), 'hook-secret', { mode: 0o600 });
  writeFileSync(
    path,
    `companies: [{ name: acme, zone: Asia/Kuala_Lumpur, currencies: [MYR], gateway: { base_url: "https://g.example/api/v1", secret_key: { env: K } } }]
notice:
${notice}`,
  );
  return loadConfig(path);
}

const email =
  '  email: { to: [a@acme.example, b@acme.example], from: tieout@acme.example, smtp_url: { file: smtp } }\n';
const webhook = () =>
  `  webhook: { url: "http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook", secret: { file: hook } }\n`;

test('A notice goes by e-mail, with the deadline in the zone of the company', async () => {
  await sendNotice(await given(email), [day], { info: log, warn: log, error: log });
  expect(mails).toHaveLength(1);
  const mail = await PostalMime.parse(mails[0] ?? '');
  expect(mail.subject).toBe('Not reconciled: acme, 2026-11-18');
  expect(mail.to?.map(({ address }) => address)).toEqual(['a@acme.example', 'b@acme.example']);
  expect(mail.text).toContain('acme, 2026-11-18: has breaks (deadline 2026-11-19 10:00, Asia/Kuala_Lumpur).');
});

test('A notice is posted with a signature that its receiver can check', async () => {
  await sendNotice(await given(webhook()), [day], { info: log, warn: log, error: log });
  const [post] = posts;
  const [, time, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(post?.signature ?? '') ?? [];
  expect(hex).toBe(createHmac('sha256', 'hook-secret').update(`${time}.${post?.body}`).digest('hex'));
  expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(30);
  expect(JSON.parse(post?.body ?? '')).toMatchObject({ event: 'deadline_missed', days: [day] });
});

test('When one way fails the other tells, and the failure is logged; when all fail it is an error', async () => {
  answer = 500;
  await sendNotice(await given(email + webhook()), [day], { info: log, warn: log, error: log });
  expect(mails).toHaveLength(1);
  expect(logged).toContain('The notice was answered with status 500.');
  const failing = given(email.replace('file: smtp', 'file: closed') + webhook());
  await expect(sendNotice(await failing, [day], { info: log, warn: log, error: log })).rejects.toMatchObject({
    code: 'NOTICE_EMAIL_FAILED',
  });
});

test('Where nothing is configured the log tells', async () => {
  await sendNotice(await given('  overdue_over: 0\n'), [day, { ...day, outcome: 'not_run' }], {
    info: log,
    warn: log,
    error: log,
  });
  expect(logged).toEqual(['Not reconciled: 2 days']);
});

test('A mail server without an address, and a receiver that refuses, are told with what to do', async () => {
  writeFileSync(join(folder, 'closed'), 'mail.acme.example', { mode: 0o600 });
  const wrong = await given(email.replace('file: smtp', 'file: closed'));
  writeFileSync(join(folder, 'closed'), 'mail.acme.example', { mode: 0o600 });
  await expect(sendNotice(wrong, [day], { info: log, warn: log, error: log })).rejects.toMatchObject({
    code: 'SMTP_URL_WRONG',
    remedy: expect.stringContaining('smtps://'),
  });
  answer = 410;
  await expect(sendNotice(await given(webhook()), [day], { info: log, warn: log, error: log })).rejects.toMatchObject({
    code: 'NOTICE_WEBHOOK_REFUSED',
    message: expect.stringContaining('410'),
  });
});
