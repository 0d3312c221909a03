import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Call } from '../../../src/connectors/http/client.ts';
import { closedPort, sendJson } from '../../given/server.ts';
import { clientOfTest, serverOfTest } from '../../given/services.ts';

const get = (url: string): Call => ({ method: 'GET', url, headers: () => ({}), isSafe: true });
const post = (url: string): Call => ({ method: 'POST', url, headers: () => ({}), body: '{}', isSafe: false });

/** A server that answers with these statuses in turn, the last one from then on. With a zero it breaks the connection. */
const answering = (...statuses: number[]) =>
  serverOfTest((_, response, count) => {
    const status = statuses[Math.min(count, statuses.length) - 1] ?? 0;
    if (status === 0) response.destroy();
    else response.writeHead(status).end();
  });

describe('retries', () => {
  test.each([408, 429, 500, 502, 503, 504])('repeat a GET after status %i', async (status) => {
    const { url, seen } = await answering(status, status, 200);
    expect((await clientOfTest().call(get(url))).status).toBe(200);
    expect(seen.length).toBe(3);
  });

  test('of a GET stop at the limit and return the last response', async () => {
    const { url, seen } = await answering(502);
    expect((await clientOfTest({ retries: 2 }).call(get(url))).status).toBe(502);
    expect(seen.length).toBe(3);
  });

  test.each([400, 401, 403, 404, 409, 422, 501])('do not follow status %i', async (status) => {
    const { url, seen } = await answering(status);
    expect((await clientOfTest().call(get(url))).status).toBe(status);
    expect(seen.length).toBe(1);
  });

  test('repeat a GET after a broken connection', async () => {
    const { url, seen } = await answering(0, 200);
    expect((await clientOfTest().call(get(url))).status).toBe(200);
    expect(seen.length).toBe(2);
  });

  const mayHaveSucceeded = [500, 502, 503, 504];
  test.each(mayHaveSucceeded)('do not repeat a POST after status %i, because it may have succeeded', async (status) => {
    const { url, seen } = await answering(status);
    expect((await clientOfTest().call(post(url))).status).toBe(status);
    expect(seen.length).toBe(1);
  });

  test('do not repeat a POST after a broken connection', async () => {
    const { url, seen } = await answering(0);
    await expect(clientOfTest().call(post(url))).rejects.toMatchObject({ code: 'ANSWER_CUT_OFF' });
    expect(seen.length).toBe(1);
  });

  test('repeat a POST that the service did not accept', async () => {
    const { url, seen } = await serverOfTest((_, response, count) => {
      if (count === 1) response.writeHead(429).end();
      else if (count === 2) response.writeHead(503, { 'retry-after': '0' }).end();
      else sendJson(response, {}, 201);
    });
    expect((await clientOfTest().call(post(url))).status).toBe(201);
    expect(seen.length).toBe(3);
  });

  test('use fresh headers for each attempt', async () => {
    const { url, seen } = await answering(500, 500, 200);
    let epoch = 0;
    await clientOfTest().call({ ...get(url), headers: () => ({ epoch: String(++epoch) }) });
    expect(seen.map(({ headers }) => headers.epoch)).toEqual(['1', '2', '3']);
  });
});

