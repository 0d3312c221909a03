import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { refusedNotice } from '../../src/commands/receive.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { startNoticeServers } from '../given/notice-servers.ts';
import { keptLog } from '../given/receiver.ts';

const servers = await startNoticeServers();
afterAll(() => servers.close());
afterEach(() => {
  vi.useRealTimers();
});

async function given(mailPort: number, language = 'en') {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-refused-'));
  const path = join(folder, 'tieout.yaml');
  writeFileSync(join(folder, 'smtp'), `smtp://127.0.0.1:${mailPort}`, { mode: 0o600 });
  const gateway = { base_url: 'http://127.0.0.1:9/api/v1', secret_key: { env: 'NOT_ASKED' } };
  const companies = ['acme', 'other'].map((name) => ({ name, zone: 'UTC', currencies: ['MYR'], gateway }));
  const email = { to: ['a@acme.example'], from: 'tieout@acme.example', smtp_url: { file: 'smtp' } };
  writeFileSync(path, JSON.stringify({ companies, report: { language }, notice: { email } }));
  const log = keptLog();
  return { refused: refusedNotice(await loadConfig(path), { log }), log };
}

const mails = async (count: number) => {
  while (servers.mails.length < count) await pause(10);
  return Promise.all(servers.mails.map((mail) => PostalMime.parse(mail)));
};

test('The first refused delivery is a notice, the next ones within an hour are counted in the notice after it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { refused } = await given(servers.mailPort);
  for (let count = 0; count < 5; count += 1) refused('acme');
  refused('other');
  const [first, second] = (await mails(2)).sort((a, b) => ((a.subject ?? '') < (b.subject ?? '') ? -1 : 1));
  expect([first?.subject, second?.subject]).toEqual([
    'acme: 1 delivery with a wrong signature refused',
    'other: 1 delivery with a wrong signature refused',
  ]);
  expect(first?.text).toContain('They are kept in acme/received/refused.jsonl, and do not count.');
  await pause(50);
  expect(servers.mails).toHaveLength(2);
  vi.advanceTimersByTime(3_600_001);
  refused('acme');
  expect((await mails(3))[2]?.subject).toBe('acme: 5 deliveries with a wrong signature refused');
});

test('In Malay, and where it cannot be sent, it is logged', async () => {
  servers.mails.length = 0;
  const malay = await given(servers.mailPort, 'ms');
  malay.refused('acme');
  expect((await mails(1))[0]?.subject).toBe('acme: 1 penghantaran dengan tandatangan yang salah ditolak');
  const { refused, log } = await given(1);
  refused('acme');
  while (log.messages.length < 2) await pause(10);
  expect(log.messages).toEqual([
    'acme: 1 delivery with a wrong signature refused',
    expect.stringContaining('The notice could not be sent by e-mail'),
  ]);
});
