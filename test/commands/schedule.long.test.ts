import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { readSegment } from '../../src/receiver/segment.ts';
import { segmentPaths } from '../../src/receiver/take-segments.ts';
import { deliver, signed } from '../given/receiver.ts';

/** Accepts connections and does not respond, so that a day stays in progress until the test ends it. */
const silent = createServer();
const started: ChildProcess[] = [];

beforeAll(() => new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  silent.close();
});

function givenConfig(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-schedule-'));
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  writeFileSync(join(folder, 'key'), 'open-sesame-gateway-key', { mode: 0o600 });
  writeFileSync(
    join(folder, 'tieout.yaml'),
    `data_dir: data
companies:
  - name: acme
    zone: UTC
    currencies: [MYR]
    gateway: { base_url: "http://127.0.0.1:${port}/api/v1", secret_key: { file: key } }
    schedule: { at: "00:00", deadline: "23:59" }
`,
  );
  return folder;
}

function start(folder: string): { child: ChildProcess; errors: () => string; ended: Promise<number | null> } {
  const args = [join(packageRoot, 'dist', 'cli.js'), '--config', join(folder, 'tieout.yaml'), '--json', 'schedule'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  started.push(child);
  let text = '';
  child.stderr?.on('data', (part) => (text += String(part)));
  child.stdout?.on('data', (part) => (text += String(part)));
  return { child, errors: () => text, ended: new Promise((resolve) => child.once('exit', (code) => resolve(code))) };
}

function refuse(socket: Socket): void {
  socket.end(
    'HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}',
  );
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
}

test('schedule runs yesterday at once, rejects a second instance, and stops after the current day', async () => {
  const folder = givenConfig();
  const connected = new Promise<Socket>((resolve) => silent.once('connection', resolve));
  const first = start(folder);
  const socket = await connected;
  const second = start(folder);
  expect(await second.ended).toBe(1);
  expect(second.errors()).toContain('RUN_IN_PROGRESS');
  first.child.kill('SIGTERM');
  await until(() => first.errors().includes('Stopping after the current day'));
  expect(first.child.exitCode).toBeNull();
  // the current day ends: the gateway responds and rejects the key
  silent.on('connection', (other) => void other.once('data', () => refuse(other)));
  refuse(socket);
  expect(await first.ended).toBe(0);
  expect(readFileSync(join(folder, 'data', 'runs.jsonl'), 'utf8')).toMatch(/"company":"acme".*"outcome":"incomplete"/);
  expect(first.errors()).not.toContain('open-sesame');
  for (const line of first.errors().trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level');
});

test('schedule receives deliveries beside its work, where the configuration says so', async () => {
  silent.removeAllListeners('connection');
  const folder = givenConfig();
  const path = join(folder, 'tieout.yaml');
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(join(folder, 'key.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  const books = '    books: { callbacks: { received: true, public_keys: [key.pem] } }\n';
  const receiver = 'receiver: { listen: "127.0.0.1:0", private: "127.0.0.1:0" }\n';
  writeFileSync(path, `${readFileSync(path, 'utf8')}${books}${receiver}`);
  const connected = new Promise<Socket>((resolve) => silent.once('connection', resolve));
  const { child, errors, ended } = start(folder);
  const socket = await connected;
  const listening = () => /Listening on (\S+);/.exec(errors())?.[1];
  await until(() => listening() !== undefined);
  // while a day is in progress
  const body = '{"id": "p1"}';
  const headers = { 'x-signature': signed(body, privateKey) };
  expect(await deliver(listening() ?? '', '/callbacks/acme', body, headers)).toBe(200);
  child.kill('SIGTERM');
  silent.on('connection', (other) => void other.once('data', () => refuse(other)));
  refuse(socket);
  expect(await ended).toBe(0);
  const [segment = ''] = await segmentPaths(join(folder, 'data', 'acme', 'received'));
  expect(await readSegment(segment)).toMatchObject({ deliveries: 1 });
});
