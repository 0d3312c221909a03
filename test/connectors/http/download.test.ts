import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { type AddressInfo, createServer, isIP, type LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import type { HttpOptions } from '../../../src/connectors/http/dispatchers.ts';
import { fastHttpOptions } from '../../given/server.ts';
import { clientOfTest, closedAfterTest, serverOfTest } from '../../given/services.ts';

let path = '';
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'tieout-download-')), 'file');
});

const download = (url: string, headers: Record<string, string> = {}, options: Partial<HttpOptions> = {}) =>
  clientOfTest(options).download({ url, service: new URL(url) }, () => headers, path);

/** The service of these tests, which is not on this machine. */
const remote = new URL('https://payments.example/api/v1/');

const content = Buffer.from('ID,Amount\n1,51.90\n'.repeat(5000));
const sha256 = createHash('sha256').update(content).digest('hex');

/** A server that sends a file. */
const sending = (body: Buffer, headers: Record<string, string | number> = {}) =>
  serverOfTest((_, response) => response.writeHead(200, headers).end(body));

describe('a downloaded file', () => {
  test('is stored unchanged with mode 0600, length and SHA-256', async () => {
    const { url } = await sending(content, { 'content-type': 'text/csv', 'content-length': content.length });
    expect(await download(url)).toEqual({
      bytes: content.length,
      sha256,
      contentType: 'text/csv',
      isLengthProven: true,
    });
    expect(readFileSync(path).equals(content)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('with a content encoding is decompressed', async () => {
    const { url } = await sending(gzipSync(content), { 'content-encoding': 'gzip' });
    expect((await download(url)).sha256).toBe(sha256);
  });

  test('is fetched again from the start after a broken connection', async () => {
    const { url, seen } = await serverOfTest((_, response, count) => {
      response.writeHead(200, { 'content-length': content.length });
      if (count > 1) response.end(content);
      else response.write(content.subarray(0, 1000), () => response.destroy());
    });
    expect((await download(url)).sha256).toBe(sha256);
    expect(seen.length).toBe(2);
  });

  test.each([
    ['announced longer than it is', { 'content-length': String(content.length) }],
    ['without an announced length, broken off', {}],
  ])('that is %s is rejected and deleted', async (_, headers) => {
    const { url, seen } = await serverOfTest((_request, response) => {
      response.writeHead(200, headers);
      response.write(content.subarray(0, 1000), () => response.destroy());
    });
    await expect(download(url)).rejects.toMatchObject({ code: 'DOWNLOAD_TRUNCATED', exitStatus: 4 });
    expect(seen.length).toBe(1 + fastHttpOptions.retries);
    expect(existsSync(path)).toBe(false);
  });

  test('that is compressed and truncated is rejected', async () => {
    const packed = gzipSync(content);
    const { url } = await sending(packed.subarray(0, packed.length - 20), { 'content-encoding': 'gzip' });
    await expect(download(url)).rejects.toMatchObject({ code: 'DOWNLOAD_TRUNCATED' });
  });

  test('above the limit is rejected at once', async () => {
    const { url, seen } = await sending(content);
    await expect(download(url, {}, { maximumDownloadBytes: 1000 })).rejects.toMatchObject({
      code: 'ANSWER_TOO_LARGE',
      exitStatus: 4,
    });
    expect(seen.length).toBe(1);
    expect(existsSync(path)).toBe(false);
  });

  test('that cannot be written is an error at once', async () => {
    path = join(path, 'no', 'such', 'folder');
    const { url, seen } = await sending(content);
    await expect(download(url)).rejects.toMatchObject({ code: 'DISK_WRITE_FAILED', place: { file: path } });
    expect(seen.length).toBe(1);
  });
});

describe('a download link', () => {
  test.each([401, 403, 404, 410])('that has expired (%i) is an error that does not show the link', async (status) => {
    const { url, seen } = await serverOfTest((_, response) => response.writeHead(status).end());
    const error: unknown = await download(`${url}/files/a-secret?signature=abc`).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'DOWNLOAD_REFUSED', exitStatus: 4, place: { url: `${url}/…` } });
    expect(seen.length).toBe(1);
  });

  test('is retried after status 503', async () => {
    const { url, seen } = await serverOfTest((_, response, count) =>
      count === 1 ? response.writeHead(503, { 'retry-after': '0' }).end() : response.end(content),
    );
    expect((await download(url)).sha256).toBe(sha256);
    expect(seen.length).toBe(2);
  });

  test('that redirects to another host is followed without the token', async () => {
    const store = await sending(content);
    const { url, seen } = await serverOfTest((_, response) => response.writeHead(302, { location: store.url }).end());
    const privateHosts = ['127.0.0.1'];
    expect((await download(url, { authorization: 'Bearer k' }, { privateHosts })).sha256).toBe(sha256);
    expect(seen[0]?.headers.authorization).toBe('Bearer k');
    expect(store.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  test.each(['http://files.example/a.csv', 'ftp://files.example/a.csv', 'file:///etc/passwd', 'http://'])(
    'that redirects to %s is not followed',
    async (location) => {
      const { url } = await serverOfTest((_, response) => response.writeHead(302, { location }).end());
      await expect(download(url)).rejects.toMatchObject({ code: 'DOWNLOAD_LINK_UNSAFE', exitStatus: 4 });
    },
  );

  test('with a redirect loop is an error', async () => {
    const { url, seen } = await serverOfTest((_, response) => response.writeHead(302, { location: '/again' }).end());
    await expect(download(url)).rejects.toMatchObject({ code: 'DOWNLOAD_REFUSED' });
    expect(seen.length).toBe(6);
  });
});

describe('a private address', () => {
  const link = (url: string, options: Partial<HttpOptions> = {}) =>
    clientOfTest(options).download({ url, service: remote }, () => ({}), path);
  const refused = { code: 'PRIVATE_ADDRESS_REFUSED', exitStatus: 4 };

  // the other notations: private-address.test.ts
  test.each(['127.0.0.1', '0177.0.0.1', 'localhost.'])(
    'in a link of a remote service is not requested: %s',
    async (host) => {
      const { url, seen } = await sending(content);
      await expect(link(`http://${host}:${new URL(url).port}/1.csv`)).rejects.toMatchObject(refused);
      expect(seen).toEqual([]);
    },
  );

  test('of this machine is not requested when the service is on another port of it', async () => {
    const other = await sending(content);
    const { url } = await serverOfTest((_, response) => response.writeHead(302, { location: other.url }).end());
    await expect(download(url)).rejects.toMatchObject({ ...refused, place: { url: `${other.url}/…` } });
    expect(other.seen).toEqual([]);
  });

  test('that a redirect leads to is not requested', async () => {
    const { url } = await serverOfTest((_, response) =>
      response.writeHead(302, { location: 'https://169.254.169.254/latest/meta-data/' }).end(),
    );
    await expect(download(url)).rejects.toMatchObject({
      message:
        'The download link is not requested: its host 169.254.169.254 is an address of a link-local network (169.254.0.0/16).',
    });
  });

  test('that a name resolves to is not connected to, whatever the name resolved to before', async () => {
    const connections: unknown[] = [];
    const listening = createServer((socket) => void connections.push(socket.destroy()));
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    closedAfterTest({ close: () => new Promise((resolve) => void listening.close(() => resolve())) });
    const { port } = listening.address() as AddressInfo;
    const answers = [['93.184.216.34', '127.0.0.1'], ['127.0.0.1'], ['::1'], ['64:ff9b::7f00:1'], ['::ffff:127.0.0.1']];
    for (const addresses of answers) {
      const found = addresses.map((address) => ({ address, family: isIP(address) }));
      const lookup: LookupFunction = (_, __, callback) => callback(null, found);
      await expect(link(`https://files.example:${port}/1.csv`, { lookup })).rejects.toMatchObject({
        ...refused,
        message: expect.stringContaining(`its host files.example resolves to ${addresses.at(-1)}, an address of`),
      });
    }
    expect(connections).toEqual([]);
  });

  test('that the configuration names is requested', async () => {
    const { url, seen } = await sending(content);
    const named = await link(url, { privateHosts: ['127.0.0.1'] });
    expect(named.sha256).toBe(sha256);
    expect(seen.length).toBe(1);
  });
});
