import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readSegment } from '../../src/receiver/segment.ts';
import { segmentPaths } from '../../src/receiver/take-segments.ts';
import { deliver, givenDoor, givenReceiver } from '../given/receiver.ts';

type Door = Awaited<ReturnType<typeof givenDoor>>;

/** What is sent, in pieces, with a pause in milliseconds between them. */
type Sent = { pieces: Iterable<string | Buffer>; everyMs?: number };

/** Sends bytes over a connection of its own. Returns the status line, or `closed` where the connection ends without one. */
async function send(address: string, { pieces, everyMs = 0 }: Sent): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes.toString('latin1');
    socket.end();
  });
  // the server may close while something is sent
  socket.on('error', () => {});
  const closed = new Promise((resolve) => {
    socket.on('close', resolve);
  });
  await once(socket, 'connect');
  for (const piece of pieces) {
    if (answer !== '' || socket.destroyed) break;
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain').catch(() => {}), closed]);
    if (everyMs > 0) await Promise.race([pause(everyMs), closed]);
  }
  await closed;
  return answer === '' ? 'closed' : (/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? answer);
}

const body = JSON.stringify({ id: 'p1', event_type: 'purchase.paid' });

/** A request as text. */
function written(line: string, headers: Readonly<Record<string, string | number>>, content: string | Buffer = '') {
  const head = [line, 'host: shop.example', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(content)]);
}

const post = 'POST /callbacks/acme HTTP/1.1';
const size = (content: string | Buffer) => ({ 'content-length': Buffer.byteLength(content) });

function* endless(start: Buffer, piece: Buffer): Generator<Buffer> {
  yield start;
  for (let count = 0; count < 3000; count += 1) yield piece;
}

