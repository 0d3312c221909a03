import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { SigningKey } from '../../src/connectors/connector.ts';
import { systemClock } from '../../src/domain/clock.ts';
import { TieoutError } from '../../src/domain/tieout-error.ts';
import { openEndpoint } from '../../src/receiver/endpoint.ts';
import type { Metrics } from '../../src/receiver/metrics.ts';
import { readSegment } from '../../src/receiver/segment.ts';
import { segmentPaths } from '../../src/receiver/take-segments.ts';
import { keptLog, signed } from '../given/receiver.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A key pair, with its public key as a service names it. */
function pair(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { named: { origin, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() }, privateKey };
}

const company = pair('company key');
const webhook = pair('webhook 7');

/** An endpoint of a service that names these keys, until other ones are put into the list. */
function givenEndpoint(named: SigningKey[], digest: 'sha256' | 'sha512' = 'sha256') {
  const folder = join(mkdtempSync(join(tmpdir(), 'tieout-endpoint-')), 'received');
  const log = keptLog();
  const metrics: Metrics = new Map();
  const refused: string[] = [];
  const asked = { count: 0, isReachable: true };
  const endpoint = openEndpoint({
    ...{ company: 'acme', path: 'callbacks', kind: 'callbacks', digest, folder, clock: systemClock, log, metrics },
    keys: async () => {
      asked.count += 1;
      if (asked.isReachable) return [...named];
      throw new TieoutError({ code: 'HOST_UNREACHABLE', message: 'no', remedy: 'none' });
    },
    refused: (name) => void refused.push(name),
  });
  onTestFinished(() => endpoint.close());
  return {
    ...{ endpoint, folder, log, metrics, refused, asked },
    send: (body: string | Buffer, signature: string | undefined, eventType?: string) =>
      endpoint.receive(Buffer.from(body), { signature, eventType }),
    deliveries: async () =>
      (await Promise.all((await segmentPaths(folder)).map(readSegment))).map((one) => one?.deliveries),
    lines: async () =>
      (await segmentPaths(folder))
        .flatMap((path) => readFileSync(path, 'utf8').trim().split('\n'))
        .map((line) => JSON.parse(line)),
  };
}

const body = '{"id": "p1", "amount": 10.50}';

test('A delivery is kept as it was signed, with the key that verifies it', async () => {
  const { endpoint, send, lines } = givenEndpoint([company.named, webhook.named]);
  await endpoint.tick();
  const bodies = [body, '{"name": "Aïda \\ud83d\\ude00 😀",\r\n "n": 1e400}', ''];
  for (const each of bodies) expect(await send(each, signed(each, webhook.privateKey), 'an_event')).toBe('kept');
  const [opening, ...kept] = await lines();
  const { id: signer, pem } = opening.keys.find(({ origin }: SigningKey) => origin === 'webhook 7');
  expect([opening.keys.length, pem]).toEqual([2, webhook.named.pem]);
  expect(
    kept.filter((line) => 'body' in line).map(({ body, signed_by, event_type }) => ({ body, signed_by, event_type })),
  ).toEqual(bodies.map((each) => ({ body: each, signed_by: signer, event_type: 'an_event' })));
});

test('The digest is that of the service', async () => {
  const { endpoint, send } = givenEndpoint([company.named], 'sha512');
  await endpoint.tick();
  expect(await send(body, signed(body, company.privateKey))).toBe('not_signed');
  expect(await send(body, signed(body, company.privateKey, 'sha512'))).toBe('kept');
});

test('Before the service could be asked for its keys, nothing is accepted and nothing is listened to', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { endpoint, send, asked, deliveries, log } = givenEndpoint([company.named]);
  asked.isReachable = false;
  await endpoint.tick();
  expect(log.messages).toEqual(['Keys for /callbacks/acme: no none']);
  expect([endpoint.state(), await send(body, signed(body, company.privateKey))]).toEqual(['without keys', 'not_ready']);
  expect(await deliveries()).toEqual([]);
  asked.isReachable = true;
  // not at once
  await endpoint.tick();
  expect([endpoint.state(), asked.count]).toEqual(['without keys', 1]);
  vi.advanceTimersByTime(61_000);
  await endpoint.tick();
  expect([endpoint.state(), await send(body, signed(body, company.privateKey))]).toEqual(['ready', 'kept']);
});

test('A replaced key ends: the service is asked when a signature fits no key, and not for each of them', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const named = [company.named];
  const { endpoint, send, asked, lines, refused } = givenEndpoint(named);
  await endpoint.tick();
  expect(await send(body, signed(body, company.privateKey))).toBe('kept');
  named.splice(0, 1, webhook.named);
  // until it is asked again, the old key is all that is known
  expect(await send(body, signed(body, webhook.privateKey))).toBe('not_signed');
  vi.advanceTimersByTime(31_000);
  expect(await send(body, signed(body, webhook.privateKey))).toBe('kept');
  expect(await send(body, signed(body, company.privateKey))).toBe('not_signed');
  expect([asked.count, refused]).toEqual([2, ['acme', 'acme']]);
  const openings = (await lines()).filter((line) => 'keys' in line);
  expect(openings.map(({ keys }) => keys.map(({ origin }: SigningKey) => origin))).toEqual([
    ['company key'],
    ['webhook 7'],
  ]);
});

