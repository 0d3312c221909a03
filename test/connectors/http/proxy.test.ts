import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { environmentProxies } from '../../../src/config/http-options.ts';
import { type ProxySettings, proxyFor } from '../../../src/connectors/http/dispatchers.ts';
import { redactSecrets } from '../../../src/domain/secrets.ts';
import { givenProxy } from '../../given/connect-proxy.ts';
import { closedPort } from '../../given/server.ts';
import { clientOfTest, closedAfterTest, serverOfTest } from '../../given/services.ts';

const http = new URL('http://one.example:3128');
const https = new URL('http://two.example:3128');

test.each([
  ['https://g.example/', { http, https, except: '' }, https],
  ['https://g.example/', { http, except: '' }, http],
  ['https://g.example/', { except: '' }, undefined],
  ['https://g.example/', { https, except: '*' }, undefined],
  ['https://g.example/', { https, except: 'g.example' }, undefined],
  ['https://a.g.example/', { https, except: 'other, G.example' }, undefined],
  ['https://a.g.example/', { https, except: '.g.example' }, undefined],
  ['https://a.g.example/', { https, except: '*.g.example' }, undefined],
  ['https://g.example./', { https, except: 'g.example' }, undefined],
  ['https://bg.example/', { https, except: 'g.example' }, https],
  ['https://g.example/', { https, except: 'g.example:443' }, undefined],
  ['https://g.example:8443/', { https, except: 'g.example:443' }, https],
  ['https://10.0.0.7/', { https, except: '10.0.0.7' }, undefined],
  ['https://[2606:4700::1]/', { https, except: '[2606:4700::1]' }, undefined],
  ['http://127.0.0.1:8080/', { http, https, except: '' }, undefined],
  ['http://localhost:8080/', { http, https, except: '' }, undefined],
  ['https://[::1]/', { http, https, except: '' }, undefined],
] satisfies [string, ProxySettings, URL | undefined][])('%s with %j', (url, settings, proxy) => {
  expect(proxyFor(new URL(url), settings)).toBe(proxy);
});

test('the environment names proxies in either case, the lower-case one first, with or without a scheme', () => {
  const upper = { HTTPS_PROXY: 'http://upper.example', HTTP_PROXY: 'plain.example:8080', NO_PROXY: 'a' };
  expect(environmentProxies(upper)).toMatchObject({
    except: 'a',
    http: { host: 'plain.example:8080' },
    https: { host: 'upper.example' },
  });
  const both = { ...upper, https_proxy: 'https://lower.example', no_proxy: '' };
  expect(environmentProxies(both)).toMatchObject({ except: '', https: { origin: 'https://lower.example' } });
});

test('a wrong proxy is an error that names the variable and not its value', () => {
  expect(() => environmentProxies({ https_proxy: 'ftp://user:proxy-password@p.example' })).toThrowError(
    expect.objectContaining({
      code: 'PROXY_WRONG',
      exitStatus: 2,
      message: expect.not.stringContaining('proxy-password'),
    }),
  );
});

describe('requests through a proxy', () => {
  async function given() {
    const server = await serverOfTest((_, response) => response.end('{}'));
    const proxy = closedAfterTest(await givenProxy(Number(new URL(server.url).port)));
    const address = `http://proxy-user:proxy-p%40ss@127.0.0.1:${proxy.port}`;
    const client = clientOfTest({ retries: 1, proxies: environmentProxies({ HTTPS_PROXY: address }) });
    const get = (url: string) => client.call({ method: 'GET', url, headers: () => ({}), isSafe: true });
    return { server, proxy, address, client, get };
  }
  const path = join(mkdtempSync(join(tmpdir(), 'tieout-proxy-')), 'file');
  const service = new URL('https://gateway.example/api/v1/');

  test('are tunnelled with its credentials, and the certificate is checked behind it', async () => {
    const { proxy, address, client, get } = await given();
    await expect(get('https://gateway.example/api/v1/')).rejects.toMatchObject({ code: 'TLS_NOT_TRUSTED' });
    const download = client.download({ url: 'https://files.example/1.csv', service }, () => ({}), path);
    await expect(download).rejects.toMatchObject({ code: 'TLS_NOT_TRUSTED' });
    const authorization = `Basic ${Buffer.from('proxy-user:proxy-p@ss').toString('base64')}`;
    expect(proxy.tunnels).toEqual([
      { host: 'gateway.example:443', authorization },
      { host: 'files.example:443', authorization },
    ]);
    expect(redactSecrets(`${address} proxy-p@ss ${authorization}`)).not.toMatch(/p@ss|p%40ss|cHJveHk/);
  });

  test('are not made to this machine', async () => {
    const { server, proxy, get } = await given();
    expect((await get(`${server.url}/api`)).status).toBe(200);
    expect(proxy.tunnels).toEqual([]);
  });

  test('are not made for a link to a private address', async () => {
    const { proxy, client } = await given();
    const download = client.download({ url: 'https://10.0.0.7/1.csv', service }, () => ({}), path);
    await expect(download).rejects.toMatchObject({ code: 'PRIVATE_ADDRESS_REFUSED' });
    expect(proxy.tunnels).toEqual([]);
  });

  test.each([
    [407, 1, /user and a password/],
    [403, 1, /NO_PROXY/],
    [502, 2, /Run again/],
  ])('that it refuses with status %i are an error that names it without credentials', async (status, times, remedy) => {
    const { proxy, get } = await given();
    proxy.status = status;
    const error: unknown = await get('https://gateway.example/').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'PROXY_REFUSED',
      message: `The proxy 127.0.0.1:${proxy.port} did not connect to gateway.example: it answered with status ${status}.`,
      remedy: expect.stringMatching(remedy),
    });
    expect(proxy.tunnels.length).toBe(times);
  });

  test('when it does not answer are an error that names it', async () => {
    const port = await closedPort();
    const proxies = { https: new URL(`http://user:secret@127.0.0.1:${port}`), except: '' };
    await expect(
      clientOfTest({ retries: 0, proxies }).call({
        method: 'GET',
        url: 'https://gateway.example/',
        headers: () => ({}),
        isSafe: true,
      }),
    ).rejects.toMatchObject({
      code: 'HOST_UNREACHABLE',
      message: `gateway.example (through the proxy 127.0.0.1:${port}) could not be reached: nothing answers there.`,
    });
  });
});