/** Each hostile request, what is sent, and the answer: that of a wrong path is 404, and of a connection that is cut off `closed`. */
const hostile: Readonly<Record<string, (door: Door) => { sent: Sent; answer: string | readonly string[] }>> = {
  'no signature': () => ({ sent: { pieces: [written(post, size(body), body)] }, answer: '401' }),
  'an empty signature': () => ({
    sent: { pieces: [written(post, { ...size(body), 'x-signature': '' }, body)] },
    answer: '401',
  }),
  'a signature that is no base64': () => ({
    sent: { pieces: [written(post, { ...size(body), 'x-signature': '<script>' }, body)] },
    answer: '401',
  }),
  'a very long signature': () => ({
    sent: { pieces: [written(post, { ...size(body), 'x-signature': 'A'.repeat(12_000) }, body)] },
    answer: '401',
  }),
  'two signatures, the second one right': (door) => {
    const signature = door.sign('acme', body);
    const twice = written(post, { ...size(body), 'x-signature': 'AAAA', 'X-Signature': signature }, body);
    return { sent: { pieces: [twice] }, answer: '401' };
  },
  'the signature of another body': (door) => ({
    sent: { pieces: [written(post, { ...size(body), 'x-signature': door.sign('acme', `${body} `) }, body)] },
    answer: '401',
  }),
  'the signature of the key of another company': (door) => ({
    sent: { pieces: [written(post, { ...size(body), 'x-signature': door.sign('other', body) }, body)] },
    answer: '401',
  }),
  'a signed body at the address of another company': (door) => ({
    sent: {
      pieces: [
        written('POST /callbacks/other HTTP/1.1', { ...size(body), 'x-signature': door.sign('acme', body) }, body),
      ],
    },
    answer: '401',
  }),
  'a changed byte': (door) => ({
    sent: {
      pieces: [written(post, { ...size(body), 'x-signature': door.sign('acme', body) }, body.replace('"p1"', '"p2"'))],
    },
    answer: '401',
  }),
  'a signed body that is not UTF-8': (door) => {
    const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
    const signature = door.sign('acme', bytes);
    return { sent: { pieces: [written(post, { ...size(bytes), 'x-signature': signature }, bytes)] }, answer: '400' };
  },
  'an empty body': () => ({ sent: { pieces: [written(post, { 'content-length': 0 })] }, answer: '401' }),
  'no body and no length': () => ({ sent: { pieces: [written(post, {})] }, answer: '401' }),
  'a body of 300 KiB': () => ({
    sent: { pieces: [written(post, size('x'.repeat(300 * 1024)), 'x'.repeat(300 * 1024))] },
    answer: '413',
  }),
  'a length of a terabyte': () => ({
    sent: { pieces: endless(written(post, { 'content-length': 2 ** 40 }), Buffer.alloc(64 * 1024, 'x')) },
    answer: ['413', 'closed'],
  }),
  'chunks without end': () => ({
    sent: {
      pieces: endless(
        written(post, { 'transfer-encoding': 'chunked' }),
        Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 'x'), Buffer.from('\r\n')]),
      ),
    },
    answer: ['413', 'closed'],
  }),
  'a chunk that is no chunk': () => ({
    sent: { pieces: [written(post, { 'transfer-encoding': 'chunked' }, 'zz\r\nx\r\n')] },
    answer: '400',
  }),
  'length and chunks at once': () => ({
    sent: { pieces: [written(post, { 'transfer-encoding': 'chunked', 'content-length': 5 }, '0\r\n\r\n')] },
    answer: '400',
  }),
  'a negative length': () => ({ sent: { pieces: [written(post, { 'content-length': -1 }, body)] }, answer: '400' }),
  'less than its length': () => ({
    sent: { pieces: [written(post, { 'content-length': 500 }, body)] },
    answer: ['408', 'closed'],
  }),
  'more than its length, with a second request in the rest': (door) => {
    const second = written(post, { ...size(body), 'x-signature': door.sign('other', body) }, body);
    return {
      sent: { pieces: [written(post, { 'content-length': 2 }, Buffer.concat([Buffer.from('{}'), second]))] },
      answer: '401',
    };
  },
  'a compressed bomb': (door) => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 ** 2));
    const headers = { ...size(bomb), 'content-encoding': 'gzip', 'x-signature': door.sign('acme', bomb) };
    return { sent: { pieces: [written(post, headers, bomb)] }, answer: '415' };
  },
  'a header a second': () => ({
    sent: { pieces: [`${post}\r\n`, ...Array.from({ length: 30 }, (_, at) => `x-${at}: y\r\n`)], everyMs: 1000 },
    answer: ['408', 'closed'],
  }),
  'a byte of the body a second': () => ({
    sent: {
      pieces: [written(post, { 'content-length': 30 }), ...Array.from({ length: 30 }, () => 'x')],
      everyMs: 1000,
    },
    answer: ['408', 'closed'],
  }),
  'a connection that says nothing': () => ({ sent: { pieces: [''] }, answer: ['408', 'closed'] }),
  'a flood of headers': () => ({
    sent: {
      pieces: [written(post, Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`x-${at}`, 'y'.repeat(20)])))],
    },
    answer: '431',
  }),
  'a header of 64 KiB': () => ({
    sent: { pieces: [written(post, { 'x-signature': 'A'.repeat(65_536) })] },
    answer: '431',
  }),
  'another method': () => ({ sent: { pieces: [written('GET /callbacks/acme HTTP/1.1', {})] }, answer: '404' }),
  'a method that does not exist': () => ({
    sent: { pieces: [written('STEAL /callbacks/acme HTTP/1.1', {})] },
    answer: '400',
  }),
  'a path that leaves the folder': (door) => ({
    sent: {
      pieces: [
        written(
          'POST /callbacks/../callbacks/acme HTTP/1.1',
          { ...size(body), 'x-signature': door.sign('acme', body) },
          body,
        ),
      ],
    },
    answer: '404',
  }),
  'an encoded path': (door) => ({
    sent: {
      pieces: [
        written('POST /callbacks/%61cme HTTP/1.1', { ...size(body), 'x-signature': door.sign('acme', body) }, body),
      ],
    },
    answer: '404',
  }),
  'an unknown company': (door) => ({
    sent: {
      pieces: [
        written('POST /callbacks/nobody HTTP/1.1', { ...size(body), 'x-signature': door.sign('acme', body) }, body),
      ],
    },
    answer: '404',
  }),
  'the wrong kind of delivery': (door) => ({
    sent: {
      pieces: [written('POST /payout/acme HTTP/1.1', { ...size(body), 'x-signature': door.sign('acme', body) }, body)],
    },
    answer: '404',
  }),
  'what is no HTTP': () => ({ sent: { pieces: ['\x16\x03\x01\x02\x00\x01\x00\r\n\r\n'] }, answer: '400' }),
};

