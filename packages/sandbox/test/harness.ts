import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import type { RunningSandbox } from '../src/start.ts';

/** Bits of a signing key: one of the real length takes a third of a second to make. */
export const SHORT_KEY = 1024;
/** Wednesday 14 October 2026, 10:00 in Malaysia. */
export const START = Date.parse('2026-10-14T02:00:00Z');
export const HOUR = 3_600_000;
export const unix = (at: number) => Math.floor(at / 1000);

/** The words of a text, for long lists of names. */
export const words = (text: string) => text.trim().split(/\s+/);

/** Fields of a record that have one type. */
export const fields = <T extends z.ZodType, N extends string>(type: T, ...names: N[]): Record<N, T> =>
  Object.fromEntries(names.map((name) => [name, type])) as Record<N, T>;

/** hex HMAC-SHA512 over epoch and key, written from the specification's text. */
export function sign(epoch: number | string, key: string, secret: string): string {
  return createHmac('sha512', secret).update(`${epoch}${key}`).digest('hex');
}

export function signedHeaders(at: number, key: string, secret: string) {
  const epoch = unix(at);
  return { authorization: `Bearer ${key}`, epoch: String(epoch), checksum: sign(epoch, key, secret) };
}

/** Sends a request; a text is sent as it is, anything else as JSON. */
export async function request(method: string, url: string, headers: Record<string, string>, body?: unknown) {
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url, {
    method,
    headers: sent === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(sent === undefined ? {} : { body: sent }),
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const parsed = isJson && text !== '' ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, body: parsed };
}

/** Requests to the three parts of a sandbox, with the merchant's keys; another key can be given. */
export function clientsOf(sandbox: RunningSandbox) {
  // closed, because the next sandbox may have the same port
  const bearer = (key: string) => ({ authorization: `Bearer ${key}`, connection: 'close' });
  const at = (origin: string, path: string) => (path.startsWith('http') ? path : `${origin}${path}`);
  return {
    gateway: (method: string, path: string, body?: unknown, key = sandbox.gatewaySecretKey) =>
      request(method, at(sandbox.gatewayUrl, path), bearer(key), body),
    payout: (method: string, path: string, body?: unknown, time = sandbox.clock.now()) => {
      const headers = signedHeaders(time, sandbox.payoutApiKey, sandbox.payoutApiSecret);
      return request(method, at(sandbox.payoutUrl, path), headers, body);
    },
    admin: (method: string, path: string, body?: unknown, token = sandbox.adminToken) =>
      request(method, at(sandbox.adminUrl, path), bearer(token), body),
  };
}

export type Received = { path: string; host: string; signature: string; body: string; event: string; id: string };

/** A merchant's endpoint that records what it receives and responds as set for the event, by default 200. */
export async function merchantEndpoint(answer: (received: Received) => number | 'silence' = () => 200) {
  const received: Received[] = [];
  const server = createServer(async (incoming: IncomingMessage, response) => {
    let body = '';
    for await (const chunk of incoming) body += chunk;
    const { event_type, id } = JSON.parse(body);
    const one = {
      path: incoming.url ?? '',
      host: incoming.headers.host ?? '',
      signature: String(incoming.headers['x-signature']),
      body,
      // the payout service names the event in a header
      event: String(event_type ?? incoming.headers['event-type']),
      id,
    };
    received.push(one);
    const status = answer(one);
    if (status === 'silence') {
      incoming.socket.destroy();
      return;
    }
    response.statusCode = status;
    if (status === 302) response.setHeader('location', '/elsewhere');
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, origin: originOf(server), events: () => received.map(({ event }) => event) };
}

export function originOf(server: { address(): ReturnType<ReturnType<typeof createServer>['address']> }): string {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen to a port');
  return `http://127.0.0.1:${address.port}`;
}