test('A service that cannot be asked again does not end its keys', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { endpoint, send, asked } = givenEndpoint([company.named]);
  await endpoint.tick();
  asked.isReachable = false;
  vi.advanceTimersByTime(31_000);
  expect(await send(body, 'AAAA')).toBe('not_signed');
  expect(await send(body, signed(body, company.privateKey))).toBe('kept');
});

test('A service that names no key any more is not listened to', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const named = [webhook.named];
  const { endpoint, send, lines } = givenEndpoint(named);
  await endpoint.tick();
  named.pop();
  vi.advanceTimersByTime(900_000);
  await endpoint.tick();
  expect([endpoint.state(), await send(body, signed(body, webhook.privateKey))]).toEqual(['without keys', 'not_ready']);
  const before = await lines();
  await endpoint.close();
  expect(await lines()).toEqual(before);
});

test('A key that cannot be used does not end the others', async () => {
  const { endpoint, send, log } = givenEndpoint([{ origin: 'webhook 9', pem: '' }, company.named]);
  await endpoint.tick();
  expect(log.messages[0]).toContain('Keys for /callbacks/acme: webhook 9: This is not a public key');
  expect(await send(body, signed(body, company.privateKey))).toBe('kept');
});

test('A text that is no key is logged, and that no key is left (NO_SIGNING_KEY)', async () => {
  const { endpoint, log } = givenEndpoint([{ origin: 'webhook 9', pem: 'none' }]);
  await endpoint.tick();
  expect(log.messages.map((message) => message.slice(0, 60))).toEqual([
    'Keys for /callbacks/acme: webhook 9: This is not a public ke',
    'Keys for /callbacks/acme: The service names no key with whic',
  ]);
});

test('What is refused is kept apart, in bounded files that only their owner can read', async () => {
  const { endpoint, send, folder, refused, deliveries, log } = givenEndpoint([company.named]);
  await endpoint.tick();
  expect(await send('{"from": "a stranger"}', 'AAAA', 'purchase.paid')).toBe('not_signed');
  expect(await send(Buffer.from([0xff]), signed(Buffer.from([0xff]), company.privateKey))).toBe('not_text');
  const path = join(folder, 'refused.jsonl');
  const lines = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    {
      reason: 'not_signed',
      path: 'callbacks',
      signature: 'AAAA',
      event_type: 'purchase.paid',
      body: '{"from": "a stranger"}',
    },
    { reason: 'not_text', bytes: 1 },
  ]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect([refused, await deliveries()]).toEqual([['acme'], [0]]);
  const large = 'x'.repeat(250_000);
  for (let count = 0; count < 300; count += 1) await send(large, 'AAAA');
  const sizes = ['refused.jsonl', 'refused-before.jsonl'].map((name) => statSync(join(folder, name)).size);
  expect(Math.max(...sizes)).toBeLessThan(5 * 1024 ** 2);
  // many at once, of characters that are written as six
  const sent = sizes.reduce((sum, size) => sum + size, 0);
  await Promise.all(Array.from({ length: 200 }, () => send('\u0001'.repeat(250_000), 'AAAA')));
  const after = ['refused.jsonl', 'refused-before.jsonl'].map((name) => statSync(join(folder, name)).size);
  expect(after.reduce((sum, size) => sum + size, 0) - sent).toBeLessThan(200_000);
  expect(log.messages).toEqual(['/callbacks/acme is ready: 1 keys']);
  // none of these files is taken for a segment
  expect(await segmentPaths(folder)).toHaveLength(1);
});

test('A disk that fails is answered so that the service delivers again', async () => {
  const { endpoint, send, folder, log, metrics } = givenEndpoint([company.named]);
  await endpoint.tick();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'in the way');
  expect(await send(body, signed(body, company.privateKey))).toBe('not_kept');
  expect(endpoint.state()).toBe('not writable');
  expect(await send(body, signed(body, company.privateKey))).toBe('not_kept');
  // once
  expect(log.messages.filter((message) => message.includes('Nothing can be kept of /callbacks/acme'))).toHaveLength(1);
  rmSync(folder);
  expect(await send(body, signed(body, company.privateKey))).toBe('kept');
  await endpoint.tick();
  expect([endpoint.state(), log.messages.at(-1)]).toEqual(['ready', '/callbacks/acme is ready: 1 keys']);
  const kept = (outcome: string) =>
    metrics.get(`tieout_receiver_deliveries_total{company="acme",path="callbacks",outcome="${outcome}"}`);
  expect([kept('kept'), kept('not_kept'), kept('not_signed')]).toEqual([1, 2, undefined]);
});