test('Hostile requests are bounded, and none of them is kept as verified', async () => {
  const door = await givenDoor('acme', 'other');
  const receiver = await givenReceiver(door.config);
  const before = process.memoryUsage().rss;
  const all = Object.entries(hostile).map(async ([name, make]) => {
    const { sent, answer } = make(door);
    return { name, isAsExpected: [answer].flat().includes(await send(receiver.address, sent)), answer };
  });
  // a good delivery in the middle of them
  const good = deliver(receiver.address, '/callbacks/acme', body, { 'x-signature': door.sign('acme', body) });
  expect(await good).toBe(200);
  const answers = await Promise.all(all);
  expect(answers.length).toBeGreaterThanOrEqual(30);
  expect(answers.filter(({ isAsExpected }) => !isAsExpected)).toEqual([]);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 ** 2);
  await receiver.close();
  const [path = ''] = await segmentPaths(door.received('acme'));
  expect(await readSegment(path)).toMatchObject({ deliveries: 1 });
  const others = await Promise.all((await segmentPaths(door.received('other'))).map(readSegment));
  expect(others.map((segment) => segment?.deliveries)).toEqual([0]);
  const refused = readFileSync(join(door.received('acme'), 'refused.jsonl'), 'utf8')
    .trim()
    .split('\n');
  // what comes while another is written is only counted
  const most = receiver.refused.filter((company) => company === 'acme').length + 1;
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(most);
  expect(readdirSync(door.received('other')).sort()).toContain('refused.jsonl');
});

test('Connections above the limit are not accepted, and others still are afterwards', async () => {
  const door = await givenDoor('acme');
  const receiver = await givenReceiver(door.config);
  const { hostname, port } = new URL(receiver.address);
  const sockets = Array.from({ length: 400 }, () => connect(Number(port), hostname));
  let closedCount = 0;
  for (const socket of sockets) {
    socket.on('error', () => {});
    socket.on('close', () => {
      closedCount += 1;
    });
  }
  await pause(1000);
  expect(closedCount).toBe(400 - 256);
  for (const socket of sockets) socket.destroy();
  await pause(200);
  const answer = await deliver(receiver.address, '/callbacks/acme', body, { 'x-signature': door.sign('acme', body) });
  expect(answer).toBe(200);
});

test('An unknown company is answered like a wrong path, before a body is read', async () => {
  const door = await givenDoor('acme');
  const receiver = await givenReceiver(door.config);
  const { hostname, port } = new URL(receiver.address);
  const ask = async (path: string) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes.toString().replace(/^date:.*\r\n/im, '');
    });
    // no body follows
    socket.write(written(`POST ${path} HTTP/1.1`, { 'content-length': 100, 'x-signature': door.sign('acme', body) }));
    await once(socket, 'close');
    return answer;
  };
  const unknown = await ask('/callbacks/nobody');
  expect(unknown).toMatch(/^HTTP\/1\.1 404 /);
  for (const path of ['/callback/acme', '/', '/callbacks/acme/more', '/callbacks/ACME', '/callbacks/acme?x=1'])
    expect(await ask(path)).toBe(unknown);
});
