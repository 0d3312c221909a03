import { onTestFinished } from 'vitest';
import { gatewayScenario } from '../src/gateway/scenario.ts';
import { type GatewayOptions, startGateway } from '../src/gateway/start.ts';

export const KEY = 'sk_test_1';
/** Bits of a signing key: one of the real length takes a third of a second to make. */
export const SHORT_KEY = 1024;
/** Wednesday 14 October 2026, 10:00 in Malaysia. */
export const START = Date.parse('2026-10-14T02:00:00Z');

/** A gateway of its own for a test, on port 0, with a clock in hand and ten days of a small merchant behind it. */
export async function startTestGateway(options: Partial<GatewayOptions> = {}) {
  const clock = { at: START };
  const book =
    options.book ??
    gatewayScenario({
      seed: 5,
      days: 10,
      until: '2026-10-13',
      zone: 'Asia/Kuala_Lumpur',
      ordersPerDay: 12,
      currencies: ['MYR', 'SGD'],
    });
  const purchases = { signingKeyBits: SHORT_KEY, ...options.purchases };
  const gateway = await startGateway({ secretKey: KEY, now: () => clock.at, ...options, purchases, book });
  onTestFinished(() => gateway.close());
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(path.startsWith('http') ? path : `${gateway.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${KEY}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, text, body: isJson && text !== '' ? JSON.parse(text) : undefined };
  };
  return {
    gateway,
    book,
    clock,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: unknown = {}) => send('POST', path, body),
  };
}