describe('Retry-After', () => {
  test('is respected', async () => {
    const { url } = await serverOfTest((_, response, count) =>
      count === 1 ? response.writeHead(429, { 'retry-after': '1' }).end() : response.end(),
    );
    const began = performance.now();
    expect((await clientOfTest().call(get(url))).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThan(950);
  });

  test('above the longest pause returns the response at once', async () => {
    const { url, seen } = await serverOfTest((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end());
    expect((await clientOfTest().call(get(url))).status).toBe(429);
    expect(seen.length).toBe(1);
  });
});

describe('unreachable services', () => {
  test('a closed port', async () => {
    const url = `http://127.0.0.1:${await closedPort()}/api`;
    await expect(clientOfTest({ retries: 1 }).call(get(url))).rejects.toMatchObject({
      code: 'HOST_UNREACHABLE',
      message: `${new URL(url).host} could not be reached: nothing answers there.`,
      exitStatus: 1,
    });
  });

  test('an unknown host name', async () => {
    await expect(clientOfTest({ retries: 0 }).call(get('https://no-such-host.invalid/'))).rejects.toMatchObject({
      code: 'HOST_UNREACHABLE',
    });
  });

  test('a server without trusted TLS', async () => {
    const { url, seen } = await serverOfTest((_, response) => response.end());
    await expect(clientOfTest().call(post(url.replace('http:', 'https:')))).rejects.toMatchObject({
      code: 'TLS_NOT_TRUSTED',
      message: expect.stringContaining('The certificate of'),
    });
    expect(seen).toEqual([]);
  });

  test('a server that does not respond in time', async () => {
    const { url } = await serverOfTest(() => {});
    await expect(clientOfTest({ retries: 0, headersTimeoutMs: 50 }).call(get(url))).rejects.toMatchObject({
      code: 'HOST_UNREACHABLE',
      message: expect.stringContaining('did not answer in time'),
    });
  });

  const bytes = (count: number, pauseMs: number) =>
    serverOfTest(async (_, response) => {
      response.writeHead(200);
      for (let sent = 0; sent < count && !response.destroyed; sent += 1) {
        response.write('x');
        await sleep(pauseMs);
      }
      response.end();
    });

  test('a server that sends a byte at a time', async () => {
    const { url, seen } = await bytes(1000, 10);
    const began = performance.now();
    const client = clientOfTest({ retries: 1, leastBytes: 100, leastBytesMs: 200 });
    await expect(client.call(get(url))).rejects.toMatchObject({
      code: 'HOST_UNREACHABLE',
      message: expect.stringContaining('it sent fewer than 100 bytes of its answer in 0.2 s'),
    });
    expect(seen.length).toBe(2);
    expect(performance.now() - began).toBeLessThan(2000);
  });

  test('a slow server is read, and one that is fast enough', async () => {
    const { url } = await bytes(60, 10);
    expect((await clientOfTest({ leastBytes: 5, leastBytesMs: 200 }).call(get(url))).body.length).toBe(60);
  });

  test('a server for which the time of the client is spent', async () => {
    const { url, seen } = await bytes(10, 30);
    const client = clientOfTest({ budgetMs: 500 });
    expect((await client.call(get(url))).status).toBe(200);
    await expect(client.call(get(url))).rejects.toMatchObject({ code: 'REQUEST_TIME_SPENT' });
    await expect(client.call(get(url))).rejects.toMatchObject({ code: 'REQUEST_TIME_SPENT' });
    expect(seen.length).toBe(2);
  });

  test('a server that responds too slowly', async () => {
    const { url } = await serverOfTest((_, response) => {
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
    });
    await expect(clientOfTest({ retries: 0, callTimeoutMs: 200 }).call(get(url))).rejects.toMatchObject({
      code: 'HOST_UNREACHABLE',
    });
  });
});

describe('a token is sent', () => {
  test('never without TLS', async () => {
    await expect(clientOfTest().call(get('http://payments.example/api'))).rejects.toMatchObject({
      code: 'URL_NOT_ENCRYPTED',
      exitStatus: 2,
    });
    await expect(clientOfTest().call(get('http://127.0.0.1.example/api'))).rejects.toMatchObject({
      code: 'URL_NOT_ENCRYPTED',
    });
    await expect(clientOfTest().call(get('payments.example'))).rejects.toMatchObject({ code: 'URL_WRONG' });
  });

  test('never to another host: redirects are not followed', async () => {
    const other = await serverOfTest((_, response) => sendJson(response, {}));
    const { url } = await serverOfTest((_, response) => response.writeHead(302, { location: other.url }).end());
    const answer = await clientOfTest().call({ ...get(url), headers: () => ({ authorization: 'Bearer k' }) });
    expect(answer.status).toBe(302);
    expect(other.seen).toEqual([]);
  });
});

describe('response limits', () => {
  test('a response above the limit is rejected without reading the rest', async () => {
    const { url, seen } = await serverOfTest((_, response) => response.end(Buffer.alloc(200_000, 'x')));
    await expect(clientOfTest({ maximumBodyBytes: 100_000 }).call(get(url))).rejects.toMatchObject({
      code: 'ANSWER_TOO_LARGE',
    });
    expect(seen.length).toBe(1);
  });

  test('a response above the limit after decompression is rejected', async () => {
    const { url } = await serverOfTest((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(2_000_000))),
    );
    await expect(clientOfTest({ maximumBodyBytes: 100_000 }).call(get(url))).rejects.toMatchObject({
      code: 'ANSWER_TOO_LARGE',
    });
  });

  test('an unknown content encoding is rejected', async () => {
    const { url } = await serverOfTest((_, response) =>
      response.writeHead(200, { 'content-encoding': 'zoo' }).end('x'),
    );
    await expect(clientOfTest().call(get(url))).rejects.toMatchObject({ code: 'ANSWER_ENCODING_UNKNOWN' });
  });

  test('a compressed response is decompressed', async () => {
    const { url, seen } = await serverOfTest((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"a":1}')),
    );
    expect((await clientOfTest().call(get(url))).body.toString()).toBe('{"a":1}');
    expect(seen[0]?.headers['accept-encoding']).toBe('identity');
  });
});
