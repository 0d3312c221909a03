import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../../src/package-root.ts';
import { readSegment } from '../../src/receiver/segment.ts';
import { segmentPaths } from '../../src/receiver/take-segments.ts';
import { givenDoor, givenReceiver } from '../given/receiver.ts';
import { closedPort } from '../given/server.ts';

/* The configurations of web servers in docs/callbacks.md, in front of the receiver. */

const documented = (language: string) => {
  const text = readFileSync(join(packageRoot, 'docs', 'callbacks.md'), 'utf8');
  return text.split(`\`\`\`${language}\n`)[1]?.split('\n```')[0] ?? '';
};
const certificate = join(packageRoot, 'test', 'given', 'tls', 'certificate.pem');
const key = join(packageRoot, 'test', 'given', 'tls', 'key.pem');

/** Each server: its configuration for a port and the receiver's address, and how it is started from a folder. */
const servers = {
  nginx: {
    configuration: (port: number, receiver: string) =>
      `user root; daemon off; pid nginx.pid; error_log stderr; events {}
http {
  access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
  ${documented('nginx')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('/etc/ssl/in.acme.example.pem', certificate)
    .replace('/etc/ssl/private/in.acme.example.key', key)
    .replace('127.0.0.1:8421', receiver)}
}`,
    command: (folder: string) => ['nginx', '-p', folder, '-c', join(folder, 'server.conf')],
  },
  caddy: {
    configuration: (port: number, receiver: string) =>
      `{
  admin off
  auto_https disable_redirects
}
${documented('caddy')
  .replace('in.acme.example {', `https://in.acme.example:${port} {\n    bind 127.0.0.1\n    tls ${certificate} ${key}`)
  .replace('127.0.0.1:8421', receiver)}`,
    command: (folder: string) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'server.conf')],
  },
};

type Sent = { method?: string; path: string; body?: string; headers?: Record<string, string> };

/** Sends a request to the web server as the gateway does. Returns the status. */
function send(port: number, { method = 'POST', path, body = '', headers = {} }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, path, method, servername: 'in.acme.example', rejectUnauthorized: false },
        headers: { host: `in.acme.example:${port}`, 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

test.each(Object.entries(servers))('%s forwards deliveries as they are, and nothing else', async (_name, server) => {
  const door = await givenDoor('acme');
  const receiver = await givenReceiver(door.config);
  const port = await closedPort();
  const folder = mkdtempSync(join(tmpdir(), 'tieout-web-'));
  mkdirSync(join(folder, 'home'));
  writeFileSync(join(folder, 'server.conf'), server.configuration(port, new URL(receiver.address).host));
  const [program = '', ...args] = server.command(folder);
  const child = spawn(program, args, { cwd: folder, env: { ...process.env, HOME: join(folder, 'home') } });
  let said = '';
  child.stderr.on('data', (text) => {
    said += String(text);
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for (let tries = 0; (await send(port, { path: '/' }).catch(() => 0)) === 0; tries += 1) {
    expect(tries, said).toBeLessThan(100);
    await pause(100);
  }
  // with what a web server might change: escapes, spaces, characters of several bytes
  const body = '{"id": "p1",  "name": "A\\u00efda ☂",\r\n "n": 1e2}\n';
  const headers = { 'x-signature': door.sign('acme', body), 'event-type': 'purchase.paid' };
  expect(await send(port, { path: '/callbacks/acme', body, headers })).toBe(200);
  expect(await send(port, { path: '/callbacks/acme', body: `${body} `, headers })).toBe(401);
  const large = 'x'.repeat(250 * 1024);
  const signed = { 'x-signature': door.sign('acme', large) };
  expect(await send(port, { path: '/callbacks/acme', body: large, headers: signed })).toBe(200);
  // Caddy of Debian 12 says that it could not forward what is too large
  expect([413, 502]).toContain(await send(port, { path: '/callbacks/acme', body: 'x'.repeat(300 * 1024) }));
  for (const path of ['/', '/healthz', '/readyz', '/metrics', '/callbacks/nobody', '/other/callbacks/acme'])
    expect(await send(port, { path, body, headers }), path).toBe(404);
  expect(await send(port, { method: 'GET', path: '/callbacks/acme' })).toBe(404);
  await receiver.close();
  const segment = await readSegment((await segmentPaths(door.received('acme')))[0] ?? '');
  expect(segment?.deliveries).toBe(2);
  const kept = segment?.bytes
    .toString()
    .split('\n')
    .find((line) => line.includes('"body"'));
  expect(JSON.parse(kept ?? '')).toMatchObject({ body, event_type: 'purchase.paid' });
});
